import type { HomeMarketAnswer, LedgerAnswer, MarketAnswer, PlaceSupply, SalesAnswer } from '@maru/contract';
import type { HomeCard, HomeType, SearchType } from '@maru/listing';
import {
  chooseSales,
  computeSpread,
  FEWEST_SALES,
  SALE_MONTHS,
  SALE_RINGS_METERS,
  type SaleSubject,
} from '@maru/listing/money';
import type { Place, PlaceKind } from '@maru/listing/places';
import { normalizePlaceText, PAGE_SIZE, type SearchQuery } from '@maru/listing/search';
import { MINUTE_MS } from '@maru/listing/time';
import type { Market, SoldHome, Supply } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { ledgerChain } from '../feeds/ledger-chain.ts';
import { ApiError, invalidRequest, orNotFound } from '../http/api-error.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { localeOfRequest } from '../plugins/errors.ts';
import { cardAnswer } from '../search/card-answer.ts';
import { placeLink } from '../search/place-label.ts';
import { placeNotFound } from '../search/place-not-found.ts';

type MarketParts = Pick<
  Parts,
  'store' | 'engine' | 'index' | 'addresses' | 'gazetteer' | 'clock' | 'isReady' | 'now'
>;

/** Cache lifetime (ms). */
const KEPT = 5 * MINUTE_MS;
const MAX_KEPT = 500;
const MAX_CHILDREN = 60;
const MAX_NEIGHBORS = 8;
const MAX_NEARBY = 6;
const MAX_IN_BUILDING = 12;
/** Minimum number of homes in the place that a home is compared with. */
const ENOUGH_TO_COMPARE = 20;
/** Radii in meters for homes nearby; the first with enough of them is used. */
const NEARBY_RINGS = [300, 800, 1_600, 5_000];
/** Radius in meters for homes of the same building, whose parts may have different positions. */
const BUILDING_RING = 250;

/** GET /district/market, /home/market, /home/sales, /home/ledger. */
export function registerMarketRoutes(app: FastifyInstance, parts: MarketParts): void {
  const { store, gazetteer, clock, index } = parts;
  const kept = new LRUCache<string, { at: number; market: Market }>({ max: MAX_KEPT });

  /** Cached by place for `KEPT`. */
  async function loadMarket(place: Place, searchType: SearchType): Promise<Market> {
    const key = `${clock.licenseRevision()} ${searchType} ${place.id}`;
    const now = parts.now();
    const last = kept.get(key);
    if (last !== undefined && now - last.at < KEPT) return last.market;
    const market = await store.findMarket(place, searchType, now);
    // Not before the monthly figures are computed.
    if (market.monthsAsOf === null) kept.delete(key);
    else kept.set(key, { at: now, market });
    return market;
  }

  serve(app, 'findMarket', async (request): Promise<MarketAnswer> => {
    const { place: id, searchType = 'sale' } = request.query;
    const place = gazetteer.findPlace(id);
    if (place === undefined) throw placeNotFound(gazetteer, id, localeOfRequest(request), searchType);
    return marketAnswer(place, searchType, await loadMarket(place, searchType), parts);
  });

  serve(app, 'findHomeMarket', async (request): Promise<HomeMarketAnswer> => {
    const { homeId, searchType } = request.query;
    // Every home would be missing from an index that is not loaded.
    if (!parts.isReady()) throw new ApiError(503, 'unavailable', { retryAfter: 5 });
    const card = (searchType && index.findCard(homeId, searchType)) ?? index.findCard(homeId);
    return homeMarketAnswer(orNotFound(card, 'home_not_found', { homeId }), parts);
  });

  serve(app, 'findSales', async (request) => {
    const { address, homeId, homeType, beds, livingArea } = request.query;
    if (address === undefined && homeId === undefined) {
      throw invalidRequest([{ field: 'address', reason: 'missing' }]);
    }
    const card = findSubject(homeId, address, parts);
    const place =
      card === undefined
        ? findPlace(address ?? '', parts)
        : findPlaces(card, parts).findLast(({ kind }) => kind !== 'neighborhood');
    if (place === undefined) {
      throw placeNotFound(gazetteer, normalizePlaceText(address ?? ''), localeOfRequest(request), 'sale');
    }
    const subject: SaleSubject = {
      homeType: homeType ?? card?.homeType ?? 'house',
      bedroomsTotal: beds ?? card?.bedroomsTotal ?? null,
      livingArea: livingArea ?? card?.livingArea ?? null,
    };
    const position = card === undefined ? null : findPosition(card);
    const found = await store.findSales({
      ...salesQuestion(subject.homeType, position, findWiderPlace(place, parts), parts.now()),
      except: card?.homeId ?? null,
      supply: null,
    });
    return {
      subject: {
        home: card === undefined ? null : cardAnswer(card, gazetteer),
        place: placeLink(place),
        ...subject,
      },
      ...salesAnswer(subject, found, position === null ? place : null, parts),
      asOf: clock.asOf(),
      sources: clock.sources(),
    };
  });

  serve(app, 'findLedger', async (request): Promise<LedgerAnswer> => {
    const { homeId, searchType } = request.query;
    const home = orNotFound(await store.loadHome(homeId, searchType), 'home_not_found', { homeId });
    orNotFound(clock.findSource(home.card.dataset), 'home_not_found', { homeId });
    return { homeId: home.card.homeId, ...ledgerChain(home.ledger) };
  });
}

