import type { SearchType } from '@maru/listing';
import type { Place } from '@maru/listing/places';
import { formatSearchQuery, type SearchQuery } from '@maru/listing/search';
import { readClauses } from './clauses.ts';
import { isFresh, type WonRate } from './conversions.ts';
import { lex, type Token } from './lex.ts';
import type { Span } from './meaning.ts';
import { type FindPlace, PlaceReader } from './place-reader.ts';
import type { Reading } from './reading.ts';
import { lowerCase, tidyText } from './tidy-text.ts';

/** What the parser needs besides words. */
export interface SentenceSettings {
  /** Looks up exact place names; see `FindPlace`. */
  findPlace: FindPlace;
  /** Won per dollar with its date; null: amounts in won are not understood. */
  wonRate: WonRate | null;
  /** The default search type; sale unless given. */
  searchType?: SearchType;
  /** The visitor's local date (`YYYY-MM-DD`), for "다음 달", "2년 이내 신축". */
  today: string;
}

/** Why something is not a filter, or what to mention beside one. */
export type SentenceNote =
  /** Amounts in won were converted to dollars. */
  | 'won'
  /** Amounts in won could not be converted: no rate, or only an old one. */
  | 'no_won_rate'
  /** 평 was used: in Korea often the supply area, here the living area (rule R80). */
  | 'pyeong'
  /** 전세 does not exist in the United States. */
  | 'jeonse';

/** Topics answered by a neutral hint: residents, school ratings, safety (rule R46). */
export type NeutralTopic = 'people' | 'schools' | 'safety';

export interface Sentence {
  searchType: SearchType;
  /** Slug of the named place. */
  place?: string;
  /** A name with several candidates: the visitor is asked (rule R14). */
  ambiguous?: { text: string; places: readonly Place[] };
  /** Radius in meters around the visitor, whose position is requested only on a press. */
  nearMe?: number;
  /** Parameters of a page's address: `{beds: '3-', price: '-1200000', has: 'pool'}`. */
  filters: Record<string, string>;
  /** In the order of the sentence, as typed except for blanks. */
  notUnderstood: string[];
  /** The sentence mentions residents or a proxy for that, for which there is no filter. */
  neutralHint: boolean;
  neutralTopics: NeutralTopic[];
  notes: SentenceNote[];
  /** The rate used for amounts in won. */
  wonRate?: WonRate;
}

const NEAR_ME_METERS = 5_000;

/**
 * Parses a sentence in Korean, English or both into a search. Total: never throws; deterministic in the text and
 * settings. What is not understood is returned, never guessed.
 */
export function parseSentence(text: string, settings: SentenceSettings): Sentence {
  const tidy = tidyText(text);
  const lower = lowerCase(tidy);
  const rate =
    settings.wonRate !== null && isFresh(settings.wonRate, settings.today) ? settings.wonRate : null;
  const places = new PlaceReader(tidy, settings.findPlace);
  let tokens = lex(tidy, lower, places);
  if (hasRival(tokens)) {
    places.isStrict = true;
    tokens = lex(tidy, lower, places);
  }
  const { reading: clauses, searchType } = readClauses(tokens, {
    won: rate?.won,
    today: settings.today,
    searchType: settings.searchType ?? 'sale',
    text: lower,
  });
  const { understood, meaning } = clauses;
  const where = resolvePlace(clauses);
  const { query, contradictions } = meaning.finish(searchType);
  for (const [from, to] of contradictions) understood.fill(false, from, to);
  if (where.near !== undefined) query.near = where.near;
  if (clauses.nearMe === undefined && where.near === undefined && clauses.meters !== undefined) {
    const [from, to] = clauses.meters.span;
    understood.fill(false, from, to);
  }
  const notes: SentenceNote[] = [];
  if (clauses.usedWon) notes.push('won');
  if (clauses.neededWon) notes.push('no_won_rate');
  if (clauses.saysPyeong) notes.push('pyeong');
  if (clauses.saysJeonse) notes.push('jeonse');
  return {
    searchType,
    ...(where.place === undefined ? {} : { place: where.place.id }),
    ...(clauses.ambiguous === undefined || where.place !== undefined
      ? {}
      : {
          ambiguous: {
            text: formatSpan(tidy, tokens, clauses.ambiguous.span),
            places: clauses.ambiguous.places,
          },
        }),
    ...(clauses.nearMe === undefined ? {} : { nearMe: clauses.meters?.value ?? NEAR_ME_METERS }),
    filters: formatFilters(query),
    notUnderstood: notUnderstood(tidy, tokens, understood),
    neutralHint: clauses.about.size > 0,
    neutralTopics: (['people', 'schools', 'safety'] as const).filter((topic) => clauses.about.has(topic)),
    notes,
    ...(clauses.usedWon && rate !== null ? { wonRate: rate } : {}),
  };
}

