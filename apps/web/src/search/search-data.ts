import type { HomeListAnswer, SentenceAnswer, Suggestion } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { SEARCH_TYPES, type SearchType } from '@maru/listing';
import {
  formatApiQuery,
  type ParsedQuery,
  type Problem,
  parseSearchQuery,
  type SearchQuery,
} from '@maru/listing/search';
import { localePath } from '@maru/words';
import { notFound, redirect } from '@tanstack/react-router';
import { parseRawSearch } from '../browser/raw-search.ts';
import type { LoaderContext } from '../site/page-module.ts';
import { destinationKey, withDestination } from './commute-destination.ts';
import { type PageForm, parseZoom, queryText } from './page-address.ts';
import { choosePlace } from './place-box/place-choice.ts';
import { looksLikeSentence, MAX_SENTENCE, saysMore } from './sentence.ts';

/** A place, or that of an address which is not on the market. */
type Found = PlaceAnswer & Pick<SearchData, 'unlisted'> & { street?: string };

export type PlaceAnswer = Awaited<ReturnType<Client['findPlace']>>;

export interface SearchData {
  form: PageForm;
  /** Without /ko and without the query. */
  ownPath: string;
  query: SearchQuery;
  zoom: number | null;
  /** The street address that was asked for, of which no home is on the market; the results are of its street or place. */
  unlisted?: string;
  /** The parts of the address that could not be used. */
  problems: Problem[];
  place: PlaceAnswer['place'] | null;
  /** The places of `otherPlaces` and `notPlaces`, in any order. */
  namedPlaces: readonly PlaceAnswer['place'][];
  parents: PlaceAnswer['parents'];
  children: PlaceAnswer['children'];
  answer: HomeListAnswer;
  /** "34.052,-118.243": the commute destinations that the response was made with; empty for none. */
  answeredTo: string;
  /** ms UTC. */
  now: number;
  /** The request failed; `answer` is the previous one. */
  failed: boolean;
}

type SearchContext = LoaderContext<Record<string, string>>;

/** `/{searchAddress}`, `/{searchAddress}/{searchType}`, `/homes/for_{searchType}` and `…/{address}`. */
export async function loadSearch(context: SearchContext): Promise<SearchData> {
  const { params, search } = context;
  // Without script the place box requests `/homes/for_sale?text=…&searchType=rent`.
  const typed = typeof search.text === 'string' && search.text.trim() !== '' ? search.text : undefined;
  const typeInQuery = typed === undefined ? undefined : search.searchType;
  const searchType = (typeInQuery ?? params.searchType ?? 'sale') as SearchType;
  if (!SEARCH_TYPES.includes(searchType)) throw notFound();
  const form: PageForm = params.searchAddress === undefined ? 'homes' : 'address';
  const text = params.searchAddress ?? params.address ?? typed;
  if (typed !== undefined) await followSentence(context, typed, searchType);
  if (text === undefined && search.place !== undefined) {
    // Several places without one in the path: the first moves there.
    const [first, ...others] = [search.place].flat();
    const to = `/homes/for_${searchType}/${encodeURIComponent(String(first))}` as '/';
    throw redirect({ to, search: { ...search, place: others } as never, statusCode: 301 });
  }
  const found = text === undefined ? null : await findWhere(context, text, searchType);
  if (found !== null && found.unlisted === undefined && (typed !== undefined || text !== found.place.slug)) {
    // Redirect 얼바인, Irvine, IRVINE-CA and form queries to the canonical address of the place.
    throw redirect({
      to: `/homes/for_${searchType}/${found.place.slug}` as '/',
      search: withoutText(search) as never,
      statusCode: typed === undefined ? 301 : 302,
    });
  }
  const slug = found?.place.slug;
  const ownPath =
    form === 'address'
      ? `/${slug}${params.searchType === undefined ? '' : `/${searchType}`}`
      : `/homes/for_${searchType}${slug === undefined ? '' : `/${slug}`}`;
  return answerSearch(context, { form, ownPath, searchType, found });
}

/** Redirects a sentence to the search that it describes, if it has more than a place; `orPlace`: or a place among other words. */
async function followSentence(
  { client, locale, signal }: SearchContext,
  typed: string,
  searchType: SearchType,
  { orPlace = false } = {},
): Promise<void> {
  if (!looksLikeSentence(typed)) return;
  const text = typed.slice(0, MAX_SENTENCE);
  const answer = await client
    .parseHomes({ query: { text, locale, searchType }, signal })
    .catch(() => undefined);
  if (answer === undefined || answer.ambiguous !== undefined) return;
  if (answer.where !== undefined) throw askWhere(answer.where);
  if (!saysMore(answer, searchType) && !(orPlace && answer.place !== undefined)) return;
  const [to, query = ''] = answer.path.split('?') as [string, string?];
  throw redirect({ to: to as '/', search: parseRawSearch(query) as never, statusCode: 302 });
}