function marketAnswer(
  place: Place,
  searchType: SearchType,
  market: Market,
  { gazetteer, index, clock }: MarketParts,
): MarketAnswer {
  const counts = index.countsByPlace(searchType);
  const within = new Map(market.children.map((child) => [child.place, child]));
  const toSupply = (one: Place): PlaceSupply => {
    const known = within.get(one.id);
    return {
      ...placeLink(one),
      active: counts.get(one.id) ?? 0,
      price: known?.price.median ?? null,
      pricePerSquareFoot: known?.pricePerSquareFoot.median ?? null,
    };
  };
  const byCount = (a: PlaceSupply, b: PlaceSupply) => b.active - a.active || (a.slug < b.slug ? -1 : 1);
  const parents = place.parents.flatMap((id) => gazetteer.findPlace(id) ?? []);
  return {
    place: { ...placeLink(place), stateCode: place.stateCode },
    searchType,
    parents: parents.map(placeLink),
    supply: [...market.supply].sort(
      (a, b) => Number(a.homeType !== null) - Number(b.homeType !== null) || b.active - a.active,
    ),
    months: market.months,
    monthsAsOf: market.monthsAsOf?.toISOString() ?? null,
    watchedSince: market.watchedSince?.toISOString() ?? null,
    children: gazetteer
      .findChildren(place.id)
      .filter((child) => CHILD_KINDS[place.kind].includes(child.kind))
      .map(toSupply)
      .filter((child) => child.active > 0)
      .sort(byCount)
      .slice(0, MAX_CHILDREN),
    neighbors: listSiblings(place, parents.at(-1), gazetteer)
      .filter((one) => (counts.get(one.id) ?? 0) > 0)
      .map((one) => ({ one, distance: squaredDistance(place, one) }))
      .sort((a, b) => a.distance - b.distance)
      .slice(0, MAX_NEIGHBORS)
      .map(({ one }) => toSupply(one)),
    fewest: FEWEST_SALES,
    asOf: clock.asOf(),
    sources: clock.sources(),
  };
}

const CHILD_KINDS: Record<PlaceKind, readonly PlaceKind[]> = {
  state: ['county'],
  county: ['city'],
  city: ['neighborhood', 'zip'],
  neighborhood: [],
  zip: [],
};

function listSiblings(
  place: Place,
  parent: Place | undefined,
  gazetteer: MarketParts['gazetteer'],
): readonly Place[] {
  const all = parent === undefined ? gazetteer.statesInOrder() : gazetteer.findChildren(parent.id);
  return all.filter((one) => one.kind === place.kind && one.id !== place.id);
}

type Position = { latitude: number; longitude: number };

/** In squared degrees of latitude; for the order of nearby points only. */
function squaredDistance(a: Position, b: Position): number {
  const narrow = Math.cos((a.latitude * Math.PI) / 180);
  return (a.latitude - b.latitude) ** 2 + ((a.longitude - b.longitude) * narrow) ** 2;
}

/** Null for a withheld address, whose card has the position of its ZIP's centroid. */
function findPosition(card: HomeCard): Position | null {
  const { latitude, longitude, addressWithheld } = card;
  return addressWithheld || latitude === null || longitude === null ? null : { latitude, longitude };
}

/** The known ones of city, ZIP and neighborhoods. */
function findPlaces({ placeIds }: HomeCard, { gazetteer }: Pick<MarketParts, 'gazetteer'>): Place[] {
  return [placeIds.city, placeIds.zip, ...placeIds.neighborhoods].flatMap((id) =>
    id === null ? [] : (gazetteer.findPlace(id) ?? []),
  );
}

