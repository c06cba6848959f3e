import { hash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { isProvenAddress, type Letter, PRIORITY, writeLetterIn } from './letters.ts';
import { mailboxOf } from './mailbox-address.ts';

type NewLetter = Pick<Letter, 'kind' | 'subjectId' | 'locale' | 'toEmail'>;

/** Letters of all kinds together that a mailbox gets because somebody typed its address into a form: an hour, a day. */
export const MOST_UNASKED = { hour: 3, day: 10 };

/**
 * `writeLetterIn` to an address that somebody typed into a form. An address that the account `userId` has proven gets every
 * letter. Any other mailbox has a budget (`MOST_UNASKED`), kept in PostgreSQL and so shared by all nodes; over the budget no
 * letter is written, and the caller goes on as if it were.
 */
export async function writeUnaskedLetterIn(
  client: pg.ClientBase,
  letter: Pick<Letter, 'kind' | 'subjectId' | 'locale' | 'toEmail'>,
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  if (await isProvenAddress(client, userId, letter.toEmail))
    return await writeLetterIn(client, letter, now, { priority: PRIORITY.proven });
  const mailbox = hash('sha256', mailboxOf(letter.toEmail), 'hex');
  // Two nodes at once would both find the last place free.
  await client.query(`select pg_advisory_xact_lock(hashtext('unasked letter ' || $1))`, [mailbox]);
  const { rows } = await client.query<{ hour: number; day: number }>(
    `select count(*) filter (where created_at > $2::timestamptz - interval '1 hour')::int as hour, count(*)::int as day
     from unasked_letter where mailbox_hash = $1 and created_at > $2::timestamptz - interval '1 day'`,
    [mailbox, now],
  );
  const { hour, day } = rows[0]!;
  if (hour >= MOST_UNASKED.hour || day >= MOST_UNASKED.day) return;
  await client.query('insert into unasked_letter (mailbox_hash, created_at) values ($1, $2)', [mailbox, now]);
  await writeLetterIn(client, letter, now, { priority: PRIORITY.unasked });
}

/** Letters an hour that tell one recipient of messages whose senders have not proven their address. */
export const MOST_RECEIVED = 20;

/**
 * The letter to who answers a message. Of a sender whose account has proven the address `sender.email`: at once. Of others a
 * recipient gets `MOST_RECEIVED` an hour, counted in PostgreSQL over all nodes. Beyond that a recipient with an inbox gets
 * one `contact-digest`, at most one an hour, that tells how many more wait there; a recipient who has nothing but these
 * letters gets each of them later, spaced out.
 */
export async function writeReceivedLetterIn(
  client: pg.ClientBase,
  letter: NewLetter,
  {
    sender,
    hasInbox,
    now,
  }: { sender: { userId: string | null; email: string }; hasInbox: boolean; now: Date },
): Promise<void> {
  if (await isProvenAddress(client, sender.userId, sender.email))
    return await writeLetterIn(client, letter, now);
  const at = await nextPlaceIn(client, 'received', letter.toEmail, { most: MOST_RECEIVED, now });
  if (at > now && hasInbox) return await bundleIn(client, letter, { kind: 'contact-digest', from: at, now });
  await spendPlaceIn(client, 'received', letter.toEmail, at);
  await writeLetterIn(client, letter, now, at > now ? { notBefore: at } : {});
}

/**
 * The letter that a message was withdrawn. A recipient gets one letter about withdrawals an hour: a second one waits until
 * then and tells of all that were withdrawn meanwhile (`contacts-withdrawn`).
 */
export async function writeWithdrawnLetterIn(
  client: pg.ClientBase,
  letter: NewLetter,
  now: Date,
): Promise<void> {
  const kind = 'contacts-withdrawn';
  const at = await nextPlaceIn(client, kind, letter.toEmail, { most: 1, now });
  if (at > now) return await bundleIn(client, letter, { kind, from: at, now });
  await spendPlaceIn(client, kind, letter.toEmail, now);
  await writeLetterIn(client, letter, now);
}

/** Adds the letter to the letter of `kind` that waits for the same recipient, or to a new one that leaves from `from` on. */
async function bundleIn(
  client: pg.ClientBase,
  letter: NewLetter,
  { kind, from, now }: { kind: string; from: Date; now: Date },
): Promise<void> {
  const at = await nextPlaceIn(client, kind, letter.toEmail, { most: 1, now: from });
  // Locked: whoever takes it to send it waits for this transaction, and then finds this letter too.
  const { rows } = await client.query<{ letter_id: string }>(
    `select letter_id from letter
     where to_email = $1 and kind = $2 and sent_at is null and failed_at is null and taken_until is null
     order by created_at limit 1 for update`,
    [letter.toEmail, kind],
  );
  let bundleId = rows[0]?.letter_id;
  if (bundleId === undefined) {
    bundleId = randomUUID();
    await spendPlaceIn(client, kind, letter.toEmail, at);
    const { locale, toEmail } = letter;
    const lead = { kind, subjectId: bundleId, locale, toEmail };
    await writeLetterIn(client, lead, now, { letterId: bundleId, notBefore: at });
  }
  await writeLetterIn(client, letter, now, { bundleId });
}

/**
 * When the next letter of this kind may leave for the mailbox so that none of its hours has more than `most`: `now` or
 * later. Locks the mailbox's budget until the transaction ends.
 */
async function nextPlaceIn(
  client: pg.ClientBase,
  kind: string,
  email: string,
  { most, now }: { most: number; now: Date },
): Promise<Date> {
  const budget = budgetOf(kind, email);
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [budget]);
  // What a clock that had jumped ahead has written does not hold letters back for years.
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
