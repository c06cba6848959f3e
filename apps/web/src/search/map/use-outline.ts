import type { Polygon } from '@maru/listing';
import { useEffect, useState } from 'react';
import type { SearchData } from '../search-data.ts';

const NONE: readonly Polygon[] = [];

/**
 * The rings of the searched place's outline, once they are there; none while an area of one's own is searched, and
 * for a city or ZIP code whose outline has not been imported.
 */
export function useOutline({ place, query }: SearchData): readonly Polygon[] {
  const isWanted = place !== null && query.poly === undefined && query.near === undefined;
  const slug = isWanted ? place.slug : null;
  const [outline, setOutline] = useState<{ of: string; rings: readonly Polygon[] } | null>(null);
  useEffect(() => {
    if (slug === null) return;
    const stop = new AbortController();
    fetch(`/tiles/outline/${slug}.json`, { signal: stop.signal })
      .then((answer) => (answer.ok ? answer.json() : { rings: [] }))
      .then(({ rings }) => setOutline({ of: slug, rings }))
      // The homes are there without it.
      .catch(() => {});
    return () => stop.abort();
  }, [slug]);
  return outline !== null && outline.of === slug ? outline.rings : NONE;
}
