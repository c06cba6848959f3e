/** `/city?place=`: the market of a place, then its homes. */
export { loadCity as loader } from './place-data.ts';
export { PlacePage as Page, placeHead as head } from './place-page.tsx';
