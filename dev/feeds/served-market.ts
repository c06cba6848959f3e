import type { ServedDataset } from './odata-listings.ts';
import type { Row } from './odata-value.ts';

/** A market with all rows in memory, for small tests; implemented by `Market` of dev/sample-market. */
export interface ServedMarket {
  properties: Row[];
  members: Row[];
  offices: Row[];
  openHouses: Row[];
  /** Returns the rows that changed, or objects with their `ListingKey` or `listingKey`. */
  tick(now: Date, changes: number): readonly Record<string, unknown>[];
  drawPhoto(path: string): Promise<Buffer>;
}

/** A whole market as one dataset. Rows may be replaced in it; an added row is found after `reread`. */
export class WholeMarketDataset implements ServedDataset {
  readonly dataset: string;
  readonly #market: ServedMarket;
  #at = new Map<string, number>();

  constructor(market: ServedMarket, dataset: string) {
    this.#market = market;
    this.dataset = dataset;
    this.reread();
  }

  get size(): number {
    return this.#market.properties.length;
  }

  get members(): readonly Row[] {
    return this.#market.members;
  }

  get offices(): readonly Row[] {
    return this.#market.offices;
  }

  get openHouses(): readonly Row[] {
    return this.#market.openHouses;
  }

  reread(): void {
    this.#at = new Map(this.#market.properties.map((row, at) => [String(row.ListingKey), at]));
  }

  findRow(listingKey: string): Row | undefined {
    const at = this.#at.get(listingKey);
    const row = at === undefined ? undefined : this.#market.properties[at];
    return row?.ListingKey === listingKey ? row : undefined;
  }

  *stamps(): Iterable<{ listingKey: string; modificationTimestamp: string; standardStatus?: string }> {
    for (const row of this.#market.properties) {
      yield {
        listingKey: String(row.ListingKey),
        modificationTimestamp: String(row.ModificationTimestamp),
        standardStatus: typeof row.StandardStatus === 'string' ? row.StandardStatus : undefined,
      };
    }
  }
}
