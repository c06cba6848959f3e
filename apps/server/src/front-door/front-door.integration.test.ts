import { once } from 'node:events';
import {
  Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { ROUTES } from '@maru/contract';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { WORD_PARTS } from '@maru/words/parts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { contactBody } from '../testing/testing-people.ts';

/** Rate limits and queues are those of a site; its database stays empty. */
let database: TestDatabase;
let site: TestApp;
/** With the default limits, for tests that leave no trace in it. */
let plain: TestApp;
beforeAll(async () => {
  database = await createTestDatabase();
  plain = await startApp({});
  site = plain;
});
afterEach(async () => {
  if (site !== plain) await site.close();
  site = plain;
});
afterAll(async () => {
  await (plain as TestApp | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

const agent = new Agent({ keepAlive: true, maxSockets: 500 });

function open(
  path: string,
  options: { from?: string; method?: string; headers?: object } = {},
): ClientRequest {
  const { from = '203.0.113.9', method = 'GET', headers } = options;
  const { hostname, port } = new URL(site.url);
  const request = httpRequest({
    ...{ hostname, port, path, method, agent },
    headers: { host: 'localhost', 'x-forwarded-for': from, ...headers },
  });
  request.on('error', () => undefined);
  return request;
}

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

async function answerOf(request: ClientRequest): Promise<Answer> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

async function ask(
  path: string,
  options: Parameters<typeof open>[1] & { body?: string } = {},
): Promise<Answer> {
  const request = open(path, options);
  request.end(options.body);
  return await answerOf(request);
}

async function startApp(env: Record<string, string>): Promise<TestApp> {
  const { databaseUrl } = database;
  return await startTestApp({ databaseUrl, listen: true, env: { TRUST_PROXY: 'loopback', ...env } });
}
const start = async (env: Record<string, string>) => {
  site = await startApp(env);
};
const count = <T>(all: readonly T[], one: T) => all.filter((each) => each === one).length;
const MESSAGE = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
/** Valid by its schema. There is no such home: 404. */
const VALID_MESSAGE = { ...MESSAGE, body: JSON.stringify(contactBody({ homeId: 'h0' })) };

describe('no spelling of an address is outside the rate limits', () => {
  test('messages with escapes in their path are counted as messages', async () => {
    await start({ CONTACTS_AN_HOUR: '3' });
    const statuses: number[] = [];
    for (const path of [
      '/%6daru/v1/agent/contact',
      '/maru/%761/agent/contact',
      '/maru/v1/agent/%63ontact',
      '/maru/v1/agent/contact?x=1',
      'http://localhost/maru/v1/agent/contact',
    ]) {
      statuses.push((await ask(path, VALID_MESSAGE)).status);
    }
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    expect((await ask('/maru/v1/agent/contact', { ...VALID_MESSAGE, from: '203.0.113.10' })).status).toBe(
      404,
    );
  });

  test('the networks of one IPv6 /48 send no more messages than ten addresses', async () => {
    await start({ CONTACTS_AN_HOUR: '1' });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1)
      statuses.push(
        (await ask('/maru/v1/agent/contact', { ...VALID_MESSAGE, from: `2001:db8:1:${i}::1` })).status,
      );
    expect(statuses).toEqual([...Array(10).fill(404), 429, 429]);
    expect((await ask('/maru/v1/agent/contact', { ...VALID_MESSAGE, from: '2001:db8:2::1' })).status).toBe(
      404,
    );
  });

  test('icons are counted as files, in all spellings; files of the build that are not there as calls', async () => {
    await start({ FILES_A_MINUTE: '2', CALLS_A_MINUTE: '3' });
    const icons = [];
    for (const path of ['/api/_nuxt_icon/', '/%61pi/_nuxt_icon/', '/api/%5fnuxt_icon/'])
      icons.push((await ask(`${path}maru.json?icons=house`)).status);
    expect(icons).toEqual([200, 200, 429]);
    const files = [];
    for (const path of ['/assets/none.js', '/builds/none.json', '/healthz/x', '/assets/other.js'])
      files.push((await ask(path)).status);
    expect(files).toEqual([404, 404, 404, 429]);
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await ask(path)).status).toBe(200);
  });

  test('another method on a file of the build is 405, without its body, and counted', async () => {
    await start({ CALLS_A_MINUTE: '2' });
    const headers = { 'content-length': '1000', 'accept-language': 'ko' };
    const post = async () => {
      const request = open('/assets/none.js', { method: 'POST', headers });
      request.write('x');
      return await answerOf(request);
    };
    const refused = await post();
    expect([refused.status, refused.headers.allow, refused.headers.connection]).toEqual([
      405,
      'GET, HEAD',
      'close',
    ]);
    expect(JSON.parse(refused.body)).toMatchObject({
      message: 'POST is not possible here.',
      statusMessage: expect.stringContaining('POST 요청'),
      data: { code: 'method_not_allowed' },
    });
    expect([(await post()).status, (await post()).status]).toEqual([405, 429]);
  });

  test('map tiles and the description of the API are counted', async () => {
    await start({ TILES_A_MINUTE: '2', PAGES_A_MINUTE: '2' });
    const tiles = [];
    for (const x of [0, 1, 2, 3]) tiles.push((await ask(`/tiles/base/2/${x}/1.mvt`)).status);
    expect(tiles.slice(2)).toEqual([429, 429]);
    const docs = [];
    for (const path of ['/docs', '/docs/openapi.json', '/docs']) docs.push((await ask(path)).status);
    expect(docs).toEqual([200, 200, 429]);
  });

  test('a request target with a fragment is refused, and counted', async () => {
    await start({ LISTS_A_MINUTE: '2', CALLS_A_MINUTE: '2' });
    const hidden = '/maru/v1/home/list#q=pool&want=choices&x=?place=irvine-ca';
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await ask(hidden)).status);
    expect(statuses).toEqual([400, 400, 429]);
  });

  test('a search counts as many as it costs, and once when it is cached', async () => {
    const left = async (query: string) => {
      const { headers } = await ask(`/maru/v1/home/list?${query}`);
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    };
    const question = 'want=total,choices&price=1-';
    const before = await left('near=33.7,-117.8,5000');
    const first = await left(question);
    expect(before - first).toBe(ROUTES.listHomes.cost(`/maru/v1/home/list?${question}`));
    expect(before - first).toBeGreaterThan(5);
    expect(first - (await left(question))).toBe(1);
  });
});

