/**
 * Searches that many people make, one press away. By facts of the home alone: nothing here sorts places by who lives there
 * (FEATURES.md 3.6).
 */
export const COLLECTIONS = [
  { name: 'cut', searchType: 'sale', filters: 'cut=any' },
  { name: 'open', searchType: 'sale', filters: 'open=weekend' },
  { name: 'built', searchType: 'sale', filters: 'new=1' },
  { name: 'one_story', searchType: 'sale', filters: 'stories=1' },
  { name: 'adu', searchType: 'sale', filters: 'has=adu' },
  { name: 'rent_pets', searchType: 'rent', filters: 'has=pets' },
  { name: 'rent_furnished', searchType: 'rent', filters: 'furnished=1' },
  { name: 'rent_short', searchType: 'rent', filters: 'lease=6' },
] as const;
export type CollectionName = (typeof COLLECTIONS)[number]['name'];

/** The address of its results, without /ko. */
export function collectionPath(name: CollectionName, place: string | null): string {
  const one = COLLECTIONS.find((other) => other.name === name);
  return `/homes/for_${one?.searchType}${place === null ? '' : `/${place}`}?${one?.filters}`;
}
