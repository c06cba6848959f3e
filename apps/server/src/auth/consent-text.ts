import { createHash } from 'node:crypto';
import type { ContactBody, FieldProblem } from '@maru/contract';
import { CONSENT_KINDS, type ConsentKind } from '@maru/listing/people';
import type { ConsentRecord } from '@maru/store';
import type { Locale, MessageKey } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { invalidRequest } from '../http/api-error.ts';

/** Origin of a form, stored with its consents (rule R43). */
export interface FormOrigin {
  locale: Locale;
  recipientName: string;
  phone: string | null;
  url: string | null;
  ip: string;
  userAgent: string | null;
}

/** Consents of a contact form for this recipient. None is a condition for sending. */
export function consentTexts(
  locale: Locale,
  recipient: string,
): { kind: ConsentKind; version: string; text: string }[] {
  return CONSENT_KINDS.map((kind) => {
    const text = formatMessage(locale, `consent.contact.${kind}`, { recipient });
    return { kind, version: formatVersion(text), text };
  });
}

/**
 * Finds problems that do not depend on the recipient: a duplicate consent, or consent to calls without a phone number.
 */
export function consentProblems(given: ContactBody['consents'], phone: string | null): FieldProblem[] {
  return given.flatMap<FieldProblem>(({ kind, accepted }, at) => {
    if (given.findIndex((one) => one.kind === kind) !== at) {
      return [{ field: `consents.${at}.kind`, reason: 'repeated' }];
    }
    return kind === 'call' && accepted && phone === null ? [{ field: 'phone', reason: 'missing' }] : [];
  });
}

/**
 * Returns a record for every consent; those that were not submitted count as declined.
 * @throws ApiError 400 when a text has changed since or belongs to another recipient
 */
export function contactConsents(given: ContactBody['consents'], origin: FormOrigin): ConsentRecord[] {
  const texts = consentTexts(origin.locale, origin.recipientName);
  const problems = given.flatMap<FieldProblem>(({ kind, version }, at) =>
    texts.some((one) => one.kind === kind && one.version === version)
      ? []
      : [{ field: `consents.${at}.version`, reason: 'expired' }],
  );
  if (problems.length > 0) throw invalidRequest(problems);
  return texts.map(({ kind, text }) =>
    createRecord(kind, text, given.find((one) => one.kind === kind)?.accepted === true, origin),
  );
}

/** Leaving an email address is consent to be answered there, with this text. */
export function givenConsent(kind: string, key: MessageKey, origin: FormOrigin): ConsentRecord<string> {
  return createRecord(
    kind,
    formatMessage(origin.locale, key, { recipient: origin.recipientName }),
    true,
    origin,
  );
}

function createRecord<Kind extends string>(
  kind: Kind,
  text: string,
  accepted: boolean,
  origin: FormOrigin,
): ConsentRecord<Kind> {
  return { kind, accepted, text, textVersion: formatVersion(text), textHash: hashText(text), ...origin };
}

/** The text contains the recipient's name, so consents to different recipients have different versions. */
function formatVersion(text: string): string {
  return hashText(text).slice(0, 16);
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
