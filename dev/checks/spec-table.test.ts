import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROUTES as CALLS } from '@maru/contract';
import { LOCALE_COOKIE, LOCALES } from '@maru/words';
import { expect, test } from 'vitest';
import { INITIALIZED_KEY, TOKEN_KEY } from '../../apps/web/src/account/token-store.ts';
import { MANIFEST_DELAY_MS } from '../../apps/web/src/boot/build-watch.ts';
import { META_DELAY_MS } from '../../apps/web/src/boot/document.tsx';
import { RELOAD_GUARD_MS } from '../../apps/web/src/boot/reload-guard.ts';
import { ROUTES } from '../../apps/web/src/boot/routes.ts';
import { COMMUTE_KEY, DEFAULT_TRANSPORTATION } from '../../apps/web/src/listing/commute/commute-address.ts';
import { ICON_TIMEOUT_MS } from '../../apps/web/src/ui/icons/load-icon.ts';
import { missingTests, parseTableRows } from './named-tests.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const page = await readFile(join(ROOT, 'docs/spec-table.md'), 'utf8');
/** Rows of all tables: the requirement, the test file, the beginning of the test's title. */
const rows = parseTableRows(page);

test('every row of docs/spec-table.md names an existing test', async () => {
  expect(await missingTests(rows)).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
});

test('every point of the specification has a table', () => {
  expect([...page.matchAll(/^## (\d)\. /gm)].map(([, point]) => point)).toEqual([...'123456789']);
});

/** The pages of rule S2.1 in its order. Addresses that are a page with a query, and files, are not routes. */
const SPEC_ROUTES = [
  '/',
  '/{searchAddress}',
  '/{searchAddress}/{searchType}',
  '/{state}/{city}/{streetZip}',
  '/{state}/{city}/{streetZip}/{homeId}',
  '/homes/for_{searchType}',
  '/homes/for_{searchType}/{address}',
  '/homes/for_{searchType}/{address}/{id}',
  '/my-page',
  '/_my-page',
  '/_{product}_agent',
  '/admin/detail',
  '/admin/marketing',
  '/city',
  '/detail',
  '/list',
  '/sell',
  '/login',
  '/login/redirect',
  '/licenses',
  '/privacy-policy',
  '/terms-of-use',
];

/** The path of a route in the specification's notation. */
const formatSpec = ({ path }: { path: string }) =>
  path.replace(/\{?\$(\w+)\}?/g, '{$1}').replace('_maru_', '_{product}_');

test('every route of the specification is in the table of routes (rule S2.1)', () => {
  const ours = new Set(ROUTES.map(formatSpec));
  expect(SPEC_ROUTES.filter((route) => !ours.has(route))).toEqual([]);
  const named = new Set(rows.map(([row]) => row?.replaceAll('`', '')));
  expect(SPEC_ROUTES.filter((route) => !named.has(route))).toEqual([]);
});

test('every layout of the specification frames a route, and search, home and detail have none (rule S2.1)', () => {
  const layouts = new Set(ROUTES.map(({ layout }) => layout));
  expect([...layouts].sort()).toEqual([
    'default',
    'list-page-layout',
    'my-page-layout',
    'none',
    'realtor-detail-layout',
    'realtor-layout',
  ]);
  const findLayout = (spec: string) => ROUTES.find((row) => formatSpec(row) === spec)?.layout;
  for (const spec of ['/{searchAddress}', '/{state}/{city}/{streetZip}/{homeId}', '/detail'])
    expect([spec, findLayout(spec)]).toEqual([spec, 'none']);
  expect([findLayout('/my-page'), findLayout('/_my-page')]).toEqual(['my-page-layout', 'my-page-layout']);
});

/** The calls of rule S7.1: method and path; `{product}` is maru, `{…}` are parameters. */
const SPEC_CALLS = [
  ...[
    'GET /ping',
    'GET /home',
    'GET /home/list',
    'GET /home/find-one',
    'GET /agent',
    'POST /agent/contact',
    'GET /source/slip-stream/search',
    'GET /source/slip-stream/:marketId',
    'GET /source/bridge/search',
    'GET /source/bridge/:marketId',
    'GET /translation',
    'GET /district/city/:id',
    'GET /district/county/:id',
    'GET /district/state',
    'GET /district/state/:id/county/city',
    'POST /realtor-youtube',
    'GET /realtor-youtube',
    'POST /realtor-youtube/batch',
    'GET /realtor/upload-url',
    'POST /realtor',
    'GET /realtor',
    'GET /realtor/:id',
    'PATCH /realtor/:id',
    'DELETE /realtor/:id',
    'POST /realtor-contacts',
    'GET /realtor-contacts',
    'GET /realtor-contacts/:id',
    'PATCH /realtor-contacts/:id',
    'DELETE /realtor-contacts/:id',
  ].map((call) => call.replace(' /', ' /maru/v1/')),
  'GET /v1/ping',
  'GET /v1/oauth/kakao',
  'GET /v1/oauth/google',
  'POST /v1/oauth/google/one-tap',
  'GET /v1/auth/token/valid',
  'GET /v1/user',
  'PUT /v1/user',
  'GET /v1/user/list',
  'GET /v1/user/:id',
  'GET /v1/user/:id/email',
  'GET /v1/user/:id/phone',
  'POST /api/auth/token/refresh',
];

test('every call of the specification is in the table of calls (rule S7.1)', () => {
  const ours = new Set(Object.values(CALLS).map(({ method, path }) => `${method} ${path}`));
  expect(SPEC_CALLS.filter((call) => !ours.has(call as never))).toEqual([]);
});

test('constants have the values of the specification (rules S9.1–S9.3)', () => {
  expect({
    LOCALES,
    LOCALE_COOKIE,
    TOKEN_KEY,
    COMMUTE_KEY,
    INITIALIZED_KEY,
    DEFAULT_TRANSPORTATION,
    RELOAD_GUARD_MS,
    MANIFEST_DELAY_MS,
    ICON_TIMEOUT_MS,
    META_DELAY_MS,
  }).toEqual({
    LOCALES: ['en', 'ko'],
    LOCALE_COOKIE: 'i18n_redirected',
    TOKEN_KEY: 'auth/access-token',
    COMMUTE_KEY: 'commute-address',
    INITIALIZED_KEY: 'appInitialized',
    DEFAULT_TRANSPORTATION: 'car',
    RELOAD_GUARD_MS: 10_000,
    MANIFEST_DELAY_MS: 1_000,
    ICON_TIMEOUT_MS: 1_500,
    META_DELAY_MS: 10,
  });
});

test('the primary color is green and the grays are cool, in light and dark mode', async () => {
  const tokens = await readFile(join(ROOT, 'apps/web/src/tokens.css'), 'utf8');
  const listHues = (name: string) =>
    [...tokens.matchAll(new RegExp(`^\\s*--${name}: oklch\\([\\d.]+ ([\\d.]+) ([\\d.]+)`, 'gm'))].map(
      ([, chroma, hue]) => ({ chroma: Number(chroma), hue: Number(hue) }),
    );
  const greens = listHues('primary');
  expect(greens.length).toBeGreaterThanOrEqual(2);
  for (const { hue } of greens) expect(hue > 130 && hue < 180).toBe(true);
  const grays = ['bg', 'sunken', 'line'].flatMap(listHues).filter(({ chroma }) => chroma > 0);
  expect(grays.length).toBeGreaterThanOrEqual(4);
  for (const { hue } of grays) expect(hue > 180 && hue < 280).toBe(true);
});
