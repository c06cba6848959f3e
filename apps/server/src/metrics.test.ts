import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parseSettings } from './env.ts';
import { Metrics } from './metrics.ts';
import { registerErrors } from './plugins/errors.ts';
import { registerMetricsRoutes } from './routes/metrics.ts';
import { PRODUCTION } from './testing-settings.ts';

function appWith(env: Record<string, string>, metrics = new Metrics()) {
  const app = Fastify();
  registerErrors(app);
  registerMetricsRoutes(app, { metrics, settings: parseSettings(env) });
  app.get('/homes/:id', async () => ({ ok: true }));
  return app;
}

test('in production there is no page of metrics without a token for it', async () => {
  expect((await appWith(PRODUCTION).inject('/metrics')).statusCode).toBe(404);
});

test('with a token only who sends it reads the metrics', async () => {
  const app = appWith({ ...PRODUCTION, METRICS_TOKEN: 's3cret' });
  const ask = (authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
  for (const wrong of [undefined, 'Bearer wrong', 's3cret', 'Bearer s3cret ', 'Bearer 매물']) {
    const answer = await ask(wrong);
    expect(answer.statusCode).toBe(401);
    expect(answer.body).not.toContain('maru_');
  }
  const answer = await ask('Bearer s3cret');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
});

test('in trial mode the metrics are open, and answers are timed by route pattern, never by address', async () => {
  const app = appWith({ MARU_MODE: 'trial' });
  await app.inject('/homes/secret-search');
  await app.inject('/nowhere/at-all');
  const { statusCode, body } = await app.inject('/metrics');
  expect(statusCode).toBe(200);
  expect(body).toContain('maru_http_request_seconds_count{method="GET",route="/homes/:id",status="200"} 1');
  expect(body).toContain('maru_http_request_seconds_count{method="GET",route="none",status="404"} 1');
  expect(body).not.toContain('secret-search');
});

test('the lag of a feed is now minus the newest change that was seen, and a row of the future tells nothing of it', async () => {
  const metrics = new Metrics();
  const now = Date.parse('2026-11-21T10:00:00Z');
  const stamps = ['2026-11-21T09:00:00Z', '3000-01-01T00:00:00Z', '2026-11-21T09:59:30Z', 'no time'];
  metrics.feedBatch('kc', { rows: 4, quarantined: 1, changed: 3, stamps, now });
  metrics.feedBatch('kc', { rows: 1, quarantined: 0, changed: 1, stamps: ['2026-11-20T00:00:00Z'], now });
  const text = await metrics.read(now);
  expect(text).toMatch(/^maru_feed_lag_seconds\{dataset="kc"\} 30$/m);
  expect(text).toMatch(/^maru_feed_rows_total\{dataset="kc"\} 5$/m);
  expect(text).toMatch(/^maru_feed_quarantined_total\{dataset="kc"\} 1$/m);
});

test('what cannot be looked up for a reading is left out of it', async () => {
  const metrics = new Metrics();
  metrics.onRead(() => {
    throw new Error('the database is away');
  });
  metrics.onRead(() => metrics.pool({ total: 3, idle: 2, waiting: 1 }));
  expect(await metrics.read()).toMatch(/^maru_store_connections\{state="waiting"\} 1$/m);
});

test('what a feed sends otherwise than its dictionary says is counted by field, without its own words', async () => {
  const metrics = new Metrics();
  const { oddities } = metrics.watch('kc');
  oddities.note('unknown_word', 'Cooling', 'Frigid Air of Somebody');
  oddities.note('unknown_word', 'Cooling', 'Another word');
  oddities.note('coerced', 'ListPrice', 'text');
  const text = await metrics.read();
  expect(text).toContain('maru_feed_oddities{dataset="kc",kind="unknown_word",field="Cooling"} 2');
  expect(text).toContain('maru_feed_oddities{dataset="kc",kind="coerced",field="ListPrice"} 1');
  expect(text).not.toContain('Frigid');
});
