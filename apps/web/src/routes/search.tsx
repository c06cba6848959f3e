import { loadSearch } from '../search/search-data.ts';
import { SearchPage } from '../search/search-page.tsx';
import { searchHead } from '../search/search-words.ts';

/** `/{searchAddress}`, `/{searchAddress}/{searchType}`, `/homes/for_{searchType}`, `/homes/for_{searchType}/{address}`. */
export { loadSearch as loader, SearchPage as Page, searchHead as head };
