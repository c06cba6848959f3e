import { memberRow, officeRow } from './agents.ts';
import { DATASETS, type DatasetName, type ListingStamp, type MarketDataset } from './dataset.ts';
import { DAY } from './life.ts';
import type { Listings } from './listings.ts';
import { openHouseRow } from './open-houses.ts';
import { formatInstant, propertyRow } from './property-row.ts';
import { randomOf } from './random.ts';
import type { ResoRow } from './reso-row.ts';

/** One MLS as its feed has it: rows by key, built on demand. Agents and open houses are built on first read. */
export class ServedDataset implements MarketDataset {
  readonly dataset: DatasetName;
  readonly #listings: Listings;
  readonly #number: 0 | 1;
  readonly #mediaBase: string;
  #members: ResoRow[] | undefined;
  #offices: ResoRow[] | undefined;
  /** By listing; those of a listing that goes under contract stay, as canceled. */
  #openHouses: Map<number, ResoRow> | undefined;
  #openHouseRows: ResoRow[] | undefined;

  constructor(listings: Listings, number: 0 | 1, mediaBase: string) {
    this.dataset = DATASETS[number];
    this.#listings = listings;
    this.#number = number;
    this.#mediaBase = mediaBase;
  }

  get size(): number {
    return this.#listings.countListings(this.#number);
  }

  findRow(listingKey: string): ResoRow | undefined {
    const index = this.#listings.indexOf(this.#number, listingKey);
    if (index === undefined || !this.#listings.isThere(index)) return undefined;
    return propertyRow(this.#listings.loadFacts(index), this.#mediaBase);
  }

  *stamps(): Iterable<ListingStamp> {
    const listings = this.#listings;
    for (let index = 0; index < listings.end; index++) {
      const stamp = listings.stampIn(this.#number, index);
      if (stamp === undefined) continue;
      const { modifiedAt, micros, status, displayEntire } = stamp;
      yield {
        listingKey: listings.formatListingKey(index, this.#number),
        modificationTimestamp: formatInstant(modifiedAt, micros),
        standardStatus: status,
        displayEntire,
      };
    }
  }

  get members(): ResoRow[] {
    this.#members ??= this.#listings.rosters[this.#number].agents.map((agent) =>
      memberRow(agent, this.#rosterStamp(agent.key)),
    );
    return this.#members;
  }

  get offices(): ResoRow[] {
    this.#offices ??= this.#listings.rosters[this.#number].offices.map((office) =>
      officeRow(office, this.#rosterStamp(office.key)),
    );
    return this.#offices;
  }

  get openHouses(): ResoRow[] {
    if (this.#openHouses === undefined) {
      this.#openHouses = new Map();
      for (let index = 0; index < this.#listings.end; index++)
        if (this.#has(index) && this.#listings.mayHaveOpenHouse(index)) this.update(index);
    }
    this.#openHouseRows ??= [...this.#openHouses.values()];
    return this.#openHouseRows;
  }

  /** Updates what was built after listing `index` came, changed or left. */
  update(index: number): void {
    const known = this.#openHouses;
    if (known === undefined) return;
    const before = known.get(index);
    if (!this.#listings.isThere(index)) {
      if (before === undefined) return;
      known.delete(index);
    } else if (this.#listings.mayHaveOpenHouse(index)) {
      const home = this.#listings.loadFacts(index);
      if (home.openHouse === null) return;
      known.set(index, openHouseRow(home, home.openHouse));
    } else {
      if (before === undefined || before.OpenHouseStatus === 'Canceled') return;
      const modifiedAt = this.#listings.stampIn(this.#number, index)?.modifiedAt ?? this.#listings.born;
      known.set(index, {
        ...before,
        OpenHouseStatus: 'Canceled',
        ModificationTimestamp: formatInstant(modifiedAt, ''),
      });
    }
    this.#openHouseRows = undefined;
  }

  #has(index: number): boolean {
    return this.#listings.isThere(index) && this.#listings.findDataset(index) === this.#number;
  }

  #rosterStamp(key: string): string {
    const { seed, born } = this.#listings;
    return formatInstant(born - Math.floor(randomOf(seed, key).between(1, 300) * DAY), '');
  }
}
