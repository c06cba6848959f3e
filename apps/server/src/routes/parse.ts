import { CALLS, type QueryOf, type ROUTES, type SentenceAnswer } from '@maru/contract';
import { localToday, parseSearchQuery, type SearchQuery, searchPath } from '@maru/listing';
import { parseSentence } from '@maru/sentence';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../parts.ts';
import { placeLabels, placeLink } from '../place-label.ts';
import { localeOfRequest } from '../plugins/errors.ts';
import { routeSchema } from '../route-schema.ts';

type ParseParts = Pick<Parts, 'gazetteer' | 'index' | 'settings' | 'now'>;

/** GET /home/parse: a sentence as the address of a search. */
export function registerParseRoute(app: FastifyInstance, parts: ParseParts): void {
  const { gazetteer, settings, index } = parts;
  app.get<{ Querystring: QueryOf<typeof ROUTES.parseHomes> }>(
    CALLS.parseHomes.path,
    { schema: routeSchema('parseHomes') },
    async (request): Promise<SentenceAnswer> => {
      const locale = localeOfRequest(request);
      const { wonRate } = settings;
      const today = localToday(parts.now());
      const { text, searchType: given, place: here } = request.query;
      const sentence = parseSentence(text, {
        searchType: given,
        findPlace: (name) => gazetteer.findNamed(name),
        // An example does not age: it is said to be one.
        wonRate: wonRate?.isSample ? { ...wonRate, asOf: today } : wonRate,
        today,
      });
      const { searchType, place: slug, filters, ambiguous } = sentence;
      const pathIn = (place: string | undefined) => searchPath(queryOf({ ...filters, searchType, place }));
      const place = slug === undefined ? undefined : gazetteer.findPlace(slug);
      const counts = index.countsByPlace(searchType);
      const choices = [...(ambiguous?.places ?? [])].sort(
        (a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0),
      );
      const labels = placeLabels(choices, locale, gazetteer);
      return {
        searchType,
        ...(slug === undefined ? {} : { place: slug }),
        filters,
        notUnderstood: sentence.notUnderstood,
        path: pathIn(slug ?? (filters.near === undefined ? here : undefined)),
        placeLink:
          place === undefined
            ? null
            : { ...placeLink(place), label: placeLabels([place], locale, gazetteer)[0] ?? place.name },
        ...(ambiguous === undefined
          ? {}
          : {
              ambiguous: {
                text: ambiguous.text,
                places: choices.map((one, at) => ({
                  ...placeLink(one),
                  label: labels[at] ?? one.name,
                  path: pathIn(one.id),
                  count: counts.get(one.id) ?? 0,
                })),
              },
            }),
        ...(sentence.nearMe === undefined ? {} : { nearMe: sentence.nearMe }),
        neutralHint: sentence.neutralHint,
        neutralTopics: sentence.neutralTopics,
        notes: sentence.notes,
        ...(sentence.wonRate === undefined || wonRate === null ? {} : { wonRate }),
      };
    },
  );
}

function queryOf(raw: Record<string, string | undefined>): SearchQuery {
  return parseSearchQuery(raw).query;
}
