/** Common searches, by facts of the home only: nothing here ranks places by their residents (rule R46). */
export const COLLECTIONS = [
  { name: 'cut', icon: 'maru:arrow-down', searchType: 'sale', filters: 'cut=any' },
  { name: 'open', icon: 'maru:calendar', searchType: 'sale', filters: 'open=weekend' },
  { name: 'built', icon: 'maru:building', searchType: 'sale', filters: 'new=1' },
  { name: 'one_story', icon: 'maru:house', searchType: 'sale', filters: 'stories=1' },
  { name: 'adu', icon: 'maru:plan', searchType: 'sale', filters: 'has=adu' },
  { name: 'rent_pets', icon: 'maru:person', searchType: 'rent', filters: 'has=pets' },
  { name: 'rent_furnished', icon: 'maru:check', searchType: 'rent', filters: 'furnished=1' },
  { name: 'rent_short', icon: 'maru:clock', searchType: 'rent', filters: 'lease=6' },
] as const;
export type CollectionName = (typeof COLLECTIONS)[number]['name'];

/** The path of its results, without /ko. */
export function collectionPath(name: CollectionName, place: string | null): string {
  const one = COLLECTIONS.find((other) => other.name === name);
  return `/homes/for_${one?.searchType}${place === null ? '' : `/${place}`}?${one?.filters}`;
}

/** The name of its icon, as `GET /api/_nuxt_icon` knows it. */
export function collectionIcon(name: CollectionName): string {
  return COLLECTIONS.find((other) => other.name === name)?.icon ?? '';
}
