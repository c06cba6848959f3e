import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  CALLS,
  type FieldProblem,
  type ParamsOf,
  type QueryOf,
  type ROUTES,
  type VideoAnswer,
  type VideoBody,
} from '@maru/contract';
import { findYoutubeId, scanFairHousing } from '@maru/listing';
import type { NewVideo, RealtorVideo, VideoOwner } from '@maru/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { placeLinks } from '../agent-answer.ts';
import { onceKey, reusedKey } from '../conditional-request.ts';
import { timeCursor, timePage } from '../cursor.ts';
import { findingOf } from '../new-contact.ts';
import type { Parts } from '../parts.ts';
import { callerOf } from '../plugins/session.ts';
import { invalidRequest, Refusal } from '../refusal.ts';
import { routeSchema } from '../route-schema.ts';

type VideoParts = Pick<Parts, 'store' | 'gazetteer' | 'now'>;
type BatchResult = {
  result: 'created' | 'exists' | 'refused' | 'left_out';
  video?: VideoAnswer;
  fields?: FieldProblem[];
};

const PAGE_SIZE = 20;

/** /realtor-youtube, its batch, and an admin's word on a video. */
export function registerRealtorVideoRoutes(app: FastifyInstance, parts: VideoParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());

  app.get<{ Querystring: QueryOf<typeof ROUTES.listRealtorVideos> }>(
    CALLS.listRealtorVideos.path,
    { schema: routeSchema('listRealtorVideos') },
    async (request, reply) => {
      const { realtorId, place, term, mine, state, cursor, limit = PAGE_SIZE } = request.query;
      const after = timeCursor(cursor);
      const { caller } = request;
      if (mine === true && caller === undefined) return { items: [] };
      const ofUser =
        mine === true && caller !== undefined
          ? {
              userId: caller.userId,
              realtorId: (await store.realtors.findByUser(caller.userId))?.realtorId ?? null,
            }
          : undefined;
      const found = await store.videos.list({
        realtorId,
        place,
        term: term?.toLowerCase(),
        ofUser,
        state: caller?.role === 'admin' ? state : undefined,
        after,
        limit: limit + 1,
      });
      if (caller !== undefined) reply.header('cache-control', 'private, no-store');
      const { page, next } = timePage(found, limit, (video) => video.videoId);
      return {
        items: page.map((video) => videoAnswer(video, parts)),
        ...(next === undefined ? {} : { next }),
      };
    },
  );

  app.post<{ Body: VideoBody }>(
    CALLS.createRealtorVideo.path,
    { schema: routeSchema('createRealtorVideo') },
    async (request, reply) => {
      const checked = checkedVideo(request.body, parts);
      if ('problems' in checked) throw invalidRequest(checked.problems);
      const owner = await ownerOf(request, parts);
      const once = onceKey(request, 'video');
      const made = await store.videos.create(owner, [checked.video], { now: now(), once, allOrNone: true });
      if (made.kind === 'reused') throw reusedKey();
      const [video] = made.videos;
      if (video === undefined || video === 'exists') throw new Refusal(409, 'already_exists');
      return reply.code(201).send(videoAnswer(video, parts));
    },
  );

  app.post<{ Body: BodyOf<typeof ROUTES.createRealtorVideos> }>(
    CALLS.createRealtorVideos.path,
    { schema: routeSchema('createRealtorVideos') },
    async (request) => {
      const { videos, allOrNone = false } = request.body;
      const owner = await ownerOf(request, parts);
      const checked = videos.map((video) => checkedVideo(video, parts));
      const good = checked.flatMap((one) => ('video' in one ? [one.video] : []));
      const isRefused = allOrNone && good.length < checked.length;
      const made = isRefused
        ? undefined
        : await store.videos.create(owner, good, { now: now(), allOrNone, once: onceKey(request, 'videos') });
      if (made?.kind === 'reused') throw reusedKey();
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
    },
  );

  app.put<{ Params: ParamsOf<typeof ROUTES.moderateVideo>; Body: BodyOf<typeof ROUTES.moderateVideo> }>(
    CALLS.moderateVideo.path,
    { schema: routeSchema('moderateVideo') },
    async (request) => {
      const by = { actorId: callerOf(request).userId, now: now() };
      const video = await store.videos.moderate(request.params.id, request.body.state, by);
      if (video === undefined) throw new Refusal(404, 'video_not_found');
      return videoAnswer(video, parts);
    },
  );
}

/** A realtor's own are published; an admin's too, as nobody's; any other waits. */
async function ownerOf({ caller }: FastifyRequest, { store }: VideoParts): Promise<VideoOwner> {
  if (caller === undefined) return { realtorId: null, userId: null, state: 'pending' };
  const { userId, role } = caller;
  const realtor = await store.realtors.findByUser(userId);
  if (realtor !== undefined) return { realtorId: realtor.realtorId, userId, state: 'published' };
  return { realtorId: null, userId, state: role === 'admin' ? 'published' : 'pending' };
}

function checkedVideo(
  given: VideoBody,
  { gazetteer }: VideoParts,
): { video: NewVideo } | { problems: FieldProblem[] } {
  const { places = [], terms = [], language = null } = given;
  const problems: FieldProblem[] = [];
  const youtubeId = findYoutubeId(given.url);
  if (youtubeId === undefined) problems.push({ field: 'url', reason: 'malformed' });
  for (const [at, slug] of places.entries()) {
    if (gazetteer.findPlace(slug) === undefined)
      problems.push({ field: `places.${at}`, reason: 'unknown_value' });
  }
  if (youtubeId === undefined || problems.length > 0) return { problems };
  const title = given.title?.trim() ?? null;
  const words = [...new Set(terms.map((term) => term.trim().toLowerCase()))];
  const findings = [
    ...scanFairHousing(title ?? '').map((found) => findingOf('title', found)),
    ...scanFairHousing(words.join('\n')).map((found) => findingOf('terms', found)),
  ];
  return { video: { videoId: randomUUID(), youtubeId, title, places, terms: words, language, findings } };
}

function videoAnswer(video: RealtorVideo, { gazetteer }: VideoParts): VideoAnswer {
  return {
    videoId: video.videoId,
    youtubeId: video.youtubeId,
    title: video.title,
    places: placeLinks(video.places, gazetteer),
    terms: video.terms,
    language: video.language,
    state: video.state,
    realtor: video.realtor,
    createdAt: video.createdAt.toISOString(),
  };
}
