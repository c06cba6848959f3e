/** `/{state}/{city}/{streetZip}`: the market and the homes of a ZIP, or around a street. */
export { loadArea as loader } from './place-data.ts';
export { PlacePage as Page, placeHead as head } from './place-page.tsx';
