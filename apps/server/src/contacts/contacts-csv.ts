import type { ContactAnswer } from '@maru/contract';
import type { Locale, MessageKey } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { stringify } from 'csv-stringify/sync';

/** Columns in order, with their header messages. */
const COLUMNS: readonly [MessageKey, (contact: ContactAnswer, locale: Locale) => string | null][] = [
  ['csv.sent_at', ({ createdAt }) => createdAt],
  ['csv.state', ({ state }, locale) => formatMessage(locale, `inbox.state.${state}`, {})],
  ['mail.label.from', ({ name }) => name],
  ['mail.label.email', ({ email }) => email],
  ['mail.label.phone', ({ phone }) => phone],
  ['mail.label.language', (contact, locale) => formatMessage(locale, `mail.language.${contact.locale}`, {})],
  ['mail.label.home', ({ home }) => home?.label ?? home?.homeId ?? null],
  ['mail.label.slots', ({ slots }) => slots.map(({ start }) => start).join('\n')],
  ['csv.message', ({ message }) => message],
  ['mail.label.consents', ({ consents }, locale) => formatConsents(consents, locale)],
  ['csv.withdrawn', ({ withdrawnAt }) => withdrawnAt],
  ['csv.answered_at', ({ answeredAt }) => answeredAt],
  ['inbox.notes', ({ notes }) => notes],
];

/**
 * Contacts as CSV (RFC 4180, times in UTC). Values that a spreadsheet would run as a formula are prefixed with an
 * apostrophe.
 */
export function contactsCsv(
  contacts: readonly ContactAnswer[],
  { locale, withHeader }: { locale: Locale; withHeader: boolean },
): string {
  const rows = contacts.map((contact) => COLUMNS.map(([, of]) => of(contact, locale)));
  const header = COLUMNS.map(([key]) => formatMessage(locale, key, {}));
  return stringify(withHeader ? [header, ...rows] : rows, {
    escape_formulas: true,
    // The library quotes what contains its own line end, CRLF; spreadsheets also begin a row after a bare LF.
    quoted: true,
    record_delimiter: 'windows',
  });
}

function formatConsents(consents: ContactAnswer['consents'], locale: Locale): string {
  return consents
    .filter(({ accepted, revokedAt }) => accepted && revokedAt === null)
    .map(({ kind }) => formatMessage(locale, `mail.consent.${kind}`, {}))
    .join(', ');
}
