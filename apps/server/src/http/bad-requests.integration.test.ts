import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Line, startLine } from '../../../../dev/line/line.ts';
import { buildApp } from '../app.ts';
import { parseSettings, type Settings } from '../env.ts';
import { Pictures } from '../media/pictures.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { injectAtDoor } from '../testing/testing-door.ts';
import { PRODUCTION } from '../testing/testing-settings.ts';

let database: TestDatabase;
let line: Line;
let caller: TestCaller;
/** The app of the line on a port of its own. */
let address: string;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 60 });
  await line.follow();
  caller = await createCaller(line.parts, { role: 'user' });
  app = await buildApp(line.parts, { pages: false });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  // What was started ends, even when the rest could not start.
  await (app as FastifyInstance | undefined)?.close();
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: { statusCode?: number; statusMessage?: string; data?: { code?: string; fields?: unknown[] } };
}

/** Over a socket; what cannot be sent any more is not a fault, as long as an answer comes. */
function send(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: Readable | string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options;
    const sent = httpRequest(`${address}${path}`, { method, headers }, (answer) => {
      answer.setEncoding('utf8');
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: text === '' ? {} : JSON.parse(text),
        }),
      );
      answer.on('error', reject);
    });
    sent.on('error', reject);
    if (body instanceof Readable) body.on('error', () => undefined).pipe(sent);
    else sent.end(body);
  });
}

