export { AddressIndex, type AddressSuggestion } from './addresses/address-index.ts';
export { SearchMatcher } from './alerts/search-matcher.ts';
export type { Loading } from './homes/loading.ts';
export type { SnapshotReading } from './homes/snapshot.ts';
export { SearchIndex } from './search/search-index.ts';
