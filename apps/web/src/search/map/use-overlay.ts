import { leadPrice } from '@maru/listing/money';
import type { Polygon } from '@maru/listing/search';
import { formatShortUsd, formatUsd } from '@maru/words';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { addressLine, listFacts, priceText } from '../../listing/card/card-words.ts';
import { FIT_MARKS } from '../../listing/facts/monthly-budget.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { SearchData } from '../search-data.ts';
import { circleCorners } from './area-shape.ts';
import { clusterFit } from './budget/budget.ts';
import { MapOverlay } from './map-overlay.ts';
import type { MapCluster } from './map-view.ts';
import type { useDrawing } from './use-drawing.ts';
import type { useZones } from './zones.tsx';

/** The overlay of a map, created once. Its handlers call the latest functions. */
export function useOverlay(parts: ConstructorParameters<typeof MapOverlay>[0]): MapOverlay {
  const now = useRef(parts);
  now.current = parts;
  const [overlay] = useState(
    () =>
      new MapOverlay({
        onPress: (cluster) => now.current.onPress(cluster),
        onLight: (homeId) => now.current.onLight(homeId),
        formatName: (cluster) => now.current.formatName(cluster),
        formatText: (cluster) => now.current.formatText(cluster),
      }),
  );
  return overlay;
}

/** Accessible name and visible text of a pin. `saved` and `seen` are ids of homes; `budget` is USD a month. */
export function usePinLabels(
  data: SearchData,
  budget: number | null,
  saved: ReadonlySet<string>,
  seen: ReadonlySet<string>,
) {
  const words = useWords();
  const { t, locale } = words;
  const { query } = data;
  const homes = useMemo(
    () => new Map(data.answer.listings.map((home) => [home.homeId, home])),
    [data.answer],
  );
  const formatName = useCallback(
    (cluster: MapCluster): string => {
      if (cluster.home === undefined)
        return budget === null || cluster.fits === undefined
          ? t('map.cluster')
          : t('map.cluster_fits', { fits: words.intl.formatNumber(cluster.fits) });
      const { homeId } = cluster.home;
      const fit = clusterFit(cluster, budget);
      const state = [
        fit === undefined ? '' : t(`map.pin_${fit}`),
        saved.has(homeId) ? t('map.pin_saved') : '',
        seen.has(homeId) ? t('map.pin_seen') : '',
      ].filter(Boolean);
      const card = homes.get(homeId);
      if (card === undefined) {
        const lead = leadPrice({ ...cluster.home, searchType: query.searchType });
        const price = lead === null ? t('map.pin_unstated') : formatUsd(locale, lead);
        return [price, ...state].join(', ');
      }
      // A screen reader reads a label in one language: leave out texts in another.
      const facts = listFacts(card, words).flatMap(({ text, lang }) => (lang === undefined ? [text] : []));
      return [priceText(card, words), ...facts, addressLine(card, words), ...state].join(', ');
    },
    [homes, seen, saved, budget, query.searchType, words, t, locale],
  );
  const formatText = useCallback(
    (cluster: MapCluster): string => {
      if (cluster.home === undefined) return words.intl.formatNumber(cluster.count);
      const lead = leadPrice({ ...cluster.home, searchType: query.searchType });
      if (lead === null) return t('map.pin_unstated');
      const price = formatShortUsd(locale, lead);
      const fit = clusterFit(cluster, budget);
      return fit === undefined ? price : `${FIT_MARKS[fit]} ${price}`;
    },
    [budget, query.searchType, words, t, locale],
  );
  return { formatName, formatText };
}

interface ShownPins {
  clusters: readonly MapCluster[];
  seen: ReadonlySet<string>;
  saved: ReadonlySet<string>;
  formatName: (cluster: MapCluster) => string;
  /** USD a month. */
  budget: number | null;
}

export function useOverlayPins(
  overlay: MapOverlay,
  { clusters, seen, saved, formatName, budget }: ShownPins,
  lit: string | null,
): void {
  useEffect(
    () =>
      overlay.show(clusters, {
        seen,
        saved,
        wording: formatName,
        getFit: budget === null ? undefined : (cluster) => clusterFit(cluster, budget),
      }),
    [overlay, clusters, seen, saved, formatName, budget],
  );
  useEffect(() => overlay.light(lit), [overlay, lit]);
}

/** Draws hazard zones, the outline of the place, and the areas that are searched or being drawn. */
export function useOverlayShapes(
  overlay: MapOverlay,
  data: SearchData,
  drawing: ReturnType<typeof useDrawing>,
  zones: ReturnType<typeof useZones>['shapes'],
): void {
  const { query } = data;
  const outline = useOutline(data);
  useEffect(() => overlay.drawZones(zones), [overlay, zones]);
  useEffect(() => {
    const searched = [
      ...(query.poly ?? []),
      ...(query.near === undefined ? [] : [circleCorners(query.near)]),
    ];
    overlay.draw({
      areas: drawing.isOn ? drawing.areas : searched,
      corners: drawing.corners,
      outline,
    });
  }, [overlay, query.poly, query.near, drawing.isOn, drawing.areas, drawing.corners, outline]);
}

const NO_RINGS: readonly Polygon[] = [];

/**
 * The official boundary of the searched school or district, else the outline of the place, in rings. Empty while an
 * area is searched, until loaded, and for places that were not imported.
 */
function useOutline({ place, query }: SearchData): readonly Polygon[] {
  const isWanted = query.poly === undefined && query.near === undefined;
  const wanted = isWanted ? outlinePaths(query, place).join() : '';
  // The outline is optional: a failure shows none.
  const latest = useLatest(wanted === '' ? null : wanted, async (signal) => {
    const areas = wanted.split(',').map((one) => findRings(one.split('|'), signal));
    return (await Promise.all(areas)).flat();
  });
  return (latest.key === wanted ? latest.value : undefined) ?? NO_RINGS;
}

/** The rings of the first of these that has any. */
async function findRings(slugs: readonly string[], signal: AbortSignal): Promise<readonly Polygon[]> {
  for (const slug of slugs) {
    const answer = await fetch(`/tiles/${slug}.json`, { signal });
    const { rings } = answer.ok ? ((await answer.json()) as { rings: Polygon[] }) : { rings: [] };
    if (rings.length > 0) return rings;
  }
  return NO_RINGS;
}

/**
 * Paths below /tiles: one for each of several places; for a school or district they are joined by "|", the narrowest area
 * first. A school known by name only has no boundary.
 */
function outlinePaths(
  { school = [], schoolDistrict, otherPlaces = [] }: SearchData['query'],
  place: SearchData['place'],
): string[] {
  const slugs: string[] = [];
  const [only, ...others] = school;
  if (only !== undefined && others.length === 0 && /^\d{12}$/.test(only))
    slugs.push(`boundary/school/${only}`);
  if (schoolDistrict !== undefined) slugs.push(`boundary/district/${schoolDistrict}`);
  const places = place === null ? [] : [place.slug, ...otherPlaces].map((slug) => `outline/${slug}`);
  return slugs.length === 0 ? places : [[...slugs, ...places.slice(0, 1)].join('|')];
}
