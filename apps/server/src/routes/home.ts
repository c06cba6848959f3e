import type { HomeAnswer, ROUTES, RouteQuery, Suggestion } from '@maru/contract';
import type { Resolved } from '@maru/gazetteer';
import {
  type HomeCard,
  type HomeType,
  parseHomeType,
  parseSearchType,
  SEARCH_TYPES,
  STATUS_FILTERS,
  toStatusFilter,
} from '@maru/listing';
import { buildAttribution, streetLine } from '@maru/listing/display';
import { associationFeeMonthly } from '@maru/listing/money';
import {
  MAX_PAGE,
  normalizePlaceText,
  PAGE_SIZE,
  parseBounds,
  type SearchQuery,
  type Want,
} from '@maru/listing/search';
import type { FastifyInstance } from 'fastify';
import { placeLinks } from '../contacts/agent-answer.ts';
import { findHomeTimeZone } from '../feeds/home-time-zone.ts';
import { ledgerChain } from '../feeds/ledger-chain.ts';
import { invalidRequest, orNotFound } from '../http/api-error.ts';
import { RecentAnswers } from '../http/recent-answers.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { localeOfRequest } from '../plugins/errors.ts';
import { cardAnswer } from '../search/card-answer.ts';
import { placeLink } from '../search/place-label.ts';
import { placeNotFound } from '../search/place-not-found.ts';
import { suggest, suggestSchools } from '../search/suggest.ts';

type HomeParts = Pick<
  Parts,
  'engine' | 'index' | 'addresses' | 'gazetteer' | 'placeNames' | 'store' | 'clock' | 'now'
>;

/** How far from a position `find-one` looks, in degrees of latitude: about 100 m. */
const NEAR = 0.0009;
/** Longest text whose suggestions are cached, in characters. */
const LONGEST_KEPT = 40;
/** Number of characters that the gazetteer reads of a text. */
const LONGEST_RESOLVED = 400;
const OF_HOMES: ReadonlySet<Suggestion['kind']> = new Set(['address', 'street', 'listing']);

/** GET /home, /home/find-one, /home/suggest, /home/place. */
export function registerHomeRoutes(app: FastifyInstance, parts: HomeParts): void {
  const { gazetteer, store, index } = parts;
  const suggested = new RecentAnswers<Suggestion[]>();
  const resolved = new RecentAnswers<Resolved>();

  serve(app, 'findHome', async (request): Promise<HomeAnswer> => {
    const { homeId, searchType } = request.query;
    const home = await store.loadHome(homeId, searchType);
    return homeAnswer(orNotFound(home, 'home_not_found', { homeId }), parts);
  });

  serve(app, 'findOneHome', async ({ query }) => {
    return cardAnswer(orNotFound(await findOne(query, parts), 'home_not_found'), gazetteer);
  });

  serve(app, 'suggestHomes', async (request) => {
    const { text, searchType = 'sale', limit = 8, kind } = request.query;
    if (kind !== undefined) {
      return {
        suggestions: suggestSchools(text.slice(0, LONGEST_RESOLVED), { searchType, limit, kind }, parts),
      };
    }
    const locale = localeOfRequest(request);
    const make = () => suggest(text, { locale, searchType, limit }, parts);
    if (text.length > LONGEST_KEPT) return { suggestions: make() };
    // Visitors type the same first letters, and short texts have the most matches to rank.
    const key = [searchType, limit, locale, text].join();
    return { suggestions: suggested.find(key, `${index.version()}|${parts.placeNames.version}`, make) };
  });

  serve(app, 'findPlace', async (request) => {
    const locale = localeOfRequest(request);
    const asked = normalizePlaceText(request.query.text);
    // Unknown names are cached too: they take longest.
    const found = resolved.find(asked.slice(0, LONGEST_RESOLVED), '', () =>
      gazetteer.resolve(asked, { locale }),
    );
    if (!('place' in found)) {
      const options = { locale, searchType: 'sale', limit: 8 } as const;
      const ours =
        'ambiguous' in found ? [] : suggest(asked, options, parts).filter(({ kind }) => OF_HOMES.has(kind));
      throw placeNotFound(gazetteer, asked, locale, 'sale', ours, found);
    }
    const { place } = found;
    const sale = parts.index.countsByPlace('sale');
    const rent = parts.index.countsByPlace('rent');
    const children = gazetteer
      .findChildren(place.id)
      .map((child) => ({
        ...placeLink(child),
        sale: sale.get(child.id) ?? 0,
        rent: rent.get(child.id) ?? 0,
      }))
      .filter((child) => child.sale + child.rent > 0)
      .sort((a, b) => b.sale + b.rent - (a.sale + a.rent) || (a.slug < b.slug ? -1 : 1))
      .slice(0, 60);
    return {
      place: {
        ...placeLink(place),
        stateCode: place.stateCode,
        latitude: place.latitude,
        longitude: place.longitude,
        bounds: [...place.bounds] as [number, number, number, number],
      },
      parents: placeLinks(place.parents, gazetteer),
      children,
    };
  });
}

