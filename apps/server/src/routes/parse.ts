import type { SentenceAnswer } from '@maru/contract';
import { otherKeyboard } from '@maru/gazetteer';
import type { Place } from '@maru/listing/places';
import { localToday, parseSearchQuery, type SearchQuery, searchPath } from '@maru/listing/search';
import { parseSentence, type Sentence } from '@maru/sentence';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { localeOfRequest } from '../plugins/errors.ts';
import { findBusiestCities } from '../search/busiest-cities.ts';
import { createLoan } from '../search/list-question.ts';
import { placeLabels, placeLink } from '../search/place-label.ts';
import { sentenceLookups } from '../search/sentence-lookups.ts';

type ParseParts = Pick<Parts, 'gazetteer' | 'placeNames' | 'engine' | 'index' | 'settings' | 'now'>;

/** Maximum number of places offered for an ambiguous name. */
const MAX_PLACES = 6;
/** Maximum number of places offered to a sentence that names none. */
const MAX_ASKED = 4;
/** Longest text that is tried in the other keyboard layout, in characters. */
const MAX_GUESSED = 100;

/** GET /home/parse: a sentence as the address of a search. */
export function registerParseRoute(app: FastifyInstance, parts: ParseParts): void {
  const { gazetteer, settings, index } = parts;
  const lookups = sentenceLookups(parts);
  serve(app, 'parseHomes', async (request): Promise<SentenceAnswer> => {
    const locale = localeOfRequest(request);
    const { wonRate } = settings;
    const today = localToday(parts.now());
    const { text, searchType: given, place: here, lastPlace } = request.query;
    const placeHere = here === undefined ? undefined : gazetteer.findPlace(here);
    const read = (said: string) =>
      parseSentence(said, {
        ...lookups,
        searchType: given,
        ...(placeHere === undefined ? {} : { here: placeHere }),
        // The sample rate has no age; responses mark it as a sample.
        wonRate: wonRate?.isSample ? { ...wonRate, asOf: today } : wonRate,
        today,
      });
    const written = read(text);
    const didYouMean = isUnderstood(written) ? undefined : meantOnOtherKeyboard(text, read);
    const sentence = didYouMean === undefined ? written : read(didYouMean);
    const { searchType, place: slug, otherPlaces = [], filters, ambiguous } = sentence;
    const queryIn = (place: string | undefined) =>
      parseSearchQuery({
        ...filters,
        searchType,
        ...(place === undefined ? {} : { place: [place, ...otherPlaces] }),
      }).query;
    const counts = index.countsByPlace(searchType);
    const isSomewhere =
      slug !== undefined ||
      ambiguous !== undefined ||
      sentence.nearMe !== undefined ||
      ['near', 'school', 'schoolDistrict', 'to'].some((key) => filters[key] !== undefined);
    // What was not understood may be the name of a place: then it is asked, as where there is no place to stay in.
    const isHere = !isSomewhere && here !== undefined && sentence.notUnderstood.length === 0;
    const isWhereOpen = !isSomewhere && !isHere && isUnderstood(sentence);
    const choices = isWhereOpen
      ? placesToAsk([here, lastPlace], parts)
      : [...(ambiguous?.places ?? [])]
          .sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0))
          .slice(0, MAX_PLACES);
    const place = slug !== undefined || isHere ? gazetteer.findPlace(slug ?? here ?? '') : undefined;
    const asked = queryIn(slug ?? (isHere ? here : undefined));
    const [total, ...totals] = await Promise.all(
      [asked, ...choices.map(({ id }) => queryIn(id))].map((one) => countHomes(one, parts)),
    );
    const labels = placeLabels(choices, locale, gazetteer);
    const offered = choices.map((one, at) => ({
      ...placeLink(one),
      label: labels[at] ?? one.name,
      path: searchPath(queryIn(one.id)),
      total: totals[at] ?? null,
    }));
    const slipLabels = placeLabels(
      sentence.slips.map((one) => one.place),
      locale,
      gazetteer,
    );
    const others = [...otherPlaces, ...(asked.notPlaces ?? [])]
      .map((one) => gazetteer.findPlace(one))
      .filter((one) => one !== undefined);
    const otherLabels = placeLabels(others, locale, gazetteer);
    return {
      searchType,
      place: slug,
      didYouMean,
      filters,
      notUnderstood: sentence.notUnderstood,
      path: searchPath(asked),
      total: sentence.nearMe === undefined && choices.length === 0 && !isWhereOpen ? (total ?? null) : null,
      placeLink:
        place === undefined
          ? null
          : { ...placeLink(place), label: placeLabels([place], locale, gazetteer)[0] ?? place.name },
      otherPlaces: others.map((one, at) => ({
        ...placeLink(one),
        label: otherLabels[at] ?? one.name,
        isExcluded: asked.notPlaces?.includes(one.id) ?? false,
      })),
      ...(ambiguous === undefined ? {} : { ambiguous: { text: ambiguous.text, places: offered } }),
      ...(isWhereOpen ? { where: offered } : {}),
      slips: sentence.slips.map(({ text }, at) => ({ text, place: slipLabels[at] ?? '' })),
      nearMe: sentence.nearMe,
      neutralHint: sentence.neutralHint,
      neutralTopics: sentence.neutralTopics,
      notes: sentence.notes,
      ...(sentence.wonRate === undefined || wonRate === null ? {} : { wonRate }),
    };
  });
}

/** Candidates for a sentence without a place: the visitor's last places, then the cities with the most homes. */
function placesToAsk(last: readonly (string | undefined)[], parts: ParseParts): Place[] {
  const known = last.flatMap((id) => (id === undefined ? [] : (parts.gazetteer.findPlace(id) ?? [])));
  const places = [...known, ...findBusiestCities(parts, MAX_ASKED)];
  return [...new Map(places.map((place) => [place.id, place])).values()].slice(0, MAX_ASKED);
}

function isUnderstood({ place, ambiguous, filters, nearMe, neutralHint }: Sentence): boolean {
  return (
    place !== undefined ||
    ambiguous !== undefined ||
    nearMe !== undefined ||
    neutralHint ||
    Object.keys(filters).length > 0
  );
}

/** The text in the other keyboard layout, if all of it is understood then: "djqkdls qkd 3ro" is "어바인 방 3개". */
function meantOnOtherKeyboard(text: string, read: (said: string) => Sentence): string | undefined {
  if (text.length > MAX_GUESSED) return undefined;
  return otherKeyboard(text.normalize('NFC')).find((said) => {
    const sentence = read(said);
    return isUnderstood(sentence) && sentence.notUnderstood.length === 0;
  });
}

/** Number of homes of a search; null for keywords, which only the slower store can match. */
async function countHomes(
  query: SearchQuery,
  { engine, settings }: Pick<Parts, 'engine' | 'settings'>,
): Promise<number | null> {
  if (query.q !== undefined || query.not !== undefined) return null;
  return engine.search({ query, want: new Set(['total']), loan: createLoan(query, settings) }).then(
    ({ total }) => total,
    () => null,
  );
}
