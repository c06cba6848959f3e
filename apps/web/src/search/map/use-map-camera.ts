import { type Bounds, formatBounds, formatPolygons, type SearchQuery } from '@maru/listing/search';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keptByEntry } from '../history-entry.ts';
import type { SearchData } from '../search-data.ts';
import { areaBounds, circleCorners } from './area-shape.ts';
import type { Viewport } from './map-view.ts';

/** The United States without Alaska and Hawaii: the default view. */
const COUNTRY: Bounds = [-125, 24, -66.5, 49.5];

/** The viewport of a history entry whose address has none. */
export const keptViewport = keptByEntry<Viewport>('maru/viewports');

/**
 * The view of the map. A new area or place in the address moves it, unless the map itself has set that area. Without an
 * area it shows all homes of the place, and stays when filters change.
 */
export function useMapCamera(data: SearchData, entry: string) {
  const { query, zoom } = data;
  const mine = useRef<string | null>(null);
  const target = cameraTarget(query);
  const [camera, setCamera] = useState<{ bounds: Bounds; zoom: number | null; of: string }>(() => {
    const kept = query.bbox === undefined ? keptViewport.load(entry) : null;
    return {
      bounds: query.bbox ?? kept?.bounds ?? defaultBounds(data),
      zoom: query.bbox === undefined ? (kept?.zoom ?? null) : zoom,
      of: target,
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target moves the map.
  useEffect(() => {
    if (mine.current === target) {
      setCamera((last) => (last.of === target ? last : { ...last, of: target }));
      return;
    }
    mine.current = null;
    setCamera((last) =>
      last.of === target
        ? last
        : {
            bounds: query.bbox ?? defaultBounds(data),
            zoom: query.bbox === undefined ? null : zoom,
            of: target,
          },
    );
  }, [target]);
  const own = useCallback((target: string) => {
    mine.current = target;
  }, []);
  return useMemo(() => ({ bounds: camera.bounds, zoom: camera.zoom, own }), [camera, own]);
}

/**
 * The bounds of the searched areas, else of all homes of a place; without a place `COUNTRY`: with Alaska and Hawaii in
 * view, the rest would be too small to press.
 */
function defaultBounds({ query, place, answer }: SearchData): Bounds {
  const areas = [...(query.poly ?? []), ...(query.near === undefined ? [] : [circleCorners(query.near)])];
  // The homes of a school or a district are close together.
  const isLocal = query.school !== undefined || query.schoolDistrict !== undefined;
  const around = place !== null || isLocal ? answer.extent : null;
  return areaBounds(areas) ?? around ?? place?.bounds ?? COUNTRY;
}

/** Changes when the map must move: the area, or the place. */
export function cameraTarget({ bbox, poly, near, place, searchType }: SearchQuery): string {
  if (bbox !== undefined) return formatBounds(bbox);
  const circle = near === undefined ? '' : `${near.latitude},${near.longitude},${near.meters}`;
  return [place ?? '', searchType, poly === undefined ? '' : formatPolygons(poly), circle].join('|');
}
