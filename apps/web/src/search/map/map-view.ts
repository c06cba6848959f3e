import type { HomeListAnswer } from '@maru/contract';
import type { Bounds } from '@maru/listing/search';
import type { ComponentType } from 'react';
import type { Camera, Position } from './camera.ts';

/** What the map shows. Zoom as of 512-pixel tiles. */
export interface Viewport {
  bounds: Bounds;
  zoom: number;
}

export type MapCluster = NonNullable<HomeListAnswer['clusters']>[number] & {
  /** How many of its homes fit what one can pay, while one looks at them by it. */
  fits?: number;
};

/** Who moved the map: the visitor (drag, wheel, keys, buttons, a cluster), or the page. */
export type MoveCause = 'visitor' | 'page';

/** What the page may ask of a map that stands. */
export interface MapHandle {
  /** As if the visitor had gone there. */
  goTo(position: Position, zoom: number): void;
  zoom(): number;
}

/**
 * The boundary between the search page and a map library: MapLibre with our own ground, or Google Maps. A library
 * draws the ground and moves it; pins, areas and drawing are ours (map-overlay) and follow its camera.
 */
export interface MapViewProps {
  /** Where to look. A new value moves the map there; its own reports do not come back as such. */
  bounds: Bounds;
  /** The exact zoom to look at, when it is known (going back); else what shows the bounds whole. */
  zoom: number | null;
  /** Lies over the ground, under the library's own buttons; takes no presses but those of its children. */
  overlay: HTMLElement;
  onReady: (map: MapHandle) => void;
  /** With each frame in which the map moves, before it is painted. */
  onCamera: (camera: Camera) => void;
  /** The map has come to rest. */
  onMove: (viewport: Viewport, cause: MoveCause) => void;
  /** The ground was pressed. */
  onGround: (position: Position) => void;
  /** All that is in view is drawn, for the first time. */
  onDrawn?: () => void;
  /** No WebGL, or the library did not load. */
  onFail: (fault: Error) => void;
}

export type MapView = ComponentType<MapViewProps>;

/** On a phone the sheet covers the lower part of the map at first (search.css). */
const PHONE = '(max-width: 767px)';
const COVERED = 0.42;
const SHEET_ID = 'results';

/** Room around what must be seen whole (px): half a pin on every side, above the sheet. */
export function paddingIn(container: HTMLElement) {
  const bottom = matchMedia(PHONE).matches ? Math.round(container.clientHeight * COVERED) : 48;
  return { top: 56, left: 40, right: 48, bottom };
}

/** How many px of the map's foot the sheet lies over as it stands now; 0 where it lies over all of it, or beside it. */
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
