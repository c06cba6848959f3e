import type { EntityModel, Navigation } from './edmx.ts';
import { type Listings, type Place, STAMP_FIELDS, type StampField } from './odata-listings.ts';
import { ListSource, type RowSource, SortCache, type Start, type Table } from './odata-query.ts';
import { detectFields, type Kind, type Row } from './odata-value.ts';

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

/** Fields with a vocabulary, listed by the Lookup resource. */
const LOOKUPS = [
  'StandardStatus',
  'PropertyType',
  'PropertySubType',
  'Cooling',
  'Heating',
  'View',
  'Appliances',
];

/** Maximum rows from which a resource's fields and vocabularies are derived. */
const MAX_SAMPLED = 1_500;

export interface TableOptions {
  /** Converts a row before it is served. */
  convertRow?: (resource: Resource, row: Row) => Row;
  /** Whether `dress` makes this field of Property. Filters on other fields skip `dress`. */
  isConverted?: (field: string) => boolean;
  /** Navigation properties of Property. */
  expands: readonly Navigation[];
  /** Whether pictures are inline in the listing's row. */
  hasMediaInline?: boolean;
  /** Listings omitted from these tables. */
  hidden?: ReadonlySet<string>;
  /** Fields of Property that can be read but not filtered by. */
  unfiltered?: readonly string[];
}

/** A dataset as OData tables. Derived values are cached until rows change. */
export class MarketTables {
  readonly listings: Listings;
  readonly #options: TableOptions;
  readonly #convertRow: (resource: Resource, row: Row) => Row;
  readonly #sources: Record<Resource, RowSource>;
  readonly #fields = new Map<Resource, Map<string, Kind>>();
  #lookups: { rows: Row[]; version: number } | null = null;
  #people: { members: readonly Row[]; byKey: Map<string, Row> } | null = null;

