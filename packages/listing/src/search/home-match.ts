import { featureBits } from '../listing/features.ts';
import type { HomeCard } from '../listing/home.ts';
import { toStatusFilter } from '../listing/standard-status.ts';
import { leadPrice } from '../money/lead-price.ts';
import { DEFAULT_LOAN, type LoanTerms, loanFactors, monthlyCost } from '../money/monthly-cost.ts';
import { isOnStreet } from '../places/address-words.ts';
import { buildCommuteBases, longestCommute, metersPerUnitAt } from '../places/commute.ts';
import { isInsideEdges, mercatorEdges } from './polygon.ts';
import { daysOnMarket, localToday, nextWeekend, priceCutPercent, soldSince } from './search-engine.ts';
import type { NullableFilter, Range, RangeFilter, SearchQuery } from './search-query.ts';
import { RANGE_FILTERS } from './search-query.ts';
import { mercatorBounds, mercatorX, mercatorY } from './viewport.ts';

export type HomeMatch = (home: HomeCard, now: number) => boolean;

/** Tests single homes, for alerts. Ignores `q`, `not` and `since`: a card has no text and no ledger. Cheap tests come first. */
export function homeMatch(query: SearchQuery, loan: LoanTerms = DEFAULT_LOAN): HomeMatch {
  const tests: HomeMatch[] = [
    (home) => home.searchType === query.searchType,
    statusTest(query),
    ...typeTest(query),
    ...RANGE_FILTERS.flatMap((filter) => rangeTest(query, filter)),
    ...statedTests(query),
    ...hasTest(query),
    ...lacksTest(query),
    ...eventTests(query),
    ...placeTest(query),
    ...streetTest(query),
    ...monthlyTest(query, loan),
    ...areaTests(query),
    ...commuteTest(query),
  ];
  return (home, now) => {
    for (const test of tests) if (!test(home, now)) return false;
    return true;
  };
}

function statusTest({ status, soldMonths }: SearchQuery): HomeMatch {
  const asked = new Set(status === undefined || status.length === 0 ? (['active'] as const) : status);
  return (home, now) => {
    const group = toStatusFilter(home.standardStatus);
    if (group === undefined || !asked.has(group)) return false;
    return group !== 'sold' || (home.closeDate !== null && home.closeDate >= soldSince(now, soldMonths));
  };
}

function typeTest({ type }: SearchQuery): HomeMatch[] {
  if (type === undefined || type.length === 0) return [];
  return [(home) => type.includes(home.homeType)];
}

const VALUES: Record<Exclude<RangeFilter, 'monthly'>, (home: HomeCard, now: number) => number | null> = {
  price: leadPrice,
  beds: (home) => home.bedroomsTotal,
  baths: (home) => home.bathroomsTotalDecimal,
  sqft: (home) => home.livingArea,
  lot: (home) => home.lotSizeSquareFeet,
  year: (home) => home.yearBuilt,
  hoa: (home) => home.associationFeeMonthly,
  mello: (home) => home.taxOtherAnnualAssessmentAmount,
  dom: (home, now) => (home.listedAt === null ? null : daysOnMarket(home.listedAt, now)),
  stories: (home) => home.storiesTotal,
  parking: (home) => home.parkingTotal,
  deposit: (home) => home.securityDeposit,
};

function rangeTest(query: SearchQuery, filter: RangeFilter): HomeMatch[] {
  const ends = closedRange(query[filter]);
  if (ends === undefined || filter === 'monthly') return [];
  const read = VALUES[filter];
  const isKept = keeps(query, filter);
  return [
    (home, now) => {
      const value = read(home, now);
      return value === null ? isKept : value >= ends.min && value <= ends.max;
    },
  ];
}

/** Whether the value passes the filter; null when it is unstated. */
type Verdict = (home: HomeCard, query: SearchQuery) => boolean | null;
const equal = (value: unknown, asked: unknown) => (value === null ? null : value === asked);

const STATED = {
  facing: ({ facing }, query) => facing && (query.facing ?? []).includes(facing),
  furnished: ({ furnished }, query) => equal(furnished, query.furnished),
  lease: ({ leaseMonths }, { lease = 0 }) => (leaseMonths === null ? null : leaseMonths <= lease),
  from: ({ availabilityDate }, { from = '' }) =>
    availabilityDate === null ? null : availabilityDate <= from,
  new: ({ newConstructionYN }, query) => equal(newConstructionYN, query.new),
  senior: ({ seniorCommunityYN }, { senior }) => equal(seniorCommunityYN, senior),
  schoolDistrict: (home, query) => equal(home.schoolDistrict, query.schoolDistrict),
  school: ({ schools }, { school = [] }) =>
    schools.length === 0 ? null : schools.some((one) => school.includes(one)),
} satisfies Partial<Record<NullableFilter, Verdict>>;

function statedTests(query: SearchQuery): HomeMatch[] {
  return (Object.keys(STATED) as (keyof typeof STATED)[]).flatMap((filter) => {
    const asked = query[filter];
    if (asked === undefined || (Array.isArray(asked) && asked.length === 0)) return [];
    const [judge, isKept]: [Verdict, boolean] = [STATED[filter], keeps(query, filter)];
    return [(home: HomeCard) => judge(home, query) ?? isKept];
  });
}

