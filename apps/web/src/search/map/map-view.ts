import type { HomeListAnswer } from '@maru/contract';
import type { Bounds } from '@maru/listing';

/** What the map shows. Zoom as of 512-pixel tiles. */
export interface Viewport {
  bounds: Bounds;
  zoom: number;
}

export type MapCluster = NonNullable<HomeListAnswer['clusters']>[number];

/** Who moved the map: the visitor (drag, wheel, keys, buttons, a cluster), or the page. */
export type MoveCause = 'visitor' | 'page';

/**
 * The boundary between the search page and a map library. Only the file behind it knows the library; another one
 * (Google Maps) would take the same.
 */
export interface MapViewProps {
  /** Where to look. A new value moves the map there; its own reports do not come back as such. */
  bounds: Bounds;
  /** The exact zoom to look at, when it is known (going back); else what shows the bounds whole. */
  zoom: number | null;
  clusters: readonly MapCluster[];
  litHomeId: string | null;
  seen: ReadonlySet<string>;
  /** What a screen reader adds to a pin's text. */
  nameOf: (cluster: MapCluster) => string;
  textOf: (cluster: MapCluster) => string;
  onMove: (viewport: Viewport, cause: MoveCause) => void;
  /** A pin's home is chosen; null: the ground was pressed. */
  onPick: (homeId: string | null, cluster: MapCluster | null) => void;
  onLight: (homeId: string | null) => void;
  /** No WebGL, or the library did not load. */
  onFail: () => void;
}
