import type {
  AlertSettings as AlertSettingsAnswer,
  SavedSearch as SavedSearchAnswer,
  SavedThings as SavedThingsAnswer,
} from '@maru/contract';
import type { AlertSettings, SavedSearch, SavedThings } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { ApiError, invalidRequest, orNotFound } from '../../http/api-error.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { parseSavedPath } from '../../search/saved-path.ts';

type SavedParts = Pick<Parts, 'store' | 'now'>;
const DONE = { ok: true } as const;
const USUAL_FREQUENCY = 'daily';

/** /v1/user/me/saved: saved homes and searches, hidden homes, and the frequency of emails. */
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
  serve(app, 'loadSaved', async ({ caller }) => toThingsAnswer(await saved.load(caller.userId)));

  serve(app, 'mergeSaved', async ({ body, caller }) => {
    const { homes, hidden, searches, timeZone } = body;
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
    return toThingsAnswer(await saved.merge(caller.userId, kept, new Date(now())));
  });

  serve(app, 'updateAlerts', async ({ body, caller }) => {
    const { timeZone, homes, isPaused } = body;
    const edit = { timeZone: knownZone(timeZone), homesFrequency: homes, bounced: isPaused };
    return toAlertsAnswer(await saved.updateAlerts(caller.userId, edit));
  });
}

function registerHomes(app: FastifyInstance, { store, now }: SavedParts): void {
  const { saved } = store;

  serve(app, 'saveHome', async ({ params, caller }) => {
    const { id } = params;
    if (!(await store.wasHome(id))) throw new ApiError(404, 'home_not_found', { data: { homeId: id } });
    if (!(await saved.saveHome(caller.userId, id, new Date(now())))) throw tooMany();
    return DONE;
  });

  serve(app, 'removeSavedHome', async ({ params, caller }) => {
    await saved.removeHome(caller.userId, params.id);
    return DONE;
  });

  serve(app, 'hideHome', async ({ params, caller }) => {
    if (!(await saved.hideHome(caller.userId, params.id, new Date(now())))) throw tooMany();
    return DONE;
  });

  serve(app, 'showHome', async ({ params, caller }) => {
    await saved.showHome(caller.userId, params.id);
    return DONE;
  });
}

function registerSearches(app: FastifyInstance, { store: { saved }, now }: SavedParts): void {
  serve(app, 'saveSearch', async ({ body, caller }) => {
    const { path, name = null, frequency = USUAL_FREQUENCY, timeZone } = body;
    const search = await saved.addSearch(
      caller.userId,
      { path: canonicalPath(path, 'path'), name, frequency, timeZone: knownZone(timeZone) },
      new Date(now()),
    );
    if (search === undefined) throw tooMany();
    return toSearchAnswer(search);
  });

  serve(app, 'updateSavedSearch', async ({ params, body, caller }) => {
    const { path, ...edit } = body;
    const search = await saved.updateSearch(
      caller.userId,
      params.id,
      { ...edit, ...(path === undefined ? {} : { path: canonicalPath(path, 'path') }) },
      new Date(now()),
    );
    return toSearchAnswer(orNotFound(search, 'search_not_found'));
  });

  serve(app, 'removeSavedSearch', async ({ params, caller }) => {
    if (!(await saved.removeSearch(caller.userId, params.id))) throw new ApiError(404, 'search_not_found');
    return DONE;
  });
}

function toThingsAnswer({ homes, hidden, searches, alerts }: SavedThings): SavedThingsAnswer {
  return {
    homes: homes.map(({ homeId, savedAt }) => ({ homeId, savedAt: savedAt.toISOString() })),
    hidden,
    searches: searches.map(toSearchAnswer),
    alerts: toAlertsAnswer(alerts),
  };
}

/** `problems` lists the filters of the stored path that this version does not understand. */
function toSearchAnswer({ searchId, path, name, frequency, createdAt }: SavedSearch): SavedSearchAnswer {
  const problems = parseSavedPath(path)?.problems ?? [{ field: 'path', reason: 'malformed' }];
  return { id: searchId, path, name, frequency, createdAt: createdAt.toISOString(), problems };
}

function toAlertsAnswer({ timeZone, homesFrequency, bouncedAt }: AlertSettings): AlertSettingsAnswer {
  return { timeZone, homes: homesFrequency, isPaused: bouncedAt !== null };
}

/** @throws ApiError 400 when the path is no search */
function canonicalPath(path: string, field: string): string {
  const parsed = parseSavedPath(path);
  if (parsed === undefined) throw invalidRequest([{ field, reason: 'malformed' }]);
  // Stored unchanged when a filter is not understood: another version may understand it.
  return parsed.problems.length === 0 ? parsed.path : path;
}

/** @throws ApiError 400 when the system does not know the zone */
function knownZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
  } catch {
    throw invalidRequest([{ field: 'timeZone', reason: 'unknown_value' }]);
  }
}

function tooMany(): ApiError {
  return new ApiError(409, 'too_many_saved');
}