/** Bytes as they are, and what comes back until the server closes. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const json = { 'content-type': 'application/json' };
const megabytes = (count: number) =>
  Readable.from(Array.from({ length: count }, () => 'x'.repeat(1_000_000)));

describe('too much', () => {
  test('ten megabytes are refused without being read, whether or not their size is told', async () => {
    for (const headers of [{ 'content-length': '10000000' }, {}] as Record<string, string>[]) {
      const own = { ...json, ...caller.headers, ...headers };
      const { status, body } = await send('/v1/user', { method: 'PUT', headers: own, body: megabytes(10) });
      expect({ status, code: body.data?.code }).toEqual({ status: 413, code: 'payload_too_large' });
    }
    expect((await send('/maru/v1/ping')).status).toBe(200);
  });

  test('a proxy that sends nine megabytes to the end is answered, and asks again on the same connection', async () => {
    const { host } = new URL(address);
    const ask = (line: string, ...headers: string[]) =>
      [`${line} HTTP/1.1`, `host: ${host}`, ...headers, '', ''].join('\r\n');
    for (const [own, status] of [
      [[], 401],
      [Object.entries({ ...json, ...caller.headers }).map((pair) => pair.join(': ')), 413],
    ] as const) {
      const first = ask('PUT /v1/user', 'content-length: 9000000', ...own);
      const next = ask('GET /maru/v1/ping', 'connection: close');
      const answers = await sendRaw(`${first}${'x'.repeat(9_000_000)}${next}`);
      expect(Array.from(answers.matchAll(/HTTP\/1\.1 (\d+) /g), ([, code]) => Number(code))).toEqual([
        status,
        200,
      ]);
    }
  });

  test('who never sends the rest of what is refused is let go', async () => {
    const { host } = new URL(address);
    const answers = await sendRaw(`PUT /v1/user HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 9000\r\n\r\n{`);
    expect(Array.from(answers.matchAll(/HTTP\/1\.1 (\d+) /g), ([, code]) => Number(code))).toEqual([401]);
  });

  test('a body that is small only while it is packed, broken or packed in an unknown way is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
    expect(bomb.length).toBeLessThan(64 * 1024);
    for (const [encoding, body, status] of [
      ['gzip', bomb, 413],
      ['gzip', gzipSync('{"name": "김서연"}').subarray(0, 20), 400],
      ['gzip', Buffer.from('{"name": "x"}'), 400],
      ['br', Buffer.from('{"name": "x"}'), 400],
      ['x-unknown', Buffer.from('{"name": "x"}'), 415],
    ] as const) {
      const headers = { ...json, ...caller.headers, 'content-encoding': encoding };
      const answer = await send('/v1/user', { method: 'PUT', headers, body: Readable.from([body]) });
      expect({ encoding, status: answer.status, shape: answer.body.statusCode }).toEqual({
        encoding,
        status,
        shape: status,
      });
    }
  });

  test('who may not call at all is told so before the ten megabytes come', async () => {
    const headers = { ...json, 'content-length': '10000000' };
    const { status } = await send('/v1/user', { method: 'PUT', headers, body: megabytes(10) });
    expect(status).toBe(401);
  });

  test('a deep body, a body of many values and one of prototype keys are refused, and nothing is changed', async () => {
    const before = await line.parts.store.accounts.find(caller.userId);
    for (const [body, field] of [
      [`{"name": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'name.0.0'],
      [`{"commuteAddresses": [${'1,'.repeat(20_000)}1]}`, 'commuteAddresses'],
      [`{"constructor": {"name": "x"}, "name": "y"}`, 'constructor'],
      [`{"name": "a\\u0000b"}`, 'name'],
      [`{"name": "\\ud800"}`, 'name'],
      [`{"name": "y", "role": "admin"}`, 'role'],
      [`{"name": "y", "userId": "somebody"}`, 'userId'],
    ] as const) {
      const answer = await send('/v1/user', { method: 'PUT', headers: { ...json, ...caller.headers }, body });
      expect({
        body: body.slice(0, 60),
        status: answer.status,
        fields: answer.body.data?.fields,
      }).toMatchObject({
        status: 400,
        fields: [{ field }],
      });
    }
    for (const body of [
      '{"__proto__": {"role": "admin"}}',
      '{"a": {"__proto__": 1}}',
      '',
      '{',
      'null',
      '[]',
      '"x"',
    ]) {
      const answer = await send('/v1/user', { method: 'PUT', headers: { ...json, ...caller.headers }, body });
      expect({ body, status: answer.status, code: answer.body.data?.code }).toEqual({
        body,
        status: 400,
        code: 'invalid_request',
      });
    }
    expect(await line.parts.store.accounts.find(caller.userId)).toEqual(before);
  });

  test('long addresses, long headers and many headers are refused in the one shape', async () => {
    // The second is longer than what Node reads of a request head.
    for (const length of [9_000, 20_000]) {
      const long = await send(`/maru/v1/home/list?q=${'a'.repeat(length)}`);
      expect({ length, status: long.status, code: long.body.data?.code }).toEqual({
        length,
        status: 414,
        code: 'uri_too_long',
      });
    }
    const large = await send('/maru/v1/ping', { headers: { 'x-large': 'a'.repeat(20_000) } });
    expect({ status: large.status, code: large.body.data?.code }).toEqual({
      status: 431,
      code: 'headers_too_large',
    });
    const many = Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [`x-${at}`, '1']));
    const answer = await send('/maru/v1/ping', { headers: many });
    expect([200, 431]).toContain(answer.status);
  });

  test('an address of thousands of keys, and keys that objects have by birth, ask nothing', async () => {
    const keys = Array.from({ length: 1_000 }, (_, at) => `k${at}=1`).join('&');
    expect((await send(`/maru/v1/home/list?${keys}`)).status).toBe(200);
    expect(
      (await send('/maru/v1/home/list?__proto__[x]=1&constructor=1&toString=1&hasOwnProperty=x')).status,
    ).toBe(200);
    expect((await send('/maru/v1/home/list?page=%00')).status).toBe(400);
  });
});

describe('what is no good request', () => {
  test.each([
    ['two lengths', 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'a length and chunks',
      'POST /v1/user HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no HTTP', 'hello\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n'],
    ['an unknown method', 'BREW /maru/v1/ping HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('%s is 400 in the one shape, and the connection ends', async (_, text) => {
    const answer = await sendRaw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"invalid_request"');
    expect(answer.toLowerCase()).toContain('connection: close');
  });

  test('content of another type than JSON is 415', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
    ]) {
      const headers = { ...caller.headers, 'content-type': type };
      const { status, body } = await send('/v1/user', { method: 'PUT', headers, body: 'a=1' });
      expect({ type, status, code: body.data?.code }).toEqual({
        type,
        status: 415,
        code: 'unsupported_media_type',
      });
    }
    const patch = { ...caller.headers, 'content-type': 'application/merge-patch+json' };
    expect((await send('/v1/user', { method: 'PUT', headers: patch, body: '{}' })).status).toBe(415);
  });

  test('another method is 405 with those that there are, before anything is read', async () => {
    const { status, headers, body } = await send('/maru/v1/ping', {
      method: 'DELETE',
      body: 'x',
      headers: { 'content-type': 'x', 'content-length': '1' },
    });
    expect({ status, allow: headers.allow, code: body.data?.code }).toEqual({
      status: 405,
      allow: 'GET, HEAD, OPTIONS',
      code: 'method_not_allowed',
    });
    expect(await send('/v1/user', { method: 'OPTIONS' })).toMatchObject({
      status: 204,
      headers: { allow: 'GET, HEAD, PUT, OPTIONS' },
    });
    expect(await send('/maru/v1/nothing', { method: 'DELETE' })).toMatchObject({ status: 404 });
  });

  test('an error is in the language that the browser prefers of ours, or that the address names', async () => {
    const say = async (path: string, language: string) =>
      (await send(path, { headers: { 'accept-language': language } })).body.statusMessage;
    expect(await say('/v1/user', 'fr-FR, ko;q=0.5, en;q=0.3')).toBe('로그인이 필요해요.');
    expect(await say('/v1/user', 'fr')).toBe('Please sign in to go on.');
    expect(await say('/v1/user?locale=ko', 'en')).toBe('로그인이 필요해요.');
    for (const odd of [';;q=,', '*', 'ko;q=zzz', ','.repeat(2_000)])
      expect(await say('/v1/user', odd)).toBeTypeOf('string');
  });
});

/** The same parts with other settings. */
async function withSettings<T>(
  more: Partial<Settings>,
  work: (app: FastifyInstance) => Promise<T>,
): Promise<T> {
  const { store, settings } = line.parts;
  // An app ends its pictures with it.
  const pictures = new Pictures({
    ...{ store, dataDir: settings.dataDir, mediaHosts: () => [] },
    ...{ allowLoopback: true, effort: 0 },
  });
  const parts = { ...line.parts, pictures, settings: { ...settings, ...more } };
  const own = await buildApp(parts, { pages: false });
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}

