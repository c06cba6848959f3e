import {
  type Bounds,
  formatBounds,
  formatPolygons,
  roundBounds,
  type SearchQuery,
} from '@maru/listing/search';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ChangeKind } from '../filters/filter-state.ts';
import { keptByEntry } from '../history-entry.ts';
import type { SearchData } from '../search-data.ts';
import { useAsked, useChangeSearch } from '../use-search.ts';
import { areaBounds, circleCorners } from './area-shape.ts';
import type { MoveCause, Viewport } from './map-view.ts';

const SETTLE_MS = 300;

/**
 * Searches the area that the map shows, automatically or on request. `own` receives the areas that come from the map
 * itself, so that they do not move it.
 */
export function useViewportSearch(data: SearchData, entry: string, own: (target: string) => void) {
  const change = useChangeSearch();
  const { query } = data;
  // From the address, so that a choice whose response is pending is not lost.
  const { query: asked } = useAsked(data);
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const [follow, setFollow] = useState(true);
  const [moved, setMoved] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hasArea = query.poly !== undefined || query.near !== undefined;

  /** Searches an area that the map shows already. */
  const searchIn = useCallback(
    (where: Pick<SearchQuery, 'bbox' | 'poly' | 'near'>, kind: ChangeKind, zoom?: number) => {
      const { page: _page, bbox: _bbox, poly: _poly, near: _near, ...rest } = asked;
      const next = { ...rest, ...where };
      own(cameraTarget(next));
      setMoved(false);
      change(next, kind, { ...(zoom === undefined ? {} : { zoom }), keepScroll: true });
    },
    [asked, change, own],
  );
  const searchHere = useCallback(
    (next: Viewport, kind: ChangeKind = 'replace') =>
      searchIn({ bbox: roundBounds(next.bounds) }, kind, next.zoom),
    [searchIn],
  );
  /** For pending timers: the latest function, with the latest filters. */
  const searchHereNow = useRef(searchHere);
  useEffect(() => {
    searchHereNow.current = searchHere;
  }, [searchHere]);

  /** Call this when the map has moved. Nothing is searched while an area is drawn. */
  const settle = useCallback(
    (next: Viewport, cause: MoveCause, isDrawing: boolean) => {
      setViewport(next);
      clearTimeout(timer.current);
      if (cause === 'page') return;
      // A drawn area stays until the visitor removes it (rule R13).
      if (follow && !hasArea && !isDrawing)
        timer.current = setTimeout(() => searchHereNow.current(next), SETTLE_MS);
      else {
        keptViewport.save(entry, next);
        setMoved(true);
      }
    },
    [follow, hasArea, entry],
  );
  return { asked, viewport, moved, follow, setFollow, hasArea, searchIn, searchHere, settle };
}

/** The United States without Alaska and Hawaii: the default view. */
const COUNTRY: Bounds = [-125, 24, -66.5, 49.5];

/** The viewport of a history entry whose address has none. */
const keptViewport = keptByEntry<Viewport>('maru/viewports');

/**
 * The view of the map. A new area or place in the address moves it, unless the map itself has set that area. Without an
 * area it shows all homes of the place, and stays when filters change.
 */
export function useMapCamera(data: SearchData, entry: string) {
  const { query, zoom } = data;
  const mine = useRef<string | null>(null);
  const target = cameraTarget(query);
  const [camera, setCamera] = useState<{ bounds: Bounds; zoom: number | null; target: string }>(() => {
    const kept = query.bbox === undefined ? keptViewport.load(entry) : null;
    return {
      bounds: query.bbox ?? kept?.bounds ?? defaultBounds(data),
      zoom: query.bbox === undefined ? (kept?.zoom ?? null) : zoom,
      target,
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new target moves the map.
  useEffect(() => {
    const isOwn = mine.current === target;
    if (!isOwn) mine.current = null;
    setCamera((last) => {
      if (last.target === target) return last;
      if (isOwn) return { ...last, target };
      return {
        bounds: query.bbox ?? defaultBounds(data),
        zoom: query.bbox === undefined ? null : zoom,
        target,
      };
    });
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
function cameraTarget({ bbox, poly, near, place, searchType }: SearchQuery): string {
  if (bbox !== undefined) return formatBounds(bbox);
  const circle = near === undefined ? '' : `${near.latitude},${near.longitude},${near.meters}`;
  return [place ?? '', searchType, poly === undefined ? '' : formatPolygons(poly), circle].join('|');
}