async function findOne(
  query: RouteQuery<typeof ROUTES.findOneHome>,
  { addresses, engine }: HomeParts,
): Promise<HomeCard | undefined> {
  const { address, listingId, latitude, longitude } = query;
  if (listingId !== undefined) return addresses.findByListingId(listingId);
  if (address !== undefined) return addresses.findByAddress(normalizePlaceText(address));
  if (latitude === undefined || longitude === undefined) {
    throw invalidRequest([{ field: latitude === undefined ? 'latitude' : 'longitude', reason: 'missing' }]);
  }
  const wide = NEAR / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  const bbox = parseBounds(
    [longitude - wide, latitude - NEAR, longitude + wide, latitude + NEAR].map((n) => n.toFixed(6)).join(','),
  );
  // On the date line, or not a position (the validator accepts "Infinity" as a number).
  if (bbox === undefined) return undefined;
  const distance = (card: HomeCard) =>
    ((card.latitude ?? 0) - latitude) ** 2 + (((card.longitude ?? 0) - longitude) * (NEAR / wide)) ** 2;
  const rank = (card: HomeCard) => (toStatusFilter(card.standardStatus) === 'active' ? 0 : 1);
  let nearest: HomeCard | undefined;
  for (const searchType of SEARCH_TYPES) {
    const query: SearchQuery = { searchType, bbox, status: [...STATUS_FILTERS], soldMonths: 120 };
    // A tower has more homes than one page.
    for (let page = 1, left = true; left && page <= MAX_PAGE; page += 1) {
      const { listings, total } = await engine.search({
        query: { ...query, page },
        want: new Set(['listings']),
      });
      left = page * PAGE_SIZE < total;
      for (const card of listings) {
        // A home with a withheld address has the position of its ZIP's centroid.
        if (card.addressWithheld || distance(card) > NEAR ** 2) continue;
        const order =
          nearest === undefined
            ? -1
            : distance(card) - distance(nearest) ||
              rank(card) - rank(nearest) ||
              (card.homeId < nearest.homeId ? -1 : 1);
        if (order < 0) nearest = card;
      }
    }
  }
  return nearest;
}

type StoredHome = NonNullable<Awaited<ReturnType<Parts['store']['loadHome']>>>;

