import type { HomeCardAnswer, HomeListAnswer, MarketAnswer } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import type { SearchType } from '@maru/listing';
import { slugify } from '@maru/listing/places';
import { localePath } from '@maru/words';
import { notFound, redirect } from '@tanstack/react-router';
import { formatRawSearch } from '../browser/raw-search.ts';
import { formatStreetName, parseStreetZip } from '../search/page-address.ts';
import type { LoaderContext } from '../site/page-module.ts';

type PlaceAnswer = Awaited<ReturnType<Client['findPlace']>>;
type States = Awaited<ReturnType<Client['listStates']>>;

/** Everything that the page of a place shows. */
export interface PlacePageData {
  /** Whether the market or the homes come first. */
  lead: 'market' | 'homes';
  /** `/city`, `/list`, or the area's own path; without /ko. */
  ownPath: string;
  searchType: SearchType;
  /** Null: no place is asked for. */
  place: PlaceAnswer['place'] | null;
  /** Null without a place, and where the numbers could not be had: the homes are there all the same. */
  market: MarketAnswer | null;
  homes: HomeListAnswer | null;
  /** "Culver Dr", with the homes that are known to stand there, where the address names a street. */
  street: { name: string; homes: HomeCardAnswer[] } | null;
  /** Where one may begin, without a place. */
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

/** `/{state}/{city}/{streetZip}`: the ZIP, else the city; with a street its homes before the others. */
export async function loadArea(context: Context): Promise<PlacePageData> {
  const { state = '', city = '', streetZip = '' } = context.params;
  const parts = parseStreetZip(streetZip);
  if (!/^[a-z]{2}$/i.test(state) || parts === undefined) throw notFound();
  const path = `/${state}/${city}/${streetZip}`;
  if (path !== path.toLowerCase()) {
    const href = localePath(context.locale, encodeURI(path.toLowerCase())) + formatRawSearch(context.search);
    throw redirect({ href, statusCode: 301 });
  }
  const [{ place }, onStreet] = await Promise.all([
    findPlace(context, parts.zip ?? `${slugify(city)}-${state.toLowerCase()}`),
    parts.street === null ? null : homesOnStreet(context, parts.street, city),
  ]);
  if (place.stateCode.toLowerCase() !== state.toLowerCase()) throw notFound();
  // A street on which nothing stands is no place.
  if (parts.street !== null && onStreet === null) throw notFound();
  const data = await loadPlace(context, place, {
    lead: 'market',
    ownPath: path,
    searchType: parseSearchType(context),
  });
  return parts.street === null || onStreet === null
    ? data
    : { ...data, street: { name: formatStreetName(parts.street), homes: onStreet } };
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
      street: null,
      states,
      now: Date.now(),
    };
  }
  const { place } = await findPlace(context, text);
  if (place.slug !== text) {
    // 얼바인, IRVINE-CA: understood, and sent on to the one address of the place.
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
  return { ...page, place, market, homes, street: null, states: null, now: Date.now() };
}

async function findPlace({ client, locale, signal }: Context, text: string): Promise<PlaceAnswer> {
  return await client.findPlace({ query: { text: text.slice(0, 300), locale }, signal });
}

/** The suggestions know the streets of live homes; null where there is no such street. */
async function homesOnStreet(
  context: Context,
  street: string,
  city: string,
): Promise<HomeCardAnswer[] | null> {
  const { client, locale, signal } = context;
  const words = street.replaceAll('-', ' ');
  const searchType = parseSearchType(context);
  let isKnown = false;
  for (const text of [`${words} ${city.replaceAll('-', ' ')}`, words]) {
    const { suggestions } = await client.suggestHomes({
      query: { text, locale, searchType, limit: 20 },
      signal,
    });
    const there = suggestions.filter(
      ({ kind, name, path }) =>
        (kind === 'street' || kind === 'address') &&
        (slugify(name).includes(street) || slugify(path).includes(street)),
    );
    isKnown ||= there.length > 0;
    const ids = there.flatMap(({ kind, homeId }) => (kind === 'address' ? (homeId ?? []) : []));
    if (ids.length > 0) {
      const { listings } = await client.listCards({ query: { homeId: ids }, signal });
      return listings.filter((home) => home.searchType === searchType);
    }
  }
  return isKnown ? [] : null;
}

function parseSearchType({ search }: Context): SearchType {
  return search.searchType === 'rent' ? 'rent' : 'sale';
}
