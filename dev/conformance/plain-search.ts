import {
  type Cluster,
  COUNTED_ROOMS,
  clusterShift,
  daysOnMarket,
  type Facets,
  HOME_TYPES,
  type HomeCard,
  type HomeType,
  latitudeOfMercator,
  longitudeOfMercator,
  mercatorBounds,
  mercatorX,
  mercatorY,
  NULLABLE_FILTERS,
  type NullableFilter,
  PAGE_SIZE,
  priceEdges,
  roundBounds,
  type SearchAnswer,
  type SearchQuery,
  type SearchRequest,
  type Sort,
  STATUS_FILTERS,
  type StatusFilter,
  soldSince,
  statusFilterOf,
} from '@maru/listing';

/**
 * The oracle: the answer to a search, found by looking at every home, following the words of `search-engine` in
 * `@maru/listing` one by one. Slow on purpose, so that it is plainly right; engines are compared with it.
 * `now` is ms UTC.
 */
export function plainSearch(homes: HomeCard[], request: SearchRequest, now: number): SearchAnswer {
  const { query, want } = request;
  const candidates = homes
    .filter((home) => home.searchType === query.searchType && isInArea(home, query))
    .map((home) => verdictOn(home, query, now));
  /** The homes that pass everything, or everything but one criterion. */
  const passing = (exempt?: Criterion) =>
    candidates.filter(({ fails }) => fails.every((one) => one === exempt)).map(({ home }) => home);

  const matches = passing().sort(orderOf(query.sort ?? 'new'));
  const unknown: SearchAnswer['unknown'] = {};
  for (const filter of NULLABLE_FILTERS) {
    if (!isActive(query, filter)) continue;
    unknown[filter] = passing(filter).filter((home) => statedValue(home, filter, now) === null).length;
  }

  const first = ((query.page ?? 1) - 1) * PAGE_SIZE;
  const positioned = matches.filter(hasPosition);
  const answer: SearchAnswer = {
    total: matches.length,
    unknown,
    listings: want.has('listings') ? matches.slice(first, first + PAGE_SIZE) : [],
    extent: extentOf(positioned),
  };
  if (want.has('clusters') && request.zoom !== undefined) {
    const { clip } = request;
    const shown = clip === undefined ? positioned : positioned.filter((home) => isInside(home, clip));
    answer.clusters = clustersOf(shown, request.zoom);
  }
  if (want.has('histogram')) answer.histogram = histogramOf(passing('price'), query);
  if (want.has('facets')) answer.facets = facetsOf(passing, query, now);
  return answer;
}

type Criterion = NullableFilter | 'type' | 'status';
type Positioned = HomeCard & { latitude: number; longitude: number };

function isInArea(home: HomeCard, query: SearchQuery): boolean {
  if (query.bbox !== undefined) return hasPosition(home) && isInside(home, query.bbox);
  if (query.place === undefined) return true;
  const { state, county, city, zip, neighborhoods } = home.placeIds;
  return [state, county, city, zip, ...neighborhoods].includes(query.place);
}

function hasPosition(home: HomeCard): home is Positioned {
  return home.latitude !== null && home.longitude !== null;
}

