import { setTimeout as sleep } from 'node:timers/promises';
import { type FeedParts, OddityCounts } from '@maru/mls';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** How the index stands to the store: the changes of the dataset that it has not taken in. */
export interface IndexLag {
  dataset: string;
  changes: number;
}

/** What is counted and timed, for Prometheus. One object a process (a test makes its own). */
export class Metrics {
  readonly #registry = new Registry();
  readonly #feedRequests = this.#counter('maru_feed_requests_total', 'Requests to a provider', [
    'dataset',
    'status',
  ]);
  readonly #feedSeconds = this.#histogram(
    'maru_feed_request_seconds',
    'Until a provider begins to answer',
    ['dataset'],
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  );
  readonly #feedWaits = this.#counter(
    'maru_feed_waits_total',
    'Waits for a provider: before another try, and for its limits',
    ['dataset'],
  );
  readonly #feedWaited = this.#counter('maru_feed_throttled_seconds_total', 'How long these were', [
    'dataset',
  ]);
  readonly #rows = this.#counter('maru_feed_rows_total', 'Rows read from a provider', ['dataset']);
  readonly #changed = this.#counter('maru_feed_changes_total', 'Listings that a feed has changed', [
    'dataset',
  ]);
  readonly #quarantined = this.#counter('maru_feed_quarantined_total', 'Rows that could not be read', [
    'dataset',
  ]);
  readonly #removed = this.#counter('maru_feed_removed_total', 'Listings that a feed no longer has', [
    'dataset',
  ]);
  readonly #failures = this.#counter('maru_feed_failures_total', 'Turns of a feed that failed', [
    'dataset',
    'status',
  ]);
  readonly #lastSuccess = this.#gauge('maru_feed_last_success_timestamp_seconds', 'The last good turn', [
    'dataset',
  ]);
  readonly #newestStamp = this.#gauge(
    'maru_feed_newest_stamp_timestamp_seconds',
    'The newest change of a listing that was seen; now minus this is the lag',
    ['dataset'],
  );
  readonly #lag = this.#gauge(
    'maru_feed_lag_seconds',
    'Now minus the newest change of a listing that was seen',
    ['dataset'],
  );
  readonly #walkKeys = this.#gauge('maru_feed_key_walk_keys', 'Keys in the last whole walk', [
    'dataset',
    'side',
  ]);
  readonly #walkShrinking = this.#gauge('maru_feed_key_walk_shrinking', '1 while a walk is not believed', [
    'dataset',
  ]);
  readonly #leases = this.#gauge('maru_feed_lease_held', '1 where this process reads the feed', ['dataset']);
  readonly #indexLag = this.#gauge(
    'maru_index_lag_changes',
    'Changes in the store that the index has not taken in',
    ['dataset'],
  );
  readonly #indexSkipped = this.#counter(
    'maru_index_skipped_total',
    'Homes that the index could not take in',
    [],
  );
  readonly #gaps = this.#counter(
    'maru_index_missing_changes_total',
    'Times that numbers were missing between the changes of a dataset',
    ['dataset'],
  );
  readonly #reloads = this.#counter(
    'maru_index_reloads_total',
    'Times that the index was loaded anew because it did not follow from its store',
    [],
  );
  readonly #http = this.#histogram(
    'maru_http_request_seconds',
    'How long an answer takes, by route pattern',
    ['method', 'route', 'status'],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  readonly #pool = this.#gauge('maru_store_connections', 'Connections to the database', ['state']);
  readonly #letters = this.#gauge('maru_letters', 'Letters that wait to be sent, and that were given up', [
    'state',
  ]);
  readonly #inFlight = this.#gauge('maru_http_in_flight', 'Requests in progress', []);
  readonly #queued = this.#gauge('maru_http_queued', 'Requests that wait to be worked on', []);
  readonly #refused = this.#gauge('maru_http_refused', 'Requests refused for overload since the start', []);
  readonly #limited = this.#counter('maru_http_rate_limited_total', 'Requests over a rate limit', ['limit']);
  readonly #oddities = this.#gauge(
    'maru_feed_oddities',
    'Values of a feed that are not as its dictionary says, since the start',
    ['dataset', 'kind', 'field'],
  );
  readonly #newest = new Map<string, number>();
  readonly #odd = new Map<string, OddityCounts>();
  readonly #sources: (() => void | Promise<void>)[] = [];

  /** `ofProcess`: with memory, event loop lag, garbage collection. */
  constructor(options: { ofProcess?: boolean } = {}) {
    if (options.ofProcess) collectDefaultMetrics({ register: this.#registry, prefix: 'maru_' });
  }

  /** What a feed's client is made with, so that its requests, retries and waits are counted. */
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

  /** A batch that is in the store; `stamps` are the modification times of its rows, ISO. */
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
      // Rows dated in the future exist, and tell nothing of the lag.
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

  /** Who has let go of a feed tells no more of it: what it knew would grow old beside what its reader says. */
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

  /** A request refused with 429 at the front door; `limit` is the name of the budget. */
  rateLimited(limit: string): void {
    this.#limited.inc({ limit });
  }

  pool(state: { total: number; idle: number; waiting: number }): void {
    for (const [name, count] of Object.entries(state)) this.#pool.set({ state: name }, count);
  }

  letters(state: { waiting: number; failed: number }): void {
    for (const [name, count] of Object.entries(state)) this.#letters.set({ state: name }, count);
  }

  /** `route` is the pattern, never the address: addresses name people's searches, and are without number. */
  httpAnswer(answer: { method: string; route: string; status: number; ms: number }): void {
    const { method, route, status, ms } = answer;
    this.#http.observe({ method, route, status }, ms / 1000);
  }

  /** Called before each reading: sets what is looked up and not counted. What it throws is left out. */
  onRead(source: () => void | Promise<void>): void {
    this.#sources.push(source);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The text that Prometheus reads. */
  async read(now = Date.now()): Promise<string> {
    for (const [dataset, newest] of this.#newest) {
      this.#newestStamp.set({ dataset }, newest / 1000);
      this.#lag.set({ dataset }, (now - newest) / 1000);
    }
    for (const [dataset, oddities] of this.#odd) {
      const counts = new Map<string, number>();
      // Without the feed's own words: they would be labels without number.
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

  #counter(name: string, help: string, labelNames: string[]) {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: string[]) {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string, labelNames: string[], buckets: number[]) {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#registry] });
  }
}
