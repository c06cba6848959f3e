import type pg from 'pg';
import { forgetReportersIn } from '../listings/listing-reports.ts';
import { eraseContactsIn } from '../people/contacts.ts';
import { Repository } from './repository.ts';
import { sql } from './sql.ts';

const BATCH = 200;

export interface Forgotten {
  contacts: number;
  reports: number;
  letters: number;
  auditRows: number;
}

/** Deletes data past the retention stated in the privacy policy ("How long"). Idempotent; safe to run concurrently. */
export class Retention extends Repository {
  /**
   * Deletes contacts without activity, the senders of reports, and records of other emails and audit rows from before
   * these times. Reports stay, because they are about a home.
   */
  async forget(before: { contactsBefore: Date; emailsBefore: Date; auditBefore: Date }): Promise<Forgotten> {
    const { contactsBefore, emailsBefore, auditBefore } = before;
    return {
      contacts: await this.#inBatches((client) => forgetContactsIn(client, contactsBefore)),
      reports: await this.#inBatches((client) => forgetOldReportersIn(client, contactsBefore)),
      letters: await this.#inBatches((client) => deleteEmailRecords(client, emailsBefore)),
      auditRows: await this.#inBatches((client) => forgetAuditIn(client, auditBefore)),
    };
  }

  async #inBatches(work: (client: pg.ClientBase) => Promise<number>): Promise<number> {
    let all = 0;
    for (;;) {
      const done = await this.transaction(work);
      all += done;
      if (done < BATCH) return all;
    }
  }
}

async function forgetContactsIn(client: pg.ClientBase, before: Date): Promise<number> {
  const ids = await sql`
    select contact_id from contact
    where created_at < ${before} and greatest(updated_at, coalesce(answered_at, created_at)) < ${before}
    order by created_at limit ${BATCH}`.column(client);
  if (ids.length > 0) await eraseContactsIn(client, ids);
  return ids.length;
}

async function forgetOldReportersIn(client: pg.ClientBase, before: Date): Promise<number> {
  const ids = await sql`
    select report_id from listing_report
    where created_at < ${before} and (email is not null or user_id is not null) order by created_at
    limit ${BATCH}`.column(client);
  if (ids.length > 0) await forgetReportersIn(client, ids);
  return ids.length;
}

/** Emails of contacts and reports are deleted with them. Pending emails stay. */
async function deleteEmailRecords(client: pg.ClientBase, before: Date): Promise<number> {
  await client.query(sql`delete from unasked_letter where created_at < ${before}`);
  await client.query(sql`delete from agent_letter where created_at < ${before}`);
  const { rowCount } = await client.query(sql`
    delete from letter where letter_id in
      (select letter_id from letter
       where kind in ('alert', 'realtor-summary', 'realtor-verified', 'realtor-refused', 'agent-code',
         'agent-applied',
         'agent-linked', 'contact-digest', 'contacts-received', 'contacts-withdrawn') and created_at < ${before}
         and (sent_at is not null or failed_at is not null)
       order by created_at limit ${BATCH})`);
  return rowCount ?? 0;
}

async function forgetAuditIn(client: pg.ClientBase, before: Date): Promise<number> {
  const { rowCount } = await client.query(sql`
    delete from audit_log where audit_id in
      (select audit_id from audit_log where at < ${before} order by audit_id limit ${BATCH})`);
  return rowCount ?? 0;
}
