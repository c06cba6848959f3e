import { loadArea } from '../search/search-data.ts';
import { SearchPage } from '../search/search-page.tsx';
import { searchHead } from '../search/search-words.ts';

/** `/{state}/{city}/{streetZip}`: a search in a ZIP, or around a street. */
export { loadArea as loader, SearchPage as Page, searchHead as head };
