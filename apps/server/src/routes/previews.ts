import { type HomeCard, SEARCH_TYPES, type SearchType } from '@maru/listing';
import type { Place } from '@maru/listing/places';
import { formatApiQuery, parseSearchQuery, type SearchQuery, type Want } from '@maru/listing/search';
import { type Locale, parseLocale } from '@maru/words';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';
import { sendNotFound } from '../plugins/errors.ts';
import { drawHome } from '../previews/home-preview.ts';
import { frameOf, zoomOf } from '../previews/map-frame.ts';
import { PreviewPress, type Print } from '../previews/preview-press.ts';
import { drawSearch, MAP_BOX, nameIn } from '../previews/search-preview.ts';
import { loadTypeface, type Typeface } from '../previews/typeface.ts';
import { loanOf } from '../search/list-question.ts';

type PreviewParts = Pick<
  Parts,
  'engine' | 'index' | 'isReady' | 'gazetteer' | 'clock' | 'pictures' | 'settings' | 'store' | 'now'
>;

/** The forty-eight states: what a map shows when nothing says where. */
const COUNTRY = [-124.8, 24.4, -66.9, 49.4] as const;
/** How long a photo may keep its preview waiting (ms); then it is drawn without. */
const PHOTO_WITHIN = 6_000;

/**
 * The pictures of shared links, JPEG of 1200 × 630:
 * `GET /og/{en|ko}/home/{homeId}.jpg?searchType=&v=` and `GET /og/{en|ko}/search.jpg?{a search as GET /maru/v1/home/list has
 * it}&v=`. `v` is whatever the page made of what the picture shows: another one is another picture to those who keep it.
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
      const locale = localeOf(request.params.locale);
      const homeId = /^([a-z0-9]{1,20})\.jpg$/.exec(request.params.file)?.[1];
      if (locale === undefined || homeId === undefined) return sendNotFound(request, reply);
      // An index that is still empty would call everything gone.
      if (!parts.isReady()) throw new ApiError(503, 'unavailable', { retryAfter: 5 });
      const asked = SEARCH_TYPES.find((one) => one === request.query.searchType);
      const card = cardOf(homeId, asked, parts);
      if (card === undefined) throw new ApiError(404, 'home_not_found', { data: { homeId } });
      const face = await loadedTypeface();
      const key = `${locale} ${JSON.stringify(card)}`;
      const picture = await press.print(key, '', () => printHome(card, { locale, typeface: face, parts }));
      return sendPicture(picture, request.query.v, reply);
    },
  );

  app.get<{ Params: { locale: string }; Querystring: Record<string, unknown> }>(
    '/og/:locale/search.jpg',
    async (request, reply) => {
      const locale = localeOf(request.params.locale);
      if (locale === undefined) return sendNotFound(request, reply);
      // What cannot be read is left out, as on the page. Where somebody works is nobody's who gets the link.
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

function localeOf(text: string): Locale | undefined {
  return text === 'en' || text === 'ko' ? parseLocale(text) : undefined;
}

function cardOf(
  homeId: string,
  searchType: SearchType | undefined,
  { index, clock }: PreviewParts,
): HomeCard | undefined {
  const found = index.findCard(homeId);
  const cards = found === undefined ? [] : [found].flat();
  const card = cards.find((one) => one.searchType === searchType) ?? cards[0];
  // A dataset whose licence is not known here may not be shown.
  return card === undefined || clock.sourceOf(card.dataset) === undefined ? undefined : card;
}

interface Making {
  locale: Locale;
  typeface: Typeface;
  parts: PreviewParts;
}

async function printHome(card: HomeCard, { locale, typeface, parts }: Making): Promise<Print> {
  const photo = card.photo === null ? null : await photoWithin(card.photo, parts);
  const place = card.placeIds.city === null ? undefined : parts.gazetteer.findPlace(card.placeIds.city);
  const isSample = parts.clock.sourceOf(card.dataset)?.sample === true;
  const city = place === undefined ? null : nameIn(locale, place);
  const sheet = drawHome({ card, city, isSample, hasPhoto: photo !== null }, locale, typeface);
  return { svg: sheet.toSvg(), frame: null, photo, isWhole: photo !== null || card.photo === null };
}

/** Null when it is gone, cannot be read or does not come in time. */
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
  const { engine, gazetteer, clock, settings, store } = parts;
  const { q, not, searchType } = query;
  const keyword =
    q === undefined && not === undefined ? undefined : await store.findByKeyword({ q, not, searchType });
  const loan = loanOf(query, settings);
  const first = await engine.search({ query, want: new Set<Want>(['total']), loan, keyword });
  const place = query.place === undefined ? null : (gazetteer.findPlace(query.place) ?? null);
  const bounds = query.bbox ?? first.extent ?? place?.bounds ?? COUNTRY;
  const frame = frameOf(bounds, MAP_BOX);
  // One zoom closer: dots of half a cell's width, which show the towns.
  const zoom = Math.max(0, Math.min(22, Math.floor(zoomOf(frame)) + 1));
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
      cityOfZip: place?.kind === 'zip' ? parentOf(place, 'city', parts) : undefined,
      total: first.total,
      clusters,
      towns: place === null ? [] : townsAround(place, parts),
      isSample: clock.sources().some(({ sample }) => sample),
    },
    { locale, frame, typeface },
  );
  return { svg: sheet.toSvg(), frame, photo: null, isWhole: true };
}

/** The place itself, what lies in it, then its neighbors, the largest first. */
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
  const city = place.kind === 'city' ? place : parentOf(place, 'city', parts);
  return [...within(city, 'neighborhood'), ...within(parentOf(place, 'county', parts), 'city')];
}

function parentOf(place: Place, kind: Place['kind'], { gazetteer }: PreviewParts): Place | undefined {
  return place.parents.map((id) => gazetteer.findPlace(id)).find((one) => one?.kind === kind);
}

/** Kept for a day under its version; without one an hour of somebody's cache would be too long. */
function sendPicture(picture: Buffer, version: unknown, reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', version === undefined ? 'public, max-age=300' : 'public, max-age=86400')
    .type('image/jpeg')
    .send(picture);
}
