import {
  FEATURES,
  featureBits,
  HOME_TYPES,
  type HomeCard,
  type HomeType,
  STATUS_FILTERS,
  type StatusFilter,
  toStatusFilter,
} from '@maru/listing';
import { buildPin, DEFAULT_LOAN, leadPrice, loanFactors, monthlyCost } from '@maru/listing/money';
import { commuteBasis, commuteMinutes, metersPerUnitAt } from '@maru/listing/places';
import {
  buildChoices,
  CHOICE_FILTERS,
  CHOICE_VALUES,
  type ChoiceFilter,
  type Choices,
  type Cluster,
  COUNTED_ROOMS,
  clusterShift,
  daysOnMarket,
  type Facets,
  isInsideEdges,
  localToday,
  mercatorBounds,
  mercatorEdges,
  mercatorLatitude,
  mercatorLongitude,
  mercatorX,
  mercatorY,
  NULLABLE_FILTERS,
  type NullableFilter,
  nextWeekend,
  PAGE_SIZE,
  priceCutPercent,
  priceEdges,
  RANGE_FILTERS,
  type RangeFilter,
  roundBounds,
  type SearchAnswer,
  type SearchQuery,
  type SearchRequest,
  SIZE_EDGES,
  type Sort,
  soldSince,
} from '@maru/listing/search';

/**
 * The oracle of the conformance suite: answers a search by testing every home, following the definitions of
 * `search-engine` in `@maru/listing` one by one. Deliberately simple and slow. `now` is ms UTC.
 */
export function plainSearch(homes: HomeCard[], request: SearchRequest, now: number): SearchAnswer {
  const { query, want } = request;
  const candidates = homes
    .filter((home) => home.searchType === query.searchType && isInArea(home, query))
    .map((home) => verdictOn(home, request, now));
  /** The homes that pass all criteria, or all but one. */
  const passing = (exempt?: Criterion) =>
    candidates.filter(({ fails }) => fails.every((one) => one === exempt)).map(({ home }) => home);

  const matches = passing().sort(createCompare(query.sort ?? 'new', request));
  const isPartial = (home: HomeCard) => computeCost(home, request)?.isWhole === false;
  const unknown: SearchAnswer['unknown'] = {};
  for (const filter of NULLABLE_FILTERS) {
    if (!isActive(query, filter)) continue;
    unknown[filter] = passing(filter).filter(
      (home) => judgeHome(home, request, filter, now) === 'unstated',
    ).length;
  }

  const { take } = request;
  const first = take === undefined ? ((query.page ?? 1) - 1) * PAGE_SIZE : 0;
  const positioned = matches.filter(hasPosition);
  const answer: SearchAnswer = {
    total: matches.length,
    unknown,
    ...(isActive(query, 'monthly') ? { atLeast: passing('wholeCost').filter(isPartial).length } : {}),
    listings: want.has('listings') ? matches.slice(first, first + (take ?? PAGE_SIZE)) : [],
    extent: computeExtent(positioned),
  };
  if (want.has('clusters') && request.zoom !== undefined) {
    const { clip, without } = request;
    const inClip = clip === undefined ? positioned : positioned.filter((home) => isInside(home, clip));
    const shown = inClip.filter(({ homeId }) => without?.has(homeId) !== true);
    answer.clusters = computeClusters(shown, request.zoom);
    if (without !== undefined) answer.leftOut = inClip.length - shown.length;
  }
  if (want.has('histogram')) {
    answer.histogram = countHistogram(passing('price'), priceEdges(query.searchType), leadPrice);
  }
  if (want.has('sizes')) {
    answer.sizes = countHistogram(passing('sqft'), SIZE_EDGES, (home) => home.livingArea);
  }
  if (want.has('facets')) answer.facets = countFacets(passing, request, now);
  if (want.has('choices')) answer.choices = choicesFound(passing, request, now);
  return answer;
}

type Criterion = NullableFilter | 'wholeCost' | 'type' | 'status' | 'open' | 'cut' | 'keyword';
type Positioned = HomeCard & { latitude: number; longitude: number };

