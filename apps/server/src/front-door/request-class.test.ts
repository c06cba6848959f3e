import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ROUTES } from '@maru/contract';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { respellPath } from '../../../../dev/api/random-spelling.ts';
import { type RequestClass, RequestClasses, ROUTER_OPTIONS } from './request-class.ts';

const OTHERS = [
  ['POST', '/v1/contact'],
  ['POST', '/v1/report'],
  ['GET', '/v1/receipt/:token'],
  ['GET', '/docs'],
  ['GET', '/docs/openapi.json'],
  ['GET', '/tiles/base/:z/:x/:file'],
  ['GET', '/media/:id/:file'],
  ['PUT', '/uploads/:file'],
  ['GET', '/og/:locale/search.jpg'],
  ['GET', '/ko-KR-sitemap.xml'],
  ['GET', '/ko-KR-sitemap-:number(^(?:[2-9]|[1-9]\\d{1,5})).xml'],
  ['GET', '/robots.txt'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
  ['GET', '/favicon.ico'],
  ['GET', '/assets/entry.js'],
  ['GET', '/builds/latest.json'],
  ['GET', '/api/_nuxt_icon/:file'],
] as const;

const classes = new RequestClasses();
let app: FastifyInstance;
let port: number;
/** The pattern of the route that answered last. */
let answered: string | undefined;

beforeAll(async () => {
  app = Fastify({ routerOptions: ROUTER_OPTIONS });
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) classes.add(one, url);
  });
  app.addHook('onRequest', async (request) => {
    answered = request.routeOptions.url;
  });
  const all = [...Object.values(ROUTES).map(({ method, path }) => [method, path] as const), ...OTHERS];
  for (const [method, url] of new Set(all)) app.route({ method, url, handler: async () => ({}) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

test.each<[string, string, Partial<RequestClass>]>([
  ['POST', '/maru/v1/agent/contact', { budget: 'default', scarce: 'contact', lane: 'timed', isCall: true }],
  ['POST', '/v1/contact', { budget: 'default', scarce: 'contact', lane: 'timed' }],
  ['OPTIONS', '/maru/v1/agent/contact', { budget: 'default', scarce: undefined }],
  ['GET', '/maru/v1/home/list?x', { budget: 'list', lane: 'timed', isCall: true }],
  ['HEAD', '/maru/v1/home/list', { budget: 'list' }],
  ['GET', '/maru/v1/home/suggest?text=%EC%96%B4', { budget: 'suggest' }],
  ['GET', '/maru/v1/home/remarks?homeId=x', { lane: 'apart' }],
  ['GET', '/maru/v1/nothing', { budget: 'default', isCall: true }],
  ['GET', '/v1/oauth/nobody', { budget: 'sign-in', isCall: true }],
  ['GET', '/tiles/base/3/1/2.mvt', { budget: 'tile', lane: 'tile' }],
  ['GET', '/tiles/none', { budget: 'tile' }],
  ['GET', '/media/0123456789012345678901/320.avif', { budget: 'file', lane: 'file' }],
  ['PUT', '/uploads/x?signature=y', { budget: 'file', lane: 'apart' }],
  ['GET', '/docs', { budget: 'page', lane: 'timed' }],
  ['GET', '/docs/openapi.json', { budget: 'page', lane: 'timed' }],
  ['GET', '/og/ko/search.jpg', { budget: 'page', lane: 'preview' }],
  ['GET', '/ko-KR-sitemap.xml', { budget: 'page' }],
  ['GET', '/ko-KR-sitemap-2.xml', { budget: 'page', lane: 'timed' }],
  ['GET', '/homes/for_sale', { budget: 'page', lane: 'timed', isCall: false }],
  ['GET', '/%EC%96%B4%EB%B0%94%EC%9D%B8', { budget: 'page' }],
  ['GET', '/robots.txt', { budget: 'file', lane: 'file' }],
  ['GET', '/favicon.ico', { budget: 'file' }],
  ['GET', '/wp-login.php', { budget: 'default', lane: 'timed' }],
  ['GET', '/healthz', { budget: undefined, lane: undefined }],
  ['HEAD', '/healthz', { budget: undefined, lane: undefined }],
  ['GET', '/readyz?full=1', { budget: undefined, lane: undefined }],
  ['GET', '/metrics', { budget: undefined, lane: undefined }],
  ['GET', '/assets/entry.js', { budget: 'asset', lane: 'file', allow: undefined }],
  ['HEAD', '/assets/entry.js?x', { budget: 'asset', lane: 'file' }],
  ['GET', '/builds/latest.json', { budget: 'asset', lane: 'file' }],
  ['GET', '/api/_nuxt_icon/maru.json?icons=x', { budget: 'file', lane: 'tile', isCall: false }],
  // Only what is there and cheap is not counted.
  ['GET', '/assets/none.js', { budget: 'default', lane: 'timed', allow: undefined }],
  ['GET', '/builds/meta/none.json', { budget: 'default', lane: 'timed' }],
  ['GET', '/api/_nuxt_icon/a/b', { budget: 'default', lane: 'timed' }],
  ['GET', '/healthz/', { budget: 'default', lane: 'timed' }],
  ['GET', '/healthz/x', { budget: 'default', lane: 'timed' }],
  ['GET', '/metrics/x', { budget: 'default', lane: 'timed' }],
  ['POST', '/healthz', { budget: 'default', lane: 'timed' }],
  ['POST', '/healthz/x', { budget: 'default', lane: 'timed' }],
  ['POST', '/api/_nuxt_icon/maru.json', { budget: 'default', lane: 'timed' }],
  ['POST', '/assets/entry.js', { budget: 'default', lane: 'timed', allow: 'GET, HEAD' }],
  ['POST', '/assets/none.js', { budget: 'default', allow: 'GET, HEAD' }],
  ['DELETE', '/%61ssets/none.js', { budget: 'default', allow: 'GET, HEAD' }],
  ['PUT', '/builds/x', { budget: 'default', allow: 'GET, HEAD' }],
  // Read as pages by those who answer them.
  ['GET', '/assets/../homes', { budget: 'page', lane: 'timed' }],
  ['GET', '/assets/%2e%2e/homes', { budget: 'page', lane: 'timed' }],
  ['GET', '/assets\\..\\homes', { budget: 'page', lane: 'timed' }],
  ['GET', '/builds//homes', { lane: 'timed' }],
  ['GET', '/%61ssets/homes', { lane: 'timed' }],
  ['GET', '/media/../maru/v1/home/list', { budget: 'default', lane: 'timed' }],
  ['GET', '/healthzz', { budget: 'page', lane: 'timed' }],
  ['PROPFIND', '/maru/v1/home', { budget: 'default' }],
  ['GET', '/%', { lane: 'timed' }],
])('%s %s', (method, url, expected) => {
  expect(classes.classify(method, url)).toMatchObject(expected);
});

test('of calls only the search of homes costs more than one, whatever else is counted in its rate limit', () => {
  const cost = (method: string, url: string) => classes.classify(method, url).cost(url);
  expect(cost('GET', '/maru/v1/home/list')).toBe(ROUTES.listHomes.cost('/maru/v1/home/list'));
  expect(cost('HEAD', '/maru/v1/home/%6cist?q=pool')).toBe(
    ROUTES.listHomes.cost('/maru/v1/home/list?q=pool'),
  );
  expect(cost('GET', '/maru/v1/home/list')).toBeGreaterThan(1);
  for (const url of [
    '/maru/v1/agent?limit=3',
    '/maru/v1/agent?want=choices&q=pool',
    '/maru/v1/ping',
    '/homes/for_sale',
  ])
    expect([url, cost('GET', url)]).toEqual([url, 1]);
  expect(classes.classify('GET', '/maru/v1/agent').budget).toBe('list');
});

test.each(['/ko-KR-sitemap.xml', '/ko-KR-sitemap-2.xml'])('%s costs as much as many pages', (url) => {
  expect(classes.classify('GET', url).cost(url)).toBe(20);
});

test('an address made to be slow has its class', () => {
  expect(classes.classify('GET', `/${'sitemap'.repeat(100_000)}.xml`).budget).toBe('page');
  for (const text of ['sitemap', '/', '-', '.', '%6d', '/receipt/']) {
    expect(classes.classify('GET', `/${text.repeat(100_000)}!.xml`).budget).toBe('default');
  }
});

test('property: every spelling that reaches a route is in the class of that route', async () => {
  const routes = [...Object.values(ROUTES).map(({ method, path }) => [method, path] as const), ...OTHERS];
  const sent = fc
    .constantFrom(...routes)
    .chain(([method, path]) =>
      fc.tuple(fc.constant(method), respellPath(exampleOf(path)), fc.constant(path)),
    );
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(sent, async ([method, url]) => {
      answered = undefined;
      const request = httpRequest({ port, host: '127.0.0.1', method, path: url });
      request.end();
      const [response] = await once(request, 'response');
      response.resume();
      const found = classes.classify(method, url);
      if (answered === undefined) {
        expect(found.lane).toBeDefined();
        expect(found.budget).toBeDefined();
        return;
      }
      reached += 1;
      expect(found.budget).toBe(classOf(method, answered)?.budget);
      expect(found.scarce).toBe(classOf(method, answered)?.scarce);
      expect(found.lane).toBe(classOf(method, answered)?.lane);
    }),
    { numRuns: 1_000 },
  );
  expect(reached).toBeGreaterThan(100);
});

/** The class of a route by its plain address. */
function classOf(method: string, route: string): RequestClass | undefined {
  return classes.classify(method, exampleOf(route));
}

/** An address of the route. */
function exampleOf(route: string): string {
  return route.replace(/:number\(.*\)\)/, '2').replace(/:\w+/g, 'x');
}
