import type pg from 'pg';
import { claimOnceIn, type OnceKey } from '../db/idempotency.ts';
import { Repository } from '../db/repository.ts';
import { assignments, insertRow } from '../db/rows.ts';
import { isAfter, type Position, sql } from '../db/sql.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import type { Realtor } from './realtors.ts';
import { closeReviewsIn, deleteReviewsIn, type ReviewFinding, writeReviewIn } from './reviews.ts';

/** `draft`: not published by its realtor (yet). */
export type VideoState = 'draft' | 'pending' | 'published' | 'refused';

export interface NewVideo {
  videoId: string;
  youtubeId: string;
  title: string | null;
  places: string[];
  terms: string[];
  language: string | null;
  captions: string[];
  findings: ReviewFinding[];
}

export interface VideoOwner {
  realtorId: string | null;
  /** The poster; null: unknown. */
  userId: string | null;
  state: VideoState;
}

export interface RealtorVideo extends Omit<NewVideo, 'findings'> {
  realtorId: string | null;
  userId: string | null;
  state: VideoState;
  realtor: Pick<
    Realtor,
    'realtorId' | 'name' | 'nameKo' | 'licenseNumber' | 'licenseState' | 'brokerName'
  > | null;
  position: number;
  hasPicture: boolean;
  createdAt: Date;
}

/** A change of a video; absent members stay unchanged. */
export type VideoChange = Partial<Pick<NewVideo, (typeof WORDS)[number]>> & {
  state?: 'draft' | 'published';
};

/** Members of a `VideoChange` that are shown. */
const WORDS = ['title', 'places', 'terms', 'language', 'captions'] as const;

/** Position in one owner's list: the owner's order, then newest first. */
export interface VideoPosition extends Position {
  position: number;
}

export type VideosMade =
  | { kind: 'created' | 'again'; videos: (RealtorVideo | 'exists')[] }
  | { kind: 'reused' };

const VIDEO = sql`v.video_id as "videoId", v.youtube_id as "youtubeId", coalesce(v.title, p.title) as title, v.places, v.terms,
  v.language, v.captions, v.state, coalesce(p.has_picture, false) as "hasPicture",
  v.realtor_id as "realtorId", v.user_id as "userId", v.position, v.created_at as "createdAt",
  case when r.realtor_id is not null then json_build_object('realtorId', r.realtor_id, 'name', r.name,
    'nameKo', r.name_ko, 'licenseNumber', r.license_number, 'licenseState', r.license_state, 'brokerName', r.broker_name) end as realtor`;
const FROM = sql`realtor_video v left join realtor r on r.realtor_id = v.realtor_id
  left join video_picture p on p.youtube_id = v.youtube_id`;
/** A realtor's videos are public when the realtor is (rule R2). */
const IS_PUBLIC = sql`v.state = 'published' and (v.realtor_id is null or r.verification = 'verified')`;

export class RealtorVideos extends Repository {
  /**
   * In one transaction, without duplicates per owner; the first is the newest. `allOrNone`: stores nothing when one
   * exists. A repeated `Idempotency-Key` returns the videos of the first request.
   */
  async create(
    owner: VideoOwner,
    given: readonly NewVideo[],
    by: { now: Date; allOrNone?: boolean; once?: OnceKey | undefined },
  ): Promise<VideosMade> {
    const videos = withFallingIds(given);
    const subjectId = videos.map((video) => video.videoId).join(' ');
    const { now, allOrNone = false, once } = by;
    return await this.transaction(async (client) => {
      const claim = await claimOnceIn(client, once, subjectId, now);
      if (claim.kind === 'reused') return claim;
      if (claim.kind === 'again') {
        const ids = claim.subjectId.split(' ');
        const found = await findIn(client, ids);
        return { kind: 'again', videos: ids.map((id) => found.get(id) ?? 'exists') } as const;
      }
      await client.query('savepoint before');
      const refused = await listRefusedIn(client, owner.userId);
      const made: (string | undefined)[] = [];
      for (const video of videos) {
        const state = refused.has(video.youtubeId) ? 'pending' : owner.state;
        made.push(await insertVideo(client, { ...owner, state }, video, now));
      }
      if (allOrNone && made.includes(undefined)) {
        await client.query('rollback to savepoint before');
        if (once !== undefined) {
          await client.query(sql`delete from idempotency_key where subject_id = ${subjectId}`);
        }
        return { kind: 'created', videos: made.map(() => 'exists' as const) } as const;
      }
      const found = await findIn(
        client,
        made.filter((id) => id !== undefined),
      );
      return {
        kind: 'created',
        videos: made.map((id) => (id === undefined ? undefined : found.get(id)) ?? 'exists'),
      } as const;
    });
  }

  async listKnown(realtorId: string | null, youtubeIds: readonly string[]): Promise<Set<string>> {
    const known = await this.queryColumn(sql`
      select youtube_id from realtor_video
      where owner_id = ${realtorId ?? ''} and youtube_id = any(${youtubeIds})`);
    return new Set(known);
  }

