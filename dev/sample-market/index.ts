export {
  DATASETS,
  type DatasetName,
  type ListingStamp,
  type MarketChange,
  type MarketDataset,
} from './dataset.ts';
export { DIRT, type Dirt } from './dirt.ts';
export { createMarket, type Market, type MarketOptions, type StreetFile } from './market.ts';
export {
  PLACE_FILES_AS_OF,
  PLACE_FILES_SCHOOL_YEAR,
  type PlaceFile,
  placeFiles,
} from './place-files.ts';
export { CONFIDENTIAL_MARK } from './property-row.ts';
export type { ResoRow } from './reso-row.ts';
