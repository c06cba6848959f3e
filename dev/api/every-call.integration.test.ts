import { type CallName, isPublicRead, ROUTES } from '@maru/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, readErrorCode } from './answers.ts';
import { VALID_CALLS } from './valid-calls.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await (world as World | undefined)?.close();
});

const names = Object.keys(ROUTES) as CallName[];
const find = (name: string) => world.answers.find(name);
const requiresToken = ({ operation }: Call) => operation.security?.every((one) => 'bearer' in one) ?? false;
/** Sends the call and validates the answer against the document. */
async function callAndValidate(
  name: string,
  ...given: Parameters<World['call']> extends [string, ...infer R] ? R : never
) {
  const answer = await world.call(name, ...given);
  return { ...answer, faults: world.answers.faults(find(name), answer) };
}

describe.each(names)('%s', (name) => {
  test('a valid call gets an answer that matches its schema', async () => {
    const { as, input } = VALID_CALLS[name];
    const good = await input?.(world);
    await world.ensure(as);
    const { status, faults, text, headers } = await callAndValidate(name, good, as);
    // Personal data must not be cached by proxies.
    if (requiresToken(find(name))) expect(String(headers['cache-control']), name).toContain('no-store');
    expect({ name, faults, isGood: status < 400, text: status < 400 ? '' : text }).toEqual({
      name,
      faults: [],
      isGood: true,
      text: '',
    });
  });

  test('an unauthenticated caller is refused before anything else is checked', async () => {
    const call = find(name);
    const { input } = VALID_CALLS[name];
    const good = await input?.(world);
    if (requiresToken(call)) {
      for (const badInput of [
        good,
        { ...good, body: '{"broken' },
        { params: { ...good?.params, id: 'nobody' } },
      ]) {
        const { status, faults, body, headers } = await callAndValidate(name, badInput, 'anonymous');
        expect({ name, status, faults, code: readErrorCode(body) }).toEqual({
          name,
          status: 401,
          faults: [],
          code: 'unauthorized',
        });
        expect(headers['www-authenticate']).toBe('Bearer');
      }
    }
    const forged = await callAndValidate(name, {
      ...good,
      headers: { ...good?.headers, authorization: 'Bearer e30.e30.e30' },
    });
    // Public reads and the call that refreshes a token ignore tokens.
    const ignoresTokens = isPublicRead(ROUTES[name]) || name === 'refreshToken';
    expect({ name, faults: forged.faults, is401: forged.status === 401 }).toEqual({
      name,
      faults: [],
      is401: !ignoresTokens,
    });
  });

  test('refuses what its schema does not allow, and names the field', async () => {
    const { as, input } = VALID_CALLS[name];
    const good = await input?.(world);
    await world.ensure(as);
    for (const { what, badInput, field } of buildInvalidCalls(find(name), good ?? {})) {
      const { status, body, faults } = await callAndValidate(name, badInput, as);
      const fields = (body as { data?: { fields?: { field: string }[] } } | undefined)?.data?.fields?.map(
        (one) => one.field,
      );
      expect({ name, what, faults, status }).toEqual({
        name,
        what,
        faults: [],
        status: [400, 413, 415].includes(status) ? status : 400,
      });
      if (field !== undefined)
        expect({ name, what, fields }).toEqual({ name, what, fields: expect.arrayContaining([field]) });
    }
  });

  test('a GET call answers HEAD, names its methods in Allow, and refuses the others with 405', async () => {
    const call = find(name);
    const { as, input } = VALID_CALLS[name];
    const good = await input?.(world);
    const url = call.path.replace(/\{(\w+)\}/g, (_, key: string) =>
      encodeURIComponent(good?.params?.[key] ?? 'x'),
    );
    const options = await world.request({ method: 'OPTIONS', url });
    expect({ url, status: options.status }).toEqual({ url, status: 204 });
    const allow = String(options.headers.allow).split(', ');
    expect(allow).toContain(call.method);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((one) => !allow.includes(one))) {
      const refused = await world.request({
        method,
        url,
        payload: '{"broken',
        headers: { 'content-type': 'application/json' },
      });
      expect({ url, method, status: refused.status, code: readErrorCode(refused.body) }).toEqual({
        url,
        method,
        status: 405,
        code: 'method_not_allowed',
      });
      expect(refused.headers.allow).toBe(options.headers.allow);
    }
    if (call.method !== 'GET') return;
    expect(allow).toContain('HEAD');
    const anonymous = await world.send({ ...call, method: 'HEAD' }, good ?? {}, 'anonymous');
    expect({ name, refused: anonymous.status === 401, text: anonymous.text }).toEqual({
      name,
      refused: requiresToken(call),
      text: '',
    });
    await world.ensure(as);
    const known = await world.send({ ...call, method: 'HEAD' }, good ?? {}, as);
    expect({ name, isGood: known.status < 400, text: known.text }).toEqual({ name, isGood: true, text: '' });
  });
});