/** Without script the place box offers no choice; the page of an ambiguous name offers it. */
function askWhere(where: NonNullable<SentenceAnswer['where']>): ApiError {
  const suggestions = where.map(({ label, path }) => ({ name: label, path }));
  return new ApiError({
    statusCode: 404,
    statusMessage: '',
    message: '',
    data: { code: 'place_not_found', areNamesakes: true, suggestions },
  });
}

/** A number, then words: `10547 Copper Creek Rd`, `10547-copper-creek-rd`; not a ZIP code alone. */
const ADDRESS = /^\s*\d+[\s-]+[^\s\d-]/;

/**
 * Resolves a text to a place, or redirects to a home. An address is looked up among the homes first, since its city or
 * ZIP code would match too; a street or an MLS number only if no place matches.
 */
async function findWhere(context: SearchContext, text: string, searchType: SearchType): Promise<Found> {
  const isAddress = ADDRESS.test(text);
  const areSeveral = isAddress && (await followAddress(context, text, searchType));
  try {
    return await findPlace(context, text);
  } catch (error) {
    const isNowhere = error instanceof ApiError && error.body.data?.code === 'place_not_found';
    const areNamesakes = isNowhere && error.body.data?.areNamesakes === true;
    if (isNowhere && !areNamesakes) {
      if (!isAddress) {
        await followAddress(context, text, searchType);
        await followSentence(context, text, searchType, { orPlace: true });
      }
      const around = isAddress && !areSeveral ? await findAround(context, text, searchType) : undefined;
      if (around !== undefined) return around;
    }
    throw error;
  }
}

/**
 * Where an address is that no home on the market has: its street, if there are homes on it, else its place. Undefined if
 * neither is known.
 */
async function findAround(
  context: SearchContext,
  text: string,
  searchType: SearchType,
): Promise<Found | undefined> {
  const { client, locale, signal } = context;
  const address = text.slice(0, 300);
  const said = (/\s/.test(address) ? address : address.replaceAll('-', ' ')).replace(/^\s*\d\S*\s+/, '');
  const query = { text: said, locale, searchType };
  const [{ suggestions }, sentence] = await Promise.all([
    client.suggestHomes({ query, signal }),
    client.parseHomes({ query, signal }),
  ]);
  if (sentence.ambiguous !== undefined) return await findPlace(context, sentence.ambiguous.text);
  const streets = suggestions.flatMap(({ kind, path }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    return kind === 'street'
      ? [{ street: searchParams.get('street') ?? '', slug: pathname.split('/')[3] }]
      : [];
  });
  const [first, second] = streets;
  const street = streets.every((one) => one.street === first?.street) ? first?.street : undefined;
  // A street that goes through several ZIP codes is that of the city, if one was said.
  const slug = sentence.place ?? (street !== undefined && second === undefined ? first?.slug : undefined);
  return slug === undefined ? undefined : { ...(await findPlace(context, slug)), unlisted: address, street };
}

/**
 * Redirects to the only home or street of that name, as Enter in the place box does (rule R14). Returns whether there are
 * several.
 */
async function followAddress(
  { client, locale, signal }: SearchContext,
  text: string,
  searchType: SearchType,
): Promise<boolean> {
  const query = { text: text.slice(0, 300), locale, searchType };
  const answer = await client.suggestHomes({ query, signal }).catch(() => undefined);
  const ours = answer?.suggestions.filter(({ kind }) => OF_HOMES.has(kind)) ?? [];
  const choice = choosePlace(text, ours);
  // Temporary: the name may become ambiguous.
  if ('go' in choice) throw redirect({ href: localePath(locale, choice.go.path), statusCode: 302 });
  return ours.length > 0;
}

const OF_HOMES: ReadonlySet<string> = new Set([
  'address',
  'street',
  'listing',
] satisfies Suggestion['kind'][]);

function withoutText({
  text: _text,
  searchType: _type,
  ...rest
}: SearchContext['search']): SearchContext['search'] {
  return rest;
}

