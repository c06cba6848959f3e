import { featureBits } from '@maru/listing';
import { metersPerUnitAt } from '@maru/listing/places';
import {
  type Bounds,
  mercatorBounds,
  mercatorEdges,
  mercatorX,
  mercatorY,
  type Polygon,
  type SearchQuery,
} from '@maru/listing/search';

/** Adds a parameter to the statement and returns its placeholder. */
export type Param = (value: unknown, type: string) => string;

/** What bounds a search whatever its other criteria: its area, and what is left out of it. */
export function areaConditions(
  { bbox, poly, near, place, otherPlaces = [], notPlaces = [], lacks = [] }: SearchQuery,
  param: Param,
): string[] {
  const conditions = notPlaces.map((one) => `${isInPlace(one, param)} is not true`);
  if (lacks.length > 0) conditions.push(`features_yes & ${featureBits(lacks)} = 0`);
  if (bbox === undefined && poly === undefined && near === undefined && place !== undefined) {
    const asked = [place, ...otherPlaces].map((one) => isInPlace(one, param));
    conditions.push(asked.length === 1 ? asked.join() : `(${asked.join(' or ')})`);
  }
  if (bbox !== undefined) conditions.push(isInBounds(bbox, param));
  if (poly !== undefined) conditions.push(isInPolygons(poly, param));
  if (near !== undefined) conditions.push(isNear(near, param));
  return conditions;
}

export function isInBounds(bounds: Bounds, param: Param): string {
  return isInBox(mercatorBounds(bounds), param);
}

interface Box {
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** As in the index `home_area`. */
const STRIP_BITS = 17;
/** About 16°; larger areas cover most of the table. */
const MAX_STRIPS = 400;

function isInBox({ minX, minY, maxX, maxY }: Box, param: Param): string {
  const first = minX >> STRIP_BITS;
  const strips = Array.from({ length: (maxX >> STRIP_BITS) - first + 1 }, (_, i) => first + i);
  const isInStrip =
    strips.length > MAX_STRIPS ? '' : `mercator_x >> ${STRIP_BITS} = any(${param(strips, 'int[]')}) and `;
  return (
    `(${isInStrip}mercator_x between ${param(minX, 'int')} and ${param(maxX, 'int')}` +
    ` and mercator_y between ${param(minY, 'int')} and ${param(maxY, 'int')})`
  );
}

function isInPlace(place: string, param: Param): string {
  const slug = param(place, 'text');
  const columns = ['place_state', 'place_county', 'place_city', 'place_zip'];
  const equal = columns.map((column) => `${column} = ${slug}`).join(' or ');
  return `(${equal} or place_neighborhoods @> array[${slug}])`;
}

/** The bounding box lets the index narrow the search. */
function isInPolygons(polygons: readonly Polygon[], param: Param): string {
  const edges = polygons.map(mercatorEdges);
  if (edges.length === 0) return 'false';
  const corners = edges.flatMap((one) => [...one]);
  const xs = corners.filter((_, i) => i % 2 === 0);
  const ys = corners.filter((_, i) => i % 2 === 1);
  const box = {
    minX: Math.min(...xs),
    minY: Math.min(...ys),
    maxX: Math.max(...xs),
    maxY: Math.max(...ys),
  };
  return `(${isInBox(box, param)} and (${edges.map(isInEdges).join(' or ')}))`;
}

/**
 * Like `isInsideEdges` of @maru/listing. The coordinates are safe integers; an array parameter takes five times as
 * long.
 */
function isInEdges(edges: Float64Array): string {
  const crossings: string[] = [];
  for (let at = 0; at < edges.length; at += 4) {
    const [x1, y1, x2, y2] = edges.subarray(at, at + 4) as unknown as [number, number, number, number];
    if (y1 === y2) continue;
    crossings.push(
      `((mercator_y < ${y1}) <> (mercator_y < ${y2}) and mercator_x < ` +
        `(${double(x2 - x1)} * (mercator_y - ${y1})) / ${double(y2 - y1)} + ${double(x1)})`,
    );
  }
  return isOdd(crossings);
}

/** True when an odd number of conditions is true; a balanced tree keeps PostgreSQL's parser from recursing deeply. */
function isOdd(conditions: readonly string[]): string {
  if (conditions.length < 2) return conditions[0] ?? 'false';
  const half = Math.ceil(conditions.length / 2);
  return `(${isOdd(conditions.slice(0, half))} <> ${isOdd(conditions.slice(half))})`;
}

const double = (value: number) => `'${value}'::float8`;

function isNear({ latitude, longitude, meters }: NonNullable<SearchQuery['near']>, param: Param): string {
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
  const units = meters / metersPerUnitAt(latitude);
  const reach = Math.min(2 ** 30, Math.ceil(units));
  const box = { minX: x - reach, minY: y - reach, maxX: x + reach, maxY: y + reach };
  return `(${isInBox(box, param)} and ${distanceFrom(x, y, param)} <= ${param(units, 'float8')})`;
}

/** Doubled distance in Mercator units, computed like in JavaScript. */
export function distanceFrom(x: number, y: number, param: Param): string {
  const [dx, dy] = [`(mercator_x - ${param(x, 'int')})::float8`, `(mercator_y - ${param(y, 'int')})::float8`];
  return `sqrt(${dx} * ${dx} + ${dy} * ${dy})`;
}