describe('the hour’s budget of messages', () => {
  test('is spent by messages that are valid; others are counted in the minute alone', async () => {
    await start({ CONTACTS_AN_HOUR: '2', CALLS_A_MINUTE: '8' });
    const send = async (message: typeof MESSAGE) => (await ask('/maru/v1/agent/contact', message)).status;
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push(await send(MESSAGE));
    statuses.push(await send({ ...MESSAGE, body: '{' }));
    for (let i = 0; i < 3; i += 1) statuses.push(await send(VALID_MESSAGE));
    expect(statuses).toEqual([400, 400, 400, 400, 400, 404, 404, 429]);
    const refused = await ask('/maru/v1/agent/contact', MESSAGE);
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, '"default";q=8;w=60']);
  });

  test('is spent once by valid messages of forms without script, together with those of the API', async () => {
    await start({ CONTACTS_AN_HOUR: '3' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = async (form: Record<string, string>, path = '/v1/contact') =>
      (await ask(path, { method: 'POST', headers, body: new URLSearchParams(form).toString() })).status;
    const valid = { name: 'A', email: 'a@example.com', message: 'Hello', homeId: 'h0', locale: 'en' };
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push(await send({ ...valid, email: 'a' }));
    statuses.push(await send(valid));
    statuses.push((await ask('/maru/v1/agent/contact', VALID_MESSAGE)).status);
    statuses.push(await send({ homeId: 'h0', reason: 'fraud', message: 'x', locale: 'en' }, '/v1/report'));
    statuses.push(await send(valid));
    expect(statuses).toEqual([400, 400, 400, 400, 404, 404, 404, 429]);
    expect((await ask('/maru/v1/agent/contact', VALID_MESSAGE)).status).toBe(429);
  });
});

