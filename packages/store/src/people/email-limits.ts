import { hash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type Email, enqueueEmail, isProvenAddress, PRIORITY } from './emails.ts';
import { mailboxOf } from './mailbox-address.ts';

type NewLetter = Pick<Email, 'kind' | 'subjectId' | 'locale' | 'toEmail'>;

/** Limit per hour and day for all emails to a mailbox that result from an address typed into a form. */
export const MOST_UNASKED = { hour: 3, day: 10 };

/**
 * `enqueueEmail` for an address typed into a form. An address verified by account `userId` is not limited. Other
 * mailboxes are limited by `MOST_UNASKED`, counted in PostgreSQL across all nodes; above the limit no email is written,
 * and the caller proceeds as usual.
 */
export async function enqueueUnsolicitedEmail(
  client: pg.ClientBase,
  letter: Pick<Email, 'kind' | 'subjectId' | 'locale' | 'toEmail'>,
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  if (await isProvenAddress(client, userId, letter.toEmail))
    return await enqueueEmail(client, letter, now, { priority: PRIORITY.proven });
  const mailbox = hash('sha256', mailboxOf(letter.toEmail), 'hex');
  // Serializes checking and counting across nodes.
  await client.query(`select pg_advisory_xact_lock(hashtext('unasked letter ' || $1))`, [mailbox]);
  const { rows } = await client.query<{ hour: number; day: number }>(
    `select count(*) filter (where created_at > $2::timestamptz - interval '1 hour')::int as hour, count(*)::int as day
     from unasked_letter where mailbox_hash = $1 and created_at > $2::timestamptz - interval '1 day'`,
    [mailbox, now],
  );
  const { hour, day } = rows[0]!;
  if (hour >= MOST_UNASKED.hour || day >= MOST_UNASKED.day) return;
  await client.query('insert into unasked_letter (mailbox_hash, created_at) values ($1, $2)', [mailbox, now]);
  await enqueueEmail(client, letter, now, { priority: PRIORITY.unasked });
}

/** Hourly limit of emails to a recipient about messages from unverified addresses. */
export const MOST_RECEIVED = 20;

/**
 * Enqueues the email to the recipient of a message. Immediately when the sender's account has verified `sender.email`.
 * Otherwise recipients get at most `MOST_RECEIVED` per hour across all nodes; above that, at most one email per hour
 * is added: a `contact-digest` with the number of further messages to a recipient with an inbox, or all of them in one
 * `contacts-received` to a recipient without. No message waits for more than an hour, whatever their number.
 */
export async function enqueueReceivedEmail(
  client: pg.ClientBase,
  letter: NewLetter,
  {
    sender,
    hasInbox,
    now,
  }: { sender: { userId: string | null; email: string }; hasInbox: boolean; now: Date },
): Promise<void> {
  if (await isProvenAddress(client, sender.userId, sender.email))
    return await enqueueEmail(client, letter, now);
  const at = await nextPlaceIn(client, 'received', letter.toEmail, { most: MOST_RECEIVED, now });
  if (at > now) {
    const kind = hasInbox ? 'contact-digest' : 'contacts-received';
    return await bundleIn(client, letter, { kind, from: at, now });
  }
  await spendPlaceIn(client, 'received', letter.toEmail, now);
  await enqueueEmail(client, letter, now);
}

/**
 * Enqueues the email that a message was withdrawn. A recipient gets at most one per hour; later withdrawals are
 * combined into one email (`contacts-withdrawn`).
 */
export async function enqueueWithdrawnEmail(
  client: pg.ClientBase,
  letter: NewLetter,
  now: Date,
): Promise<void> {
  const kind = 'contacts-withdrawn';
  const at = await nextPlaceIn(client, kind, letter.toEmail, { most: 1, now });
  if (at > now) return await bundleIn(client, letter, { kind, from: at, now });
  await spendPlaceIn(client, kind, letter.toEmail, now);
  await enqueueEmail(client, letter, now);
}

/** Messages in one email, so that a mail server accepts it; further ones are sent in another at the same time. */
export const MOST_BUNDLED = 200;

/** Adds the email to a pending one of `kind` for the same recipient, or to a new one due at `from`. */
async function bundleIn(
  client: pg.ClientBase,
  letter: NewLetter,
  { kind, from, now }: { kind: string; from: Date; now: Date },
): Promise<void> {
  const at = await nextPlaceIn(client, kind, letter.toEmail, { most: 1, now: from });
  // Locked: the sender of that email waits for this transaction and then includes this one.
  const { rows } = await client.query<{ letter_id: string; not_before: Date | null; is_full: boolean }>(
    `select letter_id, not_before, is_full from letter l,
       lateral (select count(*) >= $3 as is_full from letter m where m.bundle_id = l.letter_id) b
     where to_email = $1 and kind = $2 and sent_at is null and failed_at is null and taken_until is null
     order by is_full, created_at limit 1 for update of l`,
    [letter.toEmail, kind, MOST_BUNDLED],
  );
  const pending = rows[0];
  let bundleId = pending?.letter_id;
  if (bundleId === undefined || pending?.is_full === true) {
    bundleId = randomUUID();
    if (pending === undefined) await spendPlaceIn(client, kind, letter.toEmail, at);
    const { locale, toEmail } = letter;
    const lead = { kind, subjectId: bundleId, locale, toEmail };
    await enqueueEmail(client, lead, now, {
      letterId: bundleId,
      notBefore: pending === undefined ? at : (pending.not_before ?? now),
    });
  }
  await enqueueEmail(client, letter, now, { bundleId });
}

/**
 * Earliest time, `now` or later, at which an email of this kind keeps the mailbox within `most` per hour. Locks the
 * mailbox's budget until the transaction ends.
 */
async function nextPlaceIn(
  client: pg.ClientBase,
  kind: string,
  email: string,
  { most, now }: { most: number; now: Date },
): Promise<Date> {
  const budget = budgetOf(kind, email);
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [budget]);
  // Ignores rows from a clock that was far ahead.
  const { rows } = await client.query<{ at: Date }>(
    `select greatest(created_at + interval '1 hour', $2::timestamptz) as at from unasked_letter
     where mailbox_hash = $1 and created_at < $2::timestamptz + interval '30 days'
     order by created_at desc offset $3 limit 1`,
    [budget, now, most - 1],
  );
  return rows[0]?.at ?? now;
}

async function spendPlaceIn(client: pg.ClientBase, kind: string, email: string, at: Date): Promise<void> {
  await client.query('insert into unasked_letter (mailbox_hash, created_at) values ($1, $2)', [
    budgetOf(kind, email),
    at,
  ]);
}

function budgetOf(kind: string, email: string): string {
  return hash('sha256', `${kind} ${mailboxOf(email)}`, 'hex');
}
