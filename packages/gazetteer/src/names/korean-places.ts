import places from './korean-places.json' with { type: 'json' };

/**
 * By region: slug → display name, then alternative spellings, separated by commas. Spaces and the suffixes 시, 카운티 and 주
 * are ignored. A spelling also applies to namesakes (글렌데일 in California and Arizona), unless it is a nickname, marked
 * `*`. Latin nicknames (OC, DTLA) belong to one place.
 */
export const KOREAN_PLACES: readonly Readonly<Record<string, string>>[] = Object.values(places);
