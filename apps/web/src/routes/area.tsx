import { definePage } from '../site/page-module.ts';
import { loadArea } from './place-data.ts';
import { PlacePage, placeHead } from './place-page.tsx';

/** `/{state}/{city}/{streetZip}`: the market and the homes of a ZIP; of a street, its search. */
export const page = definePage({ loader: loadArea, head: placeHead, Page: PlacePage });
