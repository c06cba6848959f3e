import type { Member, Office } from '@maru/listing';
import type { ChangeBatch } from '@maru/mls';
import { type ChangeSet, isRowError, type PlacedListing } from '@maru/store';
import { locateListing, placed, type ReplicateParts } from './replicate-parts.ts';

/** Above this number, and half of the batch, rejected rows point to a bug of ours rather than to bad rows. */
const MAX_POISON = 10;
/** Listings removed per transaction. */
const REMOVALS_AT_ONCE = 1_000;

/** Longer values are not valid keys. */
const LONGEST_KEY = 500;

type Poison = ChangeSet['quarantined'];
type Piece =
  | { kind: 'listing'; one: PlacedListing }
  | { kind: 'member'; one: Member }
  | { kind: 'office'; one: Office };

/**
 * Writes the batches of one feed reader. Every write names the cursor it continues from, so that a writer whose lease
 * was taken over is rejected (rule F56).
 */
export class DatasetWriter {
  readonly #parts: ReplicateParts;
  #cursor: string | null;

  constructor(parts: ReplicateParts, cursor: string | null) {
    this.#parts = parts;
    this.#cursor = cursor;
  }

  /**
   * Writes a batch and its cursor in one transaction. Rows that cannot be stored are quarantined (rule F57); the others
   * are written. Returns the number of changed listings.
   * @throws StaleCursor when another writer has advanced the cursor
   */
  async write(batch: ChangeBatch): Promise<number> {
    const { metrics, settings } = this.#parts;
    const pieces: Piece[] = [
      ...batch.offices.map((one): Piece => ({ kind: 'office', one })),
      ...batch.members.map((one): Piece => ({ kind: 'member', one })),
      ...batch.upserts.map((one): Piece => ({ kind: 'listing', one: placed(one, this.#parts) })),
    ];
    const end = {
      cursor: batch.cursor,
      initialLoadDone: batch.initialLoadDone,
      quarantined: batch.quarantined,
    };
    let quarantined = batch.quarantined.length;
    let changed: number;
    try {
      changed = await this.#apply({ ...this.#createSet(pieces), ...end });
    } catch (error) {
      if (!isRowError(error)) throw error;
      const poison: Poison = [];
      changed = await this.#applyHalves(pieces, error, poison);
      if (poison.length > MAX_POISON && poison.length > pieces.length / 2) throw error;
      quarantined += poison.length;
      changed += await this.#applyEnd({ ...end, quarantined: [...batch.quarantined, ...poison] });
    }
    this.#cursor = batch.cursor;
    metrics?.feedBatch(settings.dataset, {
      rows: pieces.length + batch.quarantined.length,
      quarantined,
      changed,
      stamps: batch.upserts.map(({ listing }) => listing.modificationTimestamp),
      now: Date.now(),
    });
    return changed;
  }

  /**
   * Writes listings that were just fetched individually. They win over stored rows even with an older timestamp. The
   * cursor stays.
   */
  async writeListings(listings: ChangeBatch['upserts']): Promise<number> {
    if (listings.length === 0) return 0;
    const pieces = listings.map((one): Piece => ({ kind: 'listing', one: placed(one, this.#parts) }));
    const poison: Poison = [];
    const changed = await this.#applyAll(pieces, poison, { isReread: true });
    if (poison.length > 0) await this.#applyEnd({ cursor: null, quarantined: poison });
    return changed;
  }

  /** Removes listings that the feed no longer has. */
  async remove(removals: ChangeSet['removals']): Promise<number> {
    let changed = 0;
    for (let start = 0; start < removals.length; start += REMOVALS_AT_ONCE) {
      const some = removals.slice(start, start + REMOVALS_AT_ONCE);
      changed += await this.#apply({ ...this.#createSet([]), removals: some });
    }
    return changed;
  }

  async #applyAll(pieces: Piece[], poison: Poison, how: { isReread?: boolean } = {}): Promise<number> {
    try {
      return await this.#apply({ ...this.#createSet(pieces), ...how });
    } catch (error) {
      if (!isRowError(error)) throw error;
      return await this.#applyHalves(pieces, error, poison, how);
    }
  }

  /** Bisects a failing change set down to the rows at fault. */
  async #applyHalves(
    pieces: Piece[],
    error: unknown,
    poison: Poison,
    how: { isReread?: boolean } = {},
  ): Promise<number> {
    const { log, settings } = this.#parts;
    const [only] = pieces;
    if (only === undefined) return 0;
    if (pieces.length > 1) {
      const middle = pieces.length >> 1;
      const changed = await this.#applyAll(pieces.slice(0, middle), poison, how);
      return changed + (await this.#applyAll(pieces.slice(middle), poison, how));
    }
    const reason = `cannot be stored: ${error instanceof Error ? error.message : String(error)}`.slice(
      0,
      500,
    );
    if (only.kind === 'listing') {
      const { listing, raw } = only.one;
      const isKey = listing.listingKey.length <= LONGEST_KEY;
      poison.push({ listingKey: isKey ? listing.listingKey : null, reason, raw });
      log.warn(
        { dataset: settings.dataset, listingKey: listing.listingKey.slice(0, LONGEST_KEY), reason },
        'row quarantined',
      );
    } else {
      log.warn({ dataset: settings.dataset, kind: only.kind, reason }, 'row quarantined');
    }
    return 0;
  }

  async #applyEnd(
    end: Pick<ChangeSet, 'cursor' | 'initialLoadDone'> & { quarantined: ChangeSet['quarantined'] },
  ): Promise<number> {
    try {
      return await this.#apply({ ...this.#createSet([]), ...end });
    } catch (error) {
      if (!isRowError(error)) throw error;
      // The raw record may contain what made the row unstorable: keep the reason without it.
      const bare = end.quarantined.map((one) => ({ ...one, raw: null }));
      return await this.#apply({ ...this.#createSet([]), ...end, quarantined: bare });
    }
  }

  #createSet(pieces: Piece[]): ChangeSet {
    const { dataset, provider, display } = this.#parts.settings;
    const set: ChangeSet & { members: Member[]; offices: Office[] } = {
      dataset,
      provider,
      rules: display,
      seenAt: new Date(),
      cursor: null,
      expectedCursor: this.#cursor,
      upserts: [],
      removals: [],
      quarantined: [],
      locate: (listing) => locateListing(listing, this.#parts.gazetteer),
      members: [],
      offices: [],
    };
    for (const piece of pieces) {
      if (piece.kind === 'listing') set.upserts.push(piece.one);
      else if (piece.kind === 'member') set.members.push(piece.one);
      else set.offices.push(piece.one);
    }
    return set;
  }

  async #apply(set: ChangeSet): Promise<number> {
    return (await this.#parts.store.applyChanges(set)).changed;
  }
}
