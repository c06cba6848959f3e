import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { eraseContactsIn } from './contacts.ts';
import { countExport, type ExportedCollection, readExportPages } from './personal-export.ts';
import { deleteRealtorIn } from './realtors.ts';
import { deleteReviewsIn } from './reviews.ts';

/** Personal data of this package: contacts, profile, videos, reports. */
export class People extends Repository {
  /**
   * Whether a realtor may see a person's email address and phone number: only while a contact from that person to this
   * realtor stands (not withdrawn) with the respective consent.
   */
  async consentsGivenTo(
    realtorUserId: string,
    personUserId: string,
  ): Promise<{ email: boolean; phone: boolean }> {
    const rows = await this.query<{ email: boolean | null; phone: boolean | null }>(
      `select bool_or(k.kind = 'marketing') as email, bool_or(k.kind = 'call') as phone
       from contact c join realtor r on r.realtor_id = c.realtor_id
       join contact_consent k on k.subject_kind = 'contact' and k.subject_id = c.contact_id
       where r.user_id = $1 and c.sender_user_id = $2 and c.withdrawn_at is null
         and k.is_accepted and k.revoked_at is null`,
      [realtorUserId, personUserId],
    );
    return { email: rows[0]?.email ?? false, phone: rows[0]?.phone ?? false };
  }

  /** The person's realtor profile, for the data export; null without one. */
  async exportProfile(userId: string): Promise<Record<string, unknown> | null> {
    const rows = await this.query<Record<string, unknown>>(
      `select realtor_id as "realtorId", name, name_ko as "nameKo", license_number as "licenseNumber",
         license_state as "licenseState", broker_name as "brokerName", office_name as "officeName", email, phone,
         bio_en as "bioEn", bio_ko as "bioKo", languages, places, specialties, verification, created_at as "createdAt"
       from realtor where user_id = $1`,
      [userId],
    );
    return rows[0] ?? null;
  }

  /** One collection of the data export, in pages of at most 500 rows. */
  exportPages(
    userId: string,
    collection: ExportedCollection,
  ): AsyncGenerator<Record<string, unknown>[], void> {
    return readExportPages(this.pool, userId, collection);
  }

  /** Number of rows of `exportPages` over all collections. */
  async countExport(userId: string): Promise<number> {
    return await countExport(this.pool, userId);
  }
}

/**
 * Deletes a person's data in the transaction that deletes the account: sent contacts, profile with videos, reports,
 * uploads.
 */
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
  await deleteReviewsIn(
    client,
    `subject_kind = 'realtor_video'
       and subject_id in (select video_id from realtor_video where user_id = $1)`,
    [userId],
  );
  await client.query('delete from realtor_video where user_id = $1', [userId]);
  // Reports are kept for the home's sake, without sender.
  const { rows: reports } = await client.query<{ report_id: string }>(
    'update listing_report set user_id = null, email = null where user_id = $1 returning report_id',
    [userId],
  );
  const reportIds = reports.map((row) => row.report_id);
  await client.query('delete from letter where subject_id = any($1)', [reportIds]);
  await client.query(`delete from contact_consent where subject_kind = 'report' and subject_id = any($1)`, [
    reportIds,
  ]);
  // Emails of alerts to this person, at any address, and emails to their verified address. An unverified address may
  // belong to somebody else.
  await client.query(
    `delete from letter where kind = 'alert' and (
       subject_id in (select letter_id from alert_item where user_id = $1 and letter_id is not null)
       or to_email in (select email from verified_email where user_id = $1))`,
    [userId],
  );
  // The sweep of unreferenced uploads deletes the files.
  await client.query(`update upload set user_id = '' where user_id = $1`, [userId]);
}