function isInside(home: Positioned, bounds: NonNullable<SearchQuery['bbox']>): boolean {
  const { minX, minY, maxX, maxY } = mercatorBounds(bounds);
  const x = mercatorX(home.longitude);
  const y = mercatorY(home.latitude);
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

function verdictOn(home: HomeCard, query: SearchQuery, now: number): { home: HomeCard; fails: Criterion[] } {
  const fails: Criterion[] = [];
  for (const filter of NULLABLE_FILTERS) {
    if (isActive(query, filter) && !passesRange(home, query, filter, now)) fails.push(filter);
  }
  if (query.type !== undefined && query.type.length > 0 && !query.type.includes(home.homeType)) {
    fails.push('type');
  }
  const group = groupOf(home, query, now);
  const asked = query.status !== undefined && query.status.length > 0 ? query.status : ['active'];
  if (group === undefined || !asked.includes(group)) fails.push('status');
  return { home, fails };
}

function isActive(query: SearchQuery, filter: NullableFilter): boolean {
  return query[filter]?.min !== undefined || query[filter]?.max !== undefined;
}

function passesRange(home: HomeCard, query: SearchQuery, filter: NullableFilter, now: number): boolean {
  const value = statedValue(home, filter, now);
  if (value === null) return query.unk?.includes(filter) ?? false;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = query[filter] ?? {};
  return value >= min && value <= max;
}

function statedValue(home: HomeCard, filter: NullableFilter, now: number): number | null {
  switch (filter) {
    case 'price':
      return home.listPrice;
    case 'beds':
      return home.bedroomsTotal;
    case 'baths':
      return home.bathroomsTotalDecimal;
    case 'sqft':
      return home.livingArea;
    case 'lot':
      return home.lotSizeSquareFeet;
    case 'year':
      return home.yearBuilt;
    case 'hoa':
      return home.associationFeeMonthly;
    case 'dom':
      return home.listedAt === null ? null : daysOnMarket(home.listedAt, now);
  }
}

/** The home's status group; none for a sale that is too long ago or has no date. */
function groupOf(home: HomeCard, query: SearchQuery, now: number): StatusFilter | undefined {
  const group = statusFilterOf(home.standardStatus);
  if (group !== 'sold') return group;
  const since = soldSince(now, query.soldMonths);
  return home.closeDate !== null && home.closeDate >= since ? 'sold' : undefined;
}

function orderOf(sort: Sort): (a: HomeCard, b: HomeCard) => number {
  const sign = sort === 'price' || sort === 'ppsf' ? 1 : -1;
  return (a, b) => {
    const left = sortValueOf(a, sort);
    const right = sortValueOf(b, sort);
    if (left !== right) {
      if (left === null) return 1;
      if (right === null) return -1;
      return sign * (left - right);
    }
    return a.homeId < b.homeId ? -1 : 1;
  };
}

function sortValueOf(home: HomeCard, sort: Sort): number | null {
  switch (sort) {
    case 'new':
      return home.listedAt;
    case 'price':
    case '-price':
      return home.listPrice;
    case 'ppsf':
      return home.listPrice === null || !home.livingArea ? null : home.listPrice / home.livingArea;
    case '-sqft':
      return home.livingArea;
    case '-lot':
      return home.lotSizeSquareFeet;
    case '-year':
      return home.yearBuilt;
  }
}

function extentOf(homes: Positioned[]): SearchAnswer['extent'] {
  if (homes.length === 0) return null;
  const longitudes = homes.map((home) => home.longitude).sort((a, b) => a - b);
  const latitudes = homes.map((home) => home.latitude).sort((a, b) => a - b);
  return roundBounds([longitudes[0]!, latitudes[0]!, longitudes.at(-1)!, latitudes.at(-1)!]);
}

function clustersOf(homes: Positioned[], zoom: number): Cluster[] {
  const shift = clusterShift(zoom);
  const cells = new Map<string, { x: number; y: number; members: Positioned[] }>();
  for (const home of homes) {
    const x = mercatorX(home.longitude) >> shift;
    const y = mercatorY(home.latitude) >> shift;
    const cell = cells.get(`${x},${y}`) ?? { x, y, members: [] };
    cell.members.push(home);
    cells.set(`${x},${y}`, cell);
  }
  return [...cells.values()].sort((a, b) => a.y - b.y || a.x - b.x).map(({ members }) => clusterOf(members));
}

function clusterOf(members: Positioned[]): Cluster {
  const count = members.length;
  const only = members[0]!;
  if (count === 1) {
    const { homeId, listPrice, standardStatus, latitude, longitude } = only;
    return { latitude, longitude, count, home: { homeId, listPrice, standardStatus } };
  }
  const x = members.reduce((sum, home) => sum + mercatorX(home.longitude), 0);
  const y = members.reduce((sum, home) => sum + mercatorY(home.latitude), 0);
  return {
    latitude: latitudeOfMercator(Math.floor(y / count)),
    longitude: longitudeOfMercator(Math.floor(x / count)),
    count,
  };
}

function histogramOf(homes: HomeCard[], query: SearchQuery): SearchAnswer['histogram'] {
  const edges = priceEdges(query.searchType);
  const counts = edges.map((edge, i) => {
    const end = edges[i + 1] ?? Number.POSITIVE_INFINITY;
    return homes.filter(({ listPrice }) => listPrice !== null && listPrice >= edge && listPrice < end).length;
  });
  return { edges, counts };
}

function facetsOf(passing: (exempt?: Criterion) => HomeCard[], query: SearchQuery, now: number): Facets {
  const byType = passing('type');
  const byStatus = passing('status');
  const rooms = (filter: 'beds' | 'baths') =>
    Array.from(
      { length: COUNTED_ROOMS + 1 },
      (_, atLeast) =>
        passing(filter).filter((home) => {
          const value = statedValue(home, filter, now);
          return value === null ? query.unk?.includes(filter) : value >= atLeast;
        }).length,
    );
  return {
    type: Object.fromEntries(
      HOME_TYPES.map((type) => [type, byType.filter((home) => home.homeType === type).length]),
    ) as Record<HomeType, number>,
    status: Object.fromEntries(
      STATUS_FILTERS.map((group) => [
        group,
        byStatus.filter((home) => groupOf(home, query, now) === group).length,
      ]),
    ) as Record<StatusFilter, number>,
    beds: rooms('beds'),
    baths: rooms('baths'),
  };
}
