import type pg from 'pg';
import { query, queryColumn } from '../db/connection.ts';

const PAGE = 500;

/** Queries by user id ($1): `_at` and `_id` are the page key, the other columns are exported. */
const COLLECTIONS = {
  identities: `select created_at as _at, provider || ' ' || subject as _id, provider, subject, email,
      email_verified as "emailVerified", created_at as "createdAt", last_used_at as "lastUsedAt"
    from account_identity where user_id = $1`,
  sessions: `select created_at as _at, session_id as _id, session_id as "sessionId", user_id as "userId", provider,
      user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
      ended_at as "endedAt"
    from session where user_id = $1`,
  consents: `select at as _at, lpad(consent_id::text, 20, '0') as _id, kind, given, text_version as "textVersion",
      text_hash as "textHash", locale, source, at
    from consent where user_id = $1`,
  contacts: `select created_at as _at, contact_id as _id, contact_id as "contactId", created_at as "createdAt", name, email,
      phone, message, home_id as "homeId", recipient_name as recipient, state, withdrawn_at as "withdrawnAt",
      (select coalesce(json_agg(json_build_object('kind', k.kind, 'accepted', k.is_accepted, 'text', k.text, 'at', k.at,
         'revokedAt', k.revoked_at) order by k.kind), '[]')
       from contact_consent k where k.subject_kind = 'contact' and k.subject_id = c.contact_id) as consents
    from contact c where sender_user_id = $1`,
  replies: `select y.at as _at, y.contact_id || ' ' || y.reply_id as _id, y.contact_id as "contactId", y.message, y.at
    from contact_reply y join contact c on c.contact_id = y.contact_id where c.sender_user_id = $1`,
  videos: `select created_at as _at, video_id as _id, youtube_id as "youtubeId", title, places, terms, state,
      created_at as "createdAt"
    from realtor_video where user_id = $1`,
  reports: `select created_at as _at, report_id as _id, home_id as "homeId", reason, message, email,
      created_at as "createdAt"
    from listing_report where user_id = $1`,
} as const;

/** Two index scans: a sort would read all of an admin's entries. */
const AUDIT_COLUMNS =
  'audit_id as _id, audit_id as "auditId", at, actor_id as "actorId", action, subject, facts';
const AUDIT_PAGE = `
  (select ${AUDIT_COLUMNS} from audit_log where actor_id = $1 and audit_id > $2 order by audit_id limit $3)
  union
  (select ${AUDIT_COLUMNS} from audit_log where subject = $1 and audit_id > $2 order by audit_id limit $3)
  order by _id limit $3`;

export const EXPORTED_COLLECTIONS = [
  ...(Object.keys(COLLECTIONS) as (keyof typeof COLLECTIONS)[]),
  'audit',
] as const;
export type ExportedCollection = (typeof EXPORTED_COLLECTIONS)[number];

type Row = Record<string, unknown>;

/** A collection of a person's data, oldest first, in pages of at most 500 rows. Holds no connection between pages. */
export async function* readExportPages(
  pool: pg.Pool,
  userId: string,
  collection: ExportedCollection,
): AsyncGenerator<Row[], void, undefined> {
  if (collection === 'audit') {
    let last = 0;
    for (;;) {
      const rows = await query<Row & { _id: number }>(pool, AUDIT_PAGE, [userId, last, PAGE]);
      if (rows.length > 0) yield rows.map(({ _id, ...row }) => row);
      if (rows.length < PAGE) return;
      last = rows.at(-1)!._id;
    }
  }
  let after: { at: string; id: string } | undefined;
  for (;;) {
    // Time as text: a JavaScript Date has no microseconds, which would skip or repeat rows.
    const rows: (Row & { _key: string; _id: string })[] = await query(
      pool,
      `select c._at::text as _key, c.* from (${COLLECTIONS[collection]}) c
       where $2::timestamptz is null or (_at, _id collate "C") > ($2::timestamptz, $3::text)
       order by _at, _id collate "C" limit $4`,
      [userId, after?.at ?? null, after?.id ?? null, PAGE],
    );
    if (rows.length > 0) yield rows.map(({ _key, _id, _at, ...row }) => row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = { at: last._key, id: last._id };
  }
}

/** Number of rows of all collections. One statement. */
export async function countExport(pool: pg.Pool, userId: string): Promise<number> {
  const counts = Object.values(COLLECTIONS).map((sql) => `(select count(*) from (${sql}) c)`);
  const audit = `(select count(*) from audit_log where actor_id = $1)
    + (select count(*) from audit_log where subject = $1 and actor_id is distinct from $1)`;
  const [count = 0] = await queryColumn<number>(pool, `select ${counts.join(' + ')} + ${audit}`, [userId]);
  return count;
}
