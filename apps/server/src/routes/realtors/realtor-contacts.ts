import { scanPayment } from '@maru/listing/display';
import { CONTACT_STATES } from '@maru/listing/people';
import { DAY_MS } from '@maru/listing/time';
import type { AuditEntry, Contact, ContactBox } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/access-tokens.ts';
import { contactAnswer, receiptAnswer } from '../../contacts/contact-answer.ts';
import { contactsCsv } from '../../contacts/contacts-csv.ts';
import { findingOf } from '../../contacts/new-contact.ts';
import { parseReceiptToken } from '../../contacts/receipt-token.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { askedVersion, onceKey, reusedKey, stale, versionTag } from '../../http/conditional-request.ts';
import { timeCursor, timePage } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';
import { CALIFORNIA } from '../../site/local-time.ts';

type ContactParts = Pick<Parts, 'store' | 'now'>;
type Side = 'sent' | 'received' | 'admin';

const PAGE_SIZE = 20;
/** Rows a page of the CSV. */
const EXPORT_PAGE = 500;
const NUMBER_DAYS = 90;

/** /realtor-contacts but for its POST, and the receipts: what was sent, for both of its sides. */
export function registerRealtorContactRoutes(app: FastifyInstance, parts: ContactParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());
  /** An admin reads what others have written to each other. */
  const writeDown = (action: string, subject: string, { userId }: Caller, facts: AuditEntry['facts'] = {}) =>
    store.audit.write({ actorId: userId, action, subject, facts, at: now() });

  serve(app, 'listRealtorContacts', async ({ query, caller }) => {
    const { box, state, text, cursor, limit = PAGE_SIZE } = query;
    const realtor = await store.realtors.findByUser(caller.userId);
    const asked = box ?? (caller.role === 'admin' ? 'all' : realtor === undefined ? 'sent' : 'received');
    if (asked === 'all' && caller.role !== 'admin') throw new ApiError(403, 'forbidden');
    if (asked === 'received' && realtor === undefined) return { items: [] };
    const from: ContactBox =
      asked === 'all'
        ? 'all'
        : asked === 'received' && realtor !== undefined
          ? { realtorId: realtor.realtorId }
          : { senderUserId: caller.userId };
    const side: Side = asked === 'all' ? 'admin' : asked;
    const found = await store.contacts.list({
      box: from,
      state,
      text,
      after: timeCursor(cursor),
      limit: limit + 1,
    });
    const { page, next } = timePage(found, limit, (contact) => contact.contactId);
    if (side === 'admin') await writeDown('contact.list', 'contact', caller, { items: page.length });
    return {
      items: page.map((contact) => contactAnswer(contact, side)),
      ...(next === undefined ? {} : { next }),
    };
  });

  serve(app, 'exportRealtorContacts', async (request, reply) => {
    const { caller } = request;
    const { state, text, cursor, locale = localeOfRequest(request) } = request.query;
    const realtor = await store.realtors.findByUser(caller.userId);
    const after = timeCursor(cursor);
    reply.header('cache-control', 'private, no-store');
    const found =
      realtor === undefined
        ? []
        : await store.contacts.list({
            box: { realtorId: realtor.realtorId },
            state,
            text,
            after,
            limit: EXPORT_PAGE + 1,
          });
    const { page, next } = timePage(found, EXPORT_PAGE, (contact) => contact.contactId);
    if (realtor !== undefined) {
      await writeDown('contact.export', realtor.realtorId, caller, { rows: page.length });
    }
    const rows = page.map((contact) => contactAnswer(contact, 'received'));
    return {
      csv: contactsCsv(rows, { locale, withHeader: after === undefined }),
      ...(next === undefined ? {} : { next }),
    };
  });

  serve(app, 'countRealtorContacts', async ({ query, caller }, reply) => {
    const { days = NUMBER_DAYS } = query;
    const realtor = await store.realtors.findByUser(caller.userId);
    const to = now();
    const own =
      realtor === undefined
        ? { days: [], states: {}, response: { received: 0, answered: 0, medianHours: null } }
        : await store.contacts.countNumbers(realtor.realtorId, { now: to, days, timeZone: CALIFORNIA });
    reply.header('cache-control', 'private, no-store');
    return {
      ...own,
      states: CONTACT_STATES.map((state) => ({ state, count: own.states[state] ?? 0 })),
      from: new Date(to.getTime() - days * DAY_MS).toISOString(),
      to: to.toISOString(),
    };
  });

  serve(app, 'replyRealtorContact', async (request, reply) => {
    const { caller } = request;
    const { contactId, recipient, hiddenByRecipient } = await loadContact(request.params.id, parts);
    const own = await store.realtors.findByUser(caller.userId);
    // What they have deleted is no longer there for them.
    if (own === undefined || own.realtorId !== recipient.realtorId || hiddenByRecipient)
      throw new ApiError(404, 'contact_not_found');
    const { message, state = 'answered' } = request.body;
    const text = message.trim();
    const made = await store.contacts.reply(
      contactId,
      { message: text, state, findings: scanPayment(text).map((found) => findingOf('reply', found)) },
      { actorId: caller.userId, now: now(), once: onceKey(request, `reply ${contactId}`) },
    );
    if (made === 'reused') throw reusedKey();
    if (made === 'withdrawn') throw new ApiError(409, 'conflict');
    if (made === undefined) throw new ApiError(404, 'contact_not_found');
    return answer(made, 'received', reply);
  });

  serve(app, 'findRealtorContact', async ({ params, caller }, reply) => {
    const { contact, side } = await findOwn(params.id, caller, parts);
    if (side === 'admin') await writeDown('contact.read', contact.contactId, caller);
    if (side === 'received' && contact.openedAt === null) {
      await store.contacts.open(contact.contactId, caller.userId, now());
      return answer(await loadContact(contact.contactId, parts), side, reply);
    }
    return answer(contact, side, reply);
  });

  serve(app, 'updateRealtorContact', async (request, reply) => {
    const { caller } = request;
    const { contact, side } = await findOwn(request.params.id, caller, parts);
    const { body } = request;
    // Each side has its own members; those of the other it may not set.
    const barred: readonly string[] =
      side === 'sent' ? ['state', 'notes'] : side === 'received' ? ['withdrawn'] : [];
    const problems = Object.keys(body)
      .filter((field) => barred.includes(field))
      .map((field) => ({ field, reason: 'unknown' as const }));
    // What was read is not new again.
    if (body.state === 'new' && contact.state !== 'new') problems.push({ field: 'state', reason: 'unknown' });
    if (problems.length > 0) throw invalidRequest(problems);
    const { withdrawn, doNotContact, ...change } = body;
    const version = askedVersion(request);
    if (version !== undefined && version !== contact.version) throw stale();
    if (side === 'admin') await writeDown('contact.update', contact.contactId, caller);
    if (doNotContact === true)
      await store.contacts.stop(contact.contactId, {
        actorId: caller.userId,
        ofWholeAddress: side !== 'sent',
        now: now(),
      });
    if (withdrawn === true)
      await store.contacts.withdraw(contact.contactId, { actorId: caller.userId, now: now() });
    if (Object.keys(change).length > 0) {
      const known = withdrawn === true || doNotContact === true ? undefined : version;
      const by = { actorId: caller.userId, version: known, now: now() };
      if ((await store.contacts.update(contact.contactId, change, by)) === 'stale') throw stale();
    }
    return answer(await loadContact(contact.contactId, parts), side, reply);
  });

  serve(app, 'deleteRealtorContact', async (request, reply) => {
    const { caller } = request;
    const { contact, side } = await findOwn(request.params.id, caller, parts);
    const version = askedVersion(request);
    if (version !== undefined && version !== contact.version) throw stale();
    const by = { actorId: caller.userId, now: now() };
    if (side === 'admin') await store.contacts.erase(contact.contactId, by);
    else await store.contacts.hide(contact.contactId, side, by);
    return reply.send();
  });

  /** `withText`: not with the token of a letter to an address that the sender's account has not proven. */
  const ofReceipt = async (token: string): Promise<Contact & { isByMail: boolean; withText: boolean }> => {
    const secret = await store.secrets.load('receipt');
    const mailed = parseReceiptToken(token, secret, 'mail');
    const contactId = mailed ?? parseReceiptToken(token, secret);
    const contact = contactId === undefined ? undefined : await store.contacts.find(contactId);
    if (contact === undefined) throw new ApiError(404, 'contact_not_found');
    const isByMail = mailed !== undefined;
    const withText = !isByMail || (await store.emails.isVerifiedAddress(contact.senderUserId, contact.email));
    return { ...contact, isByMail, withText };
  };
  serve(app, 'findReceipt', async ({ params }, reply) => {
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    const contact = await ofReceipt(params.token);
    return receiptAnswer(contact, contact);
  });
  serve(app, 'withdrawReceipt', async ({ params }, reply) => {
    const { contactId, withText } = await ofReceipt(params.token);
    const contact = await store.contacts.withdraw(contactId, { actorId: null, now: now() });
    if (contact === undefined) throw new ApiError(404, 'contact_not_found');
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    return receiptAnswer(contact, { withText });
  });
  serve(app, 'stopReceipt', async ({ params }, reply) => {
    // Anybody may type an address: only by what was mailed to it are all of its contacts taken back.
    const { contactId, isByMail, withText } = await ofReceipt(params.token);
    const contact = await store.contacts.stop(contactId, {
      actorId: null,
      ofWholeAddress: isByMail,
      now: now(),
    });
    if (contact === undefined) throw new ApiError(404, 'contact_not_found');
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    return receiptAnswer(contact, { withText });
  });
}

