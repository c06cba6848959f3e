import { Validator } from '@seriousme/openapi-schema-validator';
import { Check } from 'typebox/schema';
import { expect, test } from 'vitest';
import { FIRST_ADDRESSES } from '../client/first-addresses.ts';
import { OTHER_ADDRESSES } from '../client/other-addresses.ts';
import { requiredRole } from './access.ts';
import { ERROR_STATUS } from './error.ts';
import { buildExample } from './example.ts';
import type { JsonSchema } from './json-schema.ts';
import { buildOpenApi, type OpenApi } from './openapi.ts';
import type { Route } from './route.ts';
import { type CallName, ROUTES } from './routes.ts';

const document = buildOpenApi('https://maru.example');
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const routes = Object.entries(ROUTES) as [CallName, Route][];

/** The calls of the specification (rule S7.1), as it writes them: `{first provider}` is Kakao, the second Google. */
const SPEC = `
GET /maru/v1/ping
GET /maru/v1/home
GET /maru/v1/home/list
GET /maru/v1/home/find-one
GET /maru/v1/agent
POST /maru/v1/agent/contact
GET /maru/v1/source/slip-stream/search
GET /maru/v1/source/slip-stream/{marketId}
GET /maru/v1/source/bridge/search
GET /maru/v1/source/bridge/{marketId}
GET /maru/v1/translation
GET /maru/v1/district/city/{id}
GET /maru/v1/district/county/{id}
GET /maru/v1/district/state
GET /maru/v1/district/state/{id}/county/city
POST /maru/v1/realtor-youtube
GET /maru/v1/realtor-youtube
POST /maru/v1/realtor-youtube/batch
GET /maru/v1/realtor/upload-url
POST /maru/v1/realtor
GET /maru/v1/realtor
GET /maru/v1/realtor/{id}
PATCH /maru/v1/realtor/{id}
DELETE /maru/v1/realtor/{id}
POST /maru/v1/realtor-contacts
GET /maru/v1/realtor-contacts
GET /maru/v1/realtor-contacts/{id}
PATCH /maru/v1/realtor-contacts/{id}
DELETE /maru/v1/realtor-contacts/{id}
GET /v1/ping
GET /v1/oauth/kakao
GET /v1/oauth/google
POST /v1/oauth/google/one-tap
GET /v1/auth/token/valid
GET /v1/user
PUT /v1/user
GET /v1/user/list
GET /v1/user/{id}
GET /v1/user/{id}/email
GET /v1/user/{id}/phone
POST /api/auth/token/refresh
`
  .trim()
  .split('\n');

test('every call of the specification is a route (rule S7.1)', () => {
  const ours = Object.values(ROUTES).map(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
  );
  expect(SPEC.filter((call) => !ours.includes(call))).toEqual([]);
});

test('every address is in one of the two tables of the client, as in its route', () => {
  const both = [...Object.entries(FIRST_ADDRESSES), ...Object.entries(OTHER_ADDRESSES)];
  expect(both.map(([name]) => name).sort()).toEqual(Object.keys(ROUTES).sort());
  for (const [name, address] of both) expect(ROUTES[name as CallName]).toMatchObject(address ?? {});
});

test('no two calls have the same address', () => {
  const addresses = routes.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(routes.length);
});

test('the document is OpenAPI 3.1 by its official schema, and describes every call once', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(operations.map((one) => one.operationId).sort()).toEqual(Object.keys(ROUTES).sort());
});

test('every reference of the document leads somewhere', () => {
  const broken = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].filter(
    ([, kind = '', name = '']) => document.components[kind]?.[name] === undefined,
  );
  expect(broken.map(([ref]) => ref)).toEqual([]);
});

test('every example fits its schema, and no field is left to chance', () => {
  for (const [name, { params, query, body, response }] of routes) {
    for (const [part, schema] of Object.entries({ params, query, body, response })) {
      if (schema === undefined) continue;
      const example = buildExample(schema as JsonSchema);
      expect({ name, part, fits: Check(schema, example) }).toEqual({ name, part, fits: true });
    }
  }
});

test('every operation says what a reader needs: a summary, its errors, the role it requires', () => {
  for (const { operationId, summary, responses, security, ...rest } of operations) {
    expect(summary.length, operationId).toBeGreaterThan(5);
    expect(
      rest.tags.every((tag) =>
        document.tags.some(({ name, description }) => name === tag && description !== tag),
      ),
      `tag of ${operationId}`,
    ).toBe(true);
    const role = requiredRole(ROUTES[operationId as CallName].access);
    const needsToken = security?.every((one) => 'bearer' in one) ?? false;
    expect({ operationId, needsToken }).toEqual({ operationId, needsToken: role !== 'anyone' });
    expect(Object.keys(responses), operationId).toContain('429');
    if (role !== 'anyone') expect(Object.keys(responses), operationId).toContain('401');
    if (role === 'admin') expect(Object.keys(responses), operationId).toContain('403');
  }
});

test('admins may make every call, and no role may do less than the role before it', () => {
  for (const [name, { access }] of routes) {
    const rules = Object.values(access).map((rule) => rule !== 'no');
    expect({ name, rules }).toEqual({ name, rules: rules.toSorted() });
    expect(access.admin).not.toBe('no');
  }
});

test('every code that a call names has the status under which the document shows it', () => {
  const shown = new Set(Object.keys(ERROR_STATUS));
  for (const { responses } of operations) {
    for (const [status, { description }] of Object.entries(
      responses as OpenApi['paths'][string][string]['responses'],
    )) {
      if (Number(status) < 400) continue;
      for (const [, code = ''] of description.matchAll(/`(\w+)`/g)) {
        expect(shown).toContain(code);
        expect(String(ERROR_STATUS[code as keyof typeof ERROR_STATUS])).toBe(status);
      }
    }
  }
});
