import type { DataFault, Fault } from './faults.ts';
import { SortedSlots } from './odata-order.ts';
import { ODataFault, parseMicros, type Row } from './odata-value.ts';
import { applyRowFaults } from './row-faults.ts';

/** The part of an MLS that a simulator needs; implemented by `MarketDataset` of dev/sample-market. */
export interface ServedDataset {
  readonly dataset: string;
  readonly size: number;
  findRow(listingKey: string): Row | undefined;
  /** All listings, unordered; with the status only where it costs nothing. */
  stamps(): Iterable<{ listingKey: string; modificationTimestamp: string; standardStatus?: string }>;
  readonly members: readonly Row[];
  readonly offices: readonly Row[];
  readonly openHouses: readonly Row[];
}

/** A change in the market; implemented by `MarketChange` of dev/sample-market. */
export interface ListingChange {
  dataset: string;
  listingKey: string;
  kind: 'added' | 'changed' | 'removed';
}

/** The orders in which listings can be iterated without building rows. */
export const STAMP_FIELDS = ['ListingKey', 'ModificationTimestamp', 'BridgeModificationTimestamp'] as const;
export type StampField = (typeof STAMP_FIELDS)[number];

/** A position in an order: the value of its field (string of a key or instant), then, within a tie, the key. */
export interface Place {
  value: string;
  /** Absent: the end of the tie for `exclusive`, else its start. */
  key?: string;
  exclusive: boolean;
}

/**
 * The listings of one dataset as a provider has them: rows built on demand, sorted indexes by timestamp and key that
 * stay sorted under changes, the effects of control commands, and data faults. Scales to 1,000,000 listings: only a
 * listing's key, timestamps and status are stored.
 *
 * Each listing has two timestamps: the MLS's `ModificationTimestamp`, passed through, and the provider's own, which
 * is later for some (rule F65) and never decreases from one change to the next.
 */
export class Listings {
  readonly #dataset: ServedDataset;
  readonly #keys: string[] = [];
  readonly #texts: string[] = [];
  readonly #micros: number[] = [];
  readonly #providerMicros: number[] = [];
  readonly #statuses: (string | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  readonly #orders = new Map<StampField, SortedSlots>();
  /** Whole rows of `add`, overriding fields of `change`, keys of `remove`. */
  readonly #added = new Map<string, Row>();
  readonly #patches = new Map<string, Row>();
  readonly #removed = new Set<string>();
  readonly #marks = new Map<string, Set<DataFault>>();
  /** For re-keyed listings: key → the market's key, and back. */
  readonly #origins = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  #openHouses: { byKey: Map<string, Row[]>; rows: Row[]; version: number; until: number } | null = null;
  #hidden = 0;
  #lastProviderMicros = 0;
  #version = 0;
  /** Whether the dataset states statuses, so that a filter on them builds no row. */
  readonly knowsStatuses: boolean;

  constructor(dataset: ServedDataset, now = new Date()) {
    this.#dataset = dataset;
    // A timestamp in the future does not advance the provider's clock.
    const latest = now.getTime() * 1000;
    let newest = 0;
    let withStatus = 0;
    for (const { listingKey, modificationTimestamp, standardStatus } of dataset.stamps()) {
      const slot = this.#keys.length;
      const micros = parseMicros(modificationTimestamp) || 0;
      this.#slots.set(listingKey, slot);
      this.#keys.push(listingKey);
      this.#texts.push(modificationTimestamp);
      this.#micros.push(micros);
      this.#statuses.push(standardStatus);
      if (standardStatus !== undefined) withStatus += 1;
      if (micros > newest && micros <= latest) newest = micros;
    }
    this.knowsStatuses = withStatus > 0 && withStatus === this.#keys.length;
    // The provider received one listing in four some minutes late, but none later than the newest of all.
    for (let slot = 0; slot < this.#keys.length; slot += 1) {
      const luck = hashString(this.#keys[slot] as string);
      const lag = luck % 4 === 0 ? ((luck >>> 2) % 1_200) * 1_000_000 : 0;
      const micros = this.#micros[slot] as number;
      this.#providerMicros.push(Math.min(micros + lag, newest));
    }
    this.#lastProviderMicros = newest;
  }

  get name(): string {
    return this.#dataset.dataset;
  }

  /** Increases with every change. */
  get version(): number {
    return this.#version;
  }

  /** Number of listings in lists. */
  get size(): number {
    return this.#slots.size - this.#hidden;
  }

  get members(): readonly Row[] {
    return this.#dataset.members;
  }

  get offices(): readonly Row[] {
    return this.#dataset.offices;
  }

  has(key: string): boolean {
    return this.#slots.has(key);
  }

  /** Whether lists contain it. */
  isListed(key: string): boolean {
    return this.#slots.has(key) && !this.#marks.get(key)?.has('hidden-rows');
  }

  /** The row as served: market, control commands, faults. A new object each time, except for an unchanged row. */
  findRow(key: string): Row | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    const origin = this.#origins.get(key) ?? key;
    let row = this.#added.get(key) ?? this.#dataset.findRow(origin);
    if (row === undefined) return undefined;
    const patch = this.#patches.get(key);
    if (patch !== undefined) row = { ...row, ...patch };
    if (origin !== key) row = { ...row, ListingKey: key };
    const text = this.#texts[slot] as string;
    if (row.ModificationTimestamp !== text) row = { ...row, ModificationTimestamp: text };
    const marks = this.#marks.get(key);
    return marks === undefined ? row : applyRowFaults(row, marks);
  }

