import type { ResoRow } from './reso-row.ts';

/** The two MLSs of the invented market: the first is served by the Bridge simulator, the second by Slipstream's. */
export const DATASETS = ['sample', 'sample-two'] as const;
export type DatasetName = (typeof DATASETS)[number];

/** One MLS of the invented market. */
export interface MarketDataset {
  readonly dataset: DatasetName;
  /** Number of present listings. */
  readonly size: number;
  /** The RESO Property row with its Media, built on demand; undefined for a key that is not present. */
  findRow(listingKey: string): ResoRow | undefined;
  /** Every present listing, unordered; `ModificationTimestamp` as in the row. */
  stamps(): Iterable<ListingStamp>;
  readonly members: ResoRow[];
  readonly offices: ResoRow[];
  /** Those of present listings. */
  readonly openHouses: ResoRow[];
}

/** What a simulator needs to sort and classify a listing without building its row. */
export interface ListingStamp {
  listingKey: string;
  modificationTimestamp: string;
  /** As in the row. */
  standardStatus: string;
  displayEntire: unknown;
}

/** A change made by a tick. A type and no interface, so that it is also a plain record. */
export type MarketChange = {
  dataset: DatasetName;
  listingKey: string;
  kind: 'added' | 'changed' | 'removed';
};
