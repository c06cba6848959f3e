import { randomUUID } from 'node:crypto';
import type { ConsentKind, ContactState, RecipientRole } from '@maru/listing/people';
import type pg from 'pg';
import type { Source } from '../db/connection.ts';
import { claimOnceIn, type OnceKey } from '../db/idempotency.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { isAfter, type Position, raw, sql } from '../db/sql.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { type ContactNumbers, contactNumbers, type ResponseTime, responseTimes } from './contact-numbers.ts';
import { enqueueReceivedEmail, enqueueUnsolicitedEmail, enqueueWithdrawnEmail } from './email-limits.ts';
import { enqueueEmail } from './emails.ts';
import { deleteReviewsIn, type ReviewFinding, writeReviewIn } from './reviews.ts';

/** The recipient of a contact as shown to the visitor and on the receipt (rule R17). */
export interface ContactRecipient {
  role: RecipientRole;
  name: string;
  email: string;
  licenseNumber: string | null;
  licenseState: string | null;
  brokerName: string | null;
  agentId: string | null;
  realtorId: string | null;
  dataset: string | null;
}

/** A consent with the text that was shown (rule R43). */
export interface ConsentRecord<Kind extends string = ConsentKind> {
  kind: Kind;
  accepted: boolean;
  textVersion: string;
  text: string;
  textHash: string;
  locale: 'en' | 'ko';
  recipientName: string;
  phone: string | null;
  url: string | null;
  ip: string;
  userAgent: string | null;
}

export interface NewContact {
  contactId: string;
  senderUserId: string | null;
  name: string;
  email: string;
  phone: string | null;
  message: string;
  locale: 'en' | 'ko';
  home: { homeId: string; label: string | null; path: string | null; timeZone: string | null } | null;
  slots: { start: string; end?: string }[];
  notices: 'payment'[];
  recipient: ContactRecipient;
  recipientLocale: 'en' | 'ko';
  consents: ConsentRecord[];
  findings: { kind: 'fair_housing' | 'payment'; findings: ReviewFinding[] }[];
}

export interface Contact extends Omit<NewContact, 'recipientLocale' | 'findings' | 'consents'> {
  /** Incremented by each change; the ETag. */
  version: number;
  state: ContactState;
  createdAt: Date;
  /** Time when the email to the recipient was sent. */
  deliveredAt: Date | null;
  openedAt: Date | null;
  answeredAt: Date | null;
  closedAt: Date | null;
  withdrawnAt: Date | null;
  /** Time when the sender asked for no further contact; the contact is withdrawn then too. */
  doNotContactAt: Date | null;
  notes: string | null;
  hiddenBySender: boolean;
  hiddenByRecipient: boolean;
  consents: (ConsentRecord & { at: Date; revokedAt: Date | null })[];
  replies: ContactReply[];
}

export interface ContactReply {
  replyId: string;
  message: string;
  at: Date;
  deliveredAt: Date | null;
}

export type ContactMade = { kind: 'created' | 'again'; contact: Contact } | { kind: 'reused' };

export type ContactBox = { realtorId: string } | { senderUserId: string } | 'all';

export interface ContactChange {
  state?: ContactState;
  notes?: string | null;
}

type Row = Omit<Contact, 'consents' | 'replies'>;

/** Contact ids use collation C, the emails' subject ids the database's default; the index requires a match. */
const AS_SUBJECT = sql`collate "default"`;
const CONTACT = sql`c.contact_id as "contactId", c.version, c.sender_user_id as "senderUserId", c.name, c.email, c.phone,
  c.message, c.locale, c.slots, c.notices, case when c.home_id is not null then json_build_object('homeId', c.home_id,
    'label', c.home_label, 'path', c.home_path, 'timeZone', c.home_time_zone) end as home,
  json_build_object('role', c.recipient_role, 'name', c.recipient_name, 'email', c.recipient_email,
    'licenseNumber', c.recipient_license, 'licenseState', c.recipient_license_state, 'brokerName', c.recipient_broker,
    'agentId', c.agent_id, 'realtorId', c.realtor_id, 'dataset', c.dataset) as recipient,
  c.state, c.opened_at as "openedAt", c.answered_at as "answeredAt", c.closed_at as "closedAt",
  c.withdrawn_at as "withdrawnAt", c.do_not_contact_at as "doNotContactAt", c.notes,
  c.hidden_by_sender as "hiddenBySender", c.hidden_by_recipient as "hiddenByRecipient", c.created_at as "createdAt",
  (select min(l.sent_at) from letter l where l.subject_id = c.contact_id ${AS_SUBJECT}
    and l.kind = 'contact-received') as "deliveredAt"`;

