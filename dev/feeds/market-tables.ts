import type { Table } from './odata-query.ts';
import { fieldsOf, type Kind, type Row } from './odata-value.ts';

/** The part of a market that a RESO server shows; dev/sample-market's `Market` is one. */
export interface ServedMarket {
  properties: Row[];
  members: Row[];
  offices: Row[];
  openHouses: Row[];
  tick(now: Date, changes: number): Row[];
  drawPhoto(path: string): Promise<Buffer>;
}

export const RESOURCES = ['Property', 'Member', 'Office', 'OpenHouse', 'Media', 'Lookup'] as const;
export type Resource = (typeof RESOURCES)[number];

export const KEYS: Record<Resource, string> = {
  Property: 'ListingKey',
  Member: 'MemberKey',
  Office: 'OfficeKey',
  OpenHouse: 'OpenHouseKey',
  Media: 'MediaKey',
  Lookup: 'LookupKey',
};

/** Fields whose values are a vocabulary, told by the Lookup resource. */
const LOOKUPS = [
  'StandardStatus',
  'PropertyType',
  'PropertySubType',
  'Cooling',
  'Heating',
  'View',
  'Appliances',
];

/** A market as OData tables. What is derived from the rows is kept until the market changes. */
export class MarketTables {
  readonly #market: ServedMarket;
  readonly #fields = new Map<Resource, ReadonlyMap<string, Kind>>();
  readonly #sorted = new Map<string, Row[]>();
  /** Rows that `add` put in, and keys that `remove` took out: the market counts on its own array as it is. */
  readonly #added: Row[] = [];
  readonly #removed = new Set<string>();
  #properties: readonly Row[] | null = null;
  #media: Row[] | null = null;
  #lookups: Row[] | null = null;
  #byKey: Map<string, Row> | null = null;
  #openHouses: Map<string, Row[]> | null = null;

  constructor(market: ServedMarket) {
    this.#market = market;
  }

  table(resource: Resource): Table {
    const fields = this.fields(resource);
    const isProperty = resource === 'Property';
    return {
      key: KEYS[resource],
      rows: this.#rows(resource),
      expands: isProperty ? ['Media', 'OpenHouse'] : [],
      vocabulary: {
        fields: isProperty ? new Map([...fields].filter(([name]) => name !== 'Media')) : fields,
        collections: isProperty ? new Map([['Media', this.fields('Media')]]) : undefined,
      },
      sorted: (orderby, sort) => {
        const name = `${resource} ${orderby}`;
        let rows = this.#sorted.get(name);
        if (rows === undefined) {
          rows = sort();
          this.#sorted.set(name, rows);
        }
        return rows;
      },
    };
  }

  fields(resource: Resource): ReadonlyMap<string, Kind> {
    let fields = this.#fields.get(resource);
    if (fields === undefined) {
      fields = fieldsOf(this.#rows(resource));
      if (!fields.has(KEYS[resource])) fields = new Map([...fields, [KEYS[resource], 'text' as const]]);
      this.#fields.set(resource, fields);
    }
    return fields;
  }

  /** Number fields that hold whole numbers in every row. */
  wholeFields(resource: Resource): Set<string> {
    const whole = new Set<string>();
    for (const [name, kind] of this.fields(resource)) {
      const isWhole = (row: Row) =>
        row[name] === null || row[name] === undefined || Number.isInteger(row[name]);
      const isMoney = /Price|Amount|Fee|Area|Acres|Latitude|Longitude|Decimal/.test(name);
      if (kind === 'number' && !isMoney && this.#rows(resource).every(isWhole)) whole.add(name);
    }
    return whole;
  }

  findRow(resource: Resource, key: string): Row | undefined {
    if (resource !== 'Property') return this.#rows(resource).find((row) => row[KEYS[resource]] === key);
    this.#byKey ??= new Map(this.#rows('Property').map((row) => [String(row.ListingKey), row]));
    return this.#byKey.get(key);
  }

  openHousesOf(listingKey: unknown): Row[] {
    this.#openHouses ??= Map.groupBy(this.#market.openHouses, (row) => String(row.ListingKey));
    return this.#openHouses.get(String(listingKey)) ?? [];
  }

  /** Merges fields into listings and stamps them; answers how many there were. */
  change(changes: readonly Row[], now: Date): number {
    let changed = 0;
    for (const change of changes) {
      const key = String(change.ListingKey);
      const row = this.findRow('Property', key);
      if (row === undefined) continue;
      const next = { ...row, ModificationTimestamp: now.toISOString(), ...change };
      const at = this.#market.properties.indexOf(row);
      if (at === -1) this.#added[this.#added.indexOf(row)] = next;
      else this.#market.properties[at] = next;
      changed += 1;
      this.#fields.delete('Property');
      this.forget();
    }
    return changed;
  }

  /** Puts rows in; one that was removed before comes back. */
  add(rows: readonly Row[], now: Date): number {
    for (const row of rows) {
      this.#removed.delete(String(row.ListingKey));
      this.#added.push({ ModificationTimestamp: now.toISOString(), ...row });
    }
    this.#fields.delete('Property');
    this.forget();
    return rows.length;
  }

  remove(keys: Iterable<string>): number {
    const before = this.#removed.size;
    for (const key of keys) if (this.findRow('Property', key) !== undefined) this.#removed.add(key);
    this.forget();
    return this.#removed.size - before;
  }

  /** What was derived from the rows no longer holds; which fields there are does. */
  forget(): void {
    this.#sorted.clear();
    this.#media = null;
    this.#byKey = null;
    this.#properties = null;
    this.#openHouses = null;
  }

  #rows(resource: Resource): readonly Row[] {
    switch (resource) {
      case 'Property':
        this.#properties ??= [...this.#market.properties, ...this.#added].filter(
          (row) => !this.#removed.has(String(row.ListingKey)),
        );
        return this.#properties;
      case 'Member':
        return this.#market.members;
      case 'Office':
        return this.#market.offices;
      case 'OpenHouse':
        return this.#market.openHouses;
      case 'Media':
        this.#media ??= this.#rows('Property').flatMap((row) =>
          Array.isArray(row.Media) ? (row.Media as Row[]) : [],
        );
        return this.#media;
      case 'Lookup':
        this.#lookups ??= this.#readLookups();
        return this.#lookups;
    }
  }

  #readLookups(): Row[] {
    return LOOKUPS.flatMap((name) => {
      const values = new Set(this.#market.properties.flatMap((row) => row[name] ?? []));
      return [...values].sort().map((value, index) => ({
        LookupKey: `${name}-${index + 1}`,
        LookupName: name,
        LookupValue: value,
        StandardLookupValue: value,
        ModificationTimestamp: '2026-01-01T00:00:00Z',
      }));
    });
  }
}
