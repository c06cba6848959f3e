import { setTimeout as sleep } from 'node:timers/promises';
import { type HomeChanges, type HomeKey, SEARCH_TYPES } from '@maru/listing';
import type { AddressIndex, SearchIndex } from '@maru/search-index';
import type { Store } from '@maru/store';
import type { FastifyBaseLogger } from 'fastify';
import type { CardJson } from '../card-json.ts';
import type { FeedClock } from '../feed-clock.ts';
import type { Metrics } from '../metrics.ts';
import { isReadableCard } from './readable-card.ts';

/** A wake-up may be lost; the store is asked at least so often (ms). */
const LOOK_EVERY = 1_000;
const CLOCK_EVERY = 3_000;
const BATCH = 5_000;

export interface FollowParts {
  store: Store;
  index: SearchIndex;
  addresses: AddressIndex;
  clock: FeedClock;
  /** Forgets what changes. */
  cards?: CardJson;
  log: FastifyBaseLogger;
  metrics?: Metrics;
}

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

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, log } = this.#parts;
    const unsubscribe = store.onChange(() => this.#woken());
    const clock = this.#keepClock(signal);
    while (!signal.aborted) {
      try {
        if (!this.#loaded) await this.#loadSnapshot();
        while (await this.#readOn()) signal.throwIfAborted();
      } catch (error) {
        if (signal.aborted) break;
        log.warn({ err: error }, 'the index could not follow the store; it will try again');
      }
      await this.#rest(signal);
    }
    unsubscribe();
    await clock;
  }

  async #loadSnapshot(): Promise<void> {
    const snapshot = await this.#parts.store.openSnapshot();
    const upserts: HomeChanges['upserts'] = [];
    for await (const homes of snapshot.homes) for (const home of homes) upserts.push(home);
    this.#apply({ upserts, removals: [] }, snapshot.sequences);
    this.#loaded = true;
  }

  /** One batch; whether there is more at once. */
  async #readOn(): Promise<boolean> {
    const { changes, sequences, more } = await this.#parts.store.readChanges(this.#sequences, BATCH);
    if (changes.upserts.length + changes.removals.length > 0) this.#apply(changes, sequences);
    this.#sequences = sequences;
    this.#caughtUp = !more;
    return more;
  }

  #apply(changes: HomeChanges, sequences: Map<string, number>): void {
    const readable = this.#withoutUnreadable(changes);
    this.#parts.index.apply(readable, versionOf(sequences));
    this.#parts.cards?.forget(readable);
    this.#parts.addresses.apply(readable);
    // Only now: what could not be taken in is read again, and a take-down in it is not lost.
    this.#sequences = sequences;
  }

  /**
   * A home that cannot be read stops nothing: it is left out, told and counted, and what the index had of it is taken
   * out, since that is no longer true.
   */
  #withoutUnreadable({ upserts, removals }: HomeChanges): HomeChanges {
    const unreadable = upserts.filter((card) => !isReadableCard(card));
    if (unreadable.length === 0) return { upserts, removals };
    const homeIds = unreadable.map((card) => String(card?.homeId));
    this.#parts.metrics?.indexSkipped(unreadable.length);
    this.#parts.log.error(
      { homeIds: homeIds.slice(0, 20), skipped: homeIds.length },
      'homes that cannot be read',
    );
    return {
      upserts: upserts.filter(isReadableCard),
      removals: [
        ...removals,
        ...homeIds.flatMap((homeId) => SEARCH_TYPES.map((searchType) => ({ homeId, searchType }))),
      ].filter((key) => !upserts.some((card) => isReadableCard(card) && isSameHome(card, key))),
    };
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const woken = new Promise<void>((wake) => {
      this.#woken = wake;
    });
    await Promise.race([woken, sleep(LOOK_EVERY, undefined, { signal }).catch(() => undefined)]);
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

const isSameHome = (a: HomeKey, b: HomeKey) => a.homeId === b.homeId && a.searchType === b.searchType;