async function homeMarketAnswer(card: HomeCard, parts: MarketParts): Promise<HomeMarketAnswer> {
  const { gazetteer, index, clock, store, now } = parts;
  const { searchType, homeId, homeType, listPrice, livingArea } = card;
  const counts = index.countsByPlace(searchType);
  const places = findPlaces(card, parts);
  const countHomes = (one: Place) => counts.get(one.id) ?? 0;
  // The smallest place with enough homes. Neighborhoods may be larger than the city.
  const place =
    places
      .filter((one) => countHomes(one) >= ENOUGH_TO_COMPARE)
      .reduce<Place | undefined>(
        (least, one) => (least && countHomes(least) <= countHomes(one) ? least : one),
        undefined,
      ) ?? places[0];
  const position = findPosition(card);
  const isSale = searchType === 'sale';
  const [found, nearby, sameBuilding] = await Promise.all([
    store.findSales({
      ...(isSale
        ? salesQuestion(homeType, position, place && findWiderPlace(place, parts), now())
        : { homeType, since: '9999', near: null, place: null }),
      except: homeId,
      supply: place === undefined ? null : { place, searchType, now: now() },
    }),
    findNearby(card, position, parts),
    findInBuilding(card, position, parts),
  ]);
  const inBuilding = new Set(sameBuilding.map((one) => one.homeId));
  const supply = found.supply.find((one: Supply) => one.homeType === homeType);
  const around = nearby.filter((one) => !inBuilding.has(one.homeId)).slice(0, MAX_NEARBY);
  const sales = isSale
    ? salesAnswer(
        { homeType, bedroomsTotal: card.bedroomsTotal, livingArea },
        found,
        position === null ? (place ?? null) : null,
        parts,
      )
    : null;
  return {
    homeId,
    searchType,
    place: place === undefined ? null : placeLink(place),
    supply: supply ?? null,
    pricePerSquareFoot:
      listPrice === null || livingArea === null || livingArea < 100 ? null : listPrice / livingArea,
    nearby: around.map((one) => cardAnswer(one, gazetteer)),
    sameBuilding: sameBuilding.map((one) => cardAnswer(one, gazetteer)),
    sales,
    asOf: clock.asOf(),
    sources: clock.findSources([
      ...around,
      ...sameBuilding,
      ...(sales?.sales.map((sale) => sale.home) ?? []),
    ]),
  };
}

/** Homes of the same search type around a home, nearest first. */
async function findNearby(
  card: HomeCard,
  position: Position | null,
  { engine }: MarketParts,
): Promise<HomeCard[]> {
  const { searchType, homeId, placeIds } = card;
  const want = new Set(['listings', 'total'] as const);
  if (position === null) {
    if (placeIds.zip === null) return [];
    const { listings } = await engine.search({ query: { searchType, place: placeIds.zip }, want });
    return listings.filter((one) => one.homeId !== homeId);
  }
  let found: HomeCard[] = [];
  for (const meters of NEARBY_RINGS) {
    const query: SearchQuery = { searchType, near: { ...position, meters } };
    const { listings, total } = await engine.search({ query, want });
    // Results are not ordered by distance: more than a page may omit the nearest, so the smaller radius is used.
    if (total > PAGE_SIZE && found.length > 0) break;
    found = listings.filter((one) => one.homeId !== homeId && !one.addressWithheld);
    if (found.length >= MAX_NEARBY) break;
  }
  const distance = (one: HomeCard) =>
    squaredDistance(position, { latitude: one.latitude ?? 0, longitude: one.longitude ?? 0 });
  return found.sort((a, b) => distance(a) - distance(b) || (a.homeId < b.homeId ? -1 : 1));
}

/** Other units at the same street address, by unit number. */
async function findInBuilding(
  { searchType, homeId, streetLine, unitNumber }: HomeCard,
  position: Position | null,
  { engine }: MarketParts,
): Promise<HomeCard[]> {
  if (position === null || streetLine === null || unitNumber === null) return [];
  const { listings } = await engine.search({
    query: { searchType, near: { ...position, meters: BUILDING_RING } },
    want: new Set(['listings'] as const),
  });
  return listings
    .filter((one) => one.homeId !== homeId && one.streetLine === streetLine && one.unitNumber !== null)
    .sort((a, b) => (a.unitNumber ?? '').localeCompare(b.unitNumber ?? '', 'en', { numeric: true }))
    .slice(0, MAX_IN_BUILDING);
}

