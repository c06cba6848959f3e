/**
 * Where a map looks, in terms that every map library can tell: the world is 1 wide and 1 high (Web Mercator), and at
 * zoom z it is 512 × 2^z px.
 */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
  /** px of the map's box. */
  width: number;
  height: number;
}

/** Degrees [latitude, longitude]. */
export type Position = readonly [latitude: number, longitude: number];

const TILE_PX = 512;

export function worldX(longitude: number): number {
  return (longitude + 180) / 360;
}

export function worldY(latitude: number): number {
  const sin = Math.sin((latitude * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
}

/** px that the whole world is wide. */
export function worldSize(zoom: number): number {
  return TILE_PX * 2 ** zoom;
}

/** The position under a point of the map's box (px). */
export function positionAt({ x, y, zoom, width, height }: Camera, left: number, top: number): Position {
  const size = worldSize(zoom);
  const worldLeft = x + (left - width / 2) / size;
  const worldTop = y + (top - height / 2) / size;
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * worldTop))) * 180) / Math.PI;
  return [latitude, worldLeft * 360 - 180];
}

/** Where a position is drawn in the map's box (px). */
export function pointOf(
  { x, y, zoom, width, height }: Camera,
  [latitude, longitude]: Position,
): [number, number] {
  const size = worldSize(zoom);
  return [(worldX(longitude) - x) * size + width / 2, (worldY(latitude) - y) * size + height / 2];
}
