export type { MarketChange, MarketDataset } from './dataset.ts';
export { createMarket, type Market } from './market.ts';
export { PLACE_FILES_AS_OF, PLACE_FILES_COUNTY, PLACE_FILES_SCHOOL_YEAR, placeFiles } from './place-files.ts';
export { CONFIDENTIAL_MARK } from './property-row.ts';
export type { ResoRow } from './reso-row.ts';
