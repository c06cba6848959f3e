import type { Bounds } from '@maru/listing/search';

/**
 * Maps the world to a picture: px = offset + scale × Web Mercator, where the world is 1 wide. Plain data without
 * imports, so that the drawing thread starts quickly.
 */
export interface MapFrame {
  /** The box on the picture, in px. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Width of the world in px. */
  scale: number;
  /** World coordinates of the box's top left corner. */
  originX: number;
  originY: number;
}

/** Minimum extent as a part of the world: about two kilometers. */
const MIN_SPAN = 6e-5;

/** Fits the bounds into the box, with a margin. */
export function fitFrame(bounds: Bounds, box: Pick<MapFrame, 'left' | 'top' | 'width' | 'height'>): MapFrame {
  const [west, south, east, north] = bounds;
  const [x1, x2, y1, y2] = [mercatorX(west), mercatorX(east), mercatorY(north), mercatorY(south)];
  const edge = 56;
  const scale = Math.min(
    (box.width - 2 * edge) / Math.max(MIN_SPAN, x2 - x1),
    (box.height - 2 * edge) / Math.max(MIN_SPAN, y2 - y1),
  );
  return {
    ...box,
    scale,
    originX: (x1 + x2) / 2 - box.width / 2 / scale,
    originY: (y1 + y2) / 2 - box.height / 2 / scale,
  };
}

export function project(frame: MapFrame, latitude: number, longitude: number): [x: number, y: number] {
  return [
    frame.left + (mercatorX(longitude) - frame.originX) * frame.scale,
    frame.top + (mercatorY(latitude) - frame.originY) * frame.scale,
  ];
}

/** The map zoom (512-pixel tiles) that corresponds to the scale. */
export function findZoom({ scale }: MapFrame): number {
  return Math.log2(scale / 512);
}

function mercatorX(longitude: number): number {
  return (longitude + 180) / 360;
}

function mercatorY(latitude: number): number {
  const sin = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
}
