import { type HomeKey, isHomeCard, SEARCH_TYPES } from '@maru/listing';
import type { HomeChanges } from '@maru/listing/search';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import { isUnavailable, type Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { FeedClock } from '../feeds/feed-clock.ts';
import type { Metrics } from '../metrics.ts';
import type { CardJson } from '../search/card-json.ts';
import type { IndexFiles } from './index-files.ts';
import { pause } from './repeat.ts';
import { applyChanges } from './take-changes.ts';

/** Fallback poll interval in ms: notifications may be lost. */
const LOOK_EVERY = 1_000;
const CLOCK_EVERY = 3_000;
const BATCH = 5_000;
const SNAPSHOT_EVERY = 300_000;

export interface FollowParts {
  store: Store;
  index: SearchIndex;
  addresses: AddressIndex;
  clock: FeedClock;
  /** Evicted when homes change. */
  cards?: CardJson;
  log: FastifyBaseLogger;
  metrics?: Metrics;
  /** Snapshots of the index on disk; without them it is loaded from the store on each start. */
  files?: IndexFiles;
  /** Interval between snapshots in ms; default five minutes. */
  snapshotEvery?: number;
}

/** Replication lag of the index behind the store. */
export interface FollowLag {
  /** Changes seen in the store and not yet applied. */
  changes: number;
  /** Seconds since the index was last up to date; about one in normal operation. */
  seconds: number;
  /** The store did not respond to the last poll, so the lag may be larger. */
  isStoreAway: boolean;
  /** Changes were missed and a full reload is running; until it ends some homes are outdated. */
  isReloading: boolean;
}

type Sequences = ReadonlyMap<string, number>;

/** The version string of an index, `kc:12,other:7`. */
export function formatVersion(sequences: ReadonlyMap<string, number>): string {
  return [...sequences]
    .sort()
    .map(([dataset, sequence]) => `${dataset}:${sequence}`)
    .join(',');
}

/**
 * Keeps the index in sync with the store: first a snapshot of all homes, then each change in commit order. While the
 * database is unavailable the index stays usable and resumes from the same sequence numbers.
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

  /** Whether the first snapshot is loaded. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** Last applied sequence number per dataset. */
  get sequences(): ReadonlyMap<string, number> {
    return this.#sequences;
  }

  /** Whether the last poll found nothing left to apply. */
  get caughtUp(): boolean {
    return this.#caughtUp;
  }

  lag(): FollowLag {
    const seconds = Math.round((performance.now() - this.#wholeAt) / 100) / 10;
    const [isStoreAway, isReloading] = [this.#isStoreAway, this.#mustReload];
    return { changes: this.#missing, seconds, isStoreAway, isReloading };
  }

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
        // A snapshot from disk is used for searches only after the changes since then are applied.
        this.#loaded = !this.#mustReload || this.#loaded;
        this.#isStoreAway = false;
      } catch (error) {
        if (signal.aborted) break;
        const wasAway = this.#isStoreAway;
        this.#isStoreAway = isUnavailable(error);
        // Log once per outage, not once per second.
        if (!wasAway || !this.#isStoreAway) log.warn({ err: error }, 'index replication failed; retrying');
      }
      await this.#rest(signal);
    }
    unsubscribe();
    await clock;
    await files;
  }

  /** Loads the indexes from disk, or else from the store. */
  async #load(signal: AbortSignal): Promise<void> {
    const { index, addresses, files, cards } = this.#parts;
    if (index.size > 0) return await this.#loadFromStore(signal);
    const kept = await files?.read({ index, addresses });
    cards?.clear();
    if (kept === undefined) return await this.#loadFromStore(signal);
    this.#sequences = kept;
  }

  /** Full reload, for when changes are missing or the store was restored from a backup. */
  async #reload(signal: AbortSignal): Promise<void> {
    const { log, metrics } = this.#parts;
    log.warn('index is out of sync with the store; starting a full reload');
    metrics?.indexReloaded();
    await this.#loadFromStore(signal);
    this.#mustReload = false;
  }

  /**
   * Loads every home of one database snapshot, page by page, into new indexes. The current ones keep answering and are
   * replaced at the end; a failed attempt leaves nothing behind.
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
    // Suggestions served meanwhile use the old version.
    await addressing.finish();
    await loading.finish(formatVersion(sequences));
    cards?.clear();
    this.#sequences = sequences;
    const ms = Math.round(performance.now() - began);
    log.info({ homes: index.size, ms }, 'index loaded from the store');
  }

  /** Applies one batch. Returns whether there is more. */
  async #readOn(): Promise<boolean> {
    const { store } = this.#parts;
    const asked = performance.now();
    const newest = await store.newestSequences();
    if (this.#isSetBack(newest)) return false;
    const { changes, sequences, more, gaps } = await store.readChanges(this.#sequences, BATCH);
    this.#missing = countMissing(newest, sequences);
    if (gaps.length > 0) {
      this.#mustReload = true;
      for (const dataset of gaps) this.#parts.metrics?.changesMissing(dataset);
      this.#parts.log.warn({ datasets: gaps }, 'changes missing');
      return false;
    }
    if (changes.upserts.length + changes.removals.length > 0) await this.#apply(changes, sequences);
    this.#sequences = sequences;
    this.#caughtUp = !more;
    if (!more) this.#wholeAt = asked;
    return more;
  }

  /** A store with lower sequence numbers than applied was restored or replaced. */
  #isSetBack(newest: Sequences): boolean {
    const isBehind = [...this.#sequences].some(([dataset, taken]) => (newest.get(dataset) ?? 0) < taken);
    if (isBehind) this.#mustReload = true;
    return isBehind;
  }

  async #apply(changes: HomeChanges, sequences: Map<string, number>): Promise<void> {
    await applyChanges(this.#parts, this.#withoutUnreadable(changes), formatVersion(sequences));
    // Advance only after the changes are applied: a failed batch, which may contain a take-down, is read again.
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
      'unreadable homes skipped',
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
    await Promise.race([woken, pause(LOOK_EVERY, signal)]);
  }

  /** Writes snapshots periodically and on shutdown. A failure only slows down the next start. */
  async #keepFiles(signal: AbortSignal): Promise<void> {
    const { files, index, addresses, log, snapshotEvery = SNAPSHOT_EVERY } = this.#parts;
    if (files === undefined) return;
    let written = '';
    while (!signal.aborted) {
      await pause(snapshotEvery, signal);
      if (!this.#loaded || this.#mustReload || index.version() === written) continue;
      try {
        await files.write({ index, addresses }, () => this.#sequences);
        written = index.version();
      } catch (error) {
        log.warn({ err: error }, 'index snapshot could not be written');
      }
    }
  }

  /** Refreshes the age of each feed; keeps the last state while the database is unavailable. */
  async #keepClock(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.refreshClock().catch(() => undefined);
      await pause(this.#parts.clock.datasets.size === 0 ? 200 : CLOCK_EVERY, signal);
    }
  }

  async refreshClock(): Promise<void> {
    const { store, clock } = this.#parts;
    const [datasets, states] = await Promise.all([store.datasets(), store.feedStates()]);
    clock.update(
      datasets.map(({ dataset, provider, rules }) => {
        const state = states.find((one) => one.dataset === dataset);
        const time = (at: Date | null | undefined) => at?.getTime() ?? null;
        return {
          ...{ dataset, provider, rules },
          lastSuccessAt: time(state?.lastSuccessAt),
          failingSince: time(state?.failingSince),
          shrinkingSince: time(state?.shrinkingSince),
          hidden: state?.hiddenSince != null,
          initialLoadDone: state?.initialLoadDone ?? false,
        };
      }),
    );
  }
}

function countMissing(newest: Sequences, taken: Sequences): number {
  return [...newest].reduce(
    (sum, [dataset, sequence]) => sum + Math.max(0, sequence - (taken.get(dataset) ?? 0)),
    0,
  );
}

const isSameHome = (a: HomeKey, b: HomeKey) => a.homeId === b.homeId && a.searchType === b.searchType;