/** What comes back for bytes as they are, until the server closes the connection. */
async function answersTo(text: string): Promise<string> {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8').write(text);
  let all = '';
  for await (const chunk of socket) all += chunk;
  return all;
}

describe('a request that does not say for which one host it is', () => {
  const LINE = 'GET /maru/v1/home/list?page=1 HTTP/1.1';
  const FROM = 'X-Forwarded-For: 203.0.113.9';

  test.each([
    ['two Host headers', [LINE, 'Host: localhost', 'Host: localhost']],
    ['no Host in HTTP/1.1', [LINE]],
    ['an empty Host', [LINE, 'Host:']],
    ['a user in Host', [LINE, 'Host: localhost@localhost']],
    ['a path in Host', [LINE, 'Host: localhost/maru']],
    ['two words in Host', [LINE, 'Host: localhost other.example']],
    [
      'the address of another host',
      ['GET http://other.example/maru/v1/home/list?page=1 HTTP/1.1', 'Host: localhost'],
    ],
    [
      'a body',
      ['POST /maru/v1/agent/contact HTTP/1.1', 'Host: localhost', 'Host: localhost', 'Content-Length: 40'],
    ],
  ])('is 400 in the one error shape, and its connection ends: %s', async (_, head) => {
    // An answer to this search is ready before.
    expect((await ask('/maru/v1/home/list?page=1')).status).toBe(200);
    const next = [LINE, 'Host: localhost', FROM, 'Connection: close', '', ''];
    const answers = await answersTo([...head, FROM, '', ...next].join('\r\n'));
    expect(answers.match(/^HTTP\/1\.1 \d+ .*$/gm)).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(answers.toLowerCase()).toContain('\r\nconnection: close\r\n');
    const body = answers.slice(answers.indexOf('\r\n\r\n'));
    expect(JSON.parse(body)).toMatchObject({ statusCode: 400, data: { code: 'invalid_request' } });
  });

  test('is not one that names the same host in its address', async () => {
    const line = 'GET http://LOCALHOST:80/maru/v1/home/list?page=1 HTTP/1.1';
    const answers = await answersTo([line, 'Host: localhost', 'Connection: close', '', ''].join('\r\n'));
    expect(answers).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('is counted in the rate limit of its address, and refused by it', async () => {
    // A search of the whole country counts as nine.
    await start({ LISTS_A_MINUTE: '18' });
    const statuses: string[] = [];
    for (let call = 0; call < 3; call += 1) {
      const answers = await answersTo([LINE, FROM, 'Host: a', 'Host: b', '', ''].join('\r\n'));
      statuses.push(answers.slice(9, 12));
    }
    expect(statuses).toEqual(['400', '400', '429']);
    expect((await ask('/maru/v1/home/list?page=1')).status).toBe(429);
    expect((await ask('/maru/v1/home/list?page=1', { from: '203.0.113.10' })).status).toBe(200);
  });

  test('is a page to a browser, in the language of the address', async () => {
    const head = ['GET /ko/homes HTTP/1.1', 'Host: a', 'Host: b', 'Accept: text/html', '', ''];
    const answers = await answersTo(head.join('\r\n'));
    expect(answers).toMatch(/^HTTP\/1\.1 400 [\s\S]*<html lang="ko">/);
  });

  test('reaches no check and no file', async () => {
    for (const path of ['/healthz', '/assets/none.js']) {
      const answers = await answersTo([`GET ${path} HTTP/1.1`, 'Host: a', 'Host: b', '', ''].join('\r\n'));
      expect(answers).toMatch(/^HTTP\/1\.1 400 /);
    }
  });
});

/** Requests of the search and how they are let through: they wait until `go` is called. */
function heldSearches() {
  const { engine } = site.parts;
  const search = engine.searchListings.bind(engine);
  const gate = Promise.withResolvers<void>();
  let [started, running, most] = [0, 0, 0];
  engine.searchListings = async (...question) => {
    started += 1;
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
    return await search(...question);
  };
  return { go: () => gate.resolve(), most: () => most, running: () => running, started: () => started };
}

describe('one address cannot keep others out', () => {
  const list = (at: number) => `/maru/v1/home/list?near=33.7,-117.8,5000&price=${at + 1}-`;

  test('it has eight searches in flight, a few wait, the rest is refused; a visitor is answered meanwhile', async () => {
    await start({ REQUESTS_IN_FLIGHT: '8' });
    const held = heldSearches();
    const flood = Array.from({ length: 200 }, (_, i) => ask(list(i)));
    await expect.poll(() => site.parts.admission.refused).toBe(200 - 8 - 32);
    expect(held.running()).toBe(8);
    expect((await ask('/maru/v1/ping', { from: '198.51.100.1' })).status).toBe(200);
    held.go();
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect([count(statuses, 200), count(statuses, 503)]).toEqual([40, 160]);
    expect(held.most()).toBe(8);
  });

  test('requests whose client has gone leave the queue to others of the address, and are not refused', async () => {
    await start({ REQUESTS_IN_FLIGHT: '8' });
    const { admission } = site.parts;
    const held = heldSearches();
    const first = Array.from({ length: 8 }, (_, i) => ask(list(i)));
    await expect.poll(held.running).toBe(8);
    const gone = Array.from({ length: 32 }, (_, i) => open(list(100 + i)).end());
    await expect.poll(() => admission.waiting).toBe(32);
    for (const request of gone) request.destroy();
    await expect.poll(() => admission.waiting).toBe(0);
    // A body that is complete waits for a place too.
    const message = open('/maru/v1/agent/contact', { method: 'POST', headers: VALID_MESSAGE.headers });
    message.end(VALID_MESSAGE.body);
    await expect.poll(() => admission.waiting).toBe(1);
    message.destroy();
    await expect.poll(() => admission.waiting).toBe(0);
    const next = ask(list(999));
    await expect.poll(() => admission.waiting).toBe(1);
    expect(admission.refused).toBe(0);
    held.go();
    expect((await next).status).toBe(200);
    await Promise.all(first);
    expect(held.started()).toBe(9);
  });

  test('requests whose client has gone before they were accepted start no work', async () => {
    await start({ REQUESTS_IN_FLIGHT: '8' });
    const held = heldSearches();
    const { port } = new URL(site.url);
    const state = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(
      `const { workerData: { port, path, state } } = require('node:worker_threads');
       const { connect } = require('node:net');
       Atomics.wait(state, 0, 0);
       let left = 20;
       for (let at = 0; at < 20; at += 1) {
         const head = 'GET ' + path + at + ' HTTP/1.1\\r\\nHost: localhost\\r\\nX-Forwarded-For: 198.51.100.' + at + '\\r\\n\\r\\n';
         const socket = connect(port, '127.0.0.1', () => socket.write(head, () => socket.destroy()));
         socket.on('close', () => {
           left -= 1;
           if (left > 0) return;
           Atomics.store(state, 0, 2);
           Atomics.notify(state, 0);
         });
       }`,
      { eval: true, workerData: { port, path: list(7), state } },
    );
    await once(worker, 'online');
    Atomics.store(state, 0, 1);
    Atomics.notify(state, 0);
    // This thread, and with it the server, accepts nothing until all clients have gone.
    Atomics.wait(state, 0, 1);
    expect((await ask('/maru/v1/ping', { from: '198.51.100.99' })).status).toBe(200);
    expect(held.started()).toBe(0);
    held.go();
  });

  test('work whose client has gone keeps its place until it ends: an address has no more of it done', async () => {
    await start({ REQUESTS_IN_FLIGHT: '8' });
    const { admission, store } = site.parts;
    const client = await store.pool.connect();
    try {
      // Whoever reads a realtor waits for this lock.
      await client.query('begin; lock table realtor in access exclusive mode');
      const read = (i: number) => open(`/maru/v1/realtor/00000000-0000-4000-8000-00000000000${i}`).end();
      for (let round = 1; round <= 3; round += 1) {
        const gone = Array.from({ length: 8 }, (_, i) => read(i));
        await expect.poll(() => [admission.inFlight, admission.waiting]).toEqual([8, round === 1 ? 0 : 8]);
        for (const request of gone) request.destroy();
        await expect.poll(() => admission.waiting).toBe(0);
      }
      expect(admission.inFlight).toBe(8);
      expect((await ask('/maru/v1/ping', { from: '198.51.100.1' })).status).toBe(200);
      await client.query('rollback');
      await expect.poll(() => admission.inFlight).toBe(0);
    } finally {
      client.release();
    }
  });

  test('a refusal says when to come back, and is counted like an answer', async () => {
    await start({ REQUESTS_IN_FLIGHT: '1', LISTS_A_MINUTE: '8' });
    const held = heldSearches();
    const flood = Array.from({ length: 10 }, (_, i) => ask(list(i)));
    await expect.poll(() => site.parts.admission.refused).toBe(3);
    held.go();
    const answers = await Promise.all(flood);
    const statuses = answers.map(({ status }) => status);
    expect([count(statuses, 200), count(statuses, 503), count(statuses, 429)]).toEqual([5, 3, 2]);
    const busy = answers.find(({ status }) => status === 503);
    expect(busy?.headers['retry-after']).toBe('2');
    expect(JSON.parse(busy?.body ?? '').data.code).toBe('busy');
  });

  test('a message refused for overload spends nothing of the hour', async () => {
    await start({ REQUESTS_IN_FLIGHT: '1', CONTACTS_AN_HOUR: '2', CALLS_A_MINUTE: '1000' });
    const held = heldSearches();
    const [one] = [ask(list(0))];
    await expect.poll(held.running).toBe(1);
    const waiting = Array.from({ length: 4 }, (_, i) => ask(list(i + 1)));
    await expect.poll(() => site.parts.admission.waiting).toBe(4);
    expect((await ask('/maru/v1/agent/contact', VALID_MESSAGE)).status).toBe(503);
    expect((await ask('/maru/v1/agent/contact', VALID_MESSAGE)).status).toBe(503);
    held.go();
    await Promise.all([one, ...waiting]);
    const after = [];
    for (let i = 0; i < 3; i += 1) after.push((await ask('/maru/v1/agent/contact', VALID_MESSAGE)).status);
    expect(after).toEqual([404, 404, 429]);
  });

  test('200 addresses at once share with a visitor: all wait their turn and nobody is refused', async () => {
    await start({ REQUESTS_IN_FLIGHT: '8' });
    const held = heldSearches();
    const flood = Array.from({ length: 200 }, (_, i) => ask(list(i), { from: `198.18.0.${i}` }));
    await expect.poll(() => site.parts.admission.waiting).toBe(184);
    const visitor = ask(list(999), { from: '203.0.113.77' });
    await expect.poll(() => site.parts.admission.waiting).toBe(185);
    held.go();
    const statuses = (await Promise.all([...flood, visitor])).map(({ status }) => status);
    expect(count(statuses, 200)).toBe(201);
    expect(held.most()).toBe(16);
  });

  test('sets of messages of one address are made one at a time, and one of another address comes between', async () => {
    await start({ REQUESTS_IN_FLIGHT: '64', CALLS_A_MINUTE: '1000' });
    const done: string[] = [];
    const load = async (parts: readonly string[], from: string) => {
      const headers = { 'accept-encoding': 'br' };
      const path = `/maru/v1/translation?locale=ko&form=compiled&parts=${parts.join()}`;
      const { status } = await ask(path, { from, headers });
      done.push(`${from} ${status}`);
    };
    const subsets = WORD_PARTS.map((one) => WORD_PARTS.filter((part) => part !== one));
    const flood = subsets.slice(0, 20).map((parts) => load(parts, '198.18.0.1'));
    await Promise.all([...flood, load(subsets.at(-1)!, '203.0.113.77')]);
    expect(done.indexOf('203.0.113.77 200')).toBeLessThan(4);
    expect(count(done, '198.18.0.1 200')).toBe(20);
  });

  test('photos and tiles of a whole page at once are not refused', async () => {
    await start({ FILES_IN_FLIGHT: '64' });
    const photos = Array.from({ length: 40 }, (_, i) => `/media/${String(i).padStart(22, 'x')}/320.avif`);
    const tiles = Array.from({ length: 30 }, (_, i) => `/tiles/base/5/${i}/12.mvt`);
    const answers = await Promise.all([...photos, ...tiles].map((path) => ask(path)));
    expect(answers.filter(({ status }) => status >= 429)).toEqual([]);
  });
});

describe('slow clients hold nothing that others need', () => {
  const headersOf = (length: number) => ({
    'content-type': 'application/json',
    'content-length': String(length),
  });

  test('205 bodies that never end: pages and calls go on, also of the same address', async () => {
    await start({ REQUESTS_IN_FLIGHT: '8' });
    const slow = Array.from({ length: 205 }, () => {
      const request = open('/maru/v1/agent/contact', { method: 'POST', headers: headersOf(1_000) });
      request.write('{');
      return request;
    });
    await expect.poll(() => site.parts.admission.inFlight).toBe(8);
    for (const from of ['198.51.100.1', '203.0.113.9']) {
      const statuses = [];
      for (let i = 0; i < 20; i += 1) statuses.push((await ask('/maru/v1/ping', { from })).status);
      expect(count(statuses, 200)).toBe(20);
    }
    for (const request of slow) request.destroy();
    await expect.poll(() => site.parts.admission.inFlight).toBe(0);
  });

  test('a body that does not come in time is 408 in the one error shape', async () => {
    const request = open('/maru/v1/agent/contact', { method: 'POST', headers: headersOf(1_000) });
    request.write('{');
    const { status, body } = await answerOf(request);
    expect([status, JSON.parse(body).data.code]).toEqual([408, 'request_timeout']);
  }, 30_000);

  test('a client that does not read its response holds no place', async () => {
    await start({ REQUESTS_IN_FLIGHT: '2' });
    const { admission, content } = site.parts;
    // More than the buffers of a connection hold (Linux: 4 MB to send, 6 MB to receive).
    const messages = { big: 'x'.repeat(32 * 1024 * 1024) };
    const words = { version: 'big', messages } as unknown as Awaited<ReturnType<typeof content.findWords>>;
    content.findWords = async () => words;
    const responses: ServerResponse[] = [];
    const received = Promise.withResolvers<void>();
    site.app.server.on('request', (_, response) => {
      if (responses.push(response) === 20) received.resolve();
    });
    const { hostname, port } = new URL(site.url);
    const sockets: Socket[] = [];
    // Ten addresses, so that each has room for its two requests.
    for (let i = 0; i < 20; i += 1) {
      const socket = connect(Number(port), hostname);
      socket.pause();
      socket.on('error', () => undefined);
      sockets.push(socket);
      const from = `X-Forwarded-For: 203.0.113.${i % 10}`;
      socket.write(`GET /maru/v1/translation?locale=en HTTP/1.1\r\nHost: localhost\r\n${from}\r\n\r\n`);
    }
    try {
      await received.promise;
      const held = () => [admission.inFlight, admission.waiting];
      await expect.poll(held, { timeout: 20_000 }).toEqual([0, 0]);
      expect(responses.map(({ statusCode, writableFinished }) => [statusCode, writableFinished])).toEqual(
        Array.from({ length: 20 }, () => [200, false]),
      );
      expect((await ask('/docs', { from: '203.0.113.1' })).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});

test('requests that wait for the database hold no place of those that do not need it', async () => {
  await start({ REQUESTS_IN_FLIGHT: '8' });
  const client = await site.parts.store.pool.connect();
  try {
    // Whoever asks for agents waits for this lock.
    await client.query('begin; lock table realtor in access exclusive mode');
    const waiting = Array.from({ length: 24 }, (_, i) =>
      ask('/maru/v1/realtor/00000000-0000-4000-8000-000000000000', { from: `198.51.100.${i}` }),
    );
    await expect.poll(() => site.parts.admission.inFlight).toBe(24);
    expect((await ask('/maru/v1/home/list', { from: '203.0.113.1' })).status).toBe(200);
    await client.query('rollback');
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([404]));
  } finally {
    client.release();
  }
});
