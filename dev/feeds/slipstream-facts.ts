import type { Row } from './odata-value.ts';
import type { SlipstreamObject } from './slipstream-listing.ts';

/** Numbers that a search compares, by their index in `ListingFacts.numbers`. */
const NUMBERS = [
  ...(['listPrice', 'salePrice', 'size', 'beds', 'baths', 'bathsFull', 'bathsHalf', 'yearBuilt'] as const),
  ...(['lotSqft', 'lotAcres', 'garageSpaces', 'floorCount', 'daysOnMarket', 'daysOnHJI'] as const),
  ...(['imageCount', 'listingDate', 'saleDate', 'offMarketDate', 'latitude', 'longitude'] as const),
] as const;
/** Strings likewise, in lower case. */
const TEXTS = [
  ...(['listingType', 'propertyType', 'status', 'style', 'city', 'state', 'zip', 'county'] as const),
  ...(['subdivision', 'area', 'agentId', 'officeId', 'sellingAgentId', 'sellingOfficeId'] as const),
] as const;
const FLAGS = [
  ...(['fireplace', 'pool', 'newConstruction', 'waterfront', 'walkInCloset', 'vaultedCeiling'] as const),
] as const;
export type NumberFact = (typeof NUMBERS)[number];
export type TextFact = (typeof TEXTS)[number];
export type FlagFact = (typeof FLAGS)[number];

const NUMBER_AT = Object.fromEntries(NUMBERS.map((name, at) => [name, at])) as Record<NumberFact, number>;
const TEXT_AT = Object.fromEntries(TEXTS.map((name, at) => [name, at])) as Record<TextFact, number>;

/**
 * The facts of a listing that a search compares, in about 350 bytes, since a million of them are kept. A search must
 * not use what the answer hides, so all facts are taken from the answer, except flags that its features state.
 */
export class ListingFacts {
  /** NaN when absent. */
  readonly #numbers: number[];
  readonly #texts: (string | undefined)[];
  readonly #flags: number;
  /** The day (since the epoch) of these facts, since days on the market grow. */
  readonly day: number;

  /** From a row and its answer with all details. */
  constructor(row: Row, listing: SlipstreamObject, now: Date) {
    const part = (name: string): SlipstreamObject => (listing[name] ?? {}) as SlipstreamObject;
    const { city, state, zip } = part('address');
    const { total, full, half } = part('baths');
    const { sqft, acres } = part('lotSize');
    const { latitude, longitude } = part('coordinates');
    const numbers: Record<NumberFact, unknown> = {
      ...(listing as Record<NumberFact, unknown>),
      ...{ baths: total, bathsFull: full, bathsHalf: half, lotSqft: sqft, lotAcres: acres },
      ...{ floorCount: listing.floors, latitude, longitude },
    };
    this.#numbers = NUMBERS.map((name) => toNumber(numbers[name]));
    const texts: Record<TextFact, unknown> = {
      ...(listing as Record<TextFact, unknown>),
      ...{ city, state, zip },
      agentId: part('listingAgent').id,
      officeId: part('listingOffice').id,
      sellingAgentId: part('sellingAgent').id,
      sellingOfficeId: part('sellingOffice').id,
    };
    this.#texts = TEXTS.map((name) => shared(texts[name]));
    const includes = (field: string, word: string): boolean =>
      Array.isArray(row[field]) && (row[field] as unknown[]).some((one) => String(one).includes(word));
    const flags: Record<FlagFact, boolean> = {
      fireplace: row.FireplaceYN === true || Number(row.FireplacesTotal) > 0,
      pool: row.PoolPrivateYN === true,
      newConstruction: row.NewConstructionYN === true,
      waterfront: row.WaterfrontYN === true,
      walkInCloset: includes('InteriorFeatures', 'Walk-In Closet'),
      vaultedCeiling: includes('InteriorFeatures', 'Vaulted Ceiling'),
    };
    this.#flags = FLAGS.reduce((bits, name, at) => (flags[name] ? bits | (1 << at) : bits), 0);
    this.day = toDay(now);
  }

  number(name: NumberFact): number | undefined {
    const value = this.#numbers[NUMBER_AT[name]] as number;
    return Number.isNaN(value) ? undefined : value;
  }

  text(name: TextFact): string | undefined {
    return this.#texts[TEXT_AT[name]];
  }

  flag(name: FlagFact): boolean {
    return (this.#flags & (1 << FLAGS.indexOf(name))) !== 0;
  }

  get latitude(): number | undefined {
    return this.number('latitude');
  }

  get longitude(): number | undefined {
    return this.number('longitude');
  }
}

export const toDay = (now: Date): number => Math.floor(now.getTime() / 86_400_000);

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN;
}

/** Interned strings: a million listings share some ten thousand. */
const words = new Map<string, string>();

function shared(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = String(value).toLowerCase();
  const known = words.get(text);
  if (known !== undefined) return known;
  if (words.size < 200_000) words.set(text, text);
  return text;
}
