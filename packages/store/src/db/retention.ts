import type pg from 'pg';
import { eraseContactsIn } from '../people/contacts.ts';
import { Repository } from './repository.ts';

/** Rows per transaction, to keep locks short. */
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
   * Deletes contacts without activity since `contactsBefore`, with their replies, emails and consents. For reports
   * before that, open or closed, deletes the sender's address and consent and keeps the report, which is about a home.
   * Deletes the record of other emails from before `lettersBefore` and audit log rows from before `auditBefore`.
   */
  async forget({
    contactsBefore,
    lettersBefore,
    auditBefore,
  }: {
    contactsBefore: Date;
    lettersBefore: Date;
    auditBefore: Date;
  }): Promise<Forgotten> {
    return {
      contacts: await this.#inBatches((client) => forgetContactsIn(client, contactsBefore)),
      reports: await this.#inBatches((client) => forgetReportersIn(client, contactsBefore)),
      letters: await this.#inBatches((client) => deleteEmailRecords(client, lettersBefore)),
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
  const { rows } = await client.query<{ contact_id: string }>(
    `select contact_id from contact
     where created_at < $1 and greatest(updated_at, coalesce(answered_at, created_at)) < $1
     order by created_at limit ${BATCH}`,
    [before],
  );
  const ids = rows.map((row) => row.contact_id);
  if (ids.length > 0) await eraseContactsIn(client, ids);
  return ids.length;
}

async function forgetReportersIn(client: pg.ClientBase, before: Date): Promise<number> {
  const { rows } = await client.query<{ report_id: string }>(
    `select report_id from listing_report
     where created_at < $1 and (email is not null or user_id is not null) order by created_at limit ${BATCH}`,
    [before],
  );
  const ids = rows.map((row) => row.report_id);
  if (ids.length === 0) return 0;
  await client.query('update listing_report set user_id = null, email = null where report_id = any($1)', [
    ids,
  ]);
  await client.query('delete from letter where subject_id = any($1)', [ids]);
  await client.query(`delete from contact_consent where subject_kind = 'report' and subject_id = any($1)`, [
    ids,
  ]);
  return ids.length;
}

/**
 * Emails of contacts and reports are deleted with them, because they record when a reply was sent. Pending emails stay.
 */
async function deleteEmailRecords(client: pg.ClientBase, before: Date): Promise<number> {
  await client.query('delete from unasked_letter where created_at < $1', [before]);
  await client.query('delete from agent_letter where created_at < $1', [before]);
  const { rowCount } = await client.query(
    `delete from letter where letter_id in
       (select letter_id from letter
        where kind in ('alert', 'realtor-summary', 'realtor-verified', 'realtor-refused', 'agent-code', 'agent-applied',
          'agent-linked', 'contact-digest', 'contacts-received', 'contacts-withdrawn') and created_at < $1
          and (sent_at is not null or failed_at is not null)
        order by created_at limit ${BATCH})`,
    [before],
  );
  return rowCount ?? 0;
}

async function forgetAuditIn(client: pg.ClientBase, before: Date): Promise<number> {
  const { rowCount } = await client.query(
    `delete from audit_log where audit_id in
       (select audit_id from audit_log where at < $1 order by audit_id limit ${BATCH})`,
    [before],
  );
  return rowCount ?? 0;
}
