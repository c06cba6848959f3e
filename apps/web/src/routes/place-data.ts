import type { HomeListAnswer, MarketAnswer } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { SEARCH_TYPES, type SearchType } from '@maru/listing';
import { slugify } from '@maru/listing/places';
import { formatApiQuery, type SearchQuery, searchPath } from '@maru/listing/search';
import { localePath } from '@maru/words';
import { notFound, redirect } from '@tanstack/react-router';
import { formatRawSearch } from '../browser/raw-search.ts';
import { parseStreetZip } from '../search/page-address.ts';
import type { LoaderContext } from '../site/page-module.ts';

type PlaceAnswer = Awaited<ReturnType<Client['findPlace']>>;
type States = Awaited<ReturnType<Client['listStates']>>;

export interface PlacePageData {
  /** Whether the market or the homes come first. */
  lead: 'market' | 'homes';
  /** `/city`, `/list`, or the area's own path; without /ko. */
  ownPath: string;
  searchType: SearchType;
  place: PlaceAnswer['place'] | null;
  /** Null without a place, or when the request failed. */
  market: MarketAnswer | null;
  homes: HomeListAnswer | null;
  /** States and busiest cities to choose from, when no place is requested. */
  states: States | null;
  /** ms UTC. */
  now: number;
}

type Context = LoaderContext<Record<string, string>>;

/** `/city?place=&searchType=`. */
export function loadCity(context: Context): Promise<PlacePageData> {
  return loadByQuery(context, { lead: 'market', ownPath: '/city' });
}

/** `/list?searchType=&place=`. */
export function loadList(context: Context): Promise<PlacePageData> {
  return loadByQuery(context, { lead: 'homes', ownPath: '/list' });
}

/** `/{state}/{city}/{streetZip}`: the ZIP, else the city. With a street, redirects to the search of its homes. */
export async function loadArea(context: Context): Promise<PlacePageData> {
  const { state = '', city = '', streetZip = '' } = context.params;
  const parts = parseStreetZip(streetZip);
  if (!/^[a-z]{2}$/i.test(state) || parts === undefined) throw notFound();
  const path = `/${state}/${city}/${streetZip}`;
  if (path !== path.toLowerCase()) {
    const href = localePath(context.locale, encodeURI(path.toLowerCase())) + formatRawSearch(context.search);
    throw redirect({ href, statusCode: 301 });
  }
  const { place } = await findPlace(context, parts.zip ?? `${slugify(city)}-${state.toLowerCase()}`);
  if (place.stateCode.toLowerCase() !== state.toLowerCase()) throw notFound();
  const searchType = parseSearchType(context);
  if (parts.street === null) return loadPlace(context, place, { lead: 'market', ownPath: path, searchType });
  const asked = { searchType, place: place.slug, street: parts.street };
  if (!(await hasHomes(context, asked))) throw notFound();
  throw redirect({ href: localePath(context.locale, searchPath(asked)), statusCode: 301 });
}

/** Whether a street has homes, for sale or for rent. */
async function hasHomes({ client, signal }: Context, asked: SearchQuery): Promise<boolean> {
  const answers = await Promise.all(
    SEARCH_TYPES.map((searchType) =>
      client.listHomes({ query: `${formatApiQuery({ ...asked, searchType })}&want=total`, signal }),
    ),
  );
  return answers.some(({ total }) => total > 0);
}

async function loadByQuery(
  context: Context,
  page: Pick<PlacePageData, 'lead' | 'ownPath'>,
): Promise<PlacePageData> {
  const { search, client, signal, locale } = context;
  const searchType = parseSearchType(context);
  const text = typeof search.place === 'string' ? search.place.trim() : '';
  if (text === '') {
    const states = await client.listStates({ signal });
    return {
      ...page,
      searchType,
      place: null,
      market: null,
      homes: null,
      states,
      now: Date.now(),
    };
  }
  const { place } = await findPlace(context, text);
  if (place.slug !== text) {
    // 얼바인, IRVINE-CA: redirect to the canonical URL of the place.
    const query = formatRawSearch({ ...search, place: place.slug });
    throw redirect({ href: localePath(locale, page.ownPath) + query, statusCode: 301 });
  }
  return loadPlace(context, place, { ...page, searchType });
}

async function loadPlace(
  { client, signal }: Context,
  place: PlaceAnswer['place'],
  page: Pick<PlacePageData, 'lead' | 'ownPath' | 'searchType'>,
): Promise<PlacePageData> {
  const { searchType } = page;
  const [market, homes] = await Promise.all([
    client.findMarket({ query: { place: place.slug, searchType }, signal }).catch((error: unknown) => {
      if (signal.aborted || (error instanceof ApiError && error.statusCode < 500)) throw error;
      return null;
    }),
    client.listHomes({
      query: `searchType=${searchType}&place=${place.slug}&want=total&want=listings&want=costs`,
      signal,
    }),
  ]);
  return { ...page, place, market, homes, states: null, now: Date.now() };
}

async function findPlace({ client, locale, signal }: Context, text: string): Promise<PlaceAnswer> {
  return await client.findPlace({ query: { text: text.slice(0, 300), locale }, signal });
}

function parseSearchType({ search }: Context): SearchType {
  return search.searchType === 'rent' ? 'rent' : 'sale';
}