function isInArea(home: HomeCard, query: SearchQuery): boolean {
  const { state, county, city, zip, neighborhoods } = home.placeIds;
  const isIn = (slug: string) => [state, county, city, zip, ...neighborhoods].includes(slug);
  if (query.notPlaces?.some(isIn)) return false;
  if ((home.featuresYes & featureBits(query.lacks ?? [])) !== 0) return false;
  const { bbox, poly, near } = query;
  if (bbox !== undefined || poly !== undefined || near !== undefined) {
    if (!hasPosition(home)) return false;
    const x = mercatorX(home.longitude);
    const y = mercatorY(home.latitude);
    if (bbox !== undefined && !isInside(home, bbox)) return false;
    if (poly !== undefined && !poly.some((one) => isInsideEdges(mercatorEdges(one), x, y))) return false;
    if (near === undefined) return true;
    const [dx, dy] = [x - mercatorX(near.longitude), y - mercatorY(near.latitude)];
    return Math.sqrt(dx * dx + dy * dy) <= near.meters / metersPerUnitAt(near.latitude);
  }
  return query.place === undefined || [query.place, ...(query.otherPlaces ?? [])].some(isIn);
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

function verdictOn(
  home: HomeCard,
  request: SearchRequest,
  now: number,
): { home: HomeCard; fails: Criterion[] } {
  const { query, keyword } = request;
  const fails: Criterion[] = [];
  for (const filter of NULLABLE_FILTERS) {
    if (!isActive(query, filter)) continue;
    const opinion = judgeHome(home, request, filter, now);
    if (opinion === 'fails' || (opinion === 'unstated' && !query.unk?.includes(filter))) fails.push(filter);
  }
  const isLowerBound = isActive(query, 'monthly') && computeCost(home, request)?.isWhole === false;
  if (query.wholeCost && isLowerBound) fails.push('wholeCost');
  if (query.type !== undefined && query.type.length > 0 && !query.type.includes(home.homeType)) {
    fails.push('type');
  }
  const group = findStatusGroup(home, query, now);
  const wanted = query.status !== undefined && query.status.length > 0 ? query.status : ['active'];
  if (group === undefined || !wanted.includes(group)) fails.push('status');
  if (query.open !== undefined && !isOpen(home, query.open, now)) fails.push('open');
  const cut = priceCutPercent(home);
  if (query.cut !== undefined && (cut === null || cut < query.cut)) fails.push('cut');
  if (keyword?.in?.has(home.homeId) === false || keyword?.notIn?.has(home.homeId)) fails.push('keyword');
  return { home, fails };
}

function isOpen(home: HomeCard, open: string, now: number): boolean {
  const days = home.openHouseDays.filter((day) => day >= localToday(now));
  if (open === 'any') return days.length > 0;
  const wanted = open === 'weekend' ? nextWeekend(now) : [open];
  return days.some((day) => wanted.includes(day));
}

function isActive(query: SearchQuery, filter: NullableFilter): boolean {
  if (isRange(filter)) return query[filter]?.min !== undefined || query[filter]?.max !== undefined;
  if (filter === 'commute') return query.commute !== undefined && query.to !== undefined;
  const wanted = query[filter];
  return Array.isArray(wanted) ? wanted.length > 0 : wanted !== undefined;
}

const isRange = (filter: NullableFilter): filter is RangeFilter =>
  RANGE_FILTERS.includes(filter as RangeFilter);

type Opinion = 'passes' | 'fails' | 'unstated';

/** The verdict of an active filter on a home, without the `unk` switch. */
function judgeHome(home: HomeCard, request: SearchRequest, filter: NullableFilter, now: number): Opinion {
  const { query } = request;
  const ifStated = <T>(value: T | null, isPassed: (value: T) => boolean): Opinion =>
    value === null ? 'unstated' : isPassed(value) ? 'passes' : 'fails';
  if (filter === 'monthly') {
    const cost = computeCost(home, request);
    if (cost === null) return 'unstated';
    const { min = 0, max = Number.POSITIVE_INFINITY } = query.monthly ?? {};
    if (!cost.isWhole) return cost.least > max ? 'fails' : 'passes';
    return cost.least >= min && cost.least <= max ? 'passes' : 'fails';
  }
  if (isRange(filter)) {
    const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = query[filter] ?? {};
    return ifStated(statedValue(home, filter, now), (value) => value >= min && value <= max);
  }
  switch (filter) {
    case 'facing':
      return ifStated(home.facing, (facing) => query.facing?.includes(facing) ?? true);
    case 'furnished':
      return ifStated(home.furnished, (is) => is === query.furnished);
    case 'lease':
      return ifStated(home.leaseMonths, (months) => months <= (query.lease ?? 0));
    case 'from':
      return ifStated(home.availabilityDate, (day) => day <= (query.from ?? ''));
    case 'new':
      return ifStated(home.newConstructionYN, (is) => is === query.new);
    case 'senior':
      return ifStated(home.seniorCommunityYN, (is) => is === query.senior);
    case 'schoolDistrict':
      return ifStated(home.schoolDistrict, (one) => one === query.schoolDistrict);
    case 'school':
      if (home.schools.length === 0) return 'unstated';
      return home.schools.some((one) => query.school?.includes(one)) ? 'passes' : 'fails';
    case 'has': {
      const missing = (query.has ?? []).filter((one) => (home.featuresYes & featureBits([one])) === 0);
      if (missing.length === 0) return 'passes';
      return missing.some((one) => (home.featuresStated & featureBits([one])) !== 0) ? 'fails' : 'unstated';
    }
    case 'commute': {
      const { min = 0, max = Number.POSITIVE_INFINITY } = query.commute?.minutes ?? {};
      return ifStated(computeMinutes(home, query), (value) => value >= min && value <= max);
    }
  }
}

function computeCost(home: HomeCard, { loan = DEFAULT_LOAN }: SearchRequest) {
  return monthlyCost({ ...home, state: home.placeIds.state }, loanFactors(loan));
}

function computeMinutes(home: HomeCard, { commute, to, to2 }: SearchQuery): number | null {
  if (to === undefined || !hasPosition(home)) return null;
  const bases = [commuteBasis(to, commute?.by ?? 'car', commute?.depart ?? '0800')];
  if (to2 !== undefined) bases.push(commuteBasis(to2.at, to2.by, to2.depart));
  const ways = bases.map((basis) =>
    basis === undefined
      ? Number.NaN
      : commuteMinutes(basis, mercatorX(home.longitude), mercatorY(home.latitude)),
  );
  const longest = Math.max(...ways);
  return Number.isNaN(longest) ? null : longest;
}

function statedValue(home: HomeCard, filter: Exclude<RangeFilter, 'monthly'>, now: number): number | null {
  switch (filter) {
    case 'price':
      return leadPrice(home);
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
    case 'mello':
      return home.taxOtherAnnualAssessmentAmount;
    case 'dom':
      return home.listedAt === null ? null : daysOnMarket(home.listedAt, now);
    case 'stories':
      return home.storiesTotal;
    case 'parking':
      return home.parkingTotal;
    case 'deposit':
      return home.securityDeposit;
  }
}

/** The home's status group; undefined for a sale that is too old or has no date. */
function findStatusGroup(home: HomeCard, query: SearchQuery, now: number): StatusFilter | undefined {
  const group = toStatusFilter(home.standardStatus);
  if (group !== 'sold') return group;
  const since = soldSince(now, query.soldMonths);
  return home.closeDate !== null && home.closeDate >= since ? 'sold' : undefined;
}

const ASCENDING: readonly Sort[] = ['price', 'ppsf', 'monthly', 'commute'];

function createCompare(sort: Sort, request: SearchRequest): (a: HomeCard, b: HomeCard) => number {
  const sign = ASCENDING.includes(sort) ? 1 : -1;
  const isWholeFirst = isActive(request.query, 'monthly') || sort === 'monthly';
  const isWhole = (home: HomeCard) => computeCost(home, request)?.isWhole === true;
  return (a, b) => {
    if (isWholeFirst && isWhole(a) !== isWhole(b)) return isWhole(a) ? -1 : 1;
    const left = computeSortValue(a, sort, request);
    const right = computeSortValue(b, sort, request);
    if (left !== right) {
      if (left === null) return 1;
      if (right === null) return -1;
      return sign * (left - right);
    }
    return a.homeId < b.homeId ? -1 : 1;
  };
}

function computeSortValue(home: HomeCard, sort: Sort, request: SearchRequest): number | null {
  switch (sort) {
    case 'new':
      return home.listedAt;
    case 'price':
    case '-price':
      return leadPrice(home);
    case 'ppsf': {
      const price = leadPrice(home);
      return price === null || !home.livingArea ? null : price / home.livingArea;
    }
    case '-sqft':
      return home.livingArea;
    case '-lot':
      return home.lotSizeSquareFeet;
    case '-year':
      return home.yearBuilt;
    case 'monthly':
      return computeCost(home, request)?.least ?? null;
    case 'cut':
      return priceCutPercent(home);
    case 'commute':
      return computeMinutes(home, request.query);
  }
}

function computeExtent(homes: Positioned[]): SearchAnswer['extent'] {
  if (homes.length === 0) return null;
  const longitudes = homes.map((home) => home.longitude).sort((a, b) => a - b);
  const latitudes = homes.map((home) => home.latitude).sort((a, b) => a - b);
  return roundBounds([longitudes[0]!, latitudes[0]!, longitudes.at(-1)!, latitudes.at(-1)!]);
}

function computeClusters(homes: Positioned[], zoom: number): Cluster[] {
  const shift = clusterShift(zoom);
  const cells = new Map<string, { x: number; y: number; members: Positioned[] }>();
  for (const home of homes) {
    const x = mercatorX(home.longitude) >> shift;
    const y = mercatorY(home.latitude) >> shift;
    const cell = cells.get(`${x},${y}`) ?? { x, y, members: [] };
    cell.members.push(home);
    cells.set(`${x},${y}`, cell);
  }
  return [...cells.values()]
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .map(({ members }) => buildCluster(members));
}

function buildCluster(members: Positioned[]): Cluster {
  const count = members.length;
  const only = members[0]!;
  if (count === 1) {
    const { latitude, longitude } = only;
    return { latitude, longitude, count, home: buildPin(only) };
  }
  const x = members.reduce((sum, home) => sum + mercatorX(home.longitude), 0);
  const y = members.reduce((sum, home) => sum + mercatorY(home.latitude), 0);
  return {
    latitude: mercatorLatitude(Math.floor(y / count)),
    longitude: mercatorLongitude(Math.floor(x / count)),
    count,
  };
}

function choicesFound(
  passing: (exempt: Criterion) => HomeCard[],
  request: SearchRequest,
  now: number,
): Choices {
  const countTotals = (filter: ChoiceFilter) =>
    CHOICE_VALUES[filter].map((value) => {
      const chosen = { ...request, query: { ...request.query, [filter]: value } };
      return passing(filter).filter((home) => !verdictOn(home, chosen, now).fails.includes(filter)).length;
    });
  return buildChoices(
    Object.fromEntries(CHOICE_FILTERS.map((filter) => [filter, countTotals(filter)])) as Record<
      ChoiceFilter,
      number[]
    >,
  );
}

function countHistogram(
  homes: HomeCard[],
  edges: readonly number[],
  measure: (home: HomeCard) => number | null,
): SearchAnswer['histogram'] {
  const counts = edges.map((edge, i) => {
    const end = edges[i + 1] ?? Number.POSITIVE_INFINITY;
    return homes.map(measure).filter((value) => value !== null && value >= edge && value < end).length;
  });
  return { edges: [...edges], counts };
}

function countFacets(
  passing: (exempt?: Criterion) => HomeCard[],
  { query }: SearchRequest,
  now: number,
): Facets {
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
        byStatus.filter((home) => findStatusGroup(home, query, now) === group).length,
      ]),
    ) as Record<StatusFilter, number>,
    beds: rooms('beds'),
    baths: rooms('baths'),
    has: Object.fromEntries(
      FEATURES.map((one) => [
        one,
        passing().filter((home) => (home.featuresYes & featureBits([one])) !== 0).length,
      ]),
    ) as Facets['has'],
  };
}