/** A contact of the caller's and which side of it they are; another's, or one they deleted, is not there. @throws ApiError 404 */
async function findOwn(
  contactId: string,
  { userId, role }: Caller,
  { store }: ContactParts,
): Promise<{ contact: Contact; side: Side }> {
  const contact = await store.contacts.find(contactId);
  if (contact === undefined) throw new ApiError(404, 'contact_not_found');
  if (role === 'admin') return { contact, side: 'admin' };
  const { realtorId } = contact.recipient;
  const realtor = realtorId === null ? undefined : await store.realtors.findByUser(userId);
  const isRecipient = realtor !== undefined && realtor.realtorId === realtorId;
  if (isRecipient && !contact.hiddenByRecipient) return { contact, side: 'received' };
  if (contact.senderUserId === userId && !contact.hiddenBySender) return { contact, side: 'sent' };
  throw new ApiError(404, 'contact_not_found');
}

async function loadContact(contactId: string, { store }: ContactParts): Promise<Contact> {
  const contact = await store.contacts.find(contactId);
  if (contact === undefined) throw new ApiError(404, 'contact_not_found');
  return contact;
}

function answer(contact: Contact, side: Side, reply: { header(name: string, value: string): unknown }) {
  reply.header('etag', versionTag(contact.version));
  reply.header('cache-control', 'private, no-store');
  return contactAnswer(contact, side);
}
