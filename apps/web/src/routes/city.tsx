import { definePage } from '../site/page-module.ts';
import { loadCity } from './place-data.ts';
import { PlacePage, placeHead } from './place-page.tsx';

/** `/city?place=`: the market of a place, then its homes. */
export const page = definePage({ loader: loadCity, head: placeHead, Page: PlacePage });
