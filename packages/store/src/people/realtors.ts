import type { Specialty, UserRole, Verification } from '@maru/listing/people';
import type pg from 'pg';
import { claimOnceIn, type OnceKey } from '../db/idempotency.ts';
import { Repository } from '../db/repository.ts';
import { assignments, insertRow } from '../db/rows.ts';
import { isAfter, type Position, raw, sql } from '../db/sql.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { setRoleIn } from './accounts.ts';
import { notifyAgentsIn } from './agent-links.ts';
import { linkRealtorIn, unlinkRealtorIn } from './agents.ts';
import { enqueueEmail, isVerifiedAddress } from './emails.ts';
import { closeReviewsIn, deleteReviewsIn, type ReviewFinding, writeReviewIn } from './reviews.ts';

export interface RealtorProfile {
  name: string;
  nameKo: string | null;
  /** Normalized: eight digits in California. */
  licenseNumber: string;
  licenseState: string;
  brokerName: string;
  officeName: string | null;
  email: string;
  phone: string | null;
  bioEn: string | null;
  bioKo: string | null;
  languages: string[];
  places: string[];
  specialties: Specialty[];
  dailySummary: boolean;
}

export interface Realtor extends RealtorProfile {
  realtorId: string;
  userId: string;
  /** Incremented by each change; the ETag. */
  version: number;
  pictureId: string | null;
  verification: Verification;
  verificationNote: string | null;
  verifiedAt: Date | null;
  /** Verified, or was until its last change. Not after a refusal, also when changed since: an admin verifies it again. */
  mayAnswer: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** SQL of `Realtor.mayAnswer`: changes keep `verified_by`, a refusal clears it. */
export const MAY_ANSWER = sql`(verification = 'verified' or (verification = 'pending' and verified_by is not null))`;

const REALTOR = sql`realtor_id as "realtorId", user_id as "userId", version, name, name_ko as "nameKo",
  license_number as "licenseNumber", license_state as "licenseState", broker_name as "brokerName",
  office_name as "officeName", email, phone, bio_en as "bioEn", bio_ko as "bioKo", languages, places, specialties,
  daily_summary as "dailySummary", picture_id as "pictureId", verification, verification_note as "verificationNote", verified_at as "verifiedAt",
  ${MAY_ANSWER} as "mayAnswer", created_at as "createdAt", updated_at as "updatedAt"`;

/**
 * Fields verified with the regulator; a change requires a new verification. So does another email address than the
 * verified one of the account: visitors' messages are sent there.
 */
const CHECKED = ['name', 'nameKo', 'licenseNumber', 'licenseState', 'brokerName'] as const;

/** Changes of a profile's license per day: each is verified manually and announced to the agents with that license. */
export const MAX_LICENSE_CHANGES = 3;

/** A change of license was rejected: `MAX_LICENSE_CHANGES` were made within a day. */
export interface LicenseLimit {
  licenseChangeableAt: Date;
}

/** Realtor profiles of this site. Callers check permissions (`mayEditRealtor`, `verification`). */
export class Realtors extends Repository {
  async find(realtorId: string): Promise<Realtor | undefined> {
    return (await this.findMany([realtorId])).get(realtorId);
  }

  async findMany(realtorIds: readonly string[]): Promise<Map<string, Realtor>> {
    if (realtorIds.length === 0) return new Map();
    const rows = await this.query<Realtor>(sql`
      select ${REALTOR} from realtor where realtor_id = any(${realtorIds})`);
    return new Map(rows.map((row) => [row.realtorId, row]));
  }

  async findByUser(userId: string): Promise<Realtor | undefined> {
    return await this.queryRow<Realtor>(sql`select ${REALTOR} from realtor where user_id = ${userId}`);
  }

  async list(options: {
    verification?: Verification | undefined;
    after?: Position | undefined;
    limit: number;
  }): Promise<Realtor[]> {
    const { verification = null, after, limit } = options;
    return await this.query<Realtor>(sql`
      select ${REALTOR} from realtor
      where (${verification}::text is null or verification = ${verification})
        and ${isAfter('created_at, realtor_id', after)}
      order by created_at desc, realtor_id desc limit ${limit}`);
  }

