import type { Place } from '@maru/listing/places';
import type { SearchQuery } from '@maru/listing/search';
import type { Point } from './place-reader.ts';
import type { NamedPlace, Reading } from './reading.ts';

interface Where {
  /** None of them within another; the first is the page's own. */
  places: Place[];
  /** Left out of those: "not Santa Ana". */
  excluded: Place[];
  near?: SearchQuery['near'];
  /** Where one commutes to: "30 min to UCI". */
  to?: SearchQuery['to'];
  /** Slugs. */
  schools: string[];
}

/** Meters around a landmark, a school or a neighborhood that homes shall be near. */
const NEAR_METERS = 4_000;

/** As many as an address may have. */
const MAX_PLACES = 10;

/**
 * The places that are named: of those that lie in each other the innermost ("Irvine, Orange County"), of others all
 * ("Irvine or Tustin"). What cannot be one of them is given back as not understood.
 */
export function resolvePlaces(reading: Reading, here: Place | undefined): Where {
  const { meters, understood, nearMe, meaning } = reading;
  settleNamesakes(reading);
  const wanted = reading.places.filter(({ isWanted }) => isWanted);
  const candidates = wanted.filter(
    ({ place }) =>
      !isNamesake(
        place,
        wanted.map((one) => one.place),
      ),
  );
  const inner = candidates.filter(
    (one) =>
      !candidates.some(
        (other) => other.place.parents.includes(one.place.id) || isRegionBefore(reading, one, other),
      ),
  );
  let places = [...new Map(inner.map(({ place }) => [place.id, place])).values()].slice(0, MAX_PLACES);
  const schools = readSchools(reading, places[0] ?? here);
  const point = schools.point ?? readPoint(reading, places[0] ?? here);
  const isCommute = meaning.query.commute !== undefined;
  let center: Point | undefined = isCommute ? undefined : point;
  const isAroundPlace = center === undefined && (meters !== undefined || isNearNeighborhood(inner));
  if (isAroundPlace && nearMe === undefined && places[0] !== undefined) {
    center = places[0];
    places = places.slice(0, 1);
  }
  const near: Where['near'] =
    center === undefined
      ? undefined
      : {
          latitude: center.latitude,
          longitude: center.longitude,
          meters: meters?.value ?? NEAR_METERS,
        };
  const isPart = ({ id }: Place) => places.some((one) => one.id === id || one.parents.includes(id));
  const isLeftOut = ({ place, isWanted }: NamedPlace) => !isWanted && !isPart(place);
  for (const one of reading.places) {
    const isUsed = one.isWanted
      ? isPart(one.place) || (candidates.includes(one) && !inner.includes(one))
      : isLeftOut(one);
    if (!isUsed) understood.fill(false, one.span[0], one.span[1]);
  }
  const excluded = reading.places.filter(isLeftOut).map(({ place }) => place);
  return {
    // A circle around a place reaches beyond it: being in the place is no longer asked.
    places: isAroundPlace && near !== undefined ? [] : places,
    excluded,
    schools: schools.ids,
    ...(near === undefined ? {} : { near }),
    ...(isCommute && point !== undefined ? { to: [point.latitude, point.longitude] as const } : {}),
  };
}

/** "near Koreatown": who says so of a part of a city would go a little further. */
function isNearNeighborhood(named: readonly NamedPlace[]): boolean {
  const [only, ...more] = named;
  return only?.isNear === true && only.place.kind === 'neighborhood' && more.length === 0;
}

/** The landmark that is named; of a chain the store nearest to the place. One that stays open is given back. */
function readPoint(reading: Reading, place: Place | undefined): Point | undefined {
  let chosen: Point | undefined;
  for (const { points, span } of reading.points) {
    const nearest = place === undefined ? points.length === 1 && points[0] : findNearest(points, place);
    if (chosen === undefined && nearest) chosen = nearest;
    else reading.forget(span);
  }
  return chosen;
}

/** Farther from a place than this, in kilometers, no store of it is meant. */
const FAR_KM = 60;

