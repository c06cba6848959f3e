import { randomUUID } from 'node:crypto';
import type { FieldProblem, VideoAnswer, VideoBody } from '@maru/contract';
import { findYoutubeId } from '@maru/listing';
import { scanFairHousing } from '@maru/listing/display';
import type { NewVideo, RealtorVideo, VideoOwner, VideoPosition } from '@maru/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { placeLinks, unknownPlaces, videoAnswer } from '../../contacts/agent-answer.ts';
import { toFinding } from '../../contacts/new-contact.ts';
import { ApiError, invalidRequest, orNotFound } from '../../http/api-error.ts';
import { onceKey, reusedKey } from '../../http/conditional-request.ts';
import { cutPage, formatCursor, listByTime, PAGE_SIZE, parseCursor, timeCursor } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { VideoFacts } from '../../media/video-facts.ts';
import type { Parts } from '../../parts.ts';
import { requireCaller } from '../../plugins/session.ts';

type VideoParts = Pick<Parts, 'store' | 'gazetteer' | 'now'> & { videoFacts: Pick<VideoFacts, 'ask'> };
type BatchResult = {
  result: 'created' | 'exists' | 'refused' | 'left_out';
  video?: VideoAnswer;
  fields?: FieldProblem[];
};

/** Videos shown with a home, and how many are considered. */
const OF_HOME = 2;
const OF_HOME_SEEN = 20;
const NOWHERE = { city: null, zip: null, neighborhoods: [] };

/** /realtor-youtube, its batch, and moderation by an admin. */
export function registerRealtorVideoRoutes(app: FastifyInstance, parts: VideoParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());

  serve(app, 'listRealtorVideos', async (request, reply) => {
    const { query, caller } = request;
    const { realtorId, place, homeId, term, mine, state, cursor, limit = PAGE_SIZE } = query;
    if (mine === true && caller === undefined) return { items: [] };
    if (homeId !== undefined) {
      reply.header('cache-control', 'no-cache');
      return { items: (await listOfHome(homeId, parts)).map((video) => videoAnswer(video, parts)) };
    }
    if (
      mine === true ||
      (realtorId !== undefined && state === undefined && place === undefined && term === undefined)
    ) {
      if (caller !== undefined) reply.header('cache-control', 'private, no-store');
      const own = mine === true ? await store.realtors.findByUser(caller?.userId ?? '') : undefined;
      const videos = await store.videos.listInOrder({
        realtorId: mine === true ? (own?.realtorId ?? null) : (realtorId ?? null),
        userId: mine === true ? caller?.userId : undefined,
        after: orderCursor(cursor),
        limit: limit + 1,
      });
      const { items, ...next } = cutPage(videos, limit, (video) => [
        video.position,
        video.createdAt.toISOString(),
        video.videoId,
      ]);
      return { items: items.map((video) => videoAnswer(video, parts)), ...next };
    }
    if (caller !== undefined) reply.header('cache-control', 'private, no-store');
    return await listByTime(query, {
      find: (after, most) =>
        store.videos.list({
          realtorId,
          places: place === undefined ? undefined : [place],
          term: term?.toLowerCase(),
          state: caller?.role === 'admin' ? state : undefined,
          after,
          limit: most,
        }),
      idOf: (video) => video.videoId,
      answer: (video) => videoAnswer(video, parts),
    });
  });

  serve(app, 'createRealtorVideo', async (request) => {
    const checked = checkedVideo(request.body, parts);
    if ('problems' in checked) throw invalidRequest(checked.problems);
    const owner = await findOwner(request, parts);
    const once = onceKey(request, 'video');
    const made = await store.videos.create(owner, [checked.video], { now: now(), once, allOrNone: true });
    if (made.kind === 'reused') throw reusedKey();
    const [video] = made.videos;
    if (video === undefined || video === 'exists') throw new ApiError(409, 'already_exists');
    void parts.videoFacts.ask();
    return videoAnswer(video, parts);
  });

  serve(app, 'createRealtorVideos', async (request) => {
    const { videos, allOrNone = false } = request.body;
    const owner = await findOwner(request, parts);
    const checked = videos.map((video) => checkedVideo(video, parts));
    const good = checked.flatMap((one) => ('video' in one ? [one.video] : []));
    const isRefused = allOrNone && good.length < checked.length;
    const made = isRefused
      ? undefined
      : await store.videos.create(owner, good, { now: now(), allOrNone, once: onceKey(request, 'videos') });
    if (made?.kind === 'reused') throw reusedKey();
    void parts.videoFacts.ask();
    let at = 0;
    const isAborted = allOrNone && (made === undefined || made.videos.includes('exists'));
    const known = isAborted
      ? await store.videos.listKnown(
          owner.realtorId,
          good.map((one) => one.youtubeId),
        )
      : new Set<string>();
    const seen = new Set<string>();
    const results = checked.map((one): BatchResult => {
      if ('problems' in one) return { result: 'refused', fields: one.problems };
      const { youtubeId } = one.video;
      if (isAborted) {
        const isThere = known.has(youtubeId) || seen.has(youtubeId);
        seen.add(youtubeId);
        return { result: isThere ? 'exists' : 'left_out' };
      }
      const video = made?.videos[at++];
      return video === undefined || video === 'exists'
        ? { result: 'exists' }
        : { result: 'created', video: videoAnswer(video, parts) };
    });
    return { created: results.filter(({ result }) => result === 'created').length, results };
  });

  serve(app, 'arrangeRealtorVideos', async ({ body, caller }, reply) => {
    const realtor = await store.realtors.findByUser(caller.userId);
    if (realtor !== undefined) await store.videos.arrange(realtor.realtorId, body.videoIds);
    return reply.send();
  });

  serve(app, 'updateRealtorVideo', async (request) => {
    const { body } = request;
    const checked = checkedWords(body, parts);
    if ('problems' in checked) throw invalidRequest(checked.problems);
    const { videoId } = await findOwn(request.params.id, request, parts);
    const { findings, ...words } = checked.words;
    const change = {
      ...Object.fromEntries(Object.entries(words).filter(([field]) => field in body)),
      ...(body.state === undefined ? {} : { state: body.state }),
    };
    const byAdmin = requireCaller(request).role === 'admin';
    const updated = await store.videos.update(videoId, change, { findings, byAdmin, now: now() });
    const video = orNotFound(updated, 'video_not_found');
    if (video === 'refused')
      throw new ApiError(409, 'conflict', { data: { fields: [{ field: 'state', reason: 'unknown' }] } });
    return videoAnswer(video, parts);
  });

  serve(app, 'deleteRealtorVideo', async (request, reply) => {
    const { videoId } = await findOwn(request.params.id, request, parts);
    await store.videos.delete(videoId);
    return reply.send();
  });

  serve(app, 'moderateVideo', async ({ params, body, caller }) => {
    const by = { actorId: caller.userId, now: now() };
    const video = await store.videos.moderate(params.id, body.state, by);
    return videoAnswer(orNotFound(video, 'video_not_found'), parts);
  });
}

