import { setTimeout as sleep } from 'node:timers/promises';
import { type HomeChanges, type HomeKey, isHomeCard, SEARCH_TYPES } from '@maru/listing';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import { isUnavailable, type Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { FeedClock } from '../feeds/feed-clock.ts';
import type { Metrics } from '../metrics.ts';
import type { CardJson } from '../search/card-json.ts';
import type { IndexFiles } from './index-files.ts';
import { takeChanges } from './take-changes.ts';

/** A wake-up may be lost; the store is asked at least so often (ms). */
const LOOK_EVERY = 1_000;
const CLOCK_EVERY = 3_000;
const BATCH = 5_000;
const SNAPSHOT_EVERY = 300_000;

export interface FollowParts {
  store: Store;
  index: SearchIndex;
  addresses: AddressIndex;
  clock: FeedClock;
  /** Forgets what changes. */
  cards?: CardJson;
  log: FastifyBaseLogger;
  metrics?: Metrics;
  /** Where the index is kept between two runs; without, it is loaded from the store each time. */
  files?: IndexFiles;
  /** ms between two writings of the files; default five minutes. */
  snapshotEvery?: number;
}

/** How the index stands to the store. */
export interface FollowLag {
  /** That were seen in the store and are not in the index. */
  changes: number;
  /** Since the index last had all that was in the store then; about one while nothing is wrong. */
  seconds: number;
  /** The store did not answer when it was last asked: nobody knows of more. */
  isStoreAway: boolean;
  /** Changes were lost on their way: everything is being loaded anew, and until then some homes are as they were. */
  isReloading: boolean;
}

type Sequences = ReadonlyMap<string, number>;

/** What an index that has followed so far calls itself: `kc:12,other:7`. */
export function versionOf(sequences: ReadonlyMap<string, number>): string {
  return [...sequences]
    .sort()
    .map(([dataset, sequence]) => `${dataset}:${sequence}`)
    .join(',');
}

/**
 * Keeps the index beside the store: first every home of one snapshot, then each change in commit order. While the
 * database is away the index stays as it is and goes on from the same numbers afterwards.
 */
export class Follower {
  readonly #parts: FollowParts;
  #sequences = new Map<string, number>();
  #loaded = false;
  #caughtUp = false;
  #mustReload = false;
  #isStoreAway = false;
  #missing = 0;
  #wholeAt = performance.now();
  #woken: () => void = () => undefined;

  constructor(parts: FollowParts) {
    this.#parts = parts;
  }

  /** Whether the first snapshot is in the index. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** The last number of each dataset that is in the index. */
  get sequences(): ReadonlyMap<string, number> {
    return this.#sequences;
  }

  /** Whether nothing was left to read when the store was last asked. */
  get caughtUp(): boolean {
    return this.#caughtUp;
  }

  lag(): FollowLag {
    const seconds = Math.round((performance.now() - this.#wholeAt) / 100) / 10;
    const [isStoreAway, isReloading] = [this.#isStoreAway, this.#mustReload];
    return { changes: this.#missing, seconds, isStoreAway, isReloading };
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#parts;
    const unsubscribe = store.onChange(() => this.#woken());
    const clock = this.#keepClock(signal);
    const files = this.#keepFiles(signal);
    while (!signal.aborted) {
      try {
        if (!this.#loaded) await this.#load(signal);
        if (this.#mustReload) await this.#reload(signal);
        while (await this.#readOn()) signal.throwIfAborted();
        // What a file had is searched only when all that happened since is in it.
        this.#loaded = !this.#mustReload || this.#loaded;
        this.#isStoreAway = false;
      } catch (error) {
        if (signal.aborted) break;
        const wasAway = this.#isStoreAway;
        this.#isStoreAway = isUnavailable(error);
        // Once for an outage, not each second.
        if (!wasAway || !this.#isStoreAway)
          log.warn({ err: error }, 'the index could not follow the store; it will try again');
      }
      await this.#rest(signal);
    }
    unsubscribe();
    await clock;
    await files;
  }

  /** From the files of an earlier run, else from the store. */
  async #load(signal: AbortSignal): Promise<void> {
    const { index, addresses, files, cards } = this.#parts;
    if (index.size > 0) return await this.#loadFromStore(signal);
    const kept = await files?.read({ index, addresses });
    cards?.clear();
    if (kept === undefined) return await this.#loadFromStore(signal);
    this.#sequences = kept;
  }

  /** For when what the index has cannot be brought forward: changes are missing, or the store was set back. */
  async #reload(signal: AbortSignal): Promise<void> {
    const { log, metrics } = this.#parts;
    log.warn('the index does not follow from its store; it is loaded anew');
    metrics?.indexReloaded();
    await this.#loadFromStore(signal);
    this.#mustReload = false;
  }

  /**
   * Every home of one snapshot, a page at a time, beside what both indexes have, which goes on answering and is replaced
   * at the end; an attempt that fails leaves nothing behind.
   */
  async #loadFromStore(signal: AbortSignal): Promise<void> {
    const { store, index, addresses, cards, log } = this.#parts;
    const began = performance.now();
    const { homes, count, sequences } = await store.openSnapshot();
    const [loading, addressing] = [index.startLoad(count), addresses.startLoad()];
    for await (const page of homes) {
      signal.throwIfAborted();
      const { upserts } = this.#withoutUnreadable({ upserts: page, removals: [] });
      loading.add(upserts);
      addressing.add(upserts);
    }
    // What is suggested in between is of the old version still, and is told only where both agree.
    await addressing.finish();
    await loading.finish(versionOf(sequences));
    cards?.clear();
    this.#sequences = sequences;
    const ms = Math.round(performance.now() - began);
    log.info({ homes: index.size, ms }, 'the index was loaded from the store');
  }

  /** One batch; whether there is more at once. */
  async #readOn(): Promise<boolean> {
    const { store } = this.#parts;
    const asked = performance.now();
    const newest = await store.newestSequences();
    if (this.#isSetBack(newest)) return false;
    const { changes, sequences, more, gaps } = await store.readChanges(this.#sequences, BATCH);
    this.#missing = missingOf(newest, sequences);
    if (gaps.length > 0) {
      this.#mustReload = true;
      for (const dataset of gaps) this.#parts.metrics?.changesMissing(dataset);
      this.#parts.log.warn({ datasets: gaps }, 'changes are missing');
      return false;
    }
    if (changes.upserts.length + changes.removals.length > 0) await this.#apply(changes, sequences);
    this.#sequences = sequences;
    this.#caughtUp = !more;
    if (!more) this.#wholeAt = asked;
    return more;
  }

  /** A store that counts less than the index has read is another one than it was. */
  #isSetBack(newest: Sequences): boolean {
    const isBehind = [...this.#sequences].some(([dataset, taken]) => (newest.get(dataset) ?? 0) < taken);
    if (isBehind) this.#mustReload = true;
    return isBehind;
  }

  async #apply(changes: HomeChanges, sequences: Map<string, number>): Promise<void> {
    await takeChanges(this.#parts, this.#withoutUnreadable(changes), versionOf(sequences));
    // Only now: what could not be taken in is read again, and a take-down in it is not lost.
    this.#sequences = sequences;
  }

  /**
   * Leaves out rows that are no cards: the columns of the index trust their input. They are logged and counted, and the home's
   * previous card, which is outdated, is removed.
   */
  #withoutUnreadable({ upserts, removals }: HomeChanges): HomeChanges {
    const unreadable = upserts.filter((card) => !isHomeCard(card));
    if (unreadable.length === 0) return { upserts, removals };
    const homeIds = unreadable.map((card) => String(card?.homeId));
    this.#parts.metrics?.indexSkipped(unreadable.length);
    this.#parts.log.error(
      { homeIds: homeIds.slice(0, 20), skipped: homeIds.length },
      'homes that cannot be read',
    );
    return {
      upserts: upserts.filter(isHomeCard),
      removals: [
        ...removals,
        ...homeIds.flatMap((homeId) => SEARCH_TYPES.map((searchType) => ({ homeId, searchType }))),
      ].filter((key) => !upserts.some((card) => isHomeCard(card) && isSameHome(card, key))),
    };
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const woken = new Promise<void>((wake) => {
      this.#woken = wake;
    });
    await Promise.race([woken, sleep(LOOK_EVERY, undefined, { signal }).catch(() => undefined)]);
  }

  /** Writes the files now and then, and at the end. A failure costs the next start some time and nothing else. */
  async #keepFiles(signal: AbortSignal): Promise<void> {
    const { files, index, addresses, log, snapshotEvery = SNAPSHOT_EVERY } = this.#parts;
    if (files === undefined) return;
    let written = '';
    while (!signal.aborted) {
      await sleep(snapshotEvery, undefined, { signal }).catch(() => undefined);
      if (!this.#loaded || this.#mustReload || index.version() === written) continue;
      try {
        await files.write({ index, addresses }, () => this.#sequences);
        written = index.version();
      } catch (error) {
        log.warn({ err: error }, 'the snapshot of the index could not be written');
      }
    }
  }

  /** How old each feed is; the last known state stays while the database is away. */
  async #keepClock(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.refreshClock().catch(() => undefined);
      await sleep(this.#parts.clock.datasets.size === 0 ? 200 : CLOCK_EVERY, undefined, { signal }).catch(
        () => undefined,
      );
    }
  }

  async refreshClock(): Promise<void> {
    const { store, clock } = this.#parts;
    const [datasets, states] = await Promise.all([store.datasets(), store.feedStates()]);
    clock.update(
      datasets.map(({ dataset, provider, rules }) => {
        const state = states.find((one) => one.dataset === dataset);
        return {
          dataset,
          provider,
          rules,
          lastSuccessAt: state?.lastSuccessAt?.getTime() ?? null,
          failingSince: state?.failingSince?.getTime() ?? null,
          shrinkingSince: state?.shrinkingSince?.getTime() ?? null,
          hidden: state?.hiddenSince != null,
          initialLoadDone: state?.initialLoadDone ?? false,
        };
      }),
    );
  }
}

function missingOf(newest: Sequences, taken: Sequences): number {
  return [...newest].reduce(
    (sum, [dataset, sequence]) => sum + Math.max(0, sequence - (taken.get(dataset) ?? 0)),
    0,
  );
}

const isSameHome = (a: HomeKey, b: HomeKey) => a.homeId === b.homeId && a.searchType === b.searchType;
