import type pg from 'pg';
import { eraseContactsIn } from '../people/contacts.ts';
import { withWrite } from './connection.ts';

/** So many at once: whoever writes meanwhile waits no longer than that takes. */
const BATCH = 200;

export interface Forgotten {
  contacts: number;
  reports: number;
  letters: number;
  auditRows: number;
}

/** Ends what has been kept for as long as was promised (the privacy policy, "How long"). Safe to repeat, and beside itself. */
export class Retention {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /**
   * Contacts to which nothing has happened since `contactsBefore` go with their answers, letters and consents; of reports
   * that came before that the sender's address goes with its consent, open or closed, since the report itself is about a home;
   * that a letter was sent about neither is forgotten when it was written before `lettersBefore`; rows of the audit log go when they
   * are older than `auditBefore`.
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
      letters: await this.#inBatches((client) => forgetLettersIn(client, lettersBefore)),
      auditRows: await this.#inBatches((client) => forgetAuditIn(client, auditBefore)),
    };
  }

  async #inBatches(work: (client: pg.ClientBase) => Promise<number>): Promise<number> {
    let all = 0;
    for (;;) {
      const done = await withWrite(this.#pool, work);
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

/** Those of contacts and reports go with them: they say when an answer left. One that still waits to be sent stays. */
async function forgetLettersIn(client: pg.ClientBase, before: Date): Promise<number> {
  await client.query('delete from unasked_letter where created_at < $1', [before]);
  await client.query('delete from agent_letter where created_at < $1', [before]);
  const { rowCount } = await client.query(
    `delete from letter where letter_id in
       (select letter_id from letter
        where kind in ('alert', 'realtor-summary', 'realtor-verified', 'realtor-refused', 'agent-code', 'agent-applied',
          'agent-linked', 'contact-digest', 'contacts-withdrawn') and created_at < $1
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
