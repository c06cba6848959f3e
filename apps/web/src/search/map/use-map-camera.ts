import { type Bounds, formatBounds, formatPolygons, type SearchQuery } from '@maru/listing/search';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keptByEntry } from '../history-entry.ts';
import type { SearchData } from '../search-data.ts';
import { areaBounds, circleCorners } from './area-shape.ts';
import type { Viewport } from './map-view.ts';

/** The whole country without Alaska and Hawaii: where a map looks when nothing says better. */
const COUNTRY: Bounds = [-125, 24, -66.5, 49.5];

/** Where the map looked while the address did not say. */
export const keptViewport = keptByEntry<Viewport>('maru/viewports');

/**
 * Where the map looks. The address's area moves it, but not one that the map itself has put there; without one it
 * shows all homes of the place, and stays when filters change.
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

/** The areas that are searched, else all homes of a place; without one the country, whose far ends would leave the rest too small to press. */
function defaultBounds({ query, place, answer }: SearchData): Bounds {
  const areas = [...(query.poly ?? []), ...(query.near === undefined ? [] : [circleCorners(query.near)])];
  // The homes of a school or a district lie together, wherever that is.
  const isLocal = query.school !== undefined || query.schoolDistrict !== undefined;
  const around = place !== null || isLocal ? answer.extent : null;
  return areaBounds(areas) ?? around ?? place?.bounds ?? COUNTRY;
}

/** What moves the map when it changes: the area, or the place. */
export function cameraTarget({ bbox, poly, near, place, searchType }: SearchQuery): string {
  if (bbox !== undefined) return formatBounds(bbox);
  const circle = near === undefined ? '' : `${near.latitude},${near.longitude},${near.meters}`;
  return [place ?? '', searchType, poly === undefined ? '' : formatPolygons(poly), circle].join('|');
}