  /** The person becomes a realtor; the profile awaits verification. `taken`: the person has one already. */
  async create(
    own: { realtorId: string; userId: string; profile: RealtorProfile; uploadId: string | null },
    by: { findings: ReviewFinding[]; now: Date; once?: OnceKey | undefined },
  ): Promise<Realtor | 'taken' | 'reused' | 'no_upload'> {
    const { realtorId, userId, profile, uploadId } = own;
    const { findings, now } = by;
    return await this.transaction(async (client) => {
      const claim = await claimOnceIn(client, by.once, realtorId, now);
      if (claim.kind === 'reused') return 'reused';
      if (claim.kind === 'again') return (await findIn(client, claim.subjectId)) ?? 'reused';
      const owner = await insertRow(
        client,
        'realtor_owner',
        { userId, realtorId },
        'on conflict (user_id) do nothing returning 1',
      );
      if (owner === undefined) {
        // Nothing was created: release the key.
        if (by.once !== undefined)
          await client.query(sql`delete from idempotency_key where subject_id = ${realtorId}`);
        return 'taken';
      }
      const columns = pickColumns(profile);
      await insertRow(client, 'realtor', { realtorId, userId, createdAt: now, updatedAt: now, ...columns });
      if (uploadId !== null && !(await takePictureIn(client, { uploadId, userId, realtorId }))) {
        throw new NoUpload();
      }
      await changeRoleIn(client, userId, { from: 'user', to: 'realtor' }, now);
      await flag(client, 'verification', realtorId, [], now);
      if (findings.length > 0) await flag(client, 'fair_housing', realtorId, findings, now);
      await writeAuditIn(client, { actorId: userId, now }, 'realtor.create', realtorId);
      const { licenseNumber } = profile;
      await notifyAgentsIn(client, { realtorId, licenseNumber }, { userId, now });
      return await findIn(client, realtorId);
    }).then(
      (made) => made as Realtor | 'taken' | 'reused',
      (error: unknown) => {
        if (error instanceof NoUpload) return 'no_upload' as const;
        throw error;
      },
    );
  }

  /** `stale`: the version has changed. With a `LicenseLimit` nothing was changed. */
  async update(
    realtorId: string,
    change: { profile: Partial<RealtorProfile>; uploadId?: string | null | undefined },
    by: { actorId: string; version?: number | undefined; findings: ReviewFinding[]; now: Date },
  ): Promise<Realtor | LicenseLimit | 'stale' | 'no_upload' | undefined> {
    const { actorId, version, findings, now } = by;
    return await this.transaction(async (client) => {
      const was = await findIn(client, realtorId, 'for update');
      if (was === undefined) return undefined;
      if (version !== undefined && version !== was.version) return 'stale';
      const columns = pickColumns(change.profile);
      const keys = Object.keys(columns);
      const isChanged = (key: keyof RealtorProfile) => key in columns && columns[key] !== was[key];
      const isUnchecked =
        CHECKED.some(isChanged) ||
        (isChanged('email') && !(await isVerifiedAddress(client, was.userId, change.profile.email!)));
      const isOtherLicense = isChanged('licenseNumber') || isChanged('licenseState');
      if (isOtherLicense) {
        const licenseChangeableAt = await licenseChangeableIn(client, realtorId, now);
        if (licenseChangeableAt > now) return { licenseChangeableAt };
      }
      const unchecked = isUnchecked ? { verification: 'pending', verifiedAt: null } : {};
      await client.query(sql`
        update realtor set version = version + 1, ${assignments({ ...columns, ...unchecked, updatedAt: now })}
        where realtor_id = ${realtorId}`);
      if (change.uploadId === null) {
        await client.query(sql`update realtor set picture_id = null where realtor_id = ${realtorId}`);
        // The sweep of unreferenced uploads deletes the file.
        await client.query(sql`update upload set realtor_id = null where realtor_id = ${realtorId}`);
      } else if (change.uploadId !== undefined) {
        const upload = { uploadId: change.uploadId, userId: actorId, realtorId };
        if (!(await takePictureIn(client, upload))) throw new NoUpload();
      }
      if (isUnchecked) {
        await flag(client, 'verification', realtorId, [], now);
      }
      if (findings.length > 0) await flag(client, 'fair_housing', realtorId, findings, now);
      await writeAuditIn(client, { actorId, now }, 'realtor.update', realtorId, {
        members: keys.join(' '),
        verification: isUnchecked ? 'pending' : was.verification,
        // Counted by `licenseChangeableIn`.
        ...(isOtherLicense ? { isOtherLicense } : {}),
      });
      if (isOtherLicense) {
        const licenseNumber = change.profile.licenseNumber ?? was.licenseNumber;
        await notifyAgentsIn(client, { realtorId, licenseNumber }, { userId: was.userId, now });
      }
      await linkRealtorIn(client, realtorId);
      return await findIn(client, realtorId);
    }).catch((error: unknown) => {
      if (error instanceof NoUpload) return 'no_upload' as const;
      throw error;
    });
  }

