import { definePage } from '../site/page-module.ts';
import { loadList } from './place-data.ts';
import { PlacePage, placeHead } from './place-page.tsx';

/** `/list?searchType=&place=`: the homes of a place, then its market. */
export const page = definePage({ loader: loadList, head: placeHead, Page: PlacePage });
