import type pg from 'pg';
import { writeAuditIn } from './audit-log.ts';
import { query, withWrite } from './connection.ts';
import { claimOnceIn, type OnceKey } from './idempotency.ts';
import { closeReviewsIn, type ReviewFinding, writeReviewIn } from './reviews.ts';

export type VideoState = 'pending' | 'published' | 'refused';

export interface NewVideo {
  videoId: string;
  youtubeId: string;
  title: string | null;
  /** Slugs. */
  places: string[];
  terms: string[];
  language: string | null;
  findings: ReviewFinding[];
}

/** Whose the videos are. */
export interface VideoOwner {
  /** Null: nobody's of this site. */
  realtorId: string | null;
  /** Who posts them; null: nobody who is known. */
  userId: string | null;
  state: VideoState;
}

export interface RealtorVideo extends Omit<NewVideo, 'findings'> {
  realtorId: string | null;
  userId: string | null;
  state: VideoState;
  realtor: {
    realtorId: string;
    name: string;
    nameKo: string | null;
    licenseNumber: string;
    brokerName: string;
  } | null;
  position: number;
  createdAt: Date;
}

/** Of each entry: the video, or that it was there before. */
export type VideosMade =
  | { kind: 'created' | 'again'; videos: (RealtorVideo | 'exists')[] }
  | { kind: 'reused' };

const VIDEO = `v.video_id as "videoId", v.youtube_id as "youtubeId", v.title, v.places, v.terms, v.language, v.state,
  v.realtor_id as "realtorId", v.user_id as "userId", v.position, v.created_at as "createdAt",
  case when r.realtor_id is not null then json_build_object('realtorId', r.realtor_id, 'name', r.name,
    'nameKo', r.name_ko, 'licenseNumber', r.license_number, 'brokerName', r.broker_name) end as realtor`;
const FROM = 'realtor_video v left join realtor r on r.realtor_id = v.realtor_id';
/** A realtor's videos are public as soon as the realtor is (R2). */
const IS_PUBLIC = `v.state = 'published' and (v.realtor_id is null or r.verification = 'verified')`;

/** Videos of realtors and those that others have named. */
export class RealtorVideos {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Keeps videos in one transaction, none twice with the same owner. `allOrNone`: when one was there before, none is
   * kept. An `Idempotency-Key` that came before answers what is there of then.
   */
  async create(
    owner: VideoOwner,
    videos: readonly NewVideo[],
    by: { now: Date; allOrNone?: boolean; once?: OnceKey | undefined },
  ): Promise<VideosMade> {
    const { now, allOrNone = false, once } = by;
    return await withWrite(this.#pool, async (client) => {
      const claim = await claimOnceIn(client, once, videos.map((video) => video.videoId).join(' '), now);
      if (claim.kind === 'reused') return claim;
      if (claim.kind === 'again') {
        const ids = claim.subjectId.split(' ');
        const found = await findIn(client, ids);
        return { kind: 'again', videos: ids.map((id) => found.get(id) ?? 'exists') } as const;
      }
      await client.query('savepoint before');
      const made: (string | undefined)[] = [];
      for (const video of videos) made.push(await insertVideo(client, owner, video, now));
      if (allOrNone && made.includes(undefined)) {
        await client.query('rollback to savepoint before');
        if (once !== undefined) {
          await client.query('delete from idempotency_key where subject_id = $1', [
            videos.map((video) => video.videoId).join(' '),
          ]);
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

  /** Which of these videos the owner has. */
  async listKnown(realtorId: string | null, youtubeIds: readonly string[]): Promise<Set<string>> {
    const rows = await query<{ youtube_id: string }>(
      this.#pool,
      'select youtube_id from realtor_video where owner_id = $1 and youtube_id = any($2)',
      [realtorId ?? '', youtubeIds],
    );
    return new Set(rows.map((row) => row.youtube_id));
  }

  /**
   * Newest first, behind `after`. `state`: of all, for admins; `ofUser`: all of that person's; neither: what everybody
   * may see.
   */
  async list(options: {
    realtorId?: string | undefined;
    ofUser?: { userId: string; realtorId: string | null } | undefined;
    state?: VideoState | undefined;
    place?: string | undefined;
    term?: string | undefined;
    after?: { at: string; id: string } | undefined;
    limit: number;
  }): Promise<RealtorVideo[]> {
    const { realtorId = null, ofUser, state, place = null, term = null, after, limit } = options;
    const values: unknown[] = [realtorId, place, term, after?.at ?? null, after?.id ?? null, limit];
    let mayBeSeen = IS_PUBLIC;
    if (ofUser !== undefined) {
      values.push(ofUser.userId, ofUser.realtorId);
      mayBeSeen = '(v.user_id = $7 or v.realtor_id = $8)';
    } else if (state !== undefined) {
      values.push(state);
      mayBeSeen = 'v.state = $7';
    }
    return await query<RealtorVideo>(
      this.#pool,
      `select ${VIDEO} from ${FROM}
       where ${mayBeSeen} and ($1::text is null or v.realtor_id = $1)
         and ($2::text is null or v.places @> array[$2]) and ($3::text is null or v.terms @> array[$3])
         and ($4::timestamptz is null or (v.created_at, v.video_id) < ($4::timestamptz, $5::text))
       order by v.created_at desc, v.video_id desc limit $6`,
      values,
    );
  }

  /** An admin publishes or refuses it. */
  async moderate(
    videoId: string,
    state: VideoState,
    by: { actorId: string; now: Date },
  ): Promise<RealtorVideo | undefined> {
    return await withWrite(this.#pool, async (client) => {
      const { rows } = await client.query(
        'update realtor_video set state = $2 where video_id = $1 returning 1',
        [videoId, state],
      );
      if (rows.length === 0) return undefined;
      if (state !== 'pending') await closeReviewsIn(client, 'video', videoId, by.actorId, by.now);
      await writeAuditIn(client, {
        actorId: by.actorId,
        action: `video.${state}`,
        subject: videoId,
        at: by.now,
      });
      return (await findIn(client, [videoId])).get(videoId);
    });
  }
}

/** Its id; undefined when its owner has it already. */
async function insertVideo(
  client: pg.ClientBase,
  owner: VideoOwner,
  video: NewVideo,
  now: Date,
): Promise<string | undefined> {
  const { videoId, findings } = video;
  const { rows } = await client.query(
    `insert into realtor_video (owner_id, youtube_id, video_id, realtor_id, user_id, title, places, terms, language, state,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (owner_id, youtube_id) do nothing returning 1`,
    [
      owner.realtorId ?? '',
      video.youtubeId,
      videoId,
      owner.realtorId,
      owner.userId,
      video.title,
      video.places,
      video.terms,
      video.language,
      owner.state,
      now,
    ],
  );
  if (rows.length === 0) return undefined;
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
  const { rows } = await client.query<RealtorVideo>(
    `select ${VIDEO} from ${FROM} where v.video_id = any($1)`,
    [videoIds],
  );
  return new Map(rows.map((row) => [row.videoId, row]));
}