/**
 * Videos of realtors and admins are published at once (those of admins without an owner); others wait for moderation, as
 * do those that an admin has refused before.
 */
async function findOwner({ caller }: FastifyRequest, { store }: VideoParts): Promise<VideoOwner> {
  if (caller === undefined) return { realtorId: null, userId: null, state: 'pending' };
  const { userId, role } = caller;
  const realtor = await store.realtors.findByUser(userId);
  if (realtor !== undefined) return { realtorId: realtor.realtorId, userId, state: 'published' };
  return { realtorId: null, userId, state: role === 'admin' ? 'published' : 'pending' };
}

/** A video that the caller may edit: their own, or as an admin any. @throws ApiError 404 */
async function findOwn(
  videoId: string,
  request: FastifyRequest,
  { store }: VideoParts,
): Promise<RealtorVideo> {
  const { userId, role } = requireCaller(request);
  const video = await store.videos.find(videoId);
  const own = video === undefined || role === 'admin' ? undefined : await store.realtors.findByUser(userId);
  const isOwn =
    role === 'admin' || video?.userId === userId || (own !== undefined && video?.realtorId === own.realtorId);
  return orNotFound(isOwn ? video : undefined, 'video_not_found');
}

/** Videos about the surroundings of a home, at most one of each realtor; counties and states are too large to count. */
async function listOfHome(homeId: string, { store, gazetteer }: VideoParts): Promise<RealtorVideo[]> {
  const home = await store.loadHome(homeId);
  const { city, zip, neighborhoods } = home?.card.placeIds ?? NOWHERE;
  const places = [city, zip, ...neighborhoods].filter((slug) => slug !== null);
  if (places.length === 0) return [];
  const found = await store.videos.list({ places, limit: OF_HOME_SEEN });
  const seen = new Set<string>();
  const each = found.filter(
    ({ realtorId }) => realtorId !== null && !seen.has(realtorId) && seen.add(realtorId),
  );
  return each.filter((video) => placeLinks(video.places, gazetteer).length > 0).slice(0, OF_HOME);
}

/** @throws ApiError 400 when malformed */
function orderCursor(cursor: string | undefined): VideoPosition | undefined {
  const key = parseCursor(cursor, ['number', 'string', 'string']);
  if (key === undefined) return undefined;
  const [position, at, id] = key;
  if (!Number.isInteger(position) || Math.abs(position) >= 2 ** 31) {
    throw invalidRequest([{ field: 'cursor', reason: 'malformed' }]);
  }
  return { position, ...(timeCursor(formatCursor([at, id])) as { at: string; id: string }) };
}

function checkedVideo(
  given: VideoBody,
  parts: VideoParts,
): { video: NewVideo } | { problems: FieldProblem[] } {
  const youtubeId = findYoutubeId(given.url);
  const checked = checkedWords(given, parts);
  if (youtubeId === undefined || 'problems' in checked) {
    return {
      problems: [
        ...(youtubeId === undefined ? [{ field: 'url', reason: 'malformed' } as const] : []),
        ...('problems' in checked ? checked.problems : []),
      ],
    };
  }
  return { video: { videoId: randomUUID(), youtubeId, ...checked.words } };
}

/** Normalizes the texts of a video for the store; absent fields are empty. */
function checkedWords(
  given: Omit<VideoBody, 'url'>,
  { gazetteer }: VideoParts,
): { words: Omit<NewVideo, 'videoId' | 'youtubeId'> } | { problems: FieldProblem[] } {
  const { places = [], terms = [], language = null, captions = [] } = given;
  const problems = unknownPlaces(places, gazetteer);
  if (problems.length > 0) return { problems };
  const title = given.title?.trim() ?? null;
  const words = [...new Set(terms.map((term) => term.trim().toLowerCase()))];
  const findings = [
    ...scanFairHousing(title ?? '').map((found) => toFinding('title', found)),
    ...scanFairHousing(words.join('\n')).map((found) => toFinding('terms', found)),
  ];
  return { words: { title, places, terms: words, language, captions, findings } };
}
