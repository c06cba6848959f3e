import type { SourceAnswer } from '@maru/contract';
import type { DisplayRules, FeedProvider } from '@maru/listing';
import { MINUTE_MS } from '@maru/listing';

/**
 * A feed that has not answered for so long is said to be away, and since when (ms). Long enough for a slow turn and
 * a retry or two; far below the 12 h that a licence allows (rule R1).
 */
const STALE_AFTER = 15 * MINUTE_MS;

export interface DatasetState {
  dataset: string;
  provider: FeedProvider;
  rules: DisplayRules;
  /** ms UTC; null before the first success. */
  lastSuccessAt: number | null;
  /** ms UTC; null while the feed is well. */
  failingSince: number | null;
  /** Since when its list of keys is too short to be believed, ms UTC; null otherwise. */
  shrinkingSince: number | null;
  /** Its homes are not shown: the licence is lost, or it has been away for too long. */
  hidden: boolean;
  initialLoadDone: boolean;
}

/** Whose data is shown and how old it is; the last known state stays when the database is away. */
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
    const sources = JSON.stringify(this.sources().map(({ stale, ...rest }) => rest));
    if (sources !== this.#sources) this.#told += 1;
    this.#sources = sources;
    const licences = JSON.stringify(states.map(({ dataset, rules, hidden }) => [dataset, rules, hidden]));
    if (licences !== this.#licences) this.#licencesTold += 1;
    this.#licences = licences;
  }

  /** Tells apart what may be shown of whose data: moves with rules and with what is hidden, not with each good turn of a feed. */
  licenceRevision(): number {
    return this.#licencesTold;
  }

  /** Tells apart what `sources` and `asOf` answer: changes whenever one of them would. */
  revision(): string {
    let stale = 0;
    for (const { lastSuccessAt } of this.#states.values()) if (this.#isStale(lastSuccessAt)) stale += 1;
    return `${this.#told}.${stale}`;
  }

  get datasets(): ReadonlyMap<string, DatasetState> {
    return this.#states;
  }

  /** What a page says of one dataset; a dataset that is not known has no licence to be shown. */
  sourceOf(dataset: string): SourceAnswer | undefined {
    const state = this.#states.get(dataset);
    if (state === undefined) return undefined;
    const { rules, lastSuccessAt } = state;
    return {
      dataset,
      source: rules.source,
      disclaimer: rules.disclaimer,
      advertisingBroker: rules.advertisingBroker,
      sample: rules.sample,
      asOf: lastSuccessAt === null ? null : new Date(lastSuccessAt).toISOString(),
      stale: this.#isStale(lastSuccessAt),
    };
  }

  /** All sources, in the order of their names. */
  sources(): SourceAnswer[] {
    return [...this.#states.keys()].sort().map((dataset) => this.sourceOf(dataset) as SourceAnswer);
  }

  /** The oldest success of all datasets, ISO; null before each had one. */
  asOf(): string | null {
    const times = [...this.#states.values()].map((state) => state.lastSuccessAt);
    if (times.length === 0 || times.includes(null)) return null;
    return new Date(Math.min(...(times as number[]))).toISOString();
  }

  #isStale(lastSuccessAt: number | null): boolean {
    return lastSuccessAt !== null && this.#now() - lastSuccessAt > STALE_AFTER;
  }
}
