import type { Specialty, UserRole, Verification } from '@maru/listing/people';
import type pg from 'pg';
import { queryColumn, queryRow } from '../db/connection.ts';
import { claimOnceIn, type OnceKey } from '../db/idempotency.ts';
import { Repository } from '../db/repository.ts';
import { insertRow, snakeCase } from '../db/rows.ts';
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
export const MAY_ANSWER = `(verification = 'verified' or (verification = 'pending' and verified_by is not null))`;

const REALTOR = `realtor_id as "realtorId", user_id as "userId", version, name, name_ko as "nameKo",
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
    const rows = await this.query<Realtor>(`select ${REALTOR} from realtor where realtor_id = any($1)`, [
      realtorIds,
    ]);
    return new Map(rows.map((row) => [row.realtorId, row]));
  }

  async findByUser(userId: string): Promise<Realtor | undefined> {
    return await this.queryRow<Realtor>(`select ${REALTOR} from realtor where user_id = $1`, [userId]);
  }

  async list(options: {
    verification?: Verification | undefined;
    after?: { at: string; id: string } | undefined;
    limit: number;
  }): Promise<Realtor[]> {
    const { verification = null, after, limit } = options;
    return await this.query<Realtor>(
      `select ${REALTOR} from realtor
       where ($1::text is null or verification = $1)
         and ($2::timestamptz is null or (created_at, realtor_id) < ($2::timestamptz, $3::text))
       order by created_at desc, realtor_id desc limit $4`,
      [verification, after?.at ?? null, after?.id ?? null, limit],
    );
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
          await client.query('delete from idempotency_key where subject_id = $1', [realtorId]);
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
      await client.query(
        `update realtor set version = version + 1, updated_at = $2
           ${isUnchecked ? `, verification = 'pending', verified_at = null` : ''}
           ${keys.map((key, at) => `, ${snakeCase(key)} = $${at + 3}`).join('')}
         where realtor_id = $1`,
        [realtorId, now, ...Object.values(columns)],
      );
      if (change.uploadId === null) {
        await client.query('update realtor set picture_id = null where realtor_id = $1', [realtorId]);
        // The sweep of unreferenced uploads deletes the file.
        await client.query('update upload set realtor_id = null where realtor_id = $1', [realtorId]);
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
      await client.query(
        `update realtor set version = version + 1, updated_at = $2, verification = $3, verification_note = $4,
           verified_at = case when $3 = 'verified' then $2::timestamptz end,
           verified_by = case $3 when 'verified' then $5::text when 'pending' then verified_by end
         where realtor_id = $1`,
        [realtorId, now, verification, note, actorId],
      );
      if (verification === 'pending') {
        await flag(client, 'verification', realtorId, [], now);
      } else {
        await closeReviewsIn(client, 'verification', realtorId, actorId, now);
        if (verification !== was.verification) {
          const [locale = 'en'] = await queryColumn<'en' | 'ko'>(
            client,
            'select locale from account where user_id = $1',
            [was.userId],
          );
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
      }>(
        `select r.realtor_id as "realtorId", r.email, coalesce((select a.locale from account a where a.user_id = r.user_id), 'en') as locale,
           exists (select 1 from contact c where c.realtor_id = r.realtor_id and c.state = 'new' and c.withdrawn_at is null
             and not c.hidden_by_recipient) as "hasNew"
         from realtor r where r.daily_summary and r.verification = 'verified'
           and (r.summarized_on is null or r.summarized_on < $1)
         order by r.summarized_on nulls first, r.realtor_id limit $2 for update of r skip locked`,
        [day, limit],
      );
      await client.query('update realtor set summarized_on = $2 where realtor_id = any($1)', [
        rows.map((row) => row.realtorId),
        day,
      ]);
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
  await client.query('delete from agent_link where realtor_id = $1', [realtorId]);
  await deleteReviewsIn(
    client,
    `(subject_kind = 'realtor' and subject_id = $1) or (subject_kind = 'realtor_video'
       and subject_id in (select video_id from realtor_video where realtor_id = $1))`,
    [realtorId],
  );
  await client.query('delete from realtor_video where realtor_id = $1', [realtorId]);
  await client.query('delete from letter where subject_id = $1', [realtorId]);
  await client.query('delete from realtor_owner where realtor_id = $1', [realtorId]);
  await client.query('delete from realtor where realtor_id = $1', [realtorId]);
  await client.query('update upload set realtor_id = null where realtor_id = $1', [realtorId]);
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
  const { rows } = await client.query(
    `select 1 from upload where upload_id = $1 and user_id = $2 and ready_at is not null
       and (realtor_id is null or realtor_id = $3) for update`,
    [uploadId, userId, realtorId],
  );
  if (rows.length === 0) return false;
  await client.query('update upload set realtor_id = null where realtor_id = $1', [realtorId]);
  await client.query('update upload set realtor_id = $2 where upload_id = $1', [uploadId, realtorId]);
  await client.query('update realtor set picture_id = $2 where realtor_id = $1', [realtorId, uploadId]);
  return true;
}

/** Time from which the license may be changed; `now` or earlier: immediately. Locks the profile's row. */
async function licenseChangeableIn(client: pg.ClientBase, realtorId: string, now: Date): Promise<Date> {
  const [at = now] = await queryColumn<Date>(
    client,
    `select at + interval '1 day' as at from audit_log where subject = $1 and action = 'realtor.update'
       and at > $2::timestamptz - interval '1 day' and (facts ->> 'isOtherLicense')::boolean
     order by audit_id desc offset ${MAX_LICENSE_CHANGES - 1} limit 1`,
    [realtorId, now],
  );
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
  return await queryRow<Realtor>(client, `select ${REALTOR} from realtor where realtor_id = $1 ${lock}`, [
    realtorId,
  ]);
}

/** Admins keep their role, with or without a profile. */
async function changeRoleIn(
  client: pg.ClientBase,
  userId: string,
  { from, to }: { from: UserRole; to: UserRole },
  now: Date,
): Promise<void> {
  const { rows } = await client.query('select 1 from account where user_id = $1 and role = $2 for update', [
    userId,
    from,
  ]);
  if (rows.length > 0) await setRoleIn(client, userId, { role: to, source: 'profile' }, now);
}
