export { SearchIndex } from './search-index.ts';