function findNearest(points: readonly Point[], { latitude, longitude }: Place): Point | undefined {
  const distance = (one: Point) =>
    Math.hypot(one.latitude - latitude, (one.longitude - longitude) * Math.cos((latitude * Math.PI) / 180)) *
    111;
  const [nearest] = [...points].sort((a, b) => distance(a) - distance(b));
  return nearest !== undefined && (points.length === 1 || distance(nearest) <= FAR_KM) ? nearest : undefined;
}

/**
 * The schools that are named: homes of one, or, where "near" is said, a position. Of several of a name the one in the
 * place is meant; one that is unknown or stays open is given back.
 */
function readSchools(reading: Reading, place: Place | undefined): { ids: string[]; point?: Point } {
  const ids: string[] = [];
  let point: Point | undefined;
  for (const { schools, span, isNear } of reading.schools) {
    const around = place === undefined ? [] : [place.id, ...place.parents];
    // The narrowest place of the visitor that any of them lies in.
    const shared = around.find((id) => schools.some(({ placeIds }) => placeIds.includes(id)));
    const [only, ...more] =
      shared === undefined ? schools : schools.filter(({ placeIds }) => placeIds.includes(shared));
    if (only === undefined || more.length > 0) reading.forget(span);
    else if (isNear && only.latitude !== undefined && only.longitude !== undefined && point === undefined)
      point = { name: only.name, latitude: only.latitude, longitude: only.longitude };
    else ids.push(only.id);
  }
  return { ids, ...(point === undefined ? {} : { point }) };
}

/**
 * Decides which of several places of a name is meant by the state of what is named beside it: "Glendale or Burbank" are
 * both in California. What stays open is asked for, if nothing else says where.
 */
function settleNamesakes(reading: Reading): void {
  const { places, ambiguous } = reading;
  const states = places.filter(({ isWanted }) => isWanted).map(({ place }) => place.stateCode);
  const [first, ...rest] = ambiguous;
  if (first === undefined) return;
  if (states.length === 0 && rest.length > 0) {
    const shared = first.places
      .map(({ stateCode }) => stateCode)
      .filter((state) => ambiguous.every((one) => one.places.some(({ stateCode }) => stateCode === state)));
    if (new Set(shared).size === 1) states.push(shared[0] as string);
  }
  for (const one of ambiguous) {
    const [only, ...more] = one.places.filter(({ stateCode }) => states.includes(stateCode));
    if (only !== undefined && more.length === 0) {
      const { span, isWanted, isNear } = one;
      places.push({ place: only, span, isWanted, isNear });
      reading.ambiguous = reading.ambiguous.filter((other) => other !== one);
    } else if (places.length > 0 || one !== first) reading.forget(one.span);
  }
  places.sort((a, b) => a.span[0] - b.span[0]);
}

/** Smaller towns of another state are known by fewer people than what is named beside them. */
const HAMLET = 15_000;

/**
 * Whether a place only shares its name with a part of another that is named: "Downtown Seattle" is not the Downtown of Los
 * Angeles, and Old Town Pasadena not the town in Maine.
 */
function isNamesake(place: Place, places: readonly Place[]): boolean {
  const others = places.filter((one) => one.id !== place.id && one.kind !== 'neighborhood');
  if (others.length === 0 || others.some(({ id }) => place.parents.includes(id))) return false;
  if (place.kind === 'neighborhood') return true;
  return (
    place.kind === 'city' &&
    place.population < HAMLET &&
    others.every((one) => one.population >= HAMLET && one.stateCode !== place.stateCode)
  );
}

/** "어바인 터스틴" are two wishes; nobody lives in 애틀랜타 둘루스 but in the second. */
const METROPOLIS = 400_000;

/** "애틀랜타 둘루스": in Korean the large city goes before the town that lies beside it. */
function isRegionBefore(reading: Reading, region: NamedPlace, town: NamedPlace): boolean {
  return (
    region.span[1] === town.span[0] &&
    /[가-힣]/.test(reading.readText(reading.tokens[town.span[0]])) &&
    isTownBeside(town.place, region.place)
  );
}

function isTownBeside(town: Place, region: Place): boolean {
  const areCities = town.kind === 'city' && region.kind === 'city';
  return (
    areCities &&
    town.stateCode === region.stateCode &&
    region.population > METROPOLIS &&
    town.population * 2 < region.population
  );
}