  /** Records an admin's verification, the only way to make a profile public, and enqueues an email to the realtor. */
  async verify(
    realtorId: string,
    given: { verification: Verification; note: string | null },
    by: { actorId: string; version?: number | undefined; now: Date },
  ): Promise<Realtor | 'stale' | undefined> {
    const { verification, note } = given;
    const { actorId, version, now } = by;
    return await this.transaction(async (client) => {
      const was = await findIn(client, realtorId, 'for update');
      if (was === undefined) return undefined;
      if (version !== undefined && version !== was.version) return 'stale';
      await client.query(sql`
        update realtor
        set version = version + 1, updated_at = ${now}, verification = ${verification}, verification_note = ${note},
          verified_at = case when ${verification} = 'verified' then ${now}::timestamptz end,
          verified_by = case ${verification} when 'verified' then ${actorId}::text when 'pending' then verified_by end
        where realtor_id = ${realtorId}`);
      if (verification === 'pending') {
        await flag(client, 'verification', realtorId, [], now);
      } else {
        await closeReviewsIn(client, 'verification', realtorId, actorId, now);
        if (verification !== was.verification) {
          const [locale = 'en'] = await sql`
            select locale from account where user_id = ${was.userId}`.column<'en' | 'ko'>(client);
          const kind = `realtor-${verification}`;
          await enqueueEmail(client, { kind, subjectId: realtorId, locale, toEmail: was.email }, now);
        }
      }
      await writeAuditIn(client, { actorId, now }, `realtor.${verification}`, realtorId, {
        licenseNumber: was.licenseNumber,
        licenseState: was.licenseState,
      });
      await linkRealtorIn(client, realtorId);
      return await findIn(client, realtorId);
    });
  }

  /** Enqueues the daily email where contacts are unanswered. Returns the number of realtors checked, 0 when done. */
  async summarize(day: string, now: Date, limit: number): Promise<number> {
    return await this.transaction(async (client) => {
      const { rows } = await client.query<{
        realtorId: string;
        email: string;
        locale: 'en' | 'ko';
        hasNew: boolean;
      }>(sql`
        select r.realtor_id as "realtorId", r.email,
          coalesce((select a.locale from account a where a.user_id = r.user_id), 'en') as locale,
          exists (select 1 from contact c where c.realtor_id = r.realtor_id and c.state = 'new'
            and c.withdrawn_at is null
            and not c.hidden_by_recipient) as "hasNew"
        from realtor r where r.daily_summary and r.verification = 'verified'
          and (r.summarized_on is null or r.summarized_on < ${day})
        order by r.summarized_on nulls first, r.realtor_id limit ${limit} for update of r skip locked`);
      await client.query(sql`
        update realtor set summarized_on = ${day}
        where realtor_id = any(${rows.map((row) => row.realtorId)})`);
      for (const { realtorId, email, locale } of rows.filter((row) => row.hasNew)) {
        const summary = { kind: 'realtor-summary', subjectId: realtorId, locale, toEmail: email };
        await enqueueEmail(client, summary, now);
      }
      return rows.length;
    });
  }