describe('how often one may call', () => {
  test('each kind of call has its own budget, and says what is left of it', async () => {
    await withSettings(
      { callsAMinute: 2, listsAMinute: 3, suggestionsAMinute: 1, signInsAMinute: 1 },
      async (own) => {
        const ask = async (url: string) => await injectAtDoor(own, { url, headers: { host: 'localhost' } });
        const first = await ask('/maru/v1/home/list?place=irvine-ca');
        expect(first.headers).toMatchObject({ 'ratelimit-policy': '"list";q=3;w=60' });
        expect(first.headers.ratelimit).toMatch(/^"list";r=2;t=(60|59)$/);
        expect((await ask('/maru/v1/home/suggest?text=irvine')).headers.ratelimit).toMatch(/^"suggest";r=0/);
        expect((await ask('/maru/v1/home/suggest?text=irvine')).statusCode).toBe(429);
        expect((await ask('/maru/v1/ping')).headers.ratelimit).toMatch(/^"default";r=1/);
        // An address that is none is a call like any other.
        expect((await ask('/maru/v1/nothing')).headers.ratelimit).toMatch(/^"default";r=0/);
        const refused = await ask('/maru/v1/ping');
        expect(refused.statusCode).toBe(429);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect(refused.json().data.code).toBe('too_many_requests');
        expect((await ask('/v1/oauth/nobody')).headers.ratelimit).toMatch(/^"sign-in"/);
        expect((await ask('/healthz')).headers.ratelimit).toBeUndefined();
      },
    );
  });

  test('a search whose answer lies ready is counted too', async () => {
    await withSettings({ listsAMinute: 3 }, async (own) => {
      const origin = await own.listen({ port: 0, host: '127.0.0.1' });
      const ask = async () => await fetch(`${origin}/maru/v1/home/list?place=irvine-ca`);
      const answers = [];
      for (let call = 0; call < 5; call += 1) answers.push(await ask());
      expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 429, 429]);
      expect(answers.map((one) => one.headers.get('ratelimit')?.slice(0, 10))).toEqual(
        [2, 1, 0, 0, 0].map((left) => `"list";r=${left}`),
      );
      expect(answers[4]?.headers.get('retry-after')).not.toBeNull();
    });
  });

  test('whoever asks for pages without end, or for the map, leaves the calls of others alone', async () => {
    await withSettings({ pagesAMinute: 2, tilesAMinute: 1 }, async (own) => {
      const origin = await own.listen({ port: 0, host: '127.0.0.1' });
      const ask = async (path: string, headers: Record<string, string> = {}) =>
        await fetch(origin + path, { headers });
      // Each its own address: nothing of them can lie ready. Files are none of them.
      const pages = [];
      for (const path of [
        '/homes?q=1',
        '/assets/none.js',
        '/ko/homes?q=2',
        '/ko/homes?q=3',
        '/og/en/search.jpg',
      ]) {
        pages.push(await ask(path, { accept: 'text/html' }));
      }
      expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 429, 429]);
      expect(Number(pages[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await pages[3]?.text()).toMatch(/<html lang="ko">.*[가-힣]/);
      expect((await (await ask('/homes')).json()).data.code).toBe('too_many_requests');
      const tiles = [await ask('/tiles/zones/layers.json'), await ask('/tiles/zones/flood/12/707/1640.json')];
      expect(tiles.map(({ status }) => status)).toEqual([200, 429]);
      for (const path of ['/maru/v1/ping', '/maru/v1/home/list', '/readyz']) {
        expect((await ask(path)).status, path).toBeLessThan(429);
      }
    });
  });

  test('pictures are counted apart from pages, and no way of writing an address goes around either', async () => {
    await withSettings({ filesAMinute: 4, pagesAMinute: 2 }, async (own) => {
      const origin = new URL(await own.listen({ port: 0, host: '127.0.0.1' }));
      const ask = (path: string, method = 'GET') =>
        new Promise<number>((resolve, reject) => {
          httpRequest({ host: origin.hostname, port: origin.port, path, method }, (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
          })
            .on('error', reject)
            .end();
        });
      const photo = `/media/${'x'.repeat(22)}/320.avif`;
      const none = '/uploads/00000000-0000-4000-8000-000000000000';
      const pictures = [photo, photo.replace('m', '%6d'), `${none}.webp`];
      for (const path of pictures) expect(await ask(path), path).toBe(404);
      expect(await ask(none, 'PUT')).toBe(404);
      for (const path of pictures) expect(await ask(path), path).toBe(429);
      expect(await ask(none, 'PUT')).toBe(429);
      // Read as pages by those who answer them.
      expect([await ask('/assets/../homes?q=1'), await ask('/builds/%2e%2e/homes?q=2')]).toEqual([404, 404]);
      for (const path of ['/assets/../homes?q=3', '/homes?q=4', '/%6fg/en/search.jpg']) {
        expect(await ask(path), path).toBe(429);
      }
      for (const path of ['/assets/none.js', '/readyz', '/maru/v1/ping']) {
        expect(await ask(path), path).toBeLessThan(429);
      }
    });
  });

  test('an account is counted from wherever it calls, and an address by what our proxies say of it', async () => {
    const { trustProxy } = parseSettings({ MARU_MODE: 'trial', TRUST_PROXY: 'loopback' });
    await withSettings({ callsAMinute: 2, trustProxy }, async (own) => {
      const ask = async (from: string, headers: Record<string, string> = {}) =>
        (
          await injectAtDoor(own, {
            url: '/v1/user',
            headers: { host: 'localhost', 'x-forwarded-for': from, ...headers },
          })
        ).statusCode;
      // Whoever stands behind the proxy, however they call themselves.
      expect(await ask('203.0.113.1')).toBe(401);
      expect(await ask('8.8.8.8, 203.0.113.1')).toBe(401);
      expect(await ask('9.9.9.9, 203.0.113.1')).toBe(429);
      expect(await ask('203.0.113.2', caller.headers)).toBe(200);
      expect(await ask('203.0.113.3', caller.headers)).toBe(200);
      expect(await ask('203.0.113.4', caller.headers)).toBe(429);
      expect(await ask('203.0.113.5')).toBe(401);
    });
    await withSettings({ callsAMinute: 2 }, async (own) => {
      const ask = async (from: string) =>
        (
          await injectAtDoor(own, {
            url: '/maru/v1/ping',
            headers: { host: 'localhost', 'x-forwarded-for': from },
          })
        ).statusCode;
      expect([await ask('1.1.1.1'), await ask('2.2.2.2'), await ask('3.3.3.3')]).toEqual([200, 200, 429]);
    });
  });
});

