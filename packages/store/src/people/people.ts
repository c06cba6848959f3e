import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { sql } from '../db/sql.ts';
import { forgetReportersIn } from '../listings/listing-reports.ts';
import { eraseContactsIn } from './contacts.ts';
import { countExport, type ExportedCollection, readExportPages } from './personal-export.ts';
import { deleteRealtorIn, MAY_ANSWER } from './realtors.ts';
import { deleteReviewsIn } from './reviews.ts';

export class People extends Repository {
  /** Only while a contact from the person to this realtor stands (not withdrawn) with the respective consent. */
  async consentsGivenTo(
    realtorUserId: string,
    personUserId: string,
  ): Promise<{ email: boolean; phone: boolean }> {
    const given = await this.queryRow<{ email: boolean | null; phone: boolean | null }>(sql`
      select bool_or(k.kind = 'marketing') as email, bool_or(k.kind = 'call') as phone
      from contact c join realtor r on r.realtor_id = c.realtor_id
      join contact_consent k on k.subject_kind = 'contact' and k.subject_id = c.contact_id
      where r.user_id = ${realtorUserId} and ${MAY_ANSWER}
        and c.sender_user_id = ${personUserId} and c.withdrawn_at is null and k.is_accepted
          and k.revoked_at is null`);
    return { email: given?.email ?? false, phone: given?.phone ?? false };
  }

  /** The person's realtor profile, for the data export; null without one. */
  async exportProfile(userId: string): Promise<Record<string, unknown> | null> {
    const profile = await this.queryRow<Record<string, unknown>>(sql`
      select realtor_id as "realtorId", name, name_ko as "nameKo", license_number as "licenseNumber",
        license_state as "licenseState", broker_name as "brokerName", office_name as "officeName", email, phone,
        bio_en as "bioEn", bio_ko as "bioKo", languages, places, specialties, verification, created_at as "createdAt"
      from realtor where user_id = ${userId}`);
    return profile ?? null;
  }

  /** One collection of the data export, in pages of at most 500 rows. */
  exportPages(
    userId: string,
    collection: ExportedCollection,
  ): AsyncGenerator<Record<string, unknown>[], void> {
    return readExportPages(this.pool, userId, collection);
  }

  async countExport(userId: string): Promise<number> {
    return await countExport(this.pool, userId);
  }
}

/** Within the transaction that deletes the account: sent contacts, profile with videos, reports, uploads. */
export async function forgetUserIn(client: pg.ClientBase, userId: string, now: Date): Promise<void> {
  const contactIds = await sql`
    select contact_id from contact where sender_user_id = ${userId}`.column(client);
  await eraseContactsIn(client, contactIds);
  const realtorIds = await sql`
    select realtor_id from realtor where user_id = ${userId}`.column(client);
  for (const realtorId of realtorIds) {
    await deleteRealtorIn(client, { realtorId, userId }, { actorId: userId, now });
  }
  await deleteReviewsIn(
    client,
    sql`subject_kind = 'realtor_video'
      and subject_id in (select video_id from realtor_video where user_id = ${userId})`,
  );
  await client.query(sql`delete from realtor_video where user_id = ${userId}`);
  // Reports are kept for the home's sake, without sender.
  const reportIds = await sql`select report_id from listing_report where user_id = ${userId}`.column(client);
  await forgetReportersIn(client, reportIds);
  // Alerts at any address, and emails to a verified one: an unverified address may belong to somebody else.
  await client.query(sql`
    delete from letter where kind = 'alert' and (
      subject_id in (select letter_id from alert_item where user_id = ${userId} and letter_id is not null)
      or to_email in (select email from verified_email where user_id = ${userId}))`);
  // The sweep of unreferenced uploads deletes the files.
  await client.query(sql`update upload set user_id = '' where user_id = ${userId}`);
}
