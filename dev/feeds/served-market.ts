import type { ServedDataset } from './odata-listings.ts';
import type { Row } from './odata-value.ts';

/** A market whose rows are all there, as small tests have it; dev/sample-market's `Market` is one. */
export interface ServedMarket {
  properties: Row[];
  members: Row[];
  offices: Row[];
  openHouses: Row[];
  /** Answers the rows, or what else tells `ListingKey` or `listingKey`, that changed. */
  tick(now: Date, changes: number): readonly Record<string, unknown>[];
  drawPhoto(path: string): Promise<Buffer>;
}

/** A market whole, as one dataset. Rows may be replaced in it; a row that came is found after `reread`. */
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
