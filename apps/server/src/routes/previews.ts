import { type HomeCard, SEARCH_TYPES, type SearchType } from '@maru/listing';
import type { Place } from '@maru/listing/places';
import { formatApiQuery, parseSearchQuery, type SearchQuery, type Want } from '@maru/listing/search';
import { type Locale, parseLocale } from '@maru/words';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError, orNotFound } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';
import { sendNotFound } from '../plugins/errors.ts';
import { drawHome } from '../previews/home-preview.ts';
import { findZoom, fitFrame } from '../previews/map-frame.ts';
import { PreviewPress, type Print } from '../previews/preview-press.ts';
import { drawSearch, MAP_BOX, nameIn } from '../previews/search-preview.ts';
import { loadTypeface, type Typeface } from '../previews/typeface.ts';
import { findAskedHomes } from '../search/asked-homes.ts';
import { createLoan } from '../search/list-question.ts';

type PreviewParts = Pick<
  Parts,
  | 'addresses'
  | 'engine'
  | 'index'
  | 'isReady'
  | 'gazetteer'
  | 'clock'
  | 'pictures'
  | 'settings'
  | 'store'
  | 'now'
>;

/** Bounds of the contiguous states, for searches without a place. */
const COUNTRY = [-124.8, 24.4, -66.9, 49.4] as const;
/** Maximum wait for a photo (ms); then the preview is drawn without it. */
const PHOTO_WITHIN = 6_000;

/**
 * Link previews, JPEG of 1200 × 630: `GET /og/{en|ko}/home/{homeId}.jpg?searchType=&v=` and `GET /og/{en|ko}/search.jpg?…&v=` with
 * the query of GET /maru/v1/home/list. `v` identifies the content, for caches.
 */
export function registerPreviewRoutes(app: FastifyInstance, parts: PreviewParts): void {
  const press = new PreviewPress(parts.now);
  app.addHook('onClose', () => press.close());
  let typeface: Promise<Typeface> | undefined;
  const loadedTypeface = () => {
    typeface ??= loadTypeface();
    return typeface;
  };

  app.get<{ Params: { locale: string; file: string }; Querystring: Record<string, unknown> }>(
    '/og/:locale/home/:file',
    async (request, reply) => {
      const locale = readLocale(request.params.locale);
      const homeId = /^([a-z0-9]{1,20})\.jpg$/.exec(request.params.file)?.[1];
      if (locale === undefined || homeId === undefined) return sendNotFound(request, reply);
      // Every home would be missing from an index that is not loaded.
      if (!parts.isReady()) throw new ApiError(503, 'unavailable', { retryAfter: 5 });
      const asked = SEARCH_TYPES.find((one) => one === request.query.searchType);
      const card = orNotFound(findCard(homeId, asked, parts), 'home_not_found', { homeId });
      const face = await loadedTypeface();
      const key = `${locale} ${JSON.stringify(card)}`;
      const picture = await press.print(key, '', () => printHome(card, { locale, typeface: face, parts }));
      return sendPicture(picture, request.query.v, reply);
    },
  );

  app.get<{ Params: { locale: string }; Querystring: Record<string, unknown> }>(
    '/og/:locale/search.jpg',
    async (request, reply) => {
      const locale = readLocale(request.params.locale);
      if (locale === undefined) return sendNotFound(request, reply);
      // Invalid parameters are ignored, as on the page. The commute destination is private.
      const {
        to: _to,
        page: _page,
        sort: _sort,
        ...query
      } = parseSearchQuery(request.query as Record<string, string | string[]>).query;
      const face = await loadedTypeface();
      const key = `${locale} ${formatApiQuery(query)}`;
      const make = () => printSearch(query, { locale, typeface: face, parts });
      const picture = await press.print(key, parts.engine.version(), make);
      return sendPicture(picture, request.query.v, reply);
    },
  );
}

function readLocale(text: string): Locale | undefined {
  return text === 'en' || text === 'ko' ? parseLocale(text) : undefined;
}

