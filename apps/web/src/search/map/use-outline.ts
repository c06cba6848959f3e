import type { Polygon } from '@maru/listing/search';
import { useEffect, useState } from 'react';
import type { SearchData } from '../search-data.ts';

const NONE: readonly Polygon[] = [];

/**
 * The rings of the searched school's or district's official boundary, else of the place's outline, once they are there; none
 * while an area of one's own is searched, and for what has not been imported.
 */
export function useOutline({ place, query }: SearchData): readonly Polygon[] {
  const isWanted = query.poly === undefined && query.near === undefined;
  const wanted = isWanted ? outlined(query, place).join() : '';
  const [outline, setOutline] = useState<{ of: string; rings: readonly Polygon[] } | null>(null);
  useEffect(() => {
    if (wanted === '') return;
    const stop = new AbortController();
    findRings(wanted.split(','), stop.signal)
      .then((rings) => setOutline({ of: wanted, rings }))
      // The homes are there without it.
      .catch(() => {});
    return () => stop.abort();
  }, [wanted]);
  return outline !== null && outline.of === wanted ? outline.rings : NONE;
}

/** Of the first of these that has any. */
async function findRings(slugs: readonly string[], signal: AbortSignal): Promise<readonly Polygon[]> {
  for (const slug of slugs) {
    const answer = await fetch(`/tiles/${slug}.json`, { signal });
    const { rings } = answer.ok ? ((await answer.json()) as { rings: Polygon[] }) : { rings: [] };
    if (rings.length > 0) return rings;
  }
  return NONE;
}

/** Below /tiles, the narrowest that is asked for first. A school by the feed's name alone has no boundary. */
function outlined(
  { school = [], schoolDistrict }: SearchData['query'],
  place: SearchData['place'],
): string[] {
  const slugs: string[] = [];
  const [only, ...others] = school;
  if (only !== undefined && others.length === 0 && /^\d{12}$/.test(only))
    slugs.push(`boundary/school/${only}`);
  if (schoolDistrict !== undefined) slugs.push(`boundary/district/${schoolDistrict}`);
  if (place !== null) slugs.push(`outline/${place.slug}`);
  return slugs;
}
