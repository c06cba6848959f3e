import type { SearchType } from '@maru/listing';
import type { Place } from '@maru/listing/places';
import { formatSearchQuery, type SearchQuery } from '@maru/listing/search';
import { readClauses } from './clauses.ts';
import { isFresh, type WonRate } from './conversions.ts';
import { lex, type Token } from './lex.ts';
import type { Span } from './meaning.ts';
import { type FindPlace, PlaceReader } from './place-reader.ts';
import type { FindSchools } from './school-names.ts';
import { correctSlips, type FindMisspelled, type Slip } from './slips.ts';
import { lowerCase, tidyText } from './tidy-text.ts';
import { resolvePlaces } from './where.ts';

/** What the parser needs besides words. */
export interface SentenceSettings {
  /** Looks up exact names of places and landmarks; see `FindPlace`. */
  findPlace: FindPlace;
  /** Looks up schools by name and level; default: none is known. */
  findSchools?: FindSchools;
  /** Looks up misspelled names; default: they are not understood. */
  findMisspelled?: FindMisspelled;
  /** The place of the page: of several stores or schools of a name, the nearest is meant. */
  here?: Place;
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
  /** Slug of the named place, or of the first of several. */
  place?: string;
  /** Slugs of the others: "Irvine or Tustin". */
  otherPlaces?: string[];
  /** A name with several candidates: the visitor is asked (rule R14). */
  ambiguous?: { text: string; places: readonly Place[] };
  /** Radius in meters around the visitor, whose position is requested only on a press. */
  nearMe?: number;
  /** Parameters of a page's address: `{beds: '3-', price: '-1200000', has: 'pool'}`. */
  filters: Record<string, string>;
  slips: Slip[];
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
  const findSchools = settings.findSchools ?? (() => []);
  let tokens = lex(tidy, lower, places, findSchools);
  if (hasRival(tokens)) {
    places.isStrict = true;
    tokens = lex(tidy, lower, places, findSchools);
  }
  const corrected = correctSlips(tidy, tokens, settings.findMisspelled);
  tokens = corrected.tokens;
  const { reading: clauses, searchType } = readClauses(tokens, {
    won: rate?.won,
    today: settings.today,
    searchType: settings.searchType ?? 'sale',
    text: lower,
  });
  const { understood, meaning } = clauses;
  const where = resolvePlaces(clauses, settings.here);
  const { query, contradictions } = meaning.finish(searchType);
  if (where.schools.length > 0) query.school = where.schools;
  if (where.to !== undefined) query.to = where.to;
  if (where.excluded.length > 0) query.notPlaces = where.excluded.map(({ id }) => id);
  for (const [from, to] of contradictions) understood.fill(false, from, to);
  if (where.near !== undefined) query.near = where.near;
  if (clauses.nearMe === undefined && where.near === undefined && clauses.meters !== undefined) {
    const [from, to] = clauses.meters.span;
    understood.fill(false, from, to);
  }
  const [first, ...others] = where.places;
  const [asked] = clauses.ambiguous;
  const notes: SentenceNote[] = [];
  if (clauses.usedWon) notes.push('won');
  if (clauses.neededWon) notes.push('no_won_rate');
  if (clauses.saysPyeong) notes.push('pyeong');
  if (clauses.saysJeonse) notes.push('jeonse');
  return {
    searchType,
    ...(first === undefined ? {} : { place: first.id }),
    ...(others.length === 0 ? {} : { otherPlaces: others.map(({ id }) => id) }),
    ...(asked === undefined || first !== undefined
      ? {}
      : { ambiguous: { text: formatSpan(tidy, tokens, asked.span), places: asked.places } }),
    ...(clauses.nearMe === undefined ? {} : { nearMe: clauses.meters?.value ?? NEAR_ME_METERS }),
    filters: formatFilters(query),
    slips: corrected.slips,
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

/** The query of a page's address as its keys and values. */
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
