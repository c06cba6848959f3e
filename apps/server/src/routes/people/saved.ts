import {
  type AlertSettings as AlertSettingsAnswer,
  type BodyOf,
  CALLS,
  type ParamsOf,
  type ROUTES,
  type SavedSearch as SavedSearchAnswer,
  type SavedThings as SavedThingsAnswer,
} from '@maru/contract';
import type { AlertSettings, SavedSearch, SavedThings } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '../../http/refusal.ts';
import { routeSchema } from '../../http/route-schema.ts';
import type { Parts } from '../../parts.ts';
import { callerOf } from '../../plugins/session.ts';
import { parseSavedPath } from '../../search/saved-path.ts';

type SavedParts = Pick<Parts, 'store' | 'now'>;
const DONE = { ok: true } as const;
/** Of a search that is saved without a word about letters. */
const USUAL_FREQUENCY = 'daily';

/** /v1/user/me/saved: homes and searches that one keeps, homes that one has hidden, when letters come. */
export async function registerSavedRoutes(app: FastifyInstance, parts: SavedParts): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply) => {
      reply.header('cache-control', 'no-store');
    });
    registerThings(scope, parts);
    registerHomes(scope, parts);
    registerSearches(scope, parts);
  });
}

function registerThings(app: FastifyInstance, { store: { saved }, now }: SavedParts): void {
  app.get(CALLS.loadSaved.path, { schema: routeSchema('loadSaved') }, async (request) =>
    thingsOf(await saved.load(callerOf(request).userId)),
  );

  app.post<{ Body: BodyOf<typeof ROUTES.mergeSaved> }>(
    CALLS.mergeSaved.path,
    { schema: routeSchema('mergeSaved') },
    async (request) => {
      const { homes, hidden, searches, timeZone } = request.body;
      const kept = {
        homes: homes.map(({ homeId, savedAt }) => ({ homeId, savedAt: new Date(savedAt) })),
        hidden,
        searches: searches.map(({ path, name = null, frequency = USUAL_FREQUENCY, savedAt }, at) => ({
          path: canonicalPath(path, `searches.${at}.path`),
          name,
          frequency,
          savedAt: new Date(savedAt),
        })),
        timeZone: knownZone(timeZone),
      };
      return thingsOf(await saved.merge(callerOf(request).userId, kept, new Date(now())));
    },
  );

  app.put<{ Body: BodyOf<typeof ROUTES.updateAlerts> }>(
    CALLS.updateAlerts.path,
    { schema: routeSchema('updateAlerts') },
    async (request) => {
      const { timeZone, homes, isPaused } = request.body;
      const edit = { timeZone: knownZone(timeZone), homesFrequency: homes, bounced: isPaused };
      return alertsOf(await saved.updateAlerts(callerOf(request).userId, edit));
    },
  );
}

function registerHomes(app: FastifyInstance, { store, now }: SavedParts): void {
  const { saved } = store;

  app.put<{ Params: ParamsOf<typeof ROUTES.saveHome> }>(
    CALLS.saveHome.path,
    { schema: routeSchema('saveHome') },
    async (request) => {
      const { id } = request.params;
      if (!(await store.wasHome(id))) {
        throw new Refusal(404, 'home_not_found', { data: { homeId: id } });
      }
      if (!(await saved.saveHome(callerOf(request).userId, id, new Date(now())))) throw tooMany();
      return DONE;
    },
  );

  app.delete<{ Params: ParamsOf<typeof ROUTES.removeSavedHome> }>(
    CALLS.removeSavedHome.path,
    { schema: routeSchema('removeSavedHome') },
    async (request) => {
      await saved.removeHome(callerOf(request).userId, request.params.id);
      return DONE;
    },
  );

  app.put<{ Params: ParamsOf<typeof ROUTES.hideHome> }>(
    CALLS.hideHome.path,
    { schema: routeSchema('hideHome') },
    async (request) => {
      const isKept = await saved.hideHome(callerOf(request).userId, request.params.id, new Date(now()));
      if (!isKept) throw tooMany();
      return DONE;
    },
  );

  app.delete<{ Params: ParamsOf<typeof ROUTES.showHome> }>(
    CALLS.showHome.path,
    { schema: routeSchema('showHome') },
    async (request) => {
      await saved.showHome(callerOf(request).userId, request.params.id);
      return DONE;
    },
  );
}

function registerSearches(app: FastifyInstance, { store: { saved }, now }: SavedParts): void {
  app.post<{ Body: BodyOf<typeof ROUTES.saveSearch> }>(
    CALLS.saveSearch.path,
    { schema: routeSchema('saveSearch') },
    async (request, reply) => {
      const { path, name = null, frequency = USUAL_FREQUENCY, timeZone } = request.body;
      const search = await saved.addSearch(
        callerOf(request).userId,
        { path: canonicalPath(path, 'path'), name, frequency, timeZone: knownZone(timeZone) },
        new Date(now()),
      );
      if (search === undefined) throw tooMany();
      return reply.code(201).send(searchOf(search));
    },
  );

  app.patch<{
    Params: ParamsOf<typeof ROUTES.updateSavedSearch>;
    Body: BodyOf<typeof ROUTES.updateSavedSearch>;
  }>(CALLS.updateSavedSearch.path, { schema: routeSchema('updateSavedSearch') }, async (request) => {
    const { path, ...edit } = request.body;
    const search = await saved.updateSearch(
      callerOf(request).userId,
      request.params.id,
      { ...edit, ...(path === undefined ? {} : { path: canonicalPath(path, 'path') }) },
      new Date(now()),
    );
    if (search === undefined) throw new Refusal(404, 'search_not_found');
    return searchOf(search);
  });

  app.delete<{ Params: ParamsOf<typeof ROUTES.removeSavedSearch> }>(
    CALLS.removeSavedSearch.path,
    { schema: routeSchema('removeSavedSearch') },
    async (request) => {
      const isGone = await saved.removeSearch(callerOf(request).userId, request.params.id);
      if (!isGone) throw new Refusal(404, 'search_not_found');
      return DONE;
    },
  );
}

function thingsOf({ homes, hidden, searches, alerts }: SavedThings): SavedThingsAnswer {
  return {
    homes: homes.map(({ homeId, savedAt }) => ({ homeId, savedAt: savedAt.toISOString() })),
    hidden,
    searches: searches.map(searchOf),
    alerts: alertsOf(alerts),
  };
}

/** `path` as it is kept; what of it is no more is named. */
function searchOf({ searchId, path, name, frequency, createdAt }: SavedSearch): SavedSearchAnswer {
  const problems = parseSavedPath(path)?.problems ?? [{ field: 'path', reason: 'malformed' }];
  return { id: searchId, path, name, frequency, createdAt: createdAt.toISOString(), problems };
}

function alertsOf({ timeZone, homesFrequency, bouncedAt }: AlertSettings): AlertSettingsAnswer {
  return { timeZone, homes: homesFrequency, isPaused: bouncedAt !== null };
}

/** @throws Refusal 400 when it is no search */
function canonicalPath(path: string, field: string): string {
  const parsed = parseSavedPath(path);
  if (parsed === undefined) throw invalidRequest([{ field, reason: 'malformed' }]);
  // Kept as it came when a filter of it is not understood: another version may.
  return parsed.problems.length === 0 ? parsed.path : path;
}

/** @throws Refusal 400 when this machine knows no such zone */
function knownZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw invalidRequest([{ field: 'timeZone', reason: 'unknown_value' }]);
  }
}

function tooMany(): Refusal {
  return new Refusal(409, 'too_many_saved');
}