/** SQL of the index `contact_words` (docs/decisions/0011-email-outbox.md). */
const WORDS = sql`to_tsvector('simple', c.name || ' ' || translate(c.email, '@.', '  ') || ' '
  || coalesce(c.home_label, '') || ' ' || c.message)`;

export class Contacts extends Repository {
  /**
   * Stores a contact with consents and both emails, all or nothing; a repeated `Idempotency-Key` returns the first one.
   */
  async create(contact: NewContact, now: Date, once?: OnceKey): Promise<ContactMade> {
    return await this.transaction(async (client) => {
      const claim = await claimOnceIn(client, once, contact.contactId, now);
      if (claim.kind === 'reused') return claim;
      if (claim.kind === 'first') await insertContact(client, contact, now);
      const id = claim.kind === 'again' ? claim.subjectId : contact.contactId;
      const made = await findContactIn(client, id);
      // The contact was erased meanwhile; the key stays used.
      if (made === undefined) return { kind: 'reused' };
      return { kind: claim.kind === 'again' ? 'again' : 'created', contact: made };
    });
  }

  async find(contactId: string): Promise<Contact | undefined> {
    return await this.transaction((client) => findContactIn(client, contactId));
  }

  /** Newest first, after the cursor `after`. */
  async list(options: {
    box: ContactBox;
    state?: ContactState | undefined;
    /** Words or prefixes in name, address, home or message; withdrawn contacts are not searched. */
    text?: string | undefined;
    isStanding?: true;
    after?: Position | undefined;
    limit: number;
  }): Promise<Contact[]> {
    const { box, state, text, isStanding, after, limit } = options;
    const words = text === undefined ? [] : splitWords(text);
    if (text !== undefined && words.length === 0) return [];
    const where =
      box === 'all'
        ? sql`true`
        : 'realtorId' in box
          ? sql`c.realtor_id = ${box.realtorId} and not c.hidden_by_recipient`
          : sql`c.sender_user_id = ${box.senderUserId} and not c.hidden_by_sender`;
    // Materialized separately; otherwise the order's index would be scanned for words that never occur.
    const from =
      words.length === 0
        ? sql`contact`
        : sql`(select * from contact c where ${where} and c.withdrawn_at is null
            and ${WORDS} @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')}) offset 0)`;
    const rows = await this.query<Row>(sql`
      select ${CONTACT} from ${from} c
      where ${where} ${state === undefined ? sql`` : sql`and c.state = ${state}`}
        ${isStanding ? sql`and c.withdrawn_at is null` : sql``}
        and ${isAfter('c.created_at, c.contact_id', after)}
      order by c.created_at desc, c.contact_id desc limit ${limit}`);
    return await withConsents(this.pool, rows);
  }

  async open(contactId: string, actorId: string, now: Date): Promise<void> {
    await this.transaction(async (client) => {
      const { rows } = await client.query(sql`
        update contact set opened_at = ${now}, updated_at = ${now}, version = version + 1,
          state = case when state = 'new' then 'read' else state end
        where contact_id = ${contactId} and opened_at is null returning 1`);
      if (rows.length > 0) await writeEvent(client, contactId, 'opened', actorId, now);
    });
  }

  /** `stale`: the version has changed. */
  async update(
    contactId: string,
    { state, notes }: ContactChange,
    by: { actorId: string; version?: number | undefined; now: Date },
  ): Promise<Contact | 'stale' | undefined> {
    const { actorId, version, now } = by;
    return await this.transaction(async (client) => {
      const was = await sql<{ version: number; state: string }>`
        select version, state from contact where contact_id = ${contactId} for update`.row(client);
      if (was === undefined) return undefined;
      if (version !== undefined && version !== was.version) return 'stale';
      const to = state ?? null;
      const isNewState = to !== null && to !== was.state;
      await client.query(sql`
        update contact set version = version + 1, updated_at = ${now}, state = coalesce(${to}, state),
          notes = case when ${notes !== undefined} then ${notes ?? null} else notes end,
          opened_at = case when ${to ?? 'new'} = 'new' then opened_at else coalesce(opened_at, ${now}) end,
          answered_at = case when ${to} in ('answered', 'appointment') then coalesce(answered_at, ${now})
            else answered_at end,
          closed_at = case when ${to} = 'closed' then coalesce(closed_at, ${now})
            when ${to}::text is null then closed_at end
        where contact_id = ${contactId}`);
      if (isNewState) await writeEvent(client, contactId, to, actorId, now);
      return await findContactIn(client, contactId);
    });
  }