/** Whether a marked place is beside an unmarked name that may mean something else. */
function hasRival(tokens: readonly Token[]): boolean {
  const places = tokens.filter((token) => token.k === 'place');
  const marked = places.filter(({ isMarked }) => isMarked);
  return places.some(
    ({ place, isMarked }) =>
      !isMarked &&
      / view$/i.test(place.name) &&
      marked.some((one) => one.place.id !== place.id && !one.place.parents.includes(place.id)),
  );
}

/**
 * The innermost of nested places ("Irvine, Orange County"). A further place outside it is returned as not understood,
 * since a search has one place.
 */
function resolvePlace(clauses: Reading): { place?: Place; near?: SearchQuery['near'] } {
  const { places, meters, understood, nearMe } = clauses;
  let chosen: Place | undefined;
  let outer: Place | undefined;
  for (const [at, { place, span }] of places.entries()) {
    if (isNamesake(place, places)) continue;
    if (chosen === undefined || place.parents.includes(chosen.id)) chosen = place;
    // "애틀랜타 둘루스": Korean names the large city before a town near it.
    else if (
      places[at - 1]?.span[1] === span[0] &&
      /[가-힣]/.test(clauses.readText(clauses.tokens[span[0]])) &&
      isTownBeside(place, chosen)
    ) {
      outer = chosen;
      chosen = place;
    }
  }
  for (const { place, span } of places) {
    const isPart =
      place === chosen || place === outer || place.id === chosen?.id || chosen?.parents.includes(place.id);
    if (!isPart) understood.fill(false, span[0], span[1]);
  }
  if (chosen === undefined) return {};
  if (meters === undefined || nearMe !== undefined) return { place: chosen };
  // A circle around the place extends beyond it, so it replaces the place.
  const { latitude, longitude } = chosen;
  return { near: { latitude, longitude, meters: meters.value } };
}

/** Smaller towns of another state are less likely than another place named beside them. */
const HAMLET = 15_000;

/**
 * Whether a place only shares its name with a part of another named place: "Downtown Seattle" is not the Downtown of
 * Los Angeles, and Old Town Pasadena not the town in Maine.
 */
function isNamesake(place: Place, places: Reading['places']): boolean {
  const others = places
    .map((one) => one.place)
    .filter((one) => one.id !== place.id && one.kind !== 'neighborhood');
  if (others.length === 0 || others.some(({ id }) => place.parents.includes(id))) return false;
  if (place.kind === 'neighborhood') return true;
  return (
    place.kind === 'city' &&
    place.population < HAMLET &&
    others.every((one) => one.population >= HAMLET && one.stateCode !== place.stateCode)
  );
}

/** Size from which "애틀랜타 둘루스" means the second place; "어바인 터스틴" are two places. */
const METROPOLIS = 400_000;

function isTownBeside(town: Place, region: Place): boolean {
  const areCities = town.kind === 'city' && region.kind === 'city';
  return (
    areCities &&
    town.stateCode === region.stateCode &&
    region.population > METROPOLIS &&
    town.population * 2 < region.population
  );
}

/** The filters as parameters of a page's address. */
function formatFilters(query: SearchQuery): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(formatSearchQuery(query)));
}

/** The spans that were not understood; adjacent ones are joined. */
function notUnderstood(text: string, tokens: readonly Token[], understood: readonly boolean[]): string[] {
  const texts: string[] = [];
  let from: number | undefined;
  let to = 0;
  const end = () => {
    if (from !== undefined) {
      const said = text.slice(from, to).trim();
      if (/[\p{L}\p{N}\p{S}]/u.test(said)) texts.push(said);
    }
    from = undefined;
  };
  for (const [at, token] of tokens.entries()) {
    if (understood[at]) end();
    else {
      from ??= token.start;
      to = token.end;
    }
  }
  end();
  return texts;
}

function formatSpan(text: string, tokens: readonly Token[], [from, to]: Span): string {
  return text.slice(tokens[from]?.start ?? 0, tokens[to - 1]?.end ?? 0);
}
