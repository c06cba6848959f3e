/** `/list?searchType=&place=`: the homes of a place, then its market. */
export { loadList as loader } from './place-data.ts';
export { PlacePage as Page, placeHead as head } from './place-page.tsx';