describe('pages of other sites', () => {
  const asked = { host: 'localhost', origin: 'https://app.example' };
  const preflight = {
    ...asked,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  };

  test('may read nothing and ask for nothing unless they are named', async () => {
    const answers = [
      await line.app.inject({ url: '/maru/v1/home/list', headers: asked }),
      await line.app.inject({ method: 'OPTIONS', url: '/v1/user', headers: preflight }),
    ];
    for (const { headers } of answers) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('that are named may call, with a token and without cookies; others still may not', async () => {
    await withSettings({ corsOrigins: ['https://app.example'] }, async (own) => {
      const allowed = await own.inject({ method: 'OPTIONS', url: '/v1/user', headers: preflight });
      expect(allowed.statusCode).toBe(204);
      expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example');
      expect(allowed.headers['access-control-allow-headers']).toContain('authorization');
      expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
      const origin = await own.listen({ port: 0, host: '127.0.0.1' });
      // Twice: the second answer lies ready.
      for (let call = 0; call < 2; call += 1) {
        const list = await fetch(`${origin}/maru/v1/home/list`, { headers: { origin: asked.origin } });
        expect(list.headers.get('access-control-allow-origin')).toBe('https://app.example');
        expect(list.headers.get('vary')?.toLowerCase()).toContain('origin');
      }
      const refused = await fetch(`${origin}/v1/user`, { headers: { origin: asked.origin } });
      expect(refused.status).toBe(401);
      expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.example');
      for (const foreign of [
        'https://evil.example',
        'https://app.example.evil.example',
        'http://app.example',
        'null',
      ]) {
        const answer = await own.inject({
          url: '/maru/v1/ping',
          headers: { host: 'localhost', origin: foreign },
        });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    });
  });

  test('that are the site’s own, where it asks another host for the API, may bring their cookies; no others', async () => {
    const { corsOrigins, publicUrl } = parseSettings({
      ...PRODUCTION,
      CORS_ORIGINS: 'https://app.example',
      COMMON_API_URL: 'https://api.maru.example',
    });
    await withSettings({ corsOrigins, publicUrl }, async (own) => {
      const allowed = async (method: 'OPTIONS' | 'POST', origin: string) => {
        const url = '/api/auth/token/refresh';
        const { headers } = await own.inject({ method, url, headers: { ...preflight, origin } });
        return ['origin', 'credentials'].map((name) => headers[`access-control-allow-${name}`]);
      };
      for (const method of ['OPTIONS', 'POST'] as const) {
        expect(await allowed(method, 'https://maru.example')).toEqual(['https://maru.example', 'true']);
        expect(await allowed(method, 'https://app.example')).toEqual(['https://app.example', undefined]);
        expect(await allowed(method, 'https://evil.example')).toEqual([undefined, undefined]);
      }
    });
  });

  test('a setting that is no origin stops the start', () => {
    for (const text of ['*', 'example.com', 'https://example.com/', 'https://example.com/path', 'null']) {
      expect(() => parseSettings({ MARU_MODE: 'trial', CORS_ORIGINS: text })).toThrow(/CORS_ORIGINS/);
    }
    expect(() => parseSettings({ MARU_MODE: 'trial', TRUST_PROXY: 'everybody' })).toThrow(/TRUST_PROXY/);
  });
});

test('what is refused is logged by its code and the pattern of its address, and nothing that was sent', async () => {
  const lines: string[] = [];
  const { log } = line.app;
  // Where the logger writes to; it does not use process.stdout.
  const stream = (log as unknown as Record<symbol, { write: (text: string) => unknown }>)[
    pino.symbols.streamSym
  ];
  if (stream === undefined) throw new Error('the logger has no stream');
  const write = stream.write.bind(stream);
  stream.write = (text) => lines.push(text);
  log.level = 'debug';
  try {
    for (const payload of [
      '{"name": "secret name", "secretMember": "secret value"}',
      '{"secret":',
      'secret',
    ]) {
      await line.app.inject({
        method: 'PUT',
        url: '/v1/user?secret=in-the-address',
        headers: { host: 'localhost', ...json, ...caller.headers, cookie: 'secret-cookie=1' },
        payload,
      });
    }
    await line.app.inject({ url: '/v1/user/secret-id/email', headers: { host: 'localhost' } });
  } finally {
    log.level = 'silent';
    stream.write = write;
  }
  expect(lines.length).toBe(4);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    code: 'invalid_request',
    method: 'PUT',
    route: '/v1/user',
  });
  expect(lines.join('')).not.toMatch(/secret|eyJ/i);
});
