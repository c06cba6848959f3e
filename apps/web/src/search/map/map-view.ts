import type { HomeListAnswer } from '@maru/contract';
import type { Bounds } from '@maru/listing/search';
import { type ComponentType, useEffect, useRef } from 'react';
import type { Camera, Position } from './camera.ts';

/** What the map shows. Zoom for 512-pixel tiles. */
export interface Viewport {
  bounds: Bounds;
  zoom: number;
}

export type MapCluster = NonNullable<HomeListAnswer['clusters']>[number] & {
  /** How many of its homes fit the budget, if one is set. */
  fits?: number;
};

/** What moved the map: the visitor (drag, wheel, keys, buttons, a cluster), or the page. */
export type MoveCause = 'visitor' | 'page';

/** The methods of a mounted map. */
export interface MapHandle {
  /** Moves as if by the visitor. */
  goTo(position: Position, zoom: number): void;
  zoom(): number;
}

/**
 * The interface between the search page and a map library: MapLibre with our own ground, or Google Maps. A library
 * draws and moves the ground; pins, areas and drawing are ours (map-overlay) and follow its camera.
 */
export interface MapViewProps {
  /** The bounds to show. A new value moves the map; its own moves do not change it. */
  bounds: Bounds;
  /** The exact zoom, if it is known (going back); else the bounds are fitted. */
  zoom: number | null;
  /** Above the ground and below the library's buttons; only its children take clicks. */
  overlay: HTMLElement;
  onReady: (map: MapHandle) => void;
  /** Called on each frame of a move, before it is painted. */
  onCamera: (camera: Camera) => void;
  /** Called when the map has come to rest. */
  onMove: (viewport: Viewport, cause: MoveCause) => void;
  onGround: (position: Position) => void;
  /** Called when the view is drawn for the first time. */
  onDrawn?: () => void;
  /** Called without WebGL, or if the library fails to load. */
  onFail: (fault: Error) => void;
}

export type MapView = ComponentType<MapViewProps>;

export const viewKey = ({ bounds, zoom }: Pick<MapViewProps, 'bounds' | 'zoom'>) =>
  `${bounds.join(',')}@${zoom ?? ''}`;

/** Calls `move` when the requested view changes. The first one is not a change: the map starts with it. */
export function useViewChange(props: MapViewProps, move: () => void): void {
  const key = viewKey(props);
  const last = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new view moves the map.
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    move();
  }, [key]);
}

/** Moves the pins into the box of a map. One that has the focus keeps it. */
export function placeOverlay(box: Element, overlay: HTMLElement): void {
  const focused = document.activeElement;
  box.append(overlay);
  if (focused instanceof HTMLElement && overlay.contains(focused)) focused.focus({ preventScroll: true });
}

/** On a phone the sheet covers the lower part of the map at first (search.css). */
const PHONE = '(max-width: 767px)';
const COVERED = 0.42;
const SHEET_ID = 'results';

/** Padding around what must be visible (px): half a pin on every side, above the sheet. */
export function paddingIn(container: HTMLElement) {
  const bottom = matchMedia(PHONE).matches ? Math.round(container.clientHeight * COVERED) : 48;
  return { top: 56, left: 40, right: 48, bottom };
}

/** Px at the bottom of the map that the sheet covers now; 0 if it covers all of it, or none. */
export function coveredIn(map: HTMLElement): number {
  const sheet = document.getElementById(SHEET_ID);
  if (sheet === null || !matchMedia(PHONE).matches) return 0;
  const { top, bottom } = map.getBoundingClientRect();
  const edge = sheet.getBoundingClientRect().top;
  return edge > top ? Math.max(0, bottom - edge) : 0;
}

export function prefersCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
