import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parseSettings } from './env.ts';
import { Metrics } from './metrics.ts';
import { registerErrors } from './plugins/errors.ts';
import { registerMetricsRoutes } from './routes/metrics.ts';
import { PRODUCTION } from './testing/testing-settings.ts';

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

test('a process that lost the lease of a feed tells no more how old that feed is, only that it does not read it', async () => {
  const metrics = new Metrics();
  const stamps = ['2026-11-21T09:00:00Z'];
  for (const dataset of ['kc', 'sea']) {
    metrics.lease(dataset, true);
    metrics.feedSucceeded(dataset, new Date('2026-11-21T10:00:00Z'));
    metrics.feedBatch(dataset, { rows: 1, quarantined: 0, changed: 1, stamps, now: Date.now() });
    metrics.keyWalk(dataset, { theirs: 2, ours: 9, removed: 0, shrinking: true });
  }
  metrics.lease('kc', false);
  const text = await metrics.read();
  const told = (dataset: string) =>
    Array.from(text.matchAll(/^(maru_feed_[a-z_]+)\{dataset="([a-z]+)".*\} \S+$/gm))
      .filter(([, name, of]) => of === dataset && !name?.endsWith('_total'))
      .map(([, name]) => name);
  expect(told('kc')).toEqual(['maru_feed_lease_held']);
  expect(new Set(told('sea'))).toEqual(
    new Set([
      'maru_feed_last_success_timestamp_seconds',
      'maru_feed_newest_stamp_timestamp_seconds',
      'maru_feed_lag_seconds',
      'maru_feed_key_walk_keys',
      'maru_feed_key_walk_shrinking',
      'maru_feed_lease_held',
    ]),
  );
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

test('docs/running.md names every metric of /metrics, and none that is not there', async () => {
  const page = readFileSync(new URL('../../../docs/running.md', import.meta.url), 'utf8');
  // A histogram is asked for by its buckets, its count or its sum.
  const named = new Set(
    Array.from(page.matchAll(/\bmaru_[a-z0-9_]+/g), ([name]) =>
      name.replace(/_seconds_(bucket|count|sum)$/, '_seconds'),
    ),
  );
  const namesOf = async (metrics: Metrics) =>
    Array.from((await metrics.read()).matchAll(/^# TYPE (\S+)/gm), ([, name]) => name);
  const all = await namesOf(new Metrics({ ofProcess: true }));
  expect([...named].filter((name) => !all.includes(name))).toEqual([]);
  expect((await namesOf(new Metrics())).filter((name) => !named.has(name ?? ''))).toEqual([]);
});
