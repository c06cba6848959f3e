import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ROUTES } from '@maru/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { RateLimits } from '../../apps/server/src/front-door/rate-limits.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/testing-app.ts';
import { respellPath } from './random-spelling.ts';

const RUNS = process.env.MARU_TEST_LONG === '1' ? 50_000 : 600;
const OTHERS = [
  '/docs',
  '/docs/openapi.json',
  '/tiles/base/2/1/1.mvt',
  '/v1/contact',
  '/homes',
  '/ko/sell',
  '/api/_nuxt_icon/maru.json',
  '/assets/none.js',
  '/builds/none.json',
  '/healthz/x',
];

let site: TestApp;
beforeAll(async () => {
  site = await startTestApp({ listen: true });
});
afterAll(() => site.close());

test(`every request is counted once, however its path is spelled (${RUNS} requests)`, async () => {
  const { port } = site.app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const spent = vi.spyOn(RateLimits.prototype, 'spendOfAddress');
  const routes = [
    ...Object.values(ROUTES).map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, 'x') })),
    ...OTHERS.map((path) => ({ method: 'GET', path })),
  ];
  let calls = 0;
  const sent = fc
    .constantFrom(...routes)
    .chain(({ method, path }) => fc.record({ method: fc.constant(method), url: respellPath(path) }));
  try {
    await fc.assert(
      fc.asyncProperty(sent, async ({ method, url }) => {
        spent.mockClear();
        const request = httpRequest({ host: '127.0.0.1', port, method, path: url, agent });
        request.setHeader('host', 'localhost').end();
        const [response] = (await once(request, 'response')) as [IncomingMessage];
        response.resume();
        await once(response, 'end');
        // A contact counts against the minute limit at the front door and, once it reaches its handler, against the
        // hour limit.
        const names = spent.mock.calls.map(([name]) => name);
        expect({ url, names: names.filter((name) => name !== 'contact') }).toMatchObject({
          names: [expect.any(String)],
        });
        if (response.headers.ratelimit !== undefined) calls += 1;
      }),
      { numRuns: RUNS },
    );
  } finally {
    spent.mockRestore();
    agent.destroy();
  }
  // Enough requests must reach the API, or the test proves little.
  expect(calls).toBeGreaterThan(RUNS / 10);
}, 300_000);
