import { roundBounds, type SearchQuery } from '@maru/listing/search';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChangeKind } from '../filters/filter-state.ts';
import type { SearchData } from '../search-data.ts';
import { useAsked, useChangeSearch } from '../use-search.ts';
import type { MoveCause, Viewport } from './map-view.ts';
import { cameraTarget, keptViewport } from './use-map-camera.ts';

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
