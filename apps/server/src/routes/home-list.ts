import { loanFactors } from '@maru/listing/money';
import type { FoundHome, SearchAnswer, SearchQuery, SearchRequest } from '@maru/listing/search';
import { HOUR_MS } from '@maru/listing/time';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findVisit } from '../front-door/visit.ts';
import { formatEtag } from '../http/answer-cache.ts';
import { isKnown } from '../http/conditional-request.ts';
import { sendKept } from '../http/send-kept.ts';
import { serve } from '../http/serve.ts';
import type { Parts } from '../parts.ts';
import { localeOfRequest } from '../plugins/errors.ts';
import { findAskedHomes } from '../search/asked-homes.ts';
import {
  type AnswerFrame,
  createExtras,
  homeListJson,
  isCostAsked,
  listingJson,
  withPinCosts,
} from '../search/home-list-json.ts';
import { foundHome } from '../search/list-engine.ts';
import {
  createLoan,
  type ListQuestion,
  listKey,
  loanAnswer,
  parseListQuestion,
} from '../search/list-question.ts';
import { requirePlaces } from '../search/place-not-found.ts';
import { findGivenHomes, type GivenHomes, withoutPins } from '../search/result-limits.ts';

/** Responses depend on the time only through midnight in UTC and in the zone of open houses; both are multiples of this span (ms). */
const SPAN = 8 * HOUR_MS;
export const LIST_CACHE_CONTROL = 'private, max-age=0';

/** Version of the data of `GET /home/list`; includes the day, because days on the market change with it. */
export function listVersion({
  engine,
  clock,
  content,
  placeNames,
  now,
}: Pick<Parts, 'engine' | 'clock' | 'content' | 'placeNames' | 'now'>): string {
  return `${engine.version()}|${placeNames.version}|${clock.revision()}|${content.ratesRevision()}|${Math.floor(now() / SPAN)}`;
}

/** GET /home/list, cached by query and version of the data. */
export function registerHomeListRoute(app: FastifyInstance, parts: Parts): void {
  const { gazetteer, lists } = parts;
  // The schema documents the query; `parseSearchQuery` alone validates it.
  const options = { validatorCompiler: () => () => true };
  serve(
    app,
    'listHomes',
    async (request, reply) => {
      const question = parseListQuestion(request.query);
      requirePlaces(question.query, gazetteer, localeOfRequest(request));
      const version = listVersion(parts);
      const key = listKey(question);
      // The tag alone tells what the client has: no need to make the list.
      if (request.headers['if-none-match'] !== undefined) {
        const etag = formatEtag(lists.formatTag(key, version), undefined);
        if (isKnown(etag, request.headers))
          return reply
            .code(304)
            .headers({ etag, ...SHARED_HEADERS })
            .send();
      }
      const signal = goneSignal(request, reply);
      try {
        const found = await lists.answer(key, version, (stop) => makeList(question, parts, stop), signal);
        lists.remember(request.url, key, version);
        return await sendKept(found, LIST_CACHE_CONTROL, request, reply);
      } catch (error) {
        // The client has disconnected.
        if (signal.aborted) {
          findVisit(request.raw)?.place?.leave();
          return reply.hijack();
        }
        throw error;
      }
    },
    options,
  );
}

const SHARED_HEADERS = { 'cache-control': LIST_CACHE_CONTROL, vary: 'accept-encoding' };

async function makeList(question: ListQuestion, parts: Parts, signal: AbortSignal): Promise<Buffer> {
  const { engine, index, clock, cards, settings } = parts;
  const { query } = question;
  const loan = createLoan(query, settings);
  const keyword = await findAskedHomes(query, parts);
  signal.throwIfAborted();
  const version = engine.version();
  const asked: SearchRequest = { ...question, loan, keyword };
  const wantsCost = question.want.has('costs') || isCostAsked(query);
  const extras = createExtras(query, loan, wantsCost);
  const toListing = (home: FoundHome) => {
    // Cached JSON is valid only for homes of the current index, not for those of SQL or of an older version.
    const isOfIndex = version === index.version() && version === engine.version();
    const card = isOfIndex ? cards.find(home, query.searchType) : cards.make(home.card());
    return listingJson(card, home, extras);
  };
  const limits = clock.resultLimits();
  const given = limits.length === 0 ? undefined : await findGivenHomes(asked, limits, parts, signal);
  const found = await engine.searchListings(asked, toListing, signal);
  const answer = given === undefined ? found : withinLimits(found, given, toListing);
  const frame = {
    sources: clock.sources(),
    asOf: clock.asOf(),
    ...listNames(query, parts),
    ...(given?.limited === undefined ? {} : { limited: given.limited }),
    ...(wantsCost ? { loan: loanAnswer(loan, query.rate === undefined, settings) } : {}),
  };
  const isMapOfCosts = question.want.has('costs') && !question.want.has('listings');
  const clusters =
    isMapOfCosts && answer.clusters !== undefined
      ? withPinCosts(answer.clusters, (id) => index.findCard(id, query.searchType), loanFactors(loan))
      : answer.clusters;
  return homeListJson({ ...answer, clusters }, query, frame);
}

/** The answer without homes that are beyond the limits of their licenses; totals and circles count them. */
function withinLimits(
  answer: SearchAnswer<Buffer>,
  { listings, mayTell }: GivenHomes,
  toListing: (home: FoundHome) => Buffer,
): SearchAnswer<Buffer> {
  const { clusters } = answer;
  return {
    ...answer,
    listings: answer.listings.length === 0 ? [] : listings.map((card) => toListing(foundHome(card))),
    ...(clusters === undefined ? {} : { clusters: withoutPins(clusters, mayTell) }),
  };
}

/** Names of the schools and districts of the query, from the imported files, and of the street. */
function listNames(
  { school = [], schoolDistrict, street, searchType }: SearchQuery,
  { placeNames, addresses }: Pick<Parts, 'placeNames' | 'addresses'>,
): Pick<AnswerFrame, 'names'> {
  const asked = [
    ...school.map((id) => ['school', id] as const),
    ...(schoolDistrict === undefined ? [] : [['district', schoolDistrict] as const]),
  ];
  const known: [string, string][] = asked.flatMap(([kind, id]) => {
    const name = placeNames.find(kind, id)?.name;
    return name === undefined ? [] : [[`${kind}/${id}`, name]];
  });
  const onStreet = street === undefined ? undefined : addresses.findOnStreet(street, searchType);
  if (onStreet !== undefined) known.push([`street/${street}`, onStreet.name]);
  return asked.length === 0 && street === undefined ? {} : { names: Object.fromEntries(known) };
}

/** Aborts when the client disconnects before the response is sent. */
function goneSignal(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const stop = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) stop.abort();
  });
  if (request.raw.destroyed && !request.raw.complete) stop.abort();
  return stop.signal;
}
