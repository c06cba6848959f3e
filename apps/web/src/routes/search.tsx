import { loadSearch } from '../search/search-data.ts';
import { SearchPage } from '../search/search-page.tsx';
import { searchHead } from '../search/search-words.ts';
import { definePage } from '../site/page-module.ts';

/** `/{searchAddress}`, `/{searchAddress}/{searchType}`, `/homes/for_{searchType}`, `/homes/for_{searchType}/{address}`. */
export const page = definePage({ loader: loadSearch, head: searchHead, Page: SearchPage });
