export { AddressIndex, type AddressSuggestion } from './address-index.ts';
export type { Loading } from './loading.ts';
export { SearchIndex } from './search-index.ts';
export { SearchMatcher } from './search-matcher.ts';
export type { SnapshotReading, SnapshotRefusal } from './snapshot.ts';
