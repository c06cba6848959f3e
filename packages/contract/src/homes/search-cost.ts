import { parseBounds, parsePolygons } from '@maru/listing/search';

/** A search over more degrees of longitude covers a large part of the country. */
const WIDE_DEGREES = 10;
/** Costs relative to a search of a town. Measured with 1,000,000 homes (docs/decisions/0043-cost-of-a-search.md). */
const WIDE = 8;
const CHOICES = 2;
/** Of keywords and changes, and of a street: there are tens of thousands of homes on the "Main St" of all places. */
const KEYWORD = 4;
const CORNERS_FOR_ONE = 100;
/** More states than this at once cover a large part of the country. */
const MAX_STATES = 3;

/** Cost of a `GET /maru/v1/home/list` in searches of a town, for the rate limit; invalid values add nothing. */
export function searchCost(url: string): number {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const polygons = parsePolygons(query.get('poly') ?? '') ?? [];
  const corners = polygons.reduce((sum, polygon) => sum + polygon.length, 0);
  const wants = query.getAll('want').flatMap((value) => value.split(','));
  return (
    1 +
    (isWide(query, polygons.flat()) ? WIDE : 0) +
    (wants.some((one) => one.trim() === 'choices') ? CHOICES : 0) +
    (['q', 'not', 'street', 'since'].some((key) => query.get(key)) ? KEYWORD : 0) +
    Math.floor(corners / CORNERS_FOR_ONE)
  );
}

function isWide(query: URLSearchParams, corners: readonly (readonly [number, number])[]): boolean {
  const box = parseBounds(query.get('bbox') ?? '');
  if (box !== undefined) return box[2] - box[0] > WIDE_DEGREES;
  if (corners.length > 0) {
    const longitudes = corners.map(([, longitude]) => longitude);
    return Math.max(...longitudes) - Math.min(...longitudes) > WIDE_DEGREES;
  }
  const places = query
    .getAll('place')
    .flatMap((value) => value.split(','))
    .filter((place) => place.trim() !== '');
  if (places.length === 0) return !query.get('near')?.trim();
  return places.filter((place) => !isWithinState(place.trim())).length > MAX_STATES;
}

/** Whether a place is no state, by its slug: `irvine-ca`, `92620`. */
function isWithinState(place: string): boolean {
  return /-[a-z]{2}$|^\d{5}$/.test(place);
}