  /**
   * From this commit on the recipient sees no name, address and number; one who was notified gets an email. Idempotent.
   */
  async withdraw(contactId: string, by: { actorId: string | null; now: Date }): Promise<Contact | undefined> {
    return await this.transaction(async (client) => {
      await withdrawIn(client, contactId, by);
      return await findContactIn(client, contactId);
    });
  }

  /**
   * Withdraws this contact and earlier ones of the same account to the same realtor, and bars further contact; with
   * `ofWholeAddress` (verified by the caller) all contacts from its address to the realtor. Idempotent.
   */
  async stop(
    contactId: string,
    by: { actorId: string | null; ofWholeAddress: boolean; now: Date },
  ): Promise<Contact | undefined> {
    return await this.transaction(async (client) => {
      const contactIds = await sql`
        select contact_id from contact where contact_id = ${contactId} and do_not_contact_at is null
        union select o.contact_id from contact c join contact o on o.realtor_id = c.realtor_id and o.email = c.email
        where c.contact_id = ${contactId} and o.do_not_contact_at is null
          and (${by.ofWholeAddress}::boolean or o.sender_user_id = c.sender_user_id)
        order by contact_id`.column(client);
      for (const id of contactIds) {
        await client.query(sql`
          update contact set do_not_contact_at = ${by.now}, version = version + 1, updated_at = ${by.now}
          where contact_id = ${id}`);
        await withdrawIn(client, id, by);
        await writeEvent(client, id, 'stopped', by.actorId, by.now);
      }
      return await findContactIn(client, contactId);
    });
  }

  /**
   * A repeated `Idempotency-Key` does nothing. `withdrawn`: no reply is wanted; undefined: gone, or hidden by its
   * recipient.
   */
  async reply(
    contactId: string,
    reply: { message: string; state: 'answered' | 'appointment'; findings: ReviewFinding[] },
    by: { actorId: string; now: Date; once?: OnceKey | undefined },
  ): Promise<Contact | 'withdrawn' | 'reused' | undefined> {
    const { message, state, findings } = reply;
    const { actorId, now, once } = by;
    return await this.transaction(async (client) => {
      const replyId = randomUUID();
      const claim = await claimOnceIn(client, once, replyId, now);
      if (claim.kind === 'reused') return 'reused';
      if (claim.kind === 'again') return await findContactIn(client, contactId);
      const was = await sql<
        Pick<Contact, 'email' | 'locale' | 'state'> & { isWithdrawn: boolean; isHidden: boolean }
      >`
        select email, locale, state, withdrawn_at is not null as "isWithdrawn",
          hidden_by_recipient as "isHidden" from contact where contact_id = ${contactId}
          for update`.row(client);
      if (was === undefined || was.isHidden || was.isWithdrawn) {
        // Nothing was created: release the key.
        await client.query(sql`delete from idempotency_key where subject_id = ${replyId}`);
        return was === undefined || was.isHidden ? undefined : 'withdrawn';
      }
      await insertRow(client, 'contact_reply', { contactId, replyId, message, actorId, at: now });
      await client.query(sql`
        update contact set version = version + 1, updated_at = ${now}, state = ${state}, closed_at = null,
          opened_at = coalesce(opened_at, ${now}), answered_at = coalesce(answered_at, ${now})
          where contact_id = ${contactId}`);
      if (state !== was.state) await writeEvent(client, contactId, state, actorId, now);
      const { locale, email: toEmail } = was;
      await enqueueEmail(client, { kind: 'contact-reply', subjectId: replyId, locale, toEmail }, now);
      if (findings.length > 0) {
        const subject = { subjectKind: 'contact', subjectId: contactId } as const;
        await writeReviewIn(client, { kind: 'payment', ...subject, findings }, now);
      }
      return await findContactIn(client, contactId);
    });
  }

