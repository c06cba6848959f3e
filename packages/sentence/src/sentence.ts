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

/** What the grammar has to be told: it knows words, not the world. */
export interface SentenceSettings {
  /** Looks up whole names of places; see `FindPlace`. */
  findPlace: FindPlace;
  /** Won for a dollar and of which day; null: amounts in won are not understood. */
  wonRate: WonRate | null;
  /** What is looked for when the words say neither; sale unless given. */
  searchType?: SearchType;
  /** `YYYY-MM-DD` where the visitor is: "다음 달", "2년 이내 신축". */
  today: string;
}

/** Why something was not turned into a filter, or what should be said beside one. */
export type SentenceNote =
  /** Amounts in won were turned into dollars. */
  | 'won'
  /** There were amounts in won and no rate, or only an old one. */
  | 'no_won_rate'
  /** 평 was said: in Korea often the supplied area, here the inside of the home (rule R80). */
  | 'pyeong'
  /** 전세 is not known in the United States. */
  | 'jeonse';

/** What was neutral to say no to: who lives there, how schools are rated, how safe it is (rule R46). */
export type NeutralTopic = 'people' | 'schools' | 'safety';

export interface Sentence {
  searchType: SearchType;
  /** Slug of the one place that is named. */
  place?: string;
  /** A name that several places have: the visitor is asked, nothing is guessed (rule R14). */
  ambiguous?: { text: string; places: readonly Place[] };
  /** The homes around where the visitor is; the position itself is asked for only when they press. Metres. */
  nearMe?: number;
  /** Keys and forms of a page's address: `{beds: '3-', price: '-1200000', has: 'pool'}`. */
  filters: Record<string, string>;
  /** In the order of the sentence; as typed, but for blanks. */
  notUnderstood: string[];
  /** Something asked who lives somewhere, or stands for that: no filter of ours answers it. */
  neutralHint: boolean;
  neutralTopics: NeutralTopic[];
  notes: SentenceNote[];
  /** The rate that amounts in won were read at. */
  wonRate?: WonRate;
}

const NEAR_ME_METERS = 5_000;

/**
 * What a sentence in Korean, English or both asks for. Total on any text, never throws; the same text and settings
 * always give the same answer. What is not understood is given back, never guessed.
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

/** Whether a place that is said to be one stands beside a name that may be something else. */
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
 * The innermost of the places that lie in each other ("Irvine, Orange County"). A second one that does not is given
 * back as not understood: a search has one place.
 */
function resolvePlace(clauses: Reading): { place?: Place; near?: SearchQuery['near'] } {
  const { places, meters, understood, nearMe } = clauses;
  let chosen: Place | undefined;
  let outer: Place | undefined;
  for (const [at, { place, span }] of places.entries()) {
    if (isNamesake(place, places)) continue;
    if (chosen === undefined || place.parents.includes(chosen.id)) chosen = place;
    // "애틀랜타 둘루스": in Korean the large city goes before the town that lies beside it.
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
  // A circle around the place reaches beyond it: being in the place is no longer asked.
  const { latitude, longitude } = chosen;
  return { near: { latitude, longitude, meters: meters.value } };
}

/** Smaller towns of another state are known by fewer people than what is named beside them. */
const HAMLET = 15_000;

/**
 * Whether a place only shares its name with a part of another that is named: "Downtown Seattle" is not the Downtown of Los
 * Angeles, and Old Town Pasadena not the town in Maine.
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

/** "어바인 터스틴" are two wishes; nobody lives in 애틀랜타 둘루스 but in the second. */
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

/** The query of a page's address as its keys and values. */
function formatFilters(query: SearchQuery): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(formatSearchQuery(query)));
}

/** The stretches that were not understood; two that only a blank divides are one. */
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
