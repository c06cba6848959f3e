/** The integer Web Mercator grid of both search engines, for exact tests in JavaScript and SQL. */

/** Degrees, GeoJSON order: west, south, east, north. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The world is 2^30 units wide: 3.7 cm at the equator, in a positive 32-bit integer. */
export const MERCATOR_BITS = 30;
const WORLD = 2 ** MERCATOR_BITS;
const MAX_LATITUDE = 85.051_128_779_806_6;

/** Longitude in degrees → integer x, 0 … 2^30 − 1, west to east. */
export function mercatorX(longitude: number): number {
  const x = Math.floor(((longitude + 180) / 360) * WORLD);
  return Math.min(WORLD - 1, Math.max(0, x));
}

/** Latitude in degrees → integer y, 0 … 2^30 − 1, north to south. */
export function mercatorY(latitude: number): number {
  const clamped = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude));
  const sin = Math.sin((clamped * Math.PI) / 180);
  const y = Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * WORLD);
  return Math.min(WORLD - 1, Math.max(0, y));
}

/** Integer x → longitude of the unit's west edge. */
export function mercatorLongitude(x: number): number {
  return (x / WORLD) * 360 - 180;
}

/** Integer y → latitude of the unit's north edge. */
export function mercatorLatitude(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / WORLD))) * 180) / Math.PI;
}

export function mercatorBounds(bounds: Bounds): { minX: number; minY: number; maxX: number; maxY: number } {
  const [west, south, east, north] = bounds;
  return { minX: mercatorX(west), minY: mercatorY(north), maxX: mercatorX(east), maxY: mercatorY(south) };
}

/** Low bits per cluster cell (512-pixel tiles): 64 px, and 16 px from zoom 16 on, where a building is a cluster. */
export function clusterShift(zoom: number): number {
  const whole = Math.max(0, Math.min(22, Math.floor(zoom)));
  const cellBits = whole >= 16 ? 4 : 6;
  return Math.max(0, MERCATOR_BITS - 9 - whole + cellBits);
}

/** Maximum cells across and down; a screen of 8,000 px has half as many. */
const MAX_CELLS = 256;

/** The finest zoom with at most MAX_CELLS cells; beyond it the response would be as large as a list of all homes. */
export function finestZoom(bounds: Bounds): number {
  const { minX, minY, maxX, maxY } = mercatorBounds(bounds);
  const longest = Math.max(maxX - minX, maxY - minY);
  let zoom = 22;
  while (zoom > 0 && longest >> clusterShift(zoom) > MAX_CELLS) zoom--;
  return zoom;
}

/** Rounds outward to 4 decimals (about 11 m), so that similar viewports share a URL and cache entry. */
export function roundBounds([west, south, east, north]: Bounds): Bounds {
  const down = (n: number) => Math.floor(n * 1e4 + 1e-6) / 1e4;
  const up = (n: number) => Math.ceil(n * 1e4 - 1e-6) / 1e4;
  return [
    Math.max(-180, down(west)),
    Math.max(-90, down(south)),
    Math.min(180, up(east)),
    Math.min(90, up(north)),
  ];
}