async function answerSearch(
  context: SearchContext,
  page: Pick<SearchData, 'form' | 'ownPath'> & {
    searchType: SearchType;
    found: Found | null;
  },
): Promise<SearchData> {
  const { client, search, signal } = context;
  const { found, searchType, ...own } = page;
  const parsed = parseSearchQuery({
    ...(found?.street === undefined ? {} : { street: found.street }),
    ...search,
    searchType,
    place: pagePlaces(found?.place.slug, search.place),
  });
  const { query, problems, namedPlaces } = await findNamedPlaces(context, parsed);
  const zoom = query.bbox === undefined ? null : parseZoom(search.zoom);
  const asked = withDestination(query);
  const about = {
    ...own,
    query,
    zoom,
    problems,
    ...(found?.unlisted === undefined ? {} : { unlisted: found.unlisted }),
    place: found?.place ?? null,
    namedPlaces,
    parents: found?.parents ?? [],
    children: found?.children ?? [],
    answeredTo: destinationKey(asked),
  };
  try {
    const answer = await client.listHomes({ query: listQuery(asked, zoom), signal });
    return { ...about, answer, now: Date.now(), failed: false };
  } catch (error) {
    const last = lastAnswers.get(client);
    if (signal.aborted || last === undefined || (error instanceof ApiError && error.statusCode < 500))
      throw error;
    // Keep the last results; the page says that they are not current.
    return { ...about, answer: last.answer, now: last.now, failed: true };
  }
}

/** All places of a page: that of its path, and those of its query, which are asked only beside it. */
export function pagePlaces(own: string | undefined, others: unknown): string[] {
  return own === undefined ? [] : [own, ...[others].flat().filter((one) => typeof one === 'string')];
}

/** Looks up the places that the query has beside its first; drops unknown ones, and says so. */
async function findNamedPlaces(
  context: SearchContext,
  { query, problems }: ParsedQuery,
): Promise<ParsedQuery & Pick<SearchData, 'namedPlaces'>> {
  const { otherPlaces = [], notPlaces = [], ...rest } = query;
  const slugs = [...otherPlaces, ...notPlaces];
  if (slugs.length === 0) return { query, problems, namedPlaces: [] };
  const found = await Promise.all(
    slugs.map((slug) =>
      findPlace(context, slug).catch((error: unknown) => {
        if (error instanceof ApiError && error.statusCode === 404) return undefined;
        throw error;
      }),
    ),
  );
  const namedPlaces = found.flatMap((one) => (one === undefined ? [] : [one.place]));
  const known = (asked: readonly string[]) =>
    asked.filter((slug) => namedPlaces.some((one) => one.slug === slug));
  const [others, not] = [known(otherPlaces), known(notPlaces)];
  const isUnknown = others.length + not.length < slugs.length;
  return {
    query: {
      ...rest,
      ...(others.length > 0 ? { otherPlaces: others } : {}),
      ...(not.length > 0 ? { notPlaces: not } : {}),
    },
    problems: isUnknown ? [...problems, { field: 'place', reason: 'unknown_value' }] : problems,
    namedPlaces,
  };
}

/** Everything but clusters, and those too if the address has the map's area and zoom. */
function listQuery(query: SearchQuery, zoom: number | null): string {
  const wants = ['total', 'listings', 'facets', 'histogram', 'costs'].map((one) => `&want=${one}`).join('');
  const clusters = query.bbox !== undefined && zoom !== null ? `&want=clusters&zoom=${Math.floor(zoom)}` : '';
  return formatApiQuery(query) + wants + clusters;
}

/** The search params for the router, in canonical order. */
export function toRouterSearch(query: SearchQuery, zoom: number | null) {
  return parseRawSearch(queryText(query, zoom));
}

const inBrowser = typeof window !== 'undefined';

/** The last response shown by this browser. On the server, which visitors share, nothing is kept. */
const lastAnswers = new WeakMap<Client, SearchData>();

/** Keeps a response to show if the next request fails. */
export function keepAnswer(client: Client, data: SearchData): void {
  lastAnswers.set(client, data);
}

const PLACE_FRESH_MS = 60_000;
const places = new Map<string, { at: number; answer: PlaceAnswer }>();

/** Finds a place by its slug. The browser keeps it for a minute, since each pan of the map needs it. */
async function findPlace({ client, locale, signal }: SearchContext, text: string): Promise<PlaceAnswer> {
  const kept = places.get(text);
  if (inBrowser && kept !== undefined && Date.now() - kept.at < PLACE_FRESH_MS) return kept.answer;
  try {
    const answer = await client.findPlace({ query: { text, locale }, signal });
    if (inBrowser) places.set(text, { at: Date.now(), answer });
    return answer;
  } catch (error) {
    const last = lastAnswers.get(client);
    const refused = signal.aborted || (error instanceof ApiError && error.statusCode < 500);
    if (refused || last === undefined || last.place?.slug !== text) throw error;
    // Offline within the same place, its data is known already.
    return { place: last.place, parents: last.parents, children: last.children };
  }
}
