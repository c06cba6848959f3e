import { scanPayment } from '@maru/listing/display';
import { CONTACT_STATES } from '@maru/listing/people';
import { DAY_MS } from '@maru/listing/time';
import type { Contact, ContactBox } from '@maru/store';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../../auth/access-tokens.ts';
import { contactAnswer, receiptAnswer } from '../../contacts/contact-answer.ts';
import { contactsCsv } from '../../contacts/contacts-csv.ts';
import { toFinding } from '../../contacts/new-contact.ts';
import { parseReceiptToken } from '../../contacts/receipt-token.ts';
import { ApiError, invalidRequest, orNotFound } from '../../http/api-error.ts';
import { createAudit } from '../../http/audit.ts';
import { askedVersion, onceKey, reusedKey, stale, versionTag } from '../../http/conditional-request.ts';
import { listByTime } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { localeOfRequest } from '../../plugins/errors.ts';
import { CALIFORNIA } from '../../site/local-time.ts';

type ContactParts = Pick<Parts, 'store' | 'now'>;
type Side = 'sent' | 'received' | 'admin';

/** Rows of a page of the CSV. */
const EXPORT_PAGE = 500;
const NUMBER_DAYS = 90;

/** /realtor-contacts without its POST, and the receipts: messages as their sender and their recipient see them. */
export function registerRealtorContactRoutes(app: FastifyInstance, parts: ContactParts): void {
  const { store } = parts;
  const now = () => new Date(parts.now());
  const audit = createAudit(parts);

  serve(app, 'listRealtorContacts', async ({ query, caller }) => {
    const { box, state, text } = query;
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
    const list = await listByTime(query, {
      find: (after, limit) => store.contacts.list({ box: from, state, text, after, limit }),
      idOf: (contact) => contact.contactId,
      answer: (contact) => contactAnswer(contact, side),
    });
    if (side === 'admin') await audit(caller, 'contact.list', 'contact', { items: list.items.length });
    return list;
  });

  serve(app, 'exportRealtorContacts', async (request, reply) => {
    const { caller } = request;
    const { state, text, cursor, locale = localeOfRequest(request) } = request.query;
    const realtor = await store.realtors.findByUser(caller.userId);
    const box = realtor === undefined ? undefined : { realtorId: realtor.realtorId };
    reply.header('cache-control', 'private, no-store');
    const { items, ...next } = await listByTime(
      { cursor, limit: EXPORT_PAGE },
      {
        find: async (after, limit) =>
          box === undefined ? [] : await store.contacts.list({ box, state, text, after, limit }),
        idOf: (contact) => contact.contactId,
        answer: (contact) => contactAnswer(contact, 'received'),
      },
    );
    if (box !== undefined) await audit(caller, 'contact.export', box.realtorId, { rows: items.length });
    return { csv: contactsCsv(items, { locale, withHeader: cursor === undefined }), ...next };
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
    // A contact that they deleted is not found.
    if (own === undefined || own.realtorId !== recipient.realtorId || hiddenByRecipient)
      throw new ApiError(404, 'contact_not_found');
    // An admin found that they hold no license: until one verifies it again, nothing is delivered in their name.
    if (!own.mayAnswer) throw new ApiError(403, 'forbidden');
    const { message, state = 'answered' } = request.body;
    const text = message.trim();
    const replied = await store.contacts.reply(
      contactId,
      { message: text, state, findings: scanPayment(text).map((found) => toFinding('reply', found)) },
      { actorId: caller.userId, now: now(), once: onceKey(request, `reply ${contactId}`) },
    );
    const made = orNotFound(replied, 'contact_not_found');
    if (made === 'reused') throw reusedKey();
    if (made === 'withdrawn') throw new ApiError(409, 'conflict');
    return answer(made, 'received', reply);
  });

  serve(app, 'findRealtorContact', async ({ params, caller }, reply) => {
    const { contact, side } = await findOwn(params.id, caller, parts);
    if (side === 'admin') await audit(caller, 'contact.read', contact.contactId);
    if (side === 'received' && contact.openedAt === null) {
      await store.contacts.open(contact.contactId, caller.userId, now());
      return answer(await loadContact(contact.contactId, parts), side, reply);
    }
    return answer(contact, side, reply);
  });

  serve(app, 'updateRealtorContact', async (request, reply) => {
    const { caller, body } = request;
    const { contact, side } = await findOwn(request.params.id, caller, parts);
    // Fields that only the other side may set.
    const barred: readonly string[] =
      side === 'sent' ? ['state', 'notes'] : side === 'received' ? ['withdrawn'] : [];
    const problems = Object.keys(body)
      .filter((field) => barred.includes(field))
      .map((field) => ({ field, reason: 'unknown' as const }));
    // A contact that was read cannot become new again.
    if (body.state === 'new' && contact.state !== 'new') problems.push({ field: 'state', reason: 'unknown' });
    if (problems.length > 0) throw invalidRequest(problems);
    const { withdrawn, doNotContact, ...change } = body;
    const version = askedVersion(request);
    if (version !== undefined && version !== contact.version) throw stale();
    if (side === 'admin') await audit(caller, 'contact.update', contact.contactId);
    const by = { actorId: caller.userId, now: now() };
    if (doNotContact === true)
      await store.contacts.stop(contact.contactId, { ...by, ofWholeAddress: side !== 'sent' });
    if (withdrawn === true) await store.contacts.withdraw(contact.contactId, by);
    if (Object.keys(change).length > 0) {
      const known = withdrawn === true || doNotContact === true ? undefined : version;
      const outcome = await store.contacts.update(contact.contactId, change, { ...by, version: known });
      if (outcome === 'stale') throw stale();
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

  /** `withText` is false for an emailed token when the sender's account has not verified the address. */
  const loadReceipt = async (token: string): Promise<Contact & { isByMail: boolean; withText: boolean }> => {
    const secret = await store.secrets.load('receipt');
    const mailed = parseReceiptToken(token, secret, 'mail');
    const contactId = orNotFound(mailed ?? parseReceiptToken(token, secret), 'contact_not_found');
    const contact = await loadContact(contactId, parts);
    const isByMail = mailed !== undefined;
    const withText = !isByMail || (await store.emails.isVerifiedAddress(contact.senderUserId, contact.email));
    return { ...contact, isByMail, withText };
  };
  const answerReceipt = (contact: Contact | undefined, withText: boolean, reply: FastifyReply) => {
    reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    return receiptAnswer(orNotFound(contact, 'contact_not_found'), { withText });
  };
  serve(app, 'findReceipt', async ({ params }, reply) => {
    const contact = await loadReceipt(params.token);
    return answerReceipt(contact, contact.withText, reply);
  });
  serve(app, 'withdrawReceipt', async ({ params }, reply) => {
    const { contactId, withText } = await loadReceipt(params.token);
    const contact = await store.contacts.withdraw(contactId, { actorId: null, now: now() });
    return answerReceipt(contact, withText, reply);
  });
  serve(app, 'stopReceipt', async ({ params }, reply) => {
    // Anybody may type an address: only an emailed token withdraws all contacts of the address.
    const { contactId, isByMail: ofWholeAddress, withText } = await loadReceipt(params.token);
    const contact = await store.contacts.stop(contactId, { actorId: null, ofWholeAddress, now: now() });
    return answerReceipt(contact, withText, reply);
  });
}

/** A contact of the caller and the side they are on. @throws ApiError 404 for others' contacts and those that they deleted */
async function findOwn(
  contactId: string,
  { userId, role }: Caller,
  { store }: ContactParts,
): Promise<{ contact: Contact; side: Side }> {
  const contact = await loadContact(contactId, { store });
  if (role === 'admin') return { contact, side: 'admin' };
  const { realtorId } = contact.recipient;
  const realtor = realtorId === null ? undefined : await store.realtors.findByUser(userId);
  const isRecipient = realtor !== undefined && realtor.realtorId === realtorId;
  if (isRecipient && !contact.hiddenByRecipient) return { contact, side: 'received' };
  if (contact.senderUserId === userId && !contact.hiddenBySender) return { contact, side: 'sent' };
  throw new ApiError(404, 'contact_not_found');
}

async function loadContact(contactId: string, { store }: Pick<ContactParts, 'store'>): Promise<Contact> {
  return orNotFound(await store.contacts.find(contactId), 'contact_not_found');
}

function answer(contact: Contact, side: Side, reply: FastifyReply) {
  reply.header('etag', versionTag(contact.version));
  reply.header('cache-control', 'private, no-store');
  return contactAnswer(contact, side);
}
