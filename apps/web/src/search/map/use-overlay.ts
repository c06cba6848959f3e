import { useEffect, useRef, useState } from 'react';
import type { SearchData } from '../search-data.ts';
import { circleCorners } from './area-shape.ts';
import { fitOf } from './budget/budget.ts';
import { MapOverlay } from './map-overlay.ts';
import type { MapCluster } from './map-view.ts';
import type { useDrawing } from './use-drawing.ts';
import { useOutline } from './use-outline.ts';
import type { useZones } from './use-zones.ts';

/** The overlay of a map, made once; its handlers call the functions of the last render. */
export function useOverlay(parts: ConstructorParameters<typeof MapOverlay>[0]): MapOverlay {
  const now = useRef(parts);
  now.current = parts;
  const [overlay] = useState(
    () =>
      new MapOverlay({
        onPress: (cluster) => now.current.onPress(cluster),
        onLight: (homeId) => now.current.onLight(homeId),
        nameOf: (cluster) => now.current.nameOf(cluster),
        textOf: (cluster) => now.current.textOf(cluster),
      }),
  );
  return overlay;
}

interface ShownPins {
  clusters: readonly MapCluster[];
  seen: ReadonlySet<string>;
  saved: ReadonlySet<string>;
  nameOf: (cluster: MapCluster) => string;
  /** USD a month. */
  budget: number | null;
}

export function useOverlayPins(
  overlay: MapOverlay,
  { clusters, seen, saved, nameOf, budget }: ShownPins,
  lit: string | null,
): void {
  useEffect(
    () =>
      overlay.show(clusters, {
        seen,
        saved,
        wording: nameOf,
        fitOf: budget === null ? undefined : (cluster) => fitOf(cluster, budget),
      }),
    [overlay, clusters, seen, saved, nameOf, budget],
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