  /** What is known of a listing without building its row. */
  glance(key: string): Row {
    const slot = this.#slots.get(key) as number;
    return this.#glance(slot);
  }

  providerStamp(key: string): string {
    return formatMicros(this.#providerMicros[this.#slots.get(key) as number] as number);
  }

  /**
   * The listed rows in the order of (field, key), from a position on. Lazy; nothing may change during the iteration.
   */
  *walk(field: StampField, direction: 1 | -1 = 1, from?: Place): Generator<Row> {
    const order = this.#order(field);
    const slots =
      from === undefined
        ? direction === 1
          ? order.upwards()
          : order.downwards()
        : direction === 1
          ? order.upwards(this.#probe(field, from, from.exclusive))
          : order.downwards(this.#probe(field, from, !from.exclusive));
    for (const slot of slots) {
      if (this.#hidden > 0 && this.#marks.get(this.#keys[slot] as string)?.has('hidden-rows')) continue;
      yield this.#glance(slot);
    }
  }

  /** The expected state of a replica. */
  truth(): [listingKey: string, modificationTimestamp: string][] {
    return Array.from(this.#slots, ([key, slot]) => [key, this.#texts[slot] as string]);
  }

  /** Open houses of served listings, under their current keys. */
  openHouses(): readonly Row[] {
    return this.#readOpenHouses().rows;
  }

  findOpenHouses(key: unknown): Row[] {
    return this.#readOpenHouses().byKey.get(String(key)) ?? [];
  }

  /** Applies the changes that the market's `tick` returned; returns how many belonged to this dataset. */
  apply(changes: Iterable<ListingChange>, now: Date): number {
    const provider = this.#nextProviderMicros(now);
    let applied = 0;
    for (const { dataset, listingKey, kind } of changes) {
      if (dataset !== this.name) continue;
      applied += 1;
      const key = this.#aliases.get(listingKey) ?? listingKey;
      this.#patches.delete(key);
      const marks = this.#marks.get(key);
      marks?.delete('future-stamps');
      if (kind === 'removed') {
        this.#drop(key);
      } else if (!this.#removed.has(key) && !marks?.has('vanished')) {
        const row = this.#dataset.findRow(listingKey);
        if (row !== undefined) {
          this.#put(key, String(row.ModificationTimestamp), provider, readStatus(row));
        }
      }
    }
    this.#moved();
    return applied;
  }

  /** Merges fields into listings with a new timestamp; returns how many there were. */
  change(changes: readonly Row[], now: Date): number {
    const provider = this.#nextProviderMicros(now);
    let changed = 0;
    for (const change of changes) {
      const key = String(change.ListingKey);
      if (!this.#slots.has(key)) continue;
      const patch = { ...this.#patches.get(key), ModificationTimestamp: now.toISOString(), ...change };
      this.#patches.set(key, patch);
      const status = readStatus(patch) ?? this.#statuses[this.#slots.get(key) as number];
      this.#put(key, String(patch.ModificationTimestamp), provider, status);
      changed += 1;
    }
    this.#moved();
    return changed;
  }

  /** Adds rows; one that was removed comes back. */
  add(rows: readonly Row[], now: Date): number {
    const provider = this.#nextProviderMicros(now);
    for (const row of rows) {
      const key = String(row.ListingKey);
      const whole: Row = { ModificationTimestamp: now.toISOString(), ...row };
      this.#removed.delete(key);
      this.#patches.delete(key);
      this.#added.set(key, whole);
      this.#put(key, String(whole.ModificationTimestamp), provider, readStatus(whole));
    }
    this.#moved();
    return rows.length;
  }

  remove(keys: Iterable<string>): number {
    let removed = 0;
    for (const key of keys) {
      if (!this.#slots.has(key)) continue;
      this.#drop(key);
      this.#removed.add(key);
      removed += 1;
    }
    this.#moved();
    return removed;
  }

  /**
   * A change by the provider alone (photos again, geocoding): only its own timestamp changes. Returns how many there
   * were.
   */
  touch(keys: Iterable<string>, now: Date): number {
    const provider = this.#nextProviderMicros(now);
    let touched = 0;
    for (const key of keys) {
      const slot = this.#slots.get(key);
      if (slot === undefined) continue;
      this.#put(key, this.#texts[slot] as string, provider, this.#statuses[slot]);
      touched += 1;
    }
    this.#moved();
    return touched;
  }

  /** Injects a data fault; returns the affected keys (of a re-keyed listing, the new one). */
  applyFault(fault: Fault, now: Date): string[] {
    const kind = fault.kind as DataFault;
    const keys = this.#chosen(fault);
    const provider = this.#nextProviderMicros(now);
    const text = now.toISOString();
    const hit = keys.map((key, index) => {
      const slot = this.#slots.get(key) as number;
      const old = this.#texts[slot] as string;
      const status = this.#statuses[slot];
      if (kind === 're-keyed') return this.#reKey(key, text, provider, status);
      if (kind !== 'tie' && kind !== 'microseconds') this.#mark(key, kind);
      if (kind === 'hidden-rows') this.#hidden += 1;
      else if (kind === 'vanished') this.#drop(key);
      else if (kind === 'future-stamps') {
        const far = '3000-01-01T00:00:00Z';
        this.#put(key, far, fault.providerStamp === true ? parseMicros(far) : provider, status);
      } else if (kind === 'microseconds') {
        const micros = parseMicros(text) + (index % 7) + 123;
        this.#put(key, formatMicros(micros), fault.providerStamp === false ? provider : micros, status);
      } else if (kind === 'tie') {
        const own = this.#providerMicros[slot] as number;
        this.#put(key, text, fault.providerStamp === false ? own : provider, status);
      } else this.#put(key, kind === 'dead-media' ? old : text, provider, status);
      return key;
    });
    this.#moved();
    return hit;
  }

  /** Ends the faults of that kind, or all; repaired rows get a new timestamp. Returns how many there were. */
  clearFaults(kind: string | undefined, now: Date): number {
    const provider = this.#nextProviderMicros(now);
    let healed = 0;
    for (const [key, marks] of this.#marks) {
      for (const mark of marks) {
        if (kind !== undefined && mark !== kind) continue;
        marks.delete(mark);
        healed += 1;
        if (mark === 'hidden-rows') this.#hidden -= 1;
        else if (mark === 'vanished') this.#restore(key, provider);
        else {
          const slot = this.#slots.get(key);
          if (slot !== undefined) this.#put(key, now.toISOString(), provider, this.#statuses[slot]);
        }
      }
      if (marks.size === 0) this.#marks.delete(key);
    }
    this.#moved();
    return healed;
  }

  #glance(slot: number): Row {
    const row: Row = {
      ListingKey: this.#keys[slot],
      ModificationTimestamp: this.#texts[slot],
      BridgeModificationTimestamp: formatMicros(this.#providerMicros[slot] as number),
    };
    if (this.knowsStatuses) row.StandardStatus = this.#statuses[slot];
    return row;
  }

  #order(field: StampField): SortedSlots {
    let order = this.#orders.get(field);
    if (order === undefined) {
      order = new SortedSlots(this.#slots.values(), this.#compareBy(field));
      this.#orders.set(field, order);
    }
    return order;
  }

  #compareBy(field: StampField): (a: number, b: number) => number {
    const keys = this.#keys;
    const byKey = (a: number, b: number) => compareTexts(keys[a] as string, keys[b] as string);
    if (field === 'ListingKey') return byKey;
    const micros = this.#findColumn(field);
    return (a, b) => (micros[a] as number) - (micros[b] as number) || byKey(a, b);
  }

  #findColumn(field: StampField): number[] {
    return field === 'ModificationTimestamp' ? this.#micros : this.#providerMicros;
  }

  /** A predicate: whether a slot lies at or after the position; strictly after it when `exclusive`. */
  #probe(field: StampField, from: Place, exclusive: boolean): (slot: number) => boolean {
    const reached = (order: number) => (exclusive ? order > 0 : order >= 0);
    if (field === 'ListingKey') {
      return (slot) => reached(compareTexts(this.#keys[slot] as string, from.value));
    }
    const micros = this.#findColumn(field);
    const wanted = parseMicros(from.value);
    if (Number.isNaN(wanted)) throw new ODataFault(400, `${from.value} is not an instant`);
    const { key } = from;
    return (slot) => {
      const order = (micros[slot] as number) - wanted;
      return reached(
        order !== 0 || key === undefined ? order : compareTexts(this.#keys[slot] as string, key),
      );
    };
  }

  #put(key: string, text: string, provider: number, status: string | undefined): void {
    const known = this.#slots.get(key);
    if (known !== undefined) for (const order of this.#orders.values()) order.remove(known);
    const slot = known ?? this.#free.pop() ?? this.#keys.length;
    this.#keys[slot] = key;
    this.#texts[slot] = text;
    this.#micros[slot] = parseMicros(text) || 0;
    this.#providerMicros[slot] = provider;
    this.#statuses[slot] = status;
    this.#slots.set(key, slot);
    for (const order of this.#orders.values()) order.insert(slot);
  }

  #drop(key: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    for (const order of this.#orders.values()) order.remove(slot);
    if (this.#marks.get(key)?.delete('hidden-rows')) this.#hidden -= 1;
    this.#slots.delete(key);
    this.#free.push(slot);
  }

  #restore(key: string, provider: number): void {
    const row = this.#added.get(key) ?? this.#dataset.findRow(this.#origins.get(key) ?? key);
    if (row === undefined || this.#removed.has(key)) return;
    const patched = { ...row, ...this.#patches.get(key) };
    this.#put(key, String(patched.ModificationTimestamp), provider, readStatus(patched));
  }

  #reKey(key: string, text: string, provider: number, status: string | undefined): string {
    const next = `${key}-RK`;
    const added = this.#added.get(key);
    const patch = this.#patches.get(key);
    const origin = this.#origins.get(key) ?? key;
    this.#drop(key);
    if (added === undefined) {
      this.#origins.set(next, origin);
      this.#aliases.set(origin, next);
    } else {
      this.#added.delete(key);
      this.#added.set(next, { ...added, ListingKey: next });
    }
    if (patch !== undefined) this.#patches.set(next, { ...patch, ListingKey: next });
    this.#patches.delete(key);
    this.#put(next, text, provider, status);
    return next;
  }

  #mark(key: string, kind: DataFault): void {
    const marks = this.#marks.get(key);
    if (marks === undefined) this.#marks.set(key, new Set([kind]));
    else marks.add(kind);
  }

  /** The listings of a fault: those named, else every n-th by key, among those not yet affected. */
  #chosen({ kind, keys, count = 10 }: Fault): string[] {
    const isNew = (key: string) => this.#slots.has(key) && !this.#marks.get(key)?.has(kind as DataFault);
    if (keys !== undefined) return [...new Set(keys)].filter(isNew);
    const all: string[] = [];
    for (const slot of this.#order('ListingKey').upwards()) {
      const key = this.#keys[slot] as string;
      if (isNew(key)) all.push(key);
    }
    const step = Math.max(1, all.length / count);
    return Array.from({ length: Math.min(count, all.length) }, (_, i) => all[Math.floor(i * step)] as string);
  }

  #nextProviderMicros(now: Date): number {
    this.#lastProviderMicros = Math.max(now.getTime() * 1000, this.#lastProviderMicros + 1000);
    return this.#lastProviderMicros;
  }

  #moved(): void {
    this.#version += 1;
  }

  #readOpenHouses() {
    const known = this.#openHouses;
    if (known !== null && (known.version === this.#version || Date.now() < known.until)) return known;
    const began = Date.now();
    const rows: Row[] = [];
    for (const row of this.#dataset.openHouses) {
      const listingKey = String(row.ListingKey);
      const key = this.#aliases.get(listingKey) ?? listingKey;
      if (this.#slots.has(key)) rows.push(key === listingKey ? row : { ...row, ListingKey: key });
    }
    const byKey = Map.groupBy(rows, (row) => String(row.ListingKey));
    // Grouping a large market is slow, so a group may be that old.
    const took = Date.now() - began;
    const until = took > 20 ? Date.now() + 50 * took : 0;
    this.#openHouses = { byKey, rows, version: this.#version, until };
    return this.#openHouses;
  }
}

const readStatus = (row: Row): string | undefined =>
  row.StandardStatus === undefined || row.StandardStatus === null ? undefined : String(row.StandardStatus);

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** FNV-1a, unsigned. */
export function hashString(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** ISO-8601 UTC with three fractional digits, or six if needed. */
function formatMicros(micros: number): string {
  const text = new Date(Math.floor(micros / 1000)).toISOString();
  const rest = micros % 1000;
  return rest === 0 ? text : `${text.slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}