  async responseTimes(realtorIds: readonly string[], now: Date): Promise<Map<string, ResponseTime>> {
    return await responseTimes(this.pool, realtorIds, now);
  }

  /** Number of these contacts that are unread and not withdrawn. */
  async countUnopened(contactIds: readonly string[]): Promise<number> {
    const [count] = await this.queryColumn<number>(sql`
      select count(*)::int from contact
      where contact_id = any(${contactIds}) and opened_at is null and withdrawn_at is null
        and not hidden_by_recipient`);
    return count!;
  }

  async countNumbers(
    realtorId: string,
    over: { now: Date; days: number; timeZone: string },
  ): Promise<ContactNumbers> {
    return await contactNumbers(this.pool, realtorId, over);
  }

  async findByReply(replyId: string): Promise<Contact | undefined> {
    return await this.transaction(async (client) => {
      const [contactId] = await sql`
        select contact_id from contact_reply where reply_id = ${replyId}`.column(client);
      return contactId === undefined ? undefined : await findContactIn(client, contactId);
    });
  }

  /** Removes a contact from one side's list; the record and its consents stay. */
  async hide(
    contactId: string,
    side: 'sent' | 'received',
    by: { actorId: string; now: Date },
  ): Promise<void> {
    await this.transaction(async (client) => {
      if (side === 'sent') await withdrawIn(client, contactId, by);
      const column = raw(side === 'sent' ? 'hidden_by_sender' : 'hidden_by_recipient');
      await client.query(sql`
        update contact set ${column} = true, version = version + 1, updated_at = ${by.now}
        where contact_id = ${contactId}`);
      await writeAuditIn(client, by, 'contact.hide', contactId, { side });
    });
  }

  /** Deletes a contact with all dependent rows. */
  async erase(contactId: string, by: { actorId: string; now: Date }): Promise<void> {
    await this.transaction(async (client) => {
      await eraseContactsIn(client, [contactId]);
      await writeAuditIn(client, by, 'contact.erase', contactId);
    });
  }
}

/** Deletes contacts with their consents, events, emails and reviews. */
export async function eraseContactsIn(client: pg.ClientBase, contactIds: readonly string[]): Promise<void> {
  await client.query(sql`
    delete from contact_consent where subject_kind = 'contact' and subject_id = any(${contactIds})`);
  await client.query(sql`delete from contact_event where contact_id = any(${contactIds})`);
  const replyIds = await sql`
    delete from contact_reply where contact_id = any(${contactIds}) returning reply_id`.column(client);
  await client.query(sql`delete from letter where subject_id = any(${[...contactIds, ...replyIds]})`);
  await deleteReviewsIn(client, sql`subject_kind = 'contact' and subject_id = any(${contactIds})`);
  await client.query(sql`delete from contact where contact_id = any(${contactIds})`);
}

export async function writeConsentsIn(
  client: pg.ClientBase,
  subject: { kind: 'contact' | 'report'; id: string },
  consents: readonly ConsentRecord<string>[],
  now: Date,
): Promise<void> {
  for (const { accepted, ...one } of consents) {
    const row = { subjectKind: subject.kind, subjectId: subject.id, ...one, isAccepted: accepted, at: now };
    await insertRow(client, 'contact_consent', row);
  }
}

async function insertContact(client: pg.ClientBase, contact: NewContact, now: Date): Promise<void> {
  const { contactId, recipient, home, senderUserId, name, email, phone, message, locale } = contact;
  const { agentId, realtorId, dataset } = recipient;
  await insertRow(client, 'contact', {
    ...{ contactId, senderUserId, name, email, phone, message, locale, agentId, realtorId, dataset },
    homeId: home?.homeId ?? null,
    homeLabel: home?.label ?? null,
    homePath: home?.path ?? null,
    homeTimeZone: home?.timeZone ?? null,
    slots: JSON.stringify(contact.slots),
    notices: contact.notices,
    recipientRole: recipient.role,
    recipientName: recipient.name,
    recipientEmail: recipient.email,
    recipientLicense: recipient.licenseNumber,
    recipientLicenseState: recipient.licenseState,
    recipientBroker: recipient.brokerName,
    createdAt: now,
    updatedAt: now,
  });
  await writeEvent(client, contactId, 'sent', senderUserId, now);
  await writeConsentsIn(client, { kind: 'contact', id: contactId }, contact.consents, now);
  for (const { kind, findings } of contact.findings) {
    await writeReviewIn(client, { kind, subjectKind: 'contact', subjectId: contactId, findings }, now);
  }
  await enqueueReceivedEmail(
    client,
    {
      kind: 'contact-received',
      subjectId: contactId,
      locale: contact.recipientLocale,
      toEmail: recipient.email,
    },
    { sender: { userId: senderUserId, email }, hasInbox: realtorId !== null, now },
  );
  await enqueueUnsolicitedEmail(
    client,
    { kind: 'contact-receipt', subjectId: contactId, locale, toEmail: email },
    { userId: senderUserId, now },
  );
}

