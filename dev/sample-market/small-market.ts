import type { MarketDataset } from './dataset.ts';
import type { Listings } from './listings.ts';
import type { Kind } from './market-changes.ts';
import { propertyRow } from './property-row.ts';
import type { ResoRow } from './reso-row.ts';

/**
 * A market as plain arrays that ticks keep up to date, and that a test may modify. About 10 KB per row: for small
 * markets.
 */
export class SmallMarket {
  properties: ResoRow[] = [];
  readonly members: ResoRow[];
  readonly offices: ResoRow[];
  readonly openHouses: ResoRow[];
  readonly #listings: Listings;
  readonly #datasets: readonly MarketDataset[];
  readonly #mediaBase: string;
  readonly #places = new Map<number, number>();

  constructor(listings: Listings, datasets: readonly MarketDataset[], mediaBase: string) {
    this.#listings = listings;
    this.#datasets = datasets;
    this.#mediaBase = mediaBase;
    for (let index = 0; index < listings.end; index++) if (listings.isThere(index)) this.#push(index);
    this.members = datasets.flatMap(({ members }) => members);
    this.offices = datasets.flatMap(({ offices }) => offices);
    this.openHouses = datasets.flatMap(({ openHouses }) => openHouses);
  }

  update(changed: ReadonlyMap<number, Kind>): void {
    for (const [index, kind] of changed) this.#updateRow(index, kind);
    const keys = new Set([...changed.keys()].map((index) => this.#listings.formatListingKey(index)));
    const isOurs = (row: ResoRow) =>
      keys.has(String(row.ListingKey)) && String(row.OpenHouseKey).startsWith(`${row.ListingKey}-oh`);
    const kept = this.openHouses.filter((row) => !isOurs(row));
    const now = this.#datasets.flatMap(({ openHouses }) => openHouses).filter(isOurs);
    this.openHouses.splice(0, Number.POSITIVE_INFINITY, ...kept, ...now);
  }

  #updateRow(index: number, kind: Kind): void {
    const place = this.#places.get(index);
    if (kind === 'removed') {
      if (place === undefined) return;
      this.properties.splice(place, 1);
      this.#places.delete(index);
      for (const [other, at] of this.#places) if (at > place) this.#places.set(other, at - 1);
    } else if (place === undefined) this.#push(index);
    else this.properties[place] = this.#loadRow(index);
  }

  #push(index: number): void {
    this.#places.set(index, this.properties.push(this.#loadRow(index)) - 1);
  }

  #loadRow(index: number): ResoRow {
    return propertyRow(this.#listings.loadFacts(index), this.#mediaBase);
  }
}