  /** Newest first. `state`: all with that state, for admins; `ofUser`: all of that person; neither: public ones. */
  async list(options: {
    realtorId?: string | undefined;
    ofUser?: { userId: string; realtorId: string | null } | undefined;
    state?: VideoState | undefined;
    /** Any may match. */
    places?: readonly string[] | undefined;
    term?: string | undefined;
    after?: Position | undefined;
    limit: number;
  }): Promise<RealtorVideo[]> {
    const { realtorId = null, ofUser, state, places = null, term = null, after, limit } = options;
    const mayBeSeen =
      ofUser !== undefined
        ? sql`(v.user_id = ${ofUser.userId} or v.realtor_id = ${ofUser.realtorId})`
        : state !== undefined
          ? sql`v.state = ${state}`
          : IS_PUBLIC;
    return await this.query<RealtorVideo>(sql`
      select ${VIDEO} from ${FROM}
      where ${mayBeSeen} and (${realtorId}::text is null or v.realtor_id = ${realtorId})
        and (${places}::text[] is null or v.places && ${places}) and (${term}::text is null or v.terms @> array[${term}])
        and ${isAfter('v.created_at, v.video_id', after)}
      order by v.created_at desc, v.video_id desc limit ${limit}`);
  }

  /** One owner's videos in their own order, those without a position first, newest first. */
  async listInOrder(options: {
    /** Public videos of this realtor; with `userId` all, including those posted before the profile existed. */
    realtorId: string | null;
    userId?: string | undefined;
    after?: VideoPosition | undefined;
    limit: number;
  }): Promise<RealtorVideo[]> {
    const { realtorId, userId, after, limit } = options;
    const whose =
      userId === undefined
        ? sql`v.realtor_id = ${realtorId} and ${IS_PUBLIC}`
        : sql`(v.realtor_id = ${realtorId} or v.user_id = ${userId})`;
    const isNext =
      after === undefined
        ? sql`true`
        : sql`(v.position > ${after.position}
            or (v.position = ${after.position} and ${isAfter('v.created_at, v.video_id', after)}))`;
    return await this.query<RealtorVideo>(sql`
      select ${VIDEO} from ${FROM} where ${whose} and ${isNext}
      order by v.position, v.created_at desc, v.video_id desc limit ${limit}`);
  }

  async find(videoId: string): Promise<RealtorVideo | undefined> {
    return await this.transaction(async (client) => (await findIn(client, [videoId])).get(videoId));
  }

  /** In the order of `videoIds`; missing ones are omitted, with `onlyPublic` also those that are not public. */
  async listByIds(videoIds: readonly string[], onlyPublic: boolean): Promise<RealtorVideo[]> {
    return await this.query<RealtorVideo>(
      `select ${VIDEO} from ${FROM} where v.video_id = any($1) and (${IS_PUBLIC} or not $2)
       order by array_position($1::text[], v.video_id)`,
      [videoIds, onlyPublic],
    );
  }

  /**
   * `refused`: an admin has rejected it, so its owner cannot publish it. Without `byAdmin` other words for a video that
   * no realtor owns wait for moderation again.
   */
  async update(
    videoId: string,
    given: VideoChange,
    by: { findings: ReviewFinding[]; byAdmin: boolean; now: Date },
  ): Promise<RealtorVideo | 'refused' | undefined> {
    return await this.transaction(async (client) => {
      const was = await sql<{ state: VideoState; realtorId: string | null }>`
        select state, realtor_id as "realtorId" from realtor_video where video_id = ${videoId}
        for update`.row(client);
      if (was === undefined) return undefined;
      const mayPublish = was.state === 'draft' || was.state === 'published';
      if (given.state !== undefined && !mayPublish) return 'refused';
      const isUnchecked =
        mayPublish &&
        !by.byAdmin &&
        was.realtorId === null &&
        WORDS.some((word) => given[word] !== undefined);
      const change = isUnchecked ? { ...given, state: 'pending' as const } : given;
      const columns = Object.fromEntries(
        ([...WORDS, 'state'] as const).flatMap((name) =>
          change[name] === undefined ? [] : [[name, change[name]]],
        ),
      );
      if (Object.keys(columns).length > 0)
        await client.query(sql`update realtor_video set ${assignments(columns)} where video_id = ${videoId}`);
      const subject = { subjectKind: 'realtor_video', subjectId: videoId } as const;
      if (isUnchecked) await writeReviewIn(client, { ...subject, kind: 'video', findings: [] }, by.now);
      if (by.findings.length > 0) {
        await writeReviewIn(client, { ...subject, kind: 'fair_housing', findings: by.findings }, by.now);
      }
      return (await findIn(client, [videoId])).get(videoId);
    });
  }

  async delete(videoId: string): Promise<void> {
    await this.transaction(async (client) => {
      await deleteReviewsIn(client, sql`subject_kind = 'realtor_video' and subject_id = ${videoId}`);
      await client.query(sql`delete from realtor_video where video_id = ${videoId}`);
    });
  }