function salesQuestion(homeType: HomeType, position: Position | null, place: Place | undefined, now: number) {
  const since = new Date(now);
  since.setUTCMonth(since.getUTCMonth() - SALE_MONTHS);
  return {
    homeType,
    since: since.toISOString().slice(0, 10),
    near: position === null ? null : { ...position, meters: SALE_RINGS_METERS.at(-1) as number },
    place: place ?? null,
  };
}

/** The city of a ZIP or neighborhood, else the place itself. */
function findWiderPlace(place: Place, { gazetteer }: Pick<MarketParts, 'gazetteer'>): Place {
  const isSmall = place.kind === 'zip' || place.kind === 'neighborhood';
  return (isSmall ? gazetteer.findParent(place, 'city') : undefined) ?? place;
}

function isIn({ placeIds }: HomeCard, { id, kind }: Place): boolean {
  return kind === 'neighborhood' ? placeIds.neighborhoods.includes(id) : placeIds[kind] === id;
}

/** `place` when sales are chosen by place, because there is no position. */
function salesAnswer(
  subject: SaleSubject,
  { sales, barsValuation }: { sales: readonly SoldHome[]; barsValuation: boolean },
  place: Place | null,
  { gazetteer, clock, now }: MarketParts,
): SalesAnswer {
  const known = sales.map((sale) => ({
    ...sale,
    homeType: sale.card.homeType,
    bedroomsTotal: sale.card.bedroomsTotal,
    livingArea: sale.card.livingArea,
  }));
  // Without a position: the sales of the place, or of its city when there are too few.
  const inside = place === null ? known : known.filter(({ card }) => isIn(card, place));
  let choice = chooseSales(subject, inside, place === null);
  let within = place;
  if (place !== null && choice.sales.length < FEWEST_SALES) {
    within = findWiderPlace(place, { gazetteer });
    choice = chooseSales(subject, known, false);
  }
  const told = choice.sales.map(({ card, closePrice, closeDate, distanceMeters, livingArea }) => ({
    home: cardAnswer(card, gazetteer),
    closePrice,
    closeDate,
    pricePerSquareFoot: livingArea === null || livingArea < 100 ? null : closePrice / livingArea,
    distanceMeters: distanceMeters === null ? null : Math.round(distanceMeters),
  }));
  const perFoot = told.flatMap((sale) => sale.pricePerSquareFoot ?? []);
  const spread = (values: number[]) => (barsValuation ? null : (computeSpread(values) ?? null));
  return {
    sales: told,
    chosen: {
      homeType: subject.homeType,
      since: salesQuestion(subject.homeType, null, undefined, now()).since,
      months: SALE_MONTHS,
      withinMeters: choice.withinMeters,
      place: within === null ? null : placeLink(within),
      livingArea: choice.livingArea,
      beds: choice.beds,
    },
    price: spread(told.map((sale) => sale.closePrice)),
    pricePerSquareFoot: spread(perFoot),
    barsValuation,
    isLicensed: [...clock.datasets.values()].some(({ rules, hidden }) => rules.allowSold && !hidden),
  };
}

function findSubject(
  homeId: string | undefined,
  address: string | undefined,
  { index, addresses }: MarketParts,
): HomeCard | undefined {
  const card = homeId === undefined ? undefined : index.findCard(homeId);
  if (card !== undefined) return card;
  if (address !== undefined) return addresses.findByAddress(normalizePlaceText(address));
  return orNotFound(card, 'home_not_found', { homeId });
}

/** The place of an address that no home has: its ZIP, else the city at its end. */
function findPlace(address: string, { gazetteer }: MarketParts): Place | undefined {
  const zip = /\b(\d{5})(?:-\d{4})?\s*(?:,?\s*(?:usa|u\.s\.a\.|united states))?\s*$/i.exec(address)?.[1];
  const known = zip === undefined ? undefined : gazetteer.findPlace(zip);
  if (known !== undefined) return known;
  const lines = address.split(',').map((part) => part.trim());
  // "123 Oak St, Irvine, CA" ends with city and state; "Irvine" may stand alone.
  for (const text of [lines.slice(-2).join(', '), lines.at(-1) ?? '', lines.at(-2) ?? '']) {
    if (text === '') continue;
    const found = gazetteer.resolve(normalizePlaceText(text), { locale: 'en' });
    if ('place' in found && found.place.kind !== 'state') return found.place;
  }
  return undefined;
}
