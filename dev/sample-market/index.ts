export {
  DATASETS,
  type DatasetName,
  type ListingStamp,
  type MarketChange,
  type MarketDataset,
} from './dataset.ts';
export { DIRT, type Dirt } from './dirt.ts';
export { createMarket, type Market, type MarketOptions, type StreetFile } from './market.ts';
export { CONFIDENTIAL_MARK } from './property-row.ts';
export type { ResoRow } from './reso-row.ts';
