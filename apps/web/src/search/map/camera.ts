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
export function unproject({ x, y, zoom, width, height }: Camera, left: number, top: number): Position {
  const size = worldSize(zoom);
  const worldLeft = x + (left - width / 2) / size;
  const worldTop = y + (top - height / 2) / size;
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * worldTop))) * 180) / Math.PI;
  return [latitude, worldLeft * 360 - 180];
}

/** Where a position is drawn in the map's box (px). */
export function project(
  { x, y, zoom, width, height }: Camera,
  [latitude, longitude]: Position,
): [number, number] {
  const size = worldSize(zoom);
  return [(worldX(longitude) - x) * size + width / 2, (worldY(latitude) - y) * size + height / 2];
}

/** Room around what must be seen whole (px). */
export interface Padding {
  top: number;
  left: number;
  right: number;
  bottom: number;
}

const CLOSEST_FIT = 16;
const FURTHEST_FIT = 2;

/**
 * The camera that shows bounds (west, south, east, north; degrees) in a box of so many px: whole, within the padding, and no closer
 * than buildings; with a zoom given, their middle at that zoom. As MapLibre fits them.
 */
export function cameraOver(
  [west, south, east, north]: readonly [number, number, number, number],
  zoom: number | null,
  { width, height }: Pick<Camera, 'width' | 'height'>,
  { top, left, right, bottom }: Padding,
): Camera {
  const [x1, x2, y1, y2] = [worldX(west), worldX(east), worldY(north), worldY(south)];
  const x = (x1 + x2) / 2;
  const y = (y1 + y2) / 2;
  if (zoom !== null) return { x, y, zoom, width, height };
  const across = Math.max(1, width - left - right) / (x2 - x1);
  const down = Math.max(1, height - top - bottom) / (y2 - y1);
  const fitting = Math.log2(Math.min(across, down) / TILE_PX);
  const at = Math.max(FURTHEST_FIT, Math.min(CLOSEST_FIT, fitting));
  const size = worldSize(at);
  return { x: x - (left - right) / 2 / size, y: y - (top - bottom) / 2 / size, zoom: at, width, height };
}

/** The camera over a position at a zoom. */
export function cameraAt(
  [latitude, longitude]: Position,
  zoom: number,
  { width, height }: Pick<Camera, 'width' | 'height'>,
): Camera {
  return { x: worldX(longitude), y: worldY(latitude), zoom, width, height };
}

/** Where a camera looks that has a position in the middle of what is left of its box over so many covered px at its foot. */
export function centerAbove(position: Position, zoom: number, covered: number): Position {
  return unproject(cameraAt(position, zoom, { width: 0, height: 0 }), 0, covered / 2);
}

/** What a camera shows: west, south, east, north; past the ends of the world where it does. */
export function boundsIn(camera: Camera): [west: number, south: number, east: number, north: number] {
  const [north, west] = unproject(camera, 0, 0);
  const [south, east] = unproject(camera, camera.width, camera.height);
  return [west, south, east, north];
}

/** Pulled by so many px, as a hand pulls the ground. */
export function panned(camera: Camera, dx: number, dy: number): Camera {
  const size = worldSize(camera.zoom);
  return { ...camera, x: camera.x - dx / size, y: camera.y - dy / size };
}

/** Another zoom, the ground under a point of the box (px) staying there. */
export function zoomedAround(camera: Camera, zoom: number, left: number, top: number): Camera {
  const [dx, dy] = [left - camera.width / 2, top - camera.height / 2];
  const [before, after] = [worldSize(camera.zoom), worldSize(zoom)];
  return {
    ...camera,
    zoom,
    x: camera.x + dx / before - dx / after,
    y: camera.y + dy / before - dy / after,
  };
}