function findCard(
  homeId: string,
  searchType: SearchType | undefined,
  { index, clock }: PreviewParts,
): HomeCard | undefined {
  const found = index.findCard(homeId);
  const cards = found === undefined ? [] : [found].flat();
  const card = cards.find((one) => one.searchType === searchType) ?? cards[0];
  // A dataset whose license is not known to this process may not be displayed.
  return card === undefined || clock.findSource(card.dataset) === undefined ? undefined : card;
}

interface Making {
  locale: Locale;
  typeface: Typeface;
  parts: PreviewParts;
}

async function printHome(card: HomeCard, { locale, typeface, parts }: Making): Promise<Print> {
  const photo = card.photo === null ? null : await photoWithin(card.photo, parts);
  const place = card.placeIds.city === null ? undefined : parts.gazetteer.findPlace(card.placeIds.city);
  const isSample = parts.clock.findSource(card.dataset)?.sample === true;
  const city = place === undefined ? null : nameIn(locale, place);
  const sheet = drawHome({ card, city, isSample, hasPhoto: photo !== null }, locale, typeface);
  return { svg: sheet.toSvg(), frame: null, photo, isWhole: photo !== null || card.photo === null };
}

/** Null when the photo is missing, unreadable or late. */
async function photoWithin(id: string, { pictures }: PreviewParts): Promise<Buffer | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), PHOTO_WITHIN);
  });
  const photo = pictures.load(id, 1280, 'webp').catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  return Promise.race([photo, late]).finally(() => clearTimeout(timer));
}

async function printSearch(query: SearchQuery, { locale, typeface, parts }: Making): Promise<Print> {
  const { engine, gazetteer, clock, settings } = parts;
  const keyword = await findAskedHomes(query, parts);
  const loan = createLoan(query, settings);
  const first = await engine.search({ query, want: new Set<Want>(['total']), loan, keyword });
  const place = query.place === undefined ? null : (gazetteer.findPlace(query.place) ?? null);
  const bounds = query.bbox ?? first.extent ?? place?.bounds ?? COUNTRY;
  const frame = fitFrame(bounds, MAP_BOX);
  // One zoom closer, for smaller clusters that show the towns.
  const zoom = Math.max(0, Math.min(22, Math.floor(findZoom(frame)) + 1));
  const { clusters = [] } =
    first.extent === null
      ? {}
      : await engine.search({
          query,
          want: new Set<Want>(['clusters']),
          zoom,
          clip: first.extent,
          loan,
          keyword,
        });
  const sheet = drawSearch(
    {
      query,
      place,
      otherPlaces: (query.otherPlaces ?? []).flatMap((slug) => gazetteer.findPlace(slug) ?? []),
      cityOfZip: place?.kind === 'zip' ? gazetteer.findParent(place, 'city') : undefined,
      total: first.total,
      clusters,
      towns: place === null ? [] : townsAround(place, parts),
      isSample: clock.sources().some(({ sample }) => sample),
    },
    { locale, frame, typeface },
  );
  return { svg: sheet.toSvg(), frame, photo: null, isWhole: true };
}

/** Labels for the map: the parts of a state or county, or the neighborhoods of a city and then the cities around it. */
function townsAround(place: Place, parts: PreviewParts): Place[] {
  const { gazetteer } = parts;
  const within = (one: Place | undefined, kind: Place['kind']) =>
    one === undefined ? [] : gazetteer.findChildren(one.id).filter((child) => child.kind === kind);
  if (place.kind === 'state') {
    return within(place, 'county')
      .flatMap((county) => within(county, 'city'))
      .sort((a, b) => b.population - a.population);
  }
  if (place.kind === 'county') return within(place, 'city');
  const city = place.kind === 'city' ? place : gazetteer.findParent(place, 'city');
  return [...within(city, 'neighborhood'), ...within(gazetteer.findParent(place, 'county'), 'city')];
}

/** Cached for a day with a version, else for five minutes. */
function sendPicture(picture: Buffer, version: unknown, reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', version === undefined ? 'public, max-age=300' : 'public, max-age=86400')
    .type('image/jpeg')
    .send(picture);
}
