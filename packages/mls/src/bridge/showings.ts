import { DAY_MS } from '@maru/listing/time';
import { isRefusal } from '../connection.ts';
import { formatInstant, parseInstant } from '../normalize/coerce.ts';
import type { Priority } from '../rate-limiter.ts';
import { isAbsent } from '../related.ts';
import { FUTURE_SLACK, keyText, literal, type Position, type Row, readRows } from '../resource-walk.ts';
import type { Replication } from './replication.ts';

const MAX_SHOWINGS = 200_000;

/** Open houses by listing: Bridge has a separate resource for them. Past ones are dropped. */
export class Showings {
  readonly #replication: Replication;
  #byListing = new Map<string, Row[]>();
  /** Listings whose open houses differ from the previous read. */
  readonly #changed = new Set<string>();
  #newest: Position | null = null;
  #isAbsent = false;
  /** In ms. */
  readAt = Number.NEGATIVE_INFINITY;

  constructor(replication: Replication) {
    this.#replication = replication;
  }

  get areRead(): boolean {
    return this.readAt > Number.NEGATIVE_INFINITY;
  }

  get haveChanged(): boolean {
    return this.#changed.size > 0;
  }

  get newest(): Position | null {
    return this.#newest;
  }

  /** Reads all of them again: cancelled open houses often just disappear. */
  async read(now: number, signal: AbortSignal): Promise<void> {
    const before = this.areRead ? this.#byListing : null;
    const byListing = new Map<string, Row[]>();
    const latest = BigInt(Math.trunc(now)) * 1_000_000n + FUTURE_SLACK;
    let count = 0;
    try {
      if (!this.#isAbsent) {
        for await (const rows of this.#replication.rows(signal)) {
          for (const row of rows) {
            this.#note(row, latest);
            if (!isUpcoming(row, now)) continue;
            append(byListing, keyText(row.ListingKey), row);
            count += 1;
          }
          if (count > MAX_SHOWINGS) break;
        }
      }
    } catch (error) {
      if (!isAbsent(error)) throw error;
      this.#isAbsent = true;
    }
    this.readAt = now;
    this.#byListing = byListing;
    if (before === null) return;
    for (const key of new Set([...before.keys(), ...byListing.keys()])) {
      if (serialize(before.get(key)) !== serialize(byListing.get(key))) this.#changed.add(key);
    }
  }

  /** Listings with open houses newer than `since`, or changed between two reads. */
  takeChanged(since: Position | null): string[] {
    const from = since === null ? null : parseInstant(since.t);
    const keys = new Set(this.#changed);
    this.#changed.clear();
    if (from !== null) {
      for (const [key, rows] of this.#byListing) {
        if (rows.some((row) => (parseInstant(changeStamp(row)) ?? 0n) > from)) keys.add(key);
      }
    }
    return [...keys];
  }

  attach(rows: Row[]): Row[] {
    return rows.map((row) => {
      const found = this.#byListing.get(keyText(row.ListingKey) ?? '');
      return found === undefined || Array.isArray(row.OpenHouse) ? row : { ...row, OpenHouse: found };
    });
  }

  /** Requested individually before the first full read. */
  async complete(row: Row, priority: Priority, signal: AbortSignal): Promise<Row> {
    if (this.areRead || this.#isAbsent || Array.isArray(row.OpenHouse)) return this.attach([row])[0] ?? row;
    const key = keyText(row.ListingKey) ?? '';
    const filter = encodeURIComponent(`ListingKey eq ${literal(key)}`);
    try {
      const { json } = await this.#replication.fetch(`?$filter=${filter}&$top=50`, {}, priority, signal);
      // A server that ignores the filter returns other listings' open houses.
      const own = (readRows(json) ?? []).filter((one) => keyText(one.ListingKey) === key);
      return own.length === 0 ? row : { ...row, OpenHouse: own };
    } catch (error) {
      if (!isAbsent(error) && !isRefusal(error)) throw error;
      return row;
    }
  }

  #note(row: Row, latest: bigint): void {
    const stamp = changeStamp(row);
    const at = parseInstant(stamp);
    if (at === null || at > latest) return;
    if (this.#newest === null || at > (parseInstant(this.#newest.t) ?? 0n)) {
      this.#newest = { t: String(stamp).trim(), k: null };
    }
  }
}

function isUpcoming(row: Row, now: number): boolean {
  const at =
    parseInstant(row.OpenHouseEndTime) ??
    parseInstant(row.OpenHouseStartTime) ??
    parseInstant(row.OpenHouseDate);
  return at === null || formatInstant(at) >= new Date(now - DAY_MS).toISOString();
}

const changeStamp = (row: Row) => row.BridgeModificationTimestamp ?? row.ModificationTimestamp;

const serialize = (rows: Row[] | undefined) => (rows === undefined ? '' : JSON.stringify(rows));

function append(map: Map<string, Row[]>, key: string | null, row: Row): void {
  if (key === null) return;
  const list = map.get(key);
  if (list === undefined) map.set(key, [row]);
  else list.push(row);
}
