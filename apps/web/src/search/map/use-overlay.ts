import type { Polygon } from '@maru/listing/search';
import { useEffect, useRef, useState } from 'react';
import type { SearchData } from '../search-data.ts';
import { circleCorners } from './area-shape.ts';
import { clusterFit } from './budget/budget.ts';
import { MapOverlay } from './map-overlay.ts';
import type { MapCluster } from './map-view.ts';
import type { useDrawing } from './use-drawing.ts';
import type { useZones } from './use-zones.ts';

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
  const wanted = isWanted ? outlined(query, place).join() : '';
  const [outline, setOutline] = useState<{ of: string; rings: readonly Polygon[] } | null>(null);
  useEffect(() => {
    if (wanted === '') return;
    const stop = new AbortController();
    findRings(wanted.split(','), stop.signal)
      .then((rings) => setOutline({ of: wanted, rings }))
      // The outline is optional.
      .catch(() => {});
    return () => stop.abort();
  }, [wanted]);
  return outline !== null && outline.of === wanted ? outline.rings : NO_RINGS;
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

/** Paths below /tiles, the narrowest area first. A school known by name only has no boundary. */
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