  constructor(listings: Listings, options: TableOptions) {
    this.listings = listings;
    this.#options = options;
    this.#convertRow = options.convertRow ?? ((_resource, row) => row);
    const version = () => listings.version;
    const dressed = (resource: Resource, read: () => readonly Row[]) =>
      new ListSource(() => read().map((row) => this.#convertRow(resource, row)), version);
    this.#sources = {
      Property: new ListingSource(listings, options),
      Member: dressed('Member', () => listings.members),
      Office: dressed('Office', () => listings.offices),
      OpenHouse: dressed('OpenHouse', () => listings.openHouses()),
      Media: new MediaSource(listings),
      Lookup: new ListSource(() => this.#readLookups(), version),
    };
  }

  table(resource: Resource): Table {
    const fields = this.fields(resource);
    if (resource !== 'Property') {
      return { key: KEYS[resource], source: this.#sources[resource], expands: [], vocabulary: { fields } };
    }
    const { hasMediaInline, expands, unfiltered } = this.#options;
    const shown =
      hasMediaInline === true ? fields : new Map([...fields].filter(([name]) => name !== 'Media'));
    return {
      key: KEYS.Property,
      source: this.#sources.Property,
      expands: expands.map(({ name }) => name),
      vocabulary: {
        fields: shown,
        collections: new Map([['Media', this.fields('Media')]]),
        unfiltered: new Set(unfiltered),
      },
    };
  }

  /** The entity of a resource in `$metadata`. */
  model(resource: Resource): EntityModel {
    const expands = resource === 'Property' ? this.#options.expands : [];
    const fields = this.fields(resource);
    return { name: resource, key: KEYS[resource], fields, whole: this.#wholeFields(resource), expands };
  }

  fields(resource: Resource): ReadonlyMap<string, Kind> {
    let fields = this.#fields.get(resource);
    if (fields === undefined) {
      fields = detectFields(this.#sample(resource));
      if (!fields.has(KEYS[resource])) fields.set(KEYS[resource], 'text');
      if (fields.has('Coordinates')) fields.set('Coordinates', 'point');
      this.#fields.set(resource, fields);
    }
    return fields;
  }

  /** Registers the fields of added rows. */
  learn(rows: readonly Row[]): void {
    const fields = this.fields('Property') as Map<string, Kind>;
    for (const [name, kind] of detectFields(rows)) if (!fields.has(name)) fields.set(name, kind);
  }

  findRow(resource: Resource, key: string): Row | undefined {
    if (resource === 'Property') {
      const row = this.listings.findRow(key);
      return row === undefined ? undefined : this.#convertRow('Property', row);
    }
    const field = KEYS[resource];
    for (const row of this.#sources[resource].all()) if (row[field] === key) return row;
    return undefined;
  }

  /** The rows that a navigation property of a listing refers to. */
  related(row: Row, { name, to, many }: Navigation): Row | Row[] | null {
    if (name === 'Media') return Array.isArray(row.Media) ? (row.Media as Row[]) : [];
    if (name === 'OpenHouse') {
      return this.listings.findOpenHouses(row.ListingKey).map((one) => this.#convertRow('OpenHouse', one));
    }
    const found = this.#person(String(row[`${name}Key`]));
    if (found === undefined || !(KEYS[to as Resource] in found)) return many ? [] : null;
    return this.#convertRow(to as Resource, found);
  }

  #person(key: string): Row | undefined {
    const { members, offices } = this.listings;
    if (this.#people?.members !== members) {
      const byKey = new Map(offices.map((row) => [String(row.OfficeKey), row]));
      for (const row of members) byKey.set(String(row.MemberKey), row);
      this.#people = { members, byKey };
    }
    return this.#people.byKey.get(key);
  }

  /** Number fields with an integer in every row. */
  #wholeFields(resource: Resource): Set<string> {
    const rows = this.#sample(resource);
    const whole = new Set<string>();
    for (const [name, kind] of this.fields(resource)) {
      const isWhole = (row: Row) =>
        row[name] === null || row[name] === undefined || Number.isInteger(row[name]);
      const isMoney = /Price|Amount|Fee|Area|Acres|Latitude|Longitude|Decimal/.test(name);
      if (kind === 'number' && !isMoney && rows.every(isWhole)) whole.add(name);
    }
    return whole;
  }

  #sample(resource: Resource): Row[] {
    const source = this.#sources[resource];
    const step = resource === 'Property' ? Math.ceil(source.size / MAX_SAMPLED) : 1;
    const most = resource === 'Media' ? 500 : MAX_SAMPLED * 2;
    const rows: Row[] = [];
    let at = 0;
    for (const row of source.all()) {
      if (at % step === 0) rows.push(source.load(row) ?? row);
      at += 1;
      if (rows.length >= most) break;
    }
    return rows;
  }

  #readLookups(): Row[] {
    if (this.#lookups !== null && this.#lookups.version === this.listings.version) return this.#lookups.rows;
    // A large market's vocabulary is computed once: single changes do not affect it.
    if (this.#lookups !== null && this.listings.size > MAX_SAMPLED) return this.#lookups.rows;
    const sample = this.#sample('Property');
    const rows = LOOKUPS.flatMap((name) => {
      const values = new Set(sample.flatMap((row) => row[name] ?? []));
      return [...values].sort().map((value, index) => ({
        LookupKey: `${name}-${index + 1}`,
        LookupName: name,
        LookupValue: value,
        StandardLookupValue: value,
        ModificationTimestamp: '2026-01-01T00:00:00Z',
      }));
    });
    this.#lookups = { rows, version: this.listings.version };
    return rows;
  }
}

/** Listings as a row source: queries of key and timestamp do not build rows. */
class ListingSource implements RowSource {
  readonly glance: ReadonlySet<string>;
  readonly cache = new SortCache();
  readonly #listings: Listings;
  readonly #options: TableOptions;
  readonly #hidden: ReadonlySet<string>;

  constructor(listings: Listings, options: TableOptions) {
    this.#listings = listings;
    this.#options = options;
    this.#hidden = options.hidden ?? new Set();
    this.glance = new Set(listings.knowsStatuses ? [...STAMP_FIELDS, 'StandardStatus'] : STAMP_FIELDS);
  }

  get size(): number {
    let hidden = 0;
    for (const key of this.#hidden) if (this.#listings.isListed(key)) hidden += 1;
    return this.#listings.size - hidden;
  }

  get version(): number {
    return this.#listings.version;
  }

  all(): Iterable<Row> {
    return this.#shown(this.#listings.walk('ListingKey'));
  }

  pick(field: string, values: readonly string[]): Iterable<Row> | undefined {
    if (field !== 'ListingKey') return undefined;
    const isThere = (key: string) => this.#listings.isListed(key);
    return this.#shown(values.filter(isThere).map((key) => this.#listings.glance(key)));
  }

  walk(field: string, direction: 1 | -1, from?: Start): Iterable<Row> | undefined {
    if (!STAMP_FIELDS.includes(field as StampField)) return undefined;
    return this.#shown(this.#listings.walk(field as StampField, direction, from as Place | undefined));
  }

  load({ ListingKey: key }: Row, fields?: ReadonlySet<string>): Row | undefined {
    const row = this.#listings.findRow(String(key));
    const { convertRow, isConverted } = this.#options;
    if (row === undefined || convertRow === undefined) return row;
    const isPlain = fields !== undefined && isConverted !== undefined && !fields.values().some(isConverted);
    return isPlain ? row : convertRow('Property', row);
  }

  #shown(rows: Iterable<Row>): Iterable<Row> {
    if (this.#hidden.size === 0) return rows;
    return Iterator.from(rows).filter((row) => !this.#hidden.has(String(row.ListingKey)));
  }
}

/** The pictures of all listings, read from their rows; direct access by listing key. */
class MediaSource implements RowSource {
  readonly glance = null;
  readonly cache = new SortCache();
  readonly #listings: Listings;

  constructor(listings: Listings) {
    this.#listings = listings;
  }

  get size(): number {
    let size = 0;
    for (const _ of this.all()) size += 1;
    return size;
  }

  get version(): number {
    return this.#listings.version;
  }

  *all(): Iterable<Row> {
    for (const { ListingKey: key } of this.#listings.walk('ListingKey')) yield* this.#of(String(key));
  }

  pick(field: string, values: readonly string[]): Iterable<Row> | undefined {
    return field === 'ResourceRecordKey' ? values.flatMap((key) => this.#of(key)) : undefined;
  }

  walk(): undefined {
    return undefined;
  }

  load(row: Row): Row {
    return row;
  }

  #of(key: string): Row[] {
    const media = this.#listings.findRow(key)?.Media;
    return Array.isArray(media) ? (media as Row[]) : [];
  }
}
