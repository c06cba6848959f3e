import { mercatorX, mercatorY } from './viewport.ts';

/** In order, without a closing point; degrees. */
export type Polygon = readonly (readonly [latitude: number, longitude: number])[];

const PRECISION = 1e5;
/** Never starts a coordinate pair, so it can separate polygons. */
const SEPARATOR = '~';
const MAX_POLYGON_POINTS = 500;
export const MAX_POLYGONS = 10;

/** Polyline algorithm at precision 5 (about 1 m). A point that would start with "~" is moved by one unit of latitude. */
export function formatPolygons(polygons: readonly Polygon[]): string {
  return polygons.map(formatPolygon).join(SEPARATOR);
}

/** Decodes areas; `undefined` when invalid, with too many vertices, or with fewer than three in an area. */
export function parsePolygons(text: string): Polygon[] | undefined {
  const polygons: [number, number][][] = [];
  let points: [number, number][] = [];
  let [latitude, longitude, at, count] = [0, 0, 0, 0];
  while (at < text.length) {
    if (text[at] === SEPARATOR) {
      polygons.push(points);
      points = [];
      [latitude, longitude] = [0, 0];
      at += 1;
      continue;
    }
    const north = readNumber(text, at);
    const east = north === undefined ? undefined : readNumber(text, north.next);
    if (north === undefined || east === undefined) return undefined;
    latitude += north.value;
    longitude += east.value;
    if (Math.abs(latitude) > 90 * PRECISION || Math.abs(longitude) > 180 * PRECISION) return undefined;
    points.push([latitude / PRECISION, longitude / PRECISION]);
    count += 1;
    if (count > MAX_POLYGON_POINTS) return undefined;
    at = east.next;
  }
  polygons.push(points);
  return polygons.length <= MAX_POLYGONS && polygons.every((one) => one.length >= 3) ? polygons : undefined;
}

/** x1, y1, x2, y2 of each edge: integers below 2^30, so that JavaScript and SQL compute equal products. */
export function mercatorEdges(polygon: Polygon): Float64Array {
  const edges = new Float64Array(polygon.length * 4);
  polygon.forEach(([latitude, longitude], index) => {
    const [nextLatitude, nextLongitude] = polygon[(index + 1) % polygon.length] as readonly [number, number];
    edges.set(
      [mercatorX(longitude), mercatorY(latitude), mercatorX(nextLongitude), mercatorY(nextLatitude)],
      index * 4,
    );
  });
  return edges;
}

/** Even-odd rule, so that self-intersecting areas work; `x` and `y` in Mercator units. */
export function isInsideEdges(edges: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0; at < edges.length; at += 4) {
    const y1 = edges[at + 1] as number;
    const y2 = edges[at + 3] as number;
    if (y1 > y === y2 > y) continue;
    const x1 = edges[at] as number;
    const x2 = edges[at + 2] as number;
    if (x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

function formatPolygon(polygon: Polygon): string {
  let text = '';
  let [latitude, longitude] = [0, 0];
  for (const [north, east] of polygon) {
    let nextLatitude = Math.round(north * PRECISION);
    const nextLongitude = Math.round(east * PRECISION);
    let delta = formatNumber(nextLatitude - latitude);
    if (delta.startsWith(SEPARATOR)) {
      nextLatitude += nextLatitude > 0 ? -1 : 1;
      delta = formatNumber(nextLatitude - latitude);
    }
    text += delta + formatNumber(nextLongitude - longitude);
    [latitude, longitude] = [nextLatitude, nextLongitude];
  }
  return text;
}

/** Zigzag encoding, then five bits per character from the low end with a continuation bit. */
function formatNumber(value: number): string {
  let rest = value < 0 ? -value * 2 - 1 : value * 2;
  let text = '';
  while (rest >= 32) {
    text += String.fromCharCode((rest % 32) + 32 + 63);
    rest = Math.floor(rest / 32);
  }
  return text + String.fromCharCode(rest + 63);
}

function readNumber(text: string, from: number): { value: number; next: number } | undefined {
  let zigzag = 0;
  let scale = 1;
  for (let at = from; at < text.length && at < from + 7; at += 1) {
    const chunk = text.charCodeAt(at) - 63;
    if (chunk < 0 || chunk > 63) return undefined;
    zigzag += (chunk % 32) * scale;
    scale *= 32;
    if (chunk < 32) return { value: zigzag % 2 === 1 ? -(zigzag + 1) / 2 : zigzag / 2, next: at + 1 };
  }
  return undefined;
}