async function withdrawIn(
  client: pg.ClientBase,
  contactId: string,
  { actorId, now }: { actorId: string | null; now: Date },
): Promise<void> {
  const row = await sql<{ recipient_email: string; opened_at: Date | null }>`
    update contact set withdrawn_at = ${now}, updated_at = ${now}, version = version + 1
    where contact_id = ${contactId} and withdrawn_at is null
    returning recipient_email, opened_at`.row(client);
  if (row === undefined) return;
  await client.query(sql`
    update contact_consent set revoked_at = ${now}
    where subject_kind = 'contact' and subject_id = ${contactId} and is_accepted and revoked_at is null`);
  const unsent = await sql`
    update letter set failed_at = ${now}, failure = 'cancelled'
    where subject_id = ${contactId} and kind = 'contact-received' and sent_at is null and taken_until is null
      and failed_at is null returning bundle_id`.column<string | null>(client);
  // The email was sent, is being sent, or was read in the inbox while it was deferred: notify the reader.
  const isHeldBack = unsent.some((bundleId) => bundleId !== null);
  if (unsent.length === 0 || (isHeldBack && row.opened_at !== null)) {
    const [locale = 'en'] = await sql`
      select locale from letter
      where subject_id = ${contactId} and kind = 'contact-received'`.column<'en' | 'ko'>(client);
    const toEmail = row.recipient_email;
    const email = { kind: 'contact-withdrawn', subjectId: contactId, locale, toEmail };
    await enqueueWithdrawnEmail(client, email, now);
  }
  await writeEvent(client, contactId, 'withdrawn', actorId, now);
  await writeAuditIn(client, { actorId, now }, 'contact.withdraw', contactId);
}

async function writeEvent(
  client: pg.ClientBase,
  contactId: string,
  kind: string,
  actorId: string | null,
  at: Date,
): Promise<void> {
  await insertRow(client, 'contact_event', { contactId, kind, actorId, at });
}

async function findContactIn(client: pg.ClientBase, contactId: string): Promise<Contact | undefined> {
  const rows = await sql<Row>`
    select ${CONTACT} from contact c where c.contact_id = ${contactId}`.all(client);
  return (await withConsents(client, rows))[0];
}

function splitWords(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, 10);
}

const CONSENT = sql`subject_id as "subjectId", kind, is_accepted as accepted, text_version as "textVersion", text,
  text_hash as "textHash", locale, recipient_name as "recipientName", phone, url, ip, user_agent as "userAgent", at,
  revoked_at as "revokedAt"`;

async function withConsents(source: Source, rows: Row[]): Promise<Contact[]> {
  if (rows.length === 0) return [];
  const consents = await sql<Contact['consents'][number] & { subjectId: string }>`
    select ${CONSENT} from contact_consent
    where subject_kind = 'contact' and subject_id = any(${rows.map((row) => row.contactId)})
    order by kind`.all(source);
  const replies = await sql<ContactReply & { contactId: string }>`
    select r.contact_id as "contactId", r.reply_id as "replyId", r.message, r.at,
      (select min(l.sent_at) from letter l where l.subject_id = r.reply_id ${AS_SUBJECT}) as "deliveredAt"
    from contact_reply r where r.contact_id = any(${rows.map((row) => row.contactId)})
    order by r.at, r.reply_id`.all(source);
  return rows.map((row) => ({
    ...row,
    consents: consents
      .filter((one) => one.subjectId === row.contactId)
      .map(({ subjectId, ...consent }) => consent),
    replies: replies.filter((one) => one.contactId === row.contactId).map(({ contactId, ...reply }) => reply),
  }));
}
