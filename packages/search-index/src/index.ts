export { AddressIndex, type AddressSuggestion } from './address-index.ts';
export { SearchIndex } from './search-index.ts';
