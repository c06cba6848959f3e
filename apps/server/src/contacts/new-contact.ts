import { randomUUID } from 'node:crypto';
import type { ContactBody, FieldProblem } from '@maru/contract';
import { scanFairHousing, scanPayment } from '@maru/listing/display';
import { DAY_MS } from '@maru/listing/time';
import type { NewContact, ReviewFinding } from '@maru/store';
import type { FastifyRequest } from 'fastify';
import { consentProblems, contactConsents } from '../auth/consent-text.ts';
import { ApiError, invalidRequest } from '../http/api-error.ts';
import type { Parts } from '../parts.ts';
import { normalizePhone } from './phone-number.ts';
import { findRecipient, toAnswerer } from './recipients.ts';

/** How far ahead a visit may be proposed, in ms. */
const FARTHEST_SLOT = 366 * DAY_MS;

/**
 * Validates a contact beyond its schema and prepares it for the store.
 * @throws ApiError 400 for invalid fields, 404 for an unknown recipient, 409 when the recipient has changed since the
 * form was shown
 */
export async function newContact(
  request: FastifyRequest<{ Body: ContactBody }>,
  parts: Pick<Parts, 'store' | 'gazetteer' | 'now'>,
): Promise<NewContact> {
  const { body } = request;
  const { locale } = body;
  const { phone, slots } = checkedFields(body, parts.now());
  const { recipient, locale: recipientLocale, home } = await findRecipient(body, parts);
  if (body.recipientId !== undefined && body.recipientId !== toAnswerer(recipient).recipientId) {
    throw new ApiError(409, 'conflict', { data: { fields: [{ field: 'recipientId', reason: 'expired' }] } });
  }
  const consents = contactConsents(body.consents, {
    locale,
    recipientName: recipient.name,
    phone,
    ...readOrigin(request, body.url),
  });
  const message = body.message.trim();
  const findings = (['fair_housing', 'payment'] as const).flatMap((kind) => {
    const found = (kind === 'payment' ? scanPayment : scanFairHousing)(message);
    return found.length === 0 ? [] : [{ kind, findings: found.map((one) => toFinding('message', one)) }];
  });
  return {
    contactId: randomUUID(),
    senderUserId: request.caller?.userId ?? null,
    name: body.name.trim(),
    email: normalizeEmail(body.email),
    phone,
    message,
    locale,
    home,
    slots,
    notices: findings.some(({ kind }) => kind === 'payment') ? ['payment'] : [],
    recipient,
    recipientLocale,
    consents,
    findings,
  };
}

/** Origin of a form, for the consent record. */
export function readOrigin(request: FastifyRequest, url: string | undefined) {
  return {
    url: url ?? request.headers.referer?.slice(0, 500) ?? null,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  };
}

export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** A finding of the text scan, with only the quoted part of the text. */
export function toFinding(field: string, { rule, quote }: { rule: string; quote: string }): ReviewFinding {
  return { rule, field, quote: quote.slice(0, 200) };
}

function checkedFields(body: ContactBody, now: number): Pick<NewContact, 'phone' | 'slots'> {
  const problems: FieldProblem[] = [];
  const given = body.phone ?? null;
  const phone = given === null ? null : normalizePhone(given, body.locale);
  if (phone === undefined) problems.push({ field: 'phone', reason: 'malformed' });
  const slots = (body.slots ?? []).map((slot, at) => {
    const start = Date.parse(slot.start);
    const end = slot.end === undefined ? undefined : Date.parse(slot.end);
    const field = `slots.${at}`;
    if (Number.isNaN(start)) problems.push({ field: `${field}.start`, reason: 'malformed' });
    else if (start < now) problems.push({ field: `${field}.start`, reason: 'past' });
    else if (start > now + FARTHEST_SLOT) problems.push({ field: `${field}.start`, reason: 'out_of_range' });
    if (Number.isNaN(end)) problems.push({ field: `${field}.end`, reason: 'malformed' });
    else if (end !== undefined && end <= start)
      problems.push({ field: `${field}.end`, reason: 'min_above_max' });
    return { start, end };
  });
  problems.push(...consentProblems(body.consents, phone ?? null));
  if (problems.length > 0) throw invalidRequest(problems);
  return {
    phone: phone ?? null,
    slots: slots.map(({ start, end }) => ({
      start: new Date(start).toISOString(),
      ...(end === undefined ? {} : { end: new Date(end).toISOString() }),
    })),
  };
}