async function homeAnswer(home: StoredHome, parts: HomeParts): Promise<HomeAnswer> {
  const { gazetteer, clock } = parts;
  const { listing, card } = home;
  const { homeId } = card;
  // A dataset whose license is not known to this process may not be displayed.
  const source = orNotFound(clock.findSource(listing.dataset), 'home_not_found', { homeId });
  const { state, county, city, neighborhoods, zip } = card.placeIds;
  const placeIds = [state, county, city, ...neighborhoods, zip].filter((id) => id !== null);
  const shown = cardAnswer(card, gazetteer);
  const said = buildAttribution(listing, home.rules);
  const similar = await similarHomes(card, parts);
  return {
    homeId,
    path: shown.path,
    searchType: parseSearchType(listing.propertyType),
    homeType: parseHomeType(listing) as HomeType,
    addressWithheld: card.addressWithheld,
    streetLine: streetLine(listing),
    cityKo: shown.cityKo,
    associationFeeMonthly: associationFeeMonthly(listing),
    marketTime: home.marketTime,
    listing: { ...listing, propertyTimeZoneName: findHomeTimeZone(listing, home.rules) },
    corrections: listing.corrections ?? [],
    photos: listPictures(home, 'Photo'),
    floorPlans: listPictures(home, 'Floor Plan'),
    tours: home.tours,
    openHouses: listing.openHouses.map((one) => ({
      startTime: one.openHouseStartTime,
      endTime: one.openHouseEndTime,
      remarks: one.openHouseRemarks,
    })),
    history: home.ledger.map((row) => ({
      id: row.id,
      kind: row.kind,
      oldValue: ledgerValue(row.kind, row.oldValue),
      newValue: ledgerValue(row.kind, row.newValue),
      changes: row.kind === 'facts' ? factChanges(row) : [],
      sourceTime: row.sourceTime?.toISOString() ?? null,
      seenTime: row.seenTime.toISOString(),
      dataset: row.dataset,
      listingId: row.listingId,
    })),
    taxYears: home.taxYears,
    unlevied: await findUnlevied(home, parts),
    ledgerHash: ledgerChain(home.ledger).hash,
    confirmedAt: home.confirmedAt.toISOString(),
    alsoListedAs: home.credits.slice(1),
    places: placeLinks(placeIds, gazetteer),
    similar: similar.map((one) => cardAnswer(one, gazetteer)),
    source: { ...source, disclaimer: [said.disclaimer, said.copyright].filter(Boolean).join(' ') },
    otherSources: clock
      .findSources([...home.credits, ...similar])
      .filter(({ dataset }) => dataset !== listing.dataset),
  };
}

/** The card has the levies of the record, or none where the home lies in no district. */
async function findUnlevied(
  { card, listing }: StoredHome,
  { store }: HomeParts,
): Promise<HomeAnswer['unlevied']> {
  const { county } = card.placeIds;
  const isUnlevied =
    card.taxOtherAnnualAssessmentAmount === 0 && listing.taxOtherAnnualAssessmentAmount === null;
  return (isUnlevied && county !== null ? await store.placeData.findLevyLayer(county) : undefined) ?? null;
}

function listPictures({ media }: StoredHome, category: 'Photo' | 'Floor Plan'): HomeAnswer['photos'] {
  return media
    .filter((one) => one.mediaCategory === category)
    .map((one) => ({
      photo: one.mediaId,
      shortDescription: one.shortDescription,
      width: one.imageWidth,
      height: one.imageHeight,
      mediaAlteration: one.mediaAlteration,
      originalPhoto: one.originalMediaId,
    }));
}

/** The changed fields of a row of kind `facts`. */
function factChanges({
  oldValue,
  newValue,
}: Pick<StoredHome['ledger'][number], 'oldValue' | 'newValue'>): HomeAnswer['history'][number]['changes'] {
  const plain = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? value : null);
  return Object.keys(newValue ?? {}).map((field) => ({
    field,
    oldValue: plain(oldValue?.[field]),
    newValue: plain(newValue?.[field]),
  }));
}

/** The value that a row of the ledger is about: price, number of photos or status. */
function ledgerValue(kind: string, value: Record<string, unknown> | null): string | number | null {
  const about =
    kind === 'price' || kind === 'new'
      ? value?.listPrice
      : kind === 'photos'
        ? value?.photosCount
        : value?.standardStatus;
  return typeof about === 'string' || typeof about === 'number' ? about : null;
}

/** Up to six homes of the same kind nearby: same ZIP, then same city, priced within a quarter. */
async function similarHomes(card: HomeCard, { engine }: HomeParts): Promise<HomeCard[]> {
  const { searchType, listPrice, homeType, placeIds } = card;
  const found = new Map<string, HomeCard>();
  for (const place of [placeIds.zip, placeIds.city, placeIds.county]) {
    if (place === null || found.size >= 6) continue;
    const query: SearchQuery = { searchType, place, type: [homeType] };
    if (listPrice !== null) {
      query.price = { min: Math.floor(listPrice * 0.75), max: Math.ceil(listPrice * 1.25) };
    }
    const answer = await engine.search({ query, want: new Set<Want>(['listings']) });
    for (const one of answer.listings) {
      if (one.homeId !== card.homeId && found.size < 6) found.set(one.homeId, one);
    }
  }
  return [...found.values()];
}
