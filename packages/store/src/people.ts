import type pg from 'pg';
import { query } from './connection.ts';
import { eraseContactsIn } from './contacts.ts';
import { deleteRealtorIn } from './realtors.ts';
import { eraseReviewTextsIn } from './reviews.ts';

/** What this room keeps of a person with an account: contacts, a profile, videos, reports. */
export class People {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Whether a realtor may know a person's e-mail address and number: only while a contact of that person to this realtor
   * stands (not withdrawn) in which the box for it was ticked.
   */
  async consentsGivenTo(
    realtorUserId: string,
    personUserId: string,
  ): Promise<{ email: boolean; phone: boolean }> {
    const rows = await query<{ email: boolean | null; phone: boolean | null }>(
      this.#pool,
      `select bool_or(k.kind = 'marketing') as email, bool_or(k.kind = 'call') as phone
       from contact c join realtor r on r.realtor_id = c.realtor_id
       join contact_consent k on k.subject_kind = 'contact' and k.subject_id = c.contact_id
       where r.user_id = $1 and c.sender_user_id = $2 and c.withdrawn_at is null
         and k.is_accepted and k.revoked_at is null`,
      [realtorUserId, personUserId],
    );
    return { email: rows[0]?.email ?? false, phone: rows[0]?.phone ?? false };
  }

  /** All of it as plain JSON, for "my data". Of contacts those that the person has sent. */
  async exportOf(userId: string): Promise<Record<string, unknown>> {
    const rows = await query<{ data: Record<string, unknown> }>(
      this.#pool,
      `select json_build_object(
         'contacts', (select coalesce(json_agg(json_build_object('contactId', c.contact_id, 'createdAt', c.created_at,
             'name', c.name, 'email', c.email, 'phone', c.phone, 'message', c.message, 'homeId', c.home_id,
             'recipient', c.recipient_name, 'state', c.state, 'withdrawnAt', c.withdrawn_at, 'consents',
             (select coalesce(json_agg(json_build_object('kind', k.kind, 'accepted', k.is_accepted, 'text', k.text,
                'at', k.at, 'revokedAt', k.revoked_at) order by k.kind), '[]')
              from contact_consent k where k.subject_kind = 'contact' and k.subject_id = c.contact_id))
           order by c.created_at), '[]') from contact c where c.sender_user_id = $1),
         'replies', (select coalesce(json_agg(json_build_object('contactId', y.contact_id, 'message', y.message, 'at', y.at)
           order by y.at), '[]') from contact_reply y join contact c on c.contact_id = y.contact_id
           where c.sender_user_id = $1),
         'realtor', (select json_build_object('realtorId', r.realtor_id, 'name', r.name, 'nameKo', r.name_ko,
             'licenseNumber', r.license_number, 'licenseState', r.license_state, 'brokerName', r.broker_name,
             'officeName', r.office_name, 'email', r.email, 'phone', r.phone, 'bioEn', r.bio_en, 'bioKo', r.bio_ko,
             'languages', r.languages, 'places', r.places, 'specialties', r.specialties,
             'verification', r.verification, 'createdAt', r.created_at) from realtor r where r.user_id = $1),
         'videos', (select coalesce(json_agg(json_build_object('youtubeId', v.youtube_id, 'title', v.title,
             'places', v.places, 'terms', v.terms, 'state', v.state, 'createdAt', v.created_at)
           order by v.created_at), '[]') from realtor_video v where v.user_id = $1),
         'reports', (select coalesce(json_agg(json_build_object('homeId', p.home_id, 'reason', p.reason,
             'message', p.message, 'email', p.email, 'createdAt', p.created_at) order by p.created_at), '[]')
           from listing_report p where p.user_id = $1)) as data`,
      [userId],
    );
    return rows[0]?.data ?? {};
  }
}

/** Forgets a person in the transaction that deletes their account: contacts sent, profile with videos, reports, uploads. */
export async function forgetUserIn(client: pg.ClientBase, userId: string, now: Date): Promise<void> {
  const { rows: sent } = await client.query<{ contact_id: string }>(
    'select contact_id from contact where sender_user_id = $1',
    [userId],
  );
  await eraseContactsIn(
    client,
    sent.map((row) => row.contact_id),
  );
  const { rows: profiles } = await client.query<{ realtor_id: string }>(
    'select realtor_id from realtor where user_id = $1',
    [userId],
  );
  for (const { realtor_id: realtorId } of profiles) {
    await deleteRealtorIn(client, { realtorId, userId }, { actorId: userId, now });
  }
  const { rows: reviews } = await client.query<{ review_id: string }>(
    `delete from review where subject_kind = 'realtor_video'
       and subject_id in (select video_id from realtor_video where user_id = $1) returning review_id`,
    [userId],
  );
  await eraseReviewTextsIn(
    client,
    reviews.map((row) => row.review_id),
  );
  await client.query('delete from realtor_video where user_id = $1', [userId]);
  // A report stays, for the home's sake; to whom and from where it came does not.
  const { rows: reports } = await client.query<{ report_id: string }>(
    'update listing_report set user_id = null, email = null where user_id = $1 returning report_id',
    [userId],
  );
  const reportIds = reports.map((row) => row.report_id);
  await client.query('delete from letter where subject_id = any($1)', [reportIds]);
  await client.query(`delete from contact_consent where subject_kind = 'report' and subject_id = any($1)`, [
    reportIds,
  ]);
  // Alerts: those that tell what was found for this person, wherever they went, and those to an address that is proven to be
  // theirs. What the account merely calls its address may be another's.
  await client.query(
    `delete from letter where kind = 'alert' and (
       subject_id in (select letter_id from alert_item where user_id = $1 and letter_id is not null)
       or to_email in (select email from verified_email where user_id = $1))`,
    [userId],
  );
  // The files go with the sweep of uploads that are nobody's.
  await client.query(`update upload set user_id = '' where user_id = $1`, [userId]);
}
