/** What a map shows, for any map library: the world is 1 wide and 1 high (Web Mercator), and 512 × 2^z px at zoom z. */
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

/** Width of the world in px. */
export function worldSize(zoom: number): number {
  return TILE_PX * 2 ** zoom;
}

/** The position at a point of the map's box (px). */
export function unproject({ x, y, zoom, width, height }: Camera, left: number, top: number): Position {
  const size = worldSize(zoom);
  const worldLeft = x + (left - width / 2) / size;
  const worldTop = y + (top - height / 2) / size;
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * worldTop))) * 180) / Math.PI;
  return [latitude, worldLeft * 360 - 180];
}

/** The point of the map's box (px) at a position. */
export function project(
  { x, y, zoom, width, height }: Camera,
  [latitude, longitude]: Position,
): [number, number] {
  const size = worldSize(zoom);
  return [(worldX(longitude) - x) * size + width / 2, (worldY(latitude) - y) * size + height / 2];
}

/** Padding around what must be visible (px). */
export interface Padding {
  top: number;
  left: number;
  right: number;
  bottom: number;
}

const CLOSEST_FIT = 16;
const FURTHEST_FIT = 2;

/**
 * The camera that fits bounds (west, south, east, north; degrees) into a box of px, within the padding and no closer
 * than buildings; with a zoom, their center at that zoom. As MapLibre fits them.
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

/** The center of a camera that shows `position` in the middle of its uncovered part; `covered`: px at the bottom. */
export function centerAbove(position: Position, zoom: number, covered: number): Position {
  return unproject(cameraAt(position, zoom, { width: 0, height: 0 }), 0, covered / 2);
}

/** West, south, east, north of a camera; beyond the ends of the world if it shows them. */
export function boundsIn(camera: Camera): [west: number, south: number, east: number, north: number] {
  const [north, west] = unproject(camera, 0, 0);
  const [south, east] = unproject(camera, camera.width, camera.height);
  return [west, south, east, north];
}

/** The camera after panning by `dx` and `dy` px. */
export function panned(camera: Camera, dx: number, dy: number): Camera {
  const size = worldSize(camera.zoom);
  return { ...camera, x: camera.x - dx / size, y: camera.y - dy / size };
}

/** Another zoom around a fixed point of the box (px). */
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