  /** Deletes the profile with its videos; contacts stay with their senders. `stale` as in `update`. */
  async delete(
    realtorId: string,
    by: { actorId: string; version?: number | undefined; now: Date },
  ): Promise<'deleted' | 'stale' | undefined> {
    return await this.transaction(async (client) => {
      const was = await findIn(client, realtorId, 'for update');
      if (was === undefined) return undefined;
      if (by.version !== undefined && by.version !== was.version) return 'stale';
      await deleteRealtorIn(client, was, by);
      return 'deleted';
    });
  }
}

/** Deletes a profile and its dependent rows in the caller's transaction. */
export async function deleteRealtorIn(
  client: pg.ClientBase,
  { realtorId, userId }: Pick<Realtor, 'realtorId' | 'userId'>,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<void> {
  await unlinkRealtorIn(client, realtorId);
  await client.query(sql`delete from agent_link where realtor_id = ${realtorId}`);
  await deleteReviewsIn(
    client,
    sql`(subject_kind = 'realtor' and subject_id = ${realtorId}) or (subject_kind = 'realtor_video'
      and subject_id in (select video_id from realtor_video where realtor_id = ${realtorId}))`,
  );
  await client.query(sql`delete from realtor_video where realtor_id = ${realtorId}`);
  await client.query(sql`delete from letter where subject_id = ${realtorId}`);
  await client.query(sql`delete from realtor_owner where realtor_id = ${realtorId}`);
  await client.query(sql`delete from realtor where realtor_id = ${realtorId}`);
  await client.query(sql`update upload set realtor_id = null where realtor_id = ${realtorId}`);
  await changeRoleIn(client, userId, { from: 'realtor', to: 'user' }, now);
  await writeAuditIn(client, { actorId, now }, 'realtor.delete', realtorId);
}

const PROFILE_FIELDS = [
  ...([
    'name',
    'nameKo',
    'licenseNumber',
    'licenseState',
    'brokerName',
    'officeName',
    'email',
    'phone',
  ] as const),
  ...(['bioEn', 'bioKo', 'languages', 'places', 'specialties', 'dailySummary'] as const),
] satisfies (keyof RealtorProfile)[];

function pickColumns(given: Partial<RealtorProfile>): Partial<RealtorProfile> {
  return Object.fromEntries(
    PROFILE_FIELDS.filter((field) => Object.hasOwn(given, field)).map((field) => [field, given[field]]),
  );
}

class NoUpload extends Error {}

/** Accepts only a validated picture of the same person; the previous one becomes unreferenced. */
async function takePictureIn(
  client: pg.ClientBase,
  { uploadId, userId, realtorId }: { uploadId: string; userId: string; realtorId: string },
): Promise<boolean> {
  const { rows } = await client.query(sql`
    select 1 from upload where upload_id = ${uploadId} and user_id = ${userId} and ready_at is not null
      and (realtor_id is null or realtor_id = ${realtorId}) for update`);
  if (rows.length === 0) return false;
  await client.query(sql`update upload set realtor_id = null where realtor_id = ${realtorId}`);
  await client.query(sql`update upload set realtor_id = ${realtorId} where upload_id = ${uploadId}`);
  await client.query(sql`update realtor set picture_id = ${uploadId} where realtor_id = ${realtorId}`);
  return true;
}

/** Time from which the license may be changed; `now` or earlier: immediately. Locks the profile's row. */
async function licenseChangeableIn(client: pg.ClientBase, realtorId: string, now: Date): Promise<Date> {
  const [at = now] = await sql`
    select at + interval '1 day' as at from audit_log where subject = ${realtorId} and action = 'realtor.update'
      and at > ${now}::timestamptz - interval '1 day' and (facts ->> 'isOtherLicense')::boolean
    order by audit_id desc offset ${MAX_LICENSE_CHANGES - 1} limit 1`.column<Date>(client);
  return at;
}

async function flag(
  client: pg.ClientBase,
  kind: 'verification' | 'fair_housing',
  realtorId: string,
  findings: ReviewFinding[],
  now: Date,
): Promise<void> {
  await writeReviewIn(client, { kind, subjectKind: 'realtor', subjectId: realtorId, findings }, now);
}

async function findIn(client: pg.ClientBase, realtorId: string, lock = ''): Promise<Realtor | undefined> {
  return await sql<Realtor>`
    select ${REALTOR} from realtor where realtor_id = ${realtorId} ${raw(lock)}`.row(client);
}

/** Admins keep their role, with or without a profile. */
async function changeRoleIn(
  client: pg.ClientBase,
  userId: string,
  { from, to }: { from: UserRole; to: UserRole },
  now: Date,
): Promise<void> {
  const { rows } = await client.query(sql`
    select 1 from account where user_id = ${userId} and role = ${from} for update`);
  if (rows.length > 0) await setRoleIn(client, userId, { role: to, source: 'profile' }, now);
}
