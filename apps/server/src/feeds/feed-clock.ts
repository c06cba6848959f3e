import type { SourceAnswer } from '@maru/contract';
import type { FeedProvider } from '@maru/listing';
import type { DisplayRules } from '@maru/listing/display';
import { MINUTE_MS } from '@maru/listing/time';

/**
 * A feed without a successful poll for this long (ms) is reported as stale. Long enough for a slow poll and retries;
 * far below the 12 h that licenses allow (rule R1).
 */
const STALE_AFTER = 15 * MINUTE_MS;

export interface ResultLimit {
  dataset: string;
  source: string;
  most: number;
}

export interface DatasetState {
  dataset: string;
  provider: FeedProvider;
  rules: DisplayRules;
  /** ms UTC; null before the first success. */
  lastSuccessAt: number | null;
  /** ms UTC; null while the feed is healthy. */
  failingSince: number | null;
  /** ms UTC since when its key walks are rejected as too short; null otherwise. */
  shrinkingSince: number | null;
  /** Its homes are hidden: the license was revoked, or the feed has been down for too long. */
  hidden: boolean;
  initialLoadDone: boolean;
}

/** Sources and the age of their data. Keeps the last state while the database is unavailable. */
export class FeedClock {
  #states = new Map<string, DatasetState>();
  #sources = '';
  #told = 0;
  #licences = '';
  #licencesTold = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  update(states: DatasetState[]): void {
    this.#states = new Map(states.map((state) => [state.dataset, state]));
    const told = this.sources().map(({ stale, ...rest }) => rest);
    const sources = JSON.stringify([told, this.resultLimits()]);
    if (sources !== this.#sources) this.#told += 1;
    this.#sources = sources;
    const licences = JSON.stringify(states.map(({ dataset, rules, hidden }) => [dataset, rules, hidden]));
    if (licences !== this.#licences) this.#licencesTold += 1;
    this.#licences = licences;
  }

  /** Changes with display rules and visibility, but not with each successful poll. */
  licenseRevision(): number {
    return this.#licencesTold;
  }

  /** Changes whenever `sources`, `resultLimits` or `asOf` would answer differently. */
  revision(): string {
    let stale = 0;
    for (const { lastSuccessAt } of this.#states.values()) if (this.#isStale(lastSuccessAt)) stale += 1;
    return `${this.#told}.${stale}`;
  }

  get datasets(): ReadonlyMap<string, DatasetState> {
    return this.#states;
  }

  /** The source of a dataset; undefined when unknown, and then nothing of it may be displayed. */
  findSource(dataset: string): SourceAnswer | undefined {
    const state = this.#states.get(dataset);
    if (state === undefined) return undefined;
    const { rules, lastSuccessAt } = state;
    return {
      dataset,
      source: rules.source,
      disclaimer: rules.disclaimer,
      advertisingBroker: rules.advertisingBroker,
      sample: rules.sample,
      logo: rules.labels.logoUrl === undefined ? null : `/media/source/${encodeURIComponent(dataset)}.webp`,
      asOf: lastSuccessAt === null ? null : new Date(lastSuccessAt).toISOString(),
      stale: this.#isStale(lastSuccessAt),
    };
  }

  /** The sources of these homes, each once. */
  findSources(homes: Iterable<{ dataset: string }>): SourceAnswer[] {
    const datasets = new Set(Array.from(homes, ({ dataset }) => dataset));
    return [...datasets].flatMap((dataset) => this.findSource(dataset) ?? []);
  }

  sources(): SourceAnswer[] {
    return [...this.#states.keys()].sort().map((dataset) => this.findSource(dataset) as SourceAnswer);
  }

  /** The datasets whose license limits how many homes a search gives out. */
  resultLimits(): ResultLimit[] {
    return [...this.#states.values()].flatMap(({ dataset, rules: { source, maxResults } }) =>
      maxResults === null ? [] : [{ dataset, source, most: Math.floor(maxResults) }],
    );
  }

  /** The oldest last success of all datasets, ISO; null until each had one. */
  asOf(): string | null {
    const times = [...this.#states.values()].map((state) => state.lastSuccessAt);
    if (times.length === 0 || times.includes(null)) return null;
    return new Date(Math.min(...(times as number[]))).toISOString();
  }

  #isStale(lastSuccessAt: number | null): boolean {
    return lastSuccessAt !== null && this.#now() - lastSuccessAt > STALE_AFTER;
  }
}