function hasTest(query: SearchQuery): HomeMatch[] {
  const asked = featureBits(query.has ?? []);
  if (asked === 0) return [];
  const isKept = keeps(query, 'has');
  return [
    ({ featuresYes, featuresStated }) => {
      const missing = asked & ~featuresYes;
      return missing === 0 || (isKept && (missing & featuresStated) === 0);
    },
  ];
}

function lacksTest({ lacks }: SearchQuery): HomeMatch[] {
  const unwanted = featureBits(lacks ?? []);
  return unwanted === 0 ? [] : [({ featuresYes }) => (featuresYes & unwanted) === 0];
}

function eventTests({ open, cut }: SearchQuery): HomeMatch[] {
  const tests: HomeMatch[] = [];
  if (open !== undefined) {
    tests.push((home, now) => {
      const today = localToday(now);
      const ahead = home.openHouseDays.filter((day) => day >= today);
      if (open === 'any') return ahead.length > 0;
      const wanted = open === 'weekend' ? nextWeekend(now) : [open];
      return ahead.some((day) => wanted.includes(day));
    });
  }
  if (cut !== undefined) {
    tests.push((home) => {
      const percent = priceCutPercent(home);
      return percent !== null && percent >= cut;
    });
  }
  return tests;
}

function placeTest({ place, otherPlaces = [], notPlaces, bbox, poly, near }: SearchQuery): HomeMatch[] {
  const tests: HomeMatch[] = [];
  const isPlaceAsked = bbox === undefined && poly === undefined && near === undefined;
  if (isPlaceAsked && place !== undefined) {
    const asked = [place, ...otherPlaces];
    tests.push((home) => asked.some((one) => isInPlace(home, one)));
  }
  if (notPlaces !== undefined) tests.push((home) => !notPlaces.some((one) => isInPlace(home, one)));
  return tests;
}

function isInPlace({ placeIds }: HomeCard, place: string): boolean {
  const { state, county, city, zip, neighborhoods } = placeIds;
  return (
    state === place || county === place || city === place || zip === place || neighborhoods.includes(place)
  );
}

function streetTest({ street }: SearchQuery): HomeMatch[] {
  if (street === undefined) return [];
  return [(home) => isOnStreet(home, street)];
}

function monthlyTest(query: SearchQuery, loan: LoanTerms): HomeMatch[] {
  const ends = closedRange(query.monthly);
  if (ends === undefined) return [];
  const isKept = keeps(query, 'monthly');
  const factors = loanFactors(loan);
  return [
    (home) => {
      const cost = monthlyCost({ ...home, state: home.placeIds.state }, factors);
      if (cost === null) return isKept;
      if (cost.least > ends.max) return false;
      return cost.isWhole ? cost.least >= ends.min : query.wholeCost !== true;
    },
  ];
}

function areaTests({ bbox, poly, near }: SearchQuery): HomeMatch[] {
  const tests: HomeMatch[] = [];
  const add = (isInside: (x: number, y: number) => boolean) =>
    tests.push(
      ({ latitude, longitude }) =>
        latitude !== null && longitude !== null && isInside(mercatorX(longitude), mercatorY(latitude)),
    );
  if (bbox !== undefined) {
    const { minX, minY, maxX, maxY } = mercatorBounds(bbox);
    add((x, y) => x >= minX && x <= maxX && y >= minY && y <= maxY);
  }
  if (near !== undefined) {
    const [centerX, centerY] = [mercatorX(near.longitude), mercatorY(near.latitude)];
    const reach = near.meters / metersPerUnitAt(near.latitude);
    add((x, y) => {
      const [dx, dy] = [x - centerX, y - centerY];
      return Math.sqrt(dx * dx + dy * dy) <= reach;
    });
  }
  if (poly !== undefined) {
    const areas = poly.map(mercatorEdges);
    add((x, y) => areas.some((edges) => isInsideEdges(edges, x, y)));
  }
  return tests;
}

function commuteTest(query: SearchQuery): HomeMatch[] {
  const { commute } = query;
  const bases = buildCommuteBases(query);
  if (commute === undefined || bases === undefined) return [];
  const isKept = keeps(query, 'commute');
  const { min = 0, max = Number.POSITIVE_INFINITY } = commute.minutes;
  return [
    ({ latitude, longitude }) => {
      if (bases === null || latitude === null || longitude === null) return isKept;
      const minutes = longestCommute(bases, mercatorX(longitude), mercatorY(latitude));
      return minutes >= min && minutes <= max;
    },
  ];
}

function closedRange(range: Range | undefined): { min: number; max: number } | undefined {
  if (range?.min === undefined && range?.max === undefined) return undefined;
  return { min: range.min ?? Number.NEGATIVE_INFINITY, max: range.max ?? Number.POSITIVE_INFINITY };
}

function keeps(query: SearchQuery, filter: NullableFilter): boolean {
  return query.unk?.includes(filter) ?? false;
}
