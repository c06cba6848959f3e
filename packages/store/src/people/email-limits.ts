import { hash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { enqueueEmail, isVerifiedAddress, type NewEmail, PRIORITY } from './emails.ts';
import { canonicalMailbox } from './mailbox-address.ts';

/** Limit per hour and day for all emails to a mailbox that result from an address typed into a form. */
export const MAX_UNSOLICITED = { hour: 3, day: 10 };

/**
 * `enqueueEmail` for an address typed into a form. Unless account `userId` has verified it, the mailbox is limited by
 * `MAX_UNSOLICITED` across all nodes; above that no email is written, and the caller proceeds as usual.
 */
export async function enqueueUnsolicitedEmail(
  client: pg.ClientBase,
  email: NewEmail,
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  if (await isVerifiedAddress(client, userId, email.toEmail))
    return await enqueueEmail(client, email, now, { priority: PRIORITY.verified });
  const mailbox = hash('sha256', canonicalMailbox(email.toEmail), 'hex');
  // Serializes checking and counting across nodes.
  await client.query(sql`select pg_advisory_xact_lock(hashtext('unasked letter ' || ${mailbox}))`);
  const sent = await sql<{ hour: number; day: number }>`
    select count(*) filter (where created_at > ${now}::timestamptz - interval '1 hour')::int as hour,
      count(*)::int as day
    from unasked_letter
    where mailbox_hash = ${mailbox} and created_at > ${now}::timestamptz - interval '1 day'`.row(client);
  const { hour, day } = sent!;
  if (hour >= MAX_UNSOLICITED.hour || day >= MAX_UNSOLICITED.day) return;
  await insertRow(client, 'unasked_letter', { mailboxHash: mailbox, createdAt: now });
  await enqueueEmail(client, email, now, { priority: PRIORITY.unsolicited });
}

/** Hourly limit of emails to a recipient about messages from unverified addresses. */
export const MAX_RECEIVED = 20;

/**
 * Enqueues the email to the recipient of a message: immediately when the sender's account has verified its address,
 * else at most `MAX_RECEIVED` per hour. Above that one more per hour: a `contact-digest` with the number of messages,
 * or to a recipient without an inbox all of them as `contacts-received`.
 */
export async function enqueueReceivedEmail(
  client: pg.ClientBase,
  email: NewEmail,
  by: { sender: { userId: string | null; email: string }; hasInbox: boolean; now: Date },
): Promise<void> {
  const { sender, hasInbox, now } = by;
  if (await isVerifiedAddress(client, sender.userId, sender.email))
    return await enqueueEmail(client, email, now);
  const at = await findSendTime(client, 'received', email.toEmail, { most: MAX_RECEIVED, now });
  if (at > now) {
    const kind = hasInbox ? 'contact-digest' : 'contacts-received';
    return await bundleIn(client, email, { kind, from: at, now });
  }
  await countEmail(client, 'received', email.toEmail, now);
  await enqueueEmail(client, email, now);
}

/** At most one per hour to a recipient; later withdrawals are combined into one `contacts-withdrawn`. */
export async function enqueueWithdrawnEmail(
  client: pg.ClientBase,
  email: NewEmail,
  now: Date,
): Promise<void> {
  const kind = 'contacts-withdrawn';
  const at = await findSendTime(client, kind, email.toEmail, { most: 1, now });
  if (at > now) return await bundleIn(client, email, { kind, from: at, now });
  await countEmail(client, kind, email.toEmail, now);
  await enqueueEmail(client, email, now);
}

/** Messages in one email, so that a mail server accepts it; further ones are sent in another at the same time. */
export const MAX_BUNDLED = 200;

/** Adds the email to a pending one of `kind` for the same recipient, or to a new one due at `from`. */
async function bundleIn(
  client: pg.ClientBase,
  email: NewEmail,
  { kind, from, now }: { kind: string; from: Date; now: Date },
): Promise<void> {
  const at = await findSendTime(client, kind, email.toEmail, { most: 1, now: from });
  // Locked: the sender of that email waits for this transaction and then includes this one.
  const pending = await sql<{ letter_id: string; not_before: Date | null; is_full: boolean }>`
    select letter_id, not_before, is_full from letter l,
      lateral (select count(*) >= ${MAX_BUNDLED} as is_full from letter m where m.bundle_id = l.letter_id) b
    where to_email = ${email.toEmail} and kind = ${kind} and sent_at is null and failed_at is null
      and taken_until is null
    order by is_full, created_at limit 1 for update of l`.row(client);
  let bundleId = pending?.letter_id;
  if (bundleId === undefined || pending?.is_full === true) {
    bundleId = randomUUID();
    if (pending === undefined) await countEmail(client, kind, email.toEmail, at);
    const { locale, toEmail } = email;
    const lead = { kind, subjectId: bundleId, locale, toEmail };
    await enqueueEmail(client, lead, now, {
      letterId: bundleId,
      notBefore: pending === undefined ? at : (pending.not_before ?? now),
    });
  }
  await enqueueEmail(client, email, now, { bundleId });
}

/** Earliest time, from `now`, at which an email keeps the mailbox within `most` per hour. Locks its budget. */
async function findSendTime(
  client: pg.ClientBase,
  kind: string,
  email: string,
  { most, now }: { most: number; now: Date },
): Promise<Date> {
  const budget = hashBudget(kind, email);
  await client.query(sql`select pg_advisory_xact_lock(hashtext(${budget}))`);
  // Ignores rows from a clock that was far ahead.
  const [at = now] = await sql`
    select greatest(created_at + interval '1 hour', ${now}::timestamptz) as at from unasked_letter
    where mailbox_hash = ${budget} and created_at < ${now}::timestamptz + interval '30 days'
    order by created_at desc offset ${most - 1} limit 1`.column<Date>(client);
  return at;
}

async function countEmail(client: pg.ClientBase, kind: string, email: string, at: Date): Promise<void> {
  await insertRow(client, 'unasked_letter', { mailboxHash: hashBudget(kind, email), createdAt: at });
}

function hashBudget(kind: string, email: string): string {
  return hash('sha256', `${kind} ${canonicalMailbox(email)}`, 'hex');
}
