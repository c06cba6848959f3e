import {
  type Bounds,
  formatPolygons,
  MAX_POLYGONS,
  type Polygon,
  type SearchQuery,
} from '@maru/listing/search';
import { type Camera, type Position, unproject } from './camera.ts';

/** Turns a drawn line into areas that fit into an address. */

/** Enough corners for an area, and few enough to drag one by one. */
const MOST_CORNERS = 40;
/** Of all areas together (rule S10.4). */
const MOST_CORNERS_IN_ALL = 100;
/** An address may have 2,000 letters; the filters need some of them. */
const MOST_LETTERS = 1_200;
/** Largest distance of the simplified line from the drawn one. */
const TOLERANCE_PX = 3;
const LEAST_PX = 12;

/** The area that a line of points (px of the map's box) encloses; undefined for a line that encloses nothing. */
export function strokeToArea(
  stroke: readonly (readonly [number, number])[],
  camera: Camera,
): Polygon | undefined {
  const lefts = stroke.map(([left]) => left);
  const tops = stroke.map(([, top]) => top);
  const isTiny =
    Math.max(...lefts) - Math.min(...lefts) < LEAST_PX || Math.max(...tops) - Math.min(...tops) < LEAST_PX;
  if (stroke.length < 3 || isTiny) return undefined;
  let tolerance = TOLERANCE_PX;
  let corners = simplifyLine(stroke, tolerance);
  while (corners.length > MOST_CORNERS) {
    tolerance *= 1.5;
    corners = simplifyLine(stroke, tolerance);
  }
  if (corners.length < 3) return undefined;
  return corners.map(([left, top]) => rounded(unproject(camera, left, top)));
}

/** Ramer–Douglas–Peucker: keeps the points needed so that no other is further off than `tolerance`. */
function simplifyLine<Point extends readonly [number, number]>(
  line: readonly Point[],
  tolerance: number,
): Point[] {
  const kept = new Uint8Array(line.length);
  const open: [number, number][] = [[0, line.length - 1]];
  kept[0] = 1;
  kept[line.length - 1] = 1;
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span;
    let furthest = tolerance;
    let at = -1;
    for (let i = from + 1; i < to; i += 1) {
      const off = distanceToSegment(line[i]!, line[from]!, line[to]!);
      if (off > furthest) {
        furthest = off;
        at = i;
      }
    }
    if (at < 0) continue;
    kept[at] = 1;
    open.push([from, at], [at, to]);
  }
  return line.filter((_, index) => kept[index] === 1);
}

/**
 * Fits areas into an address: at most ten, a hundred corners and some 1,200 letters together. The larger ones are
 * simplified until they fit; corners are rounded to the address's precision (about 1 m).
 */
export function fitAreas(areas: readonly Polygon[]): Polygon[] {
  let fitted = areas.slice(-MAX_POLYGONS).map((area) => area.map(rounded));
  // Degrees. Grows until the areas fit, which thirty corners do.
  let tolerance = 0.00002;
  const isTooLong = () =>
    fitted.reduce((sum, { length }) => sum + length, 0) > MOST_CORNERS_IN_ALL ||
    encodeURIComponent(formatPolygons(fitted)).length > MOST_LETTERS;
  while (fitted.length > 0 && isTooLong()) {
    fitted = fitted.map((area) => {
      const simple = simplifyLine(area, tolerance);
      return simple.length >= 3 ? simple : area.slice(0, 3);
    });
    tolerance *= 1.6;
  }
  return fitted;
}

/** The corners of a circle, to draw it. In Mercator it is a circle in degrees. */
export function circleCorners({ latitude, longitude, meters }: NonNullable<SearchQuery['near']>): Polygon {
  const metersPerDegree = 111_319.49;
  const across = meters / (metersPerDegree * Math.cos((latitude * Math.PI) / 180));
  return Array.from({ length: 72 }, (_, step) => {
    const turn = (step / 72) * 2 * Math.PI;
    return [
      latitude + (meters / metersPerDegree) * Math.sin(turn),
      longitude + across * Math.cos(turn),
    ] as const;
  });
}

export function areaBounds(areas: readonly Polygon[]): Bounds | undefined {
  const points = areas.flat();
  if (points.length === 0) return undefined;
  const latitudes = points.map(([latitude]) => latitude);
  const longitudes = points.map(([, longitude]) => longitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

function rounded([latitude, longitude]: Position): [number, number] {
  return [Math.round(latitude * 1e5) / 1e5, Math.round(longitude * 1e5) / 1e5];
}

function distanceToSegment(
  [x, y]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length));
  return Math.hypot(x - (x1 + t * dx), y - (y1 + t * dy));
}