  /** Sets the owner's order; unnamed videos follow in their previous order. */
  async arrange(realtorId: string, videoIds: readonly string[]): Promise<void> {
    await this.query(sql`
      update realtor_video v set position = coalesce(o.at, ${videoIds.length} + v.position)
      from realtor_video w left join unnest(${videoIds}::text[]) with ordinality as o(id, at) on o.id = w.video_id
      where v.realtor_id = ${realtorId} and w.realtor_id = ${realtorId} and w.owner_id = v.owner_id
        and w.youtube_id = v.youtube_id
        and v.position is distinct from coalesce(o.at, ${videoIds.length} + v.position)`);
  }

  /** Videos whose facts were not fetched yet, or not since a failure some time ago, oldest first. */
  async listUnfetched(now: Date, limit: number): Promise<string[]> {
    return await this.queryColumn(sql`
      select distinct v.youtube_id from realtor_video v left join video_picture p on p.youtube_id = v.youtube_id
      where v.state <> 'refused' and (p.youtube_id is null or (p.failures between 1 and 5
        and p.asked_at < ${now}::timestamptz - make_interval(hours => 1 << p.failures))) order by v.youtube_id
        limit ${limit}`);
  }

  /** Stores fetched facts; `failed`: retry later. */
  async keepFacts(
    youtubeId: string,
    facts: { title: string | null; hasPicture: boolean; failed: boolean },
    now: Date,
  ): Promise<void> {
    await this.query(sql`
      insert into video_picture as old (youtube_id, title, has_picture, asked_at, failures)
      values (${youtubeId}, ${facts.title}, ${facts.hasPicture}, ${now}, ${facts.failed ? 1 : 0})
      on conflict (youtube_id) do update set title = coalesce(excluded.title, old.title),
        has_picture = old.has_picture or excluded.has_picture, asked_at = excluded.asked_at,
        failures = case when ${facts.failed ? 1 : 0} = 0 then 0 else old.failures + 1 end`);
  }

  async moderate(
    videoId: string,
    state: Exclude<VideoState, 'draft'>,
    by: { actorId: string; now: Date },
  ): Promise<RealtorVideo | undefined> {
    return await this.transaction(async (client) => {
      const video = await sql<{ userId: string | null; youtubeId: string }>`
        update realtor_video set state = ${state} where video_id = ${videoId}
        returning user_id as "userId", youtube_id as "youtubeId"`.row(client);
      if (video === undefined) return undefined;
      if (state !== 'pending') await closeReviewsIn(client, 'video', videoId, by.actorId, by.now);
      // Read by `listRefusedIn`.
      await writeAuditIn(client, by, `video.${state}`, videoId, { ...video });
      return (await findIn(client, [videoId])).get(videoId);
    });
  }
}

/** All have the same time, and the highest id is listed first; so the ids are assigned in descending order. */
function withFallingIds(videos: readonly NewVideo[]): NewVideo[] {
  const ids = videos
    .map(({ videoId }) => videoId)
    .sort()
    .reverse();
  return videos.map((video, at) => ({ ...video, videoId: ids[at] ?? video.videoId }));
}

/** YouTube ids that an admin last refused to this person, deleted videos too: posted again they wait for moderation. */
async function listRefusedIn(client: pg.ClientBase, userId: string | null): Promise<Set<string>> {
  if (userId === null) return new Set();
  const refused = await sql`
    select youtube_id from (
      select distinct on (facts ->> 'youtubeId') facts ->> 'youtubeId' as youtube_id, action from audit_log
      where action in ('video.refused', 'video.published') and facts ->> 'userId' = ${userId}
      order by facts ->> 'youtubeId', audit_id desc) as last
    where action = 'video.refused'`.column(client);
  return new Set(refused);
}

/** The new id; undefined when its owner has the video already. */
async function insertVideo(
  client: pg.ClientBase,
  owner: VideoOwner,
  video: NewVideo,
  now: Date,
): Promise<string | undefined> {
  const { findings, ...columns } = video;
  const { videoId } = columns;
  const inserted = await insertRow(
    client,
    'realtor_video',
    { ownerId: owner.realtorId ?? '', ...owner, ...columns, createdAt: now },
    'on conflict (owner_id, youtube_id) do nothing returning 1',
  );
  if (inserted === undefined) return undefined;
  const subject = { subjectKind: 'realtor_video', subjectId: videoId } as const;
  if (owner.state === 'pending')
    await writeReviewIn(client, { ...subject, kind: 'video', findings: [] }, now);
  if (findings.length > 0) await writeReviewIn(client, { ...subject, kind: 'fair_housing', findings }, now);
  return videoId;
}

async function findIn(
  client: pg.ClientBase,
  videoIds: readonly string[],
): Promise<Map<string, RealtorVideo>> {
  const rows = await sql<RealtorVideo>`
    select ${VIDEO} from ${FROM} where v.video_id = any(${videoIds})`.all(client);
  return new Map(rows.map((row) => [row.videoId, row]));
}
