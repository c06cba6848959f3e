import type { ResoRow } from './reso-row.ts';

/** The two MLSs of the invented market: the first is spoken by the Bridge simulator, the second by Slipstream's. */
export const DATASETS = ['sample', 'sample-two'] as const;
export type DatasetName = (typeof DATASETS)[number];

/** One MLS of the invented market. */
export interface MarketDataset {
  readonly dataset: DatasetName;
  /** Listings that are there now. */
  readonly size: number;
  /** The RESO Property row with its Media, made when asked for; undefined for a key that is not there now. */
  findRow(listingKey: string): ResoRow | undefined;
  /** Every listing that is there now, in no order; `ModificationTimestamp` as the row has it. */
  stamps(): Iterable<ListingStamp>;
  readonly members: ResoRow[];
  readonly offices: ResoRow[];
  /** Of the listings that are there now. */
  readonly openHouses: ResoRow[];
}

/** What a simulator needs to put a listing into its order and its class without making the row. */
export interface ListingStamp {
  listingKey: string;
  modificationTimestamp: string;
  /** As the row has them. */
  standardStatus: string;
  displayEntire: unknown;
}

/** What a tick did. A type and no interface, so that it is also a plain record. */
export type MarketChange = {
  dataset: DatasetName;
  listingKey: string;
  kind: 'added' | 'changed' | 'removed';
};
