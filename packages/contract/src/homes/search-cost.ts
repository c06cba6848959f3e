import { parseBounds, parsePolygons } from '@maru/listing/search';

/** A search of more degrees of longitude than this is one of a large part of the country. */
const WIDE_DEGREES = 10;
/** Costs beside that of a search of a town, which is 1. Measured over 1,000,000 homes (docs/decisions/0043-cost-of-a-search.md). */
const WIDE = 8;
const CHOICES = 2;
const KEYWORD = 4;
const CORNERS_FOR_ONE = 100;

/**
 * What a `GET /maru/v1/home/list` costs, in searches of a town. It is counted in the rate limits of searches, so that
 * expensive searches are allowed less often.
 *
 * @param url The request target as it was sent. An invalid value adds nothing: the search is refused later.
 */
export function searchCost(url: string): number {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const polygons = parsePolygons(query.get('poly') ?? '') ?? [];
  const corners = polygons.reduce((sum, polygon) => sum + polygon.length, 0);
  const wants = query.getAll('want').flatMap((value) => value.split(','));
  return (
    1 +
    (isWide(query, polygons.flat()) ? WIDE : 0) +
    (wants.some((one) => one.trim() === 'choices') ? CHOICES : 0) +
    (query.get('q') || query.get('not') ? KEYWORD : 0) +
    Math.floor(corners / CORNERS_FOR_ONE)
  );
}

/** Whether a search is of a large part of the country. */
function isWide(query: URLSearchParams, corners: readonly (readonly [number, number])[]): boolean {
  const box = parseBounds(query.get('bbox') ?? '');
  if (box !== undefined) return box[2] - box[0] > WIDE_DEGREES;
  if (corners.length > 0) {
    const longitudes = corners.map(([, longitude]) => longitude);
    return Math.max(...longitudes) - Math.min(...longitudes) > WIDE_DEGREES;
  }
  return !query.get('place') && !query.get('near');
}