/** Addresses of files and pages, and those that providers and browsers call themselves: each has its own checks. */
const NO_CALLS = [
  '/.well-known/jwks.json',
  '/api/_nuxt_icon/:file',
  '/api/auth/callback',
  '/docs',
  '/docs/openapi.json',
  '/en-US-sitemap-:number(^(?:[2-9]|[1-9]\\d{1,5})).xml',
  '/en-US-sitemap.xml',
  '/healthz',
  '/index-sitemap.xml',
  '/ko-KR-sitemap-:number(^(?:[2-9]|[1-9]\\d{1,5})).xml',
  '/.well-known/security.txt',
  '/ko-KR-sitemap.xml',
  '/maru/v1/home/open-house.ics',
  '/media/:photo/:file',
  '/media/source/:file',
  '/metrics',
  '/og/:locale/home/:file',
  '/og/:locale/search.jpg',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/tiles/base/:z/:x/:file',
  '/tiles/outline/:file',
  '/tiles/boundary/:kind/:file',
  '/tiles/zones/:type/:z/:x/:file',
  '/tiles/zones/layers.json',
  '/uploads/:file',
  '/uploads/youtube/:file',
  '/v1/contact',
  '/v1/oauth/google/callback',
  '/v1/oauth/kakao/callback',
  '/v1/receipt/:token',
  '/v1/receipt/:token/:step',
  '/v1/report',
  '/v1/report/:token',
  '/v1/unsubscribe/:token',
];

test('the server has no address outside the contract and this list', () => {
  const steps: string[] = [];
  const served = world.line.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, before = '', step = '', methods] = /^([│├└─ ]*── )(\S+)(?: \((.*)\))?$/.exec(line) ?? [];
      const depth = before.length / 4 - 1;
      if (step === '') return [];
      steps.splice(depth, steps.length, step);
      return methods === undefined ? [] : [steps.join('')];
    });
  const known = new Set<string>([...Object.values(ROUTES).map((one) => one.path), ...NO_CALLS]);
  expect(served.length).toBeGreaterThan(50);
  expect([...new Set(served)].filter((path) => !known.has(path))).toEqual([]);
});

interface Broken {
  what: string;
  badInput: Parameters<World['call']>[1];
  field?: string;
}

/** Invalid calls derived from the schema of a valid one. */
function buildInvalidCalls({ operation, method }: Call, good: NonNullable<Broken['badInput']>): Broken[] {
  const all: Broken[] = [];
  for (const { name, in: where, schema, required } of operation.parameters) {
    if (where === 'header') continue;
    const put = (value: unknown) =>
      where === 'path'
        ? { ...good, params: { ...good.params, [name]: String(value) } }
        : { ...good, query: { ...good.query, [name]: value } };
    all.push({ what: `NUL in ${name}`, badInput: put('a\0b'), field: name });
    const types = [schema.type ?? []].flat();
    const one = (schema.items ?? schema) as { enum?: unknown[] };
    if (one.enum !== undefined)
      all.push({
        what: `no such ${name}`,
        badInput: put('no-such'),
        field: schema.items ? `${name}.0` : name,
      });
    if (types.includes('integer'))
      all.push({ what: `${name} is no number`, badInput: put('many'), field: name });
    if (types.includes('boolean'))
      all.push({ what: `${name} is neither`, badInput: put('perhaps'), field: name });
    if (typeof schema.maxLength === 'number' && schema.maxLength < 1_500) {
      all.push({ what: `${name} is too long`, badInput: put('a'.repeat(schema.maxLength + 1)), field: name });
    }
    if (required && where === 'query') {
      const { [name]: _, ...rest } = good.query ?? {};
      all.push({ what: `no ${name}`, badInput: { ...good, query: rest }, field: name });
    }
  }
  if (operation.requestBody === undefined) return all;
  const body = good.body as Record<string, unknown>;
  const own = Object.keys(body);
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return [
    ...all,
    {
      what: 'a member that is not known',
      badInput: { ...good, body: { ...body, role: 'admin' } },
      field: 'role',
    },
    { what: 'a list', badInput: { ...good, body: [body] } },
    { what: 'text', badInput: { ...good, body: '"text"' } },
    { what: 'null', badInput: { ...good, body: 'null' } },
    { what: 'broken JSON', badInput: { ...good, body: '{"a":' } },
    { what: 'nothing', badInput: { ...good, body: '' } },
    { what: 'a prototype', badInput: { ...good, body: `{"__proto__": {"role": "admin"}}` } },
    {
      what: 'a constructor',
      badInput: { ...good, body: `{"constructor": {"prototype": {"role": "admin"}}}` },
    },
    { what: 'too deep', badInput: { ...good, body: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}` } },
    { what: 'too much', badInput: { ...good, body: { ...body, [own[0] ?? 'a']: 'x'.repeat(70_000) } } },
    {
      what: 'a form',
      badInput: { ...good, body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    },
    { what: 'plain text', badInput: { ...good, body: 'a', headers: { 'content-type': 'text/plain' } } },
    { what: 'no type', badInput: { ...good, body: '{}', headers: { 'content-type': '' } } },
    ...own.map((field) => ({
      what: `${field} of another type`,
      badInput: { ...good, body: { ...body, [field]: { x: 1 } } },
      field,
    })),
    ...own
      .filter((field) => typeof body[field] === 'string')
      .map((field) => ({
        what: `half a character in ${field}`,
        badInput: { ...good, body: { ...body, [field]: '\ud800' } },
        field,
      })),
    {
      what: 'a charset that is none of ours',
      badInput: { ...good, body: '{"a":', headers: { 'content-type': `${type}; charset=utf-7` } },
    },
  ];
}
