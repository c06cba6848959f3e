import { setTimeout as sleep } from 'node:timers/promises';
import { type FeedParts, OddityCounts } from '@maru/mls';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Number of changes of a dataset that the index has not applied. */
export interface IndexLag {
  dataset: string;
  changes: number;
}

/** Prometheus metrics. One instance per process; each test creates its own. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #feedRequests = this.#counter(
    'maru_feed_requests_total',
    'Requests to a provider',
    'dataset',
    'status',
  );
  readonly #feedSeconds = this.#histogram(
    'maru_feed_request_seconds',
    'Time to the first byte of a provider response',
    ['dataset'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  );
  readonly #feedWaits = this.#counter(
    'maru_feed_waits_total',
    'Waits before a retry or for a provider rate limit',
    'dataset',
  );
  readonly #feedWaited = this.#counter(
    'maru_feed_throttled_seconds_total',
    'Duration of these waits',
    'dataset',
  );
  readonly #rows = this.#counter('maru_feed_rows_total', 'Rows read from a provider', 'dataset');
  readonly #changed = this.#counter('maru_feed_changes_total', 'Listings changed by a feed', 'dataset');
  readonly #quarantined = this.#counter('maru_feed_quarantined_total', 'Rows put into quarantine', 'dataset');
  readonly #removed = this.#counter('maru_feed_removed_total', 'Listings removed by a feed', 'dataset');
  readonly #failures = this.#counter(
    'maru_feed_failures_total',
    'Failed polls of a feed',
    'dataset',
    'status',
  );
  readonly #lastSuccess = this.#gauge(
    'maru_feed_last_success_timestamp_seconds',
    'Time of the last successful poll',
    'dataset',
  );
  readonly #newestStamp = this.#gauge(
    'maru_feed_newest_stamp_timestamp_seconds',
    'Time of the newest listing change received',
    'dataset',
  );
  readonly #lag = this.#gauge(
    'maru_feed_lag_seconds',
    'Age of the newest listing change received',
    'dataset',
  );
  readonly #walkKeys = this.#gauge(
    'maru_feed_key_walk_keys',
    'Keys in the last complete key walk',
    'dataset',
    'side',
  );
  readonly #walkShrinking = this.#gauge(
    'maru_feed_key_walk_shrinking',
    '1 while a walk is not believed',
    'dataset',
  );
  readonly #leases = this.#gauge('maru_feed_lease_held', '1 where this process reads the feed', 'dataset');
  readonly #indexLag = this.#gauge(
    'maru_index_lag_changes',
    'Changes in the store that the index has not applied',
    'dataset',
  );
  readonly #indexSkipped = this.#counter('maru_index_skipped_total', 'Homes that the index could not load');
  readonly #gaps = this.#counter(
    'maru_index_missing_changes_total',
    'Gaps in the sequence numbers of a dataset',
    'dataset',
  );
  readonly #reloads = this.#counter(
    'maru_index_reloads_total',
    'Full reloads of the index after a gap or a restored store',
  );
  readonly #http = this.#histogram(
    'maru_http_request_seconds',
    'Response time by route pattern',
    ['method', 'route', 'status'],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  readonly #pool = this.#gauge('maru_store_connections', 'Database connections', 'state');
  readonly #letters = this.#gauge(
    'maru_letters',
    'Emails waiting in the outbox and failed for good',
    'state',
  );
  readonly #inFlight = this.#gauge('maru_http_in_flight', 'Requests in progress');
  readonly #queued = this.#gauge('maru_http_queued', 'Requests waiting in the queue');
  readonly #refused = this.#gauge('maru_http_refused', 'Requests rejected for overload since the start');
  readonly #limited = this.#counter(
    'maru_http_rate_limited_total',
    'Requests rejected by a rate limit',
    'limit',
  );
  readonly #oddities = this.#gauge(
    'maru_feed_oddities',
    'Feed values that violate the data dictionary, since the start',
    'dataset',
    'kind',
    'field',
  );
  readonly #newest = new Map<string, number>();
  readonly #odd = new Map<string, OddityCounts>();
  readonly #sources: (() => void | Promise<void>)[] = [];

  /** `ofProcess`: includes memory, event loop lag and garbage collection. */
  constructor(options: { ofProcess?: boolean } = {}) {
    if (options.ofProcess) collectDefaultMetrics({ register: this.#registry, prefix: 'maru_' });
  }

  /** Instruments a feed client: counts its requests, retries and waits. */
  watch(dataset: string): Required<Pick<FeedParts, 'fetch' | 'sleep' | 'oddities'>> {
    const oddities = this.#odd.get(dataset) ?? new OddityCounts();
    this.#odd.set(dataset, oddities);
    return {
      oddities,
      fetch: async (input, init) => {
        const began = performance.now();
        let status = 'none';
        try {
          const response = await fetch(input, init);
          status = String(response.status);
          return response;
        } finally {
          this.#feedRequests.inc({ dataset, status });
          this.#feedSeconds.observe({ dataset }, (performance.now() - began) / 1000);
        }
      },
      sleep: async (ms, signal) => {
        this.#feedWaits.inc({ dataset });
        const began = performance.now();
        try {
          await sleep(ms, undefined, { signal });
        } finally {
          this.#feedWaited.inc({ dataset }, (performance.now() - began) / 1000);
        }
      },
    };
  }

  /** Records a committed batch; `stamps` are the ISO modification times of its rows. */
  feedBatch(
    dataset: string,
    batch: { rows: number; quarantined: number; changed: number; stamps: Iterable<string>; now: number },
  ): void {
    this.#rows.inc({ dataset }, batch.rows);
    this.#changed.inc({ dataset }, batch.changed);
    this.#quarantined.inc({ dataset }, batch.quarantined);
    let newest = this.#newest.get(dataset) ?? Number.NEGATIVE_INFINITY;
    for (const stamp of batch.stamps) {
      const at = Date.parse(stamp);
      // Some rows are dated in the future; they would hide the lag.
      if (at > newest && at <= batch.now) newest = at;
    }
    if (newest > Number.NEGATIVE_INFINITY) this.#newest.set(dataset, newest);
  }

  feedSucceeded(dataset: string, at: Date): void {
    this.#lastSuccess.set({ dataset }, at.getTime() / 1000);
  }

  feedFailed(dataset: string, status: number | null): void {
    this.#failures.inc({ dataset, status: status ?? 'none' });
  }

  keyWalk(
    dataset: string,
    walk: { theirs: number; ours: number; removed: number; shrinking: boolean },
  ): void {
    this.#walkKeys.set({ dataset, side: 'theirs' }, walk.theirs);
    this.#walkKeys.set({ dataset, side: 'ours' }, walk.ours);
    this.#walkShrinking.set({ dataset }, walk.shrinking ? 1 : 0);
    this.#removed.inc({ dataset }, walk.removed);
  }

  /** Drops the feed's gauges when the lease is released: they would go stale. */
  lease(dataset: string, isHeld: boolean): void {
    this.#leases.set({ dataset }, isHeld ? 1 : 0);
    if (isHeld) return;
    this.#newest.delete(dataset);
    for (const gauge of [this.#lastSuccess, this.#newestStamp, this.#lag, this.#walkShrinking]) {
      gauge.remove({ dataset });
    }
    for (const side of ['theirs', 'ours']) this.#walkKeys.remove({ dataset, side });
  }

  indexSkipped(count: number): void {
    this.#indexSkipped.inc(count);
  }

  changesMissing(dataset: string): void {
    this.#gaps.inc({ dataset });
  }

  indexReloaded(): void {
    this.#reloads.inc();
  }

  indexLag(lags: Iterable<IndexLag>): void {
    for (const { dataset, changes } of lags) this.#indexLag.set({ dataset }, changes);
  }

  load({ inFlight, waiting, refused }: { inFlight: number; waiting: number; refused: number }): void {
    this.#inFlight.set(inFlight);
    this.#queued.set(waiting);
    this.#refused.set(refused);
  }

  /** Counts a 429 of the front door; `limit` names the rate limit. */
  rateLimited(limit: string): void {
    this.#limited.inc({ limit });
  }

  pool(state: { total: number; idle: number; waiting: number }): void {
    for (const [name, count] of Object.entries(state)) this.#pool.set({ state: name }, count);
  }

  letters(state: { waiting: number; failed: number }): void {
    for (const [name, count] of Object.entries(state)) this.#letters.set({ state: name }, count);
  }

  /** `route` is the pattern, not the URL: URLs contain searches and are unbounded. */
  httpAnswer(answer: { method: string; route: string; status: number; ms: number }): void {
    const { method, route, status, ms } = answer;
    this.#http.observe({ method, route, status }, ms / 1000);
  }

  /** Registers a callback that sets gauges before each scrape. Its errors are ignored. */
  onRead(source: () => void | Promise<void>): void {
    this.#sources.push(source);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The metrics in Prometheus' text format. */
  async read(now = Date.now()): Promise<string> {
    for (const [dataset, newest] of this.#newest) {
      this.#newestStamp.set({ dataset }, newest / 1000);
      this.#lag.set({ dataset }, (now - newest) / 1000);
    }
    for (const [dataset, oddities] of this.#odd) {
      const counts = new Map<string, number>();
      // Raw values are omitted: they would be unbounded labels.
      for (const { kind, field, count } of oddities.list()) {
        counts.set(`${kind}\n${field}`, (counts.get(`${kind}\n${field}`) ?? 0) + count);
      }
      for (const [key, count] of counts) {
        const [kind = '', field = ''] = key.split('\n');
        this.#oddities.set({ dataset, kind, field }, count);
      }
    }
    await Promise.allSettled(this.#sources.map(async (source) => source()));
    return await this.#registry.metrics();
  }

  #counter(name: string, help: string, ...labelNames: string[]) {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, ...labelNames: string[]) {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string, labelNames: string[], buckets: number[]) {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }
}
