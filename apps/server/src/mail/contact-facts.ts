import { CONSENT_KINDS } from '@maru/listing/people';
import type { Contact } from '@maru/store';
import { licenseText } from '../contacts/license-text.ts';
import type { Block, Row } from './email-page.ts';
import type { Words } from './email-parts.ts';

/** Name, address, phone, language of the sender, and when the message was sent: for the emails to its recipient. */
export function senderFacts({ name, email, phone, locale, createdAt }: Contact, { say, time }: Words): Row[] {
  return [
    [say('mail.label.from'), name],
    [say('mail.label.email'), email],
    ...(phone === null ? [] : [[say('mail.label.phone'), phone] as const]),
    [say('mail.label.language'), say(`mail.language.${locale}`)],
    [say('mail.label.sent_at'), time(createdAt)],
  ];
}

/**
 * Home, proposed times and consents of a contact, for both its emails. `withLink` adds the URL of the home's page,
 * which the sender has chosen.
 */
export function contactFacts(
  contact: Contact,
  { say, time, url }: Words,
  { withLink = true }: { withLink?: boolean } = {},
): Row[] {
  const { home, slots, consents } = contact;
  const rows: Row[] = [];
  if (home !== null) {
    const lines = [home.label, home.path === null || !withLink ? null : url(home.path)].filter(
      (line) => line !== null,
    );
    rows.push([say('mail.label.home'), lines.join('\n') || home.homeId]);
  }
  if (slots.length > 0) {
    const zone = home?.timeZone ?? undefined;
    const told = (at: string) => time(at, zone);
    const times = slots.map(({ start, end }) =>
      end === undefined ? told(start) : `${told(start)} – ${told(end)}`,
    );
    rows.push([say('mail.label.slots'), times.join('\n')]);
  }
  const boxes = CONSENT_KINDS.map((kind) => {
    const isGiven = consents.some((one) => one.kind === kind && one.accepted && one.revokedAt === null);
    return `${say(`mail.consent.${kind}`)}: ${say(isGiven ? 'mail.consent.yes' : 'mail.consent.no')}`;
  });
  rows.push([say('mail.label.consents'), boxes.join('\n')]);
  return rows;
}

/** The sender's own text, quoted only to a verified address; otherwise the reason why it is missing. */
export function messageBlocks(message: string, isProven: boolean, { text, quote }: Words): Block[] {
  if (!isProven) return [text('mail.contact_receipt.unproven')];
  return [text('mail.contact_receipt.copy'), quote(message)];
}

/**
 * "Jane Kim, listing agent …, DRE 01234567, Maru Realty": the recipient with the license number that B&P 10140.6
 * requires.
 */
export function recipientFacts({ recipient }: Contact, { say, facts, locale }: Words): Block {
  const { name, role, brokerName } = recipient;
  const lines = [
    name,
    say(`mail.role.${role}`),
    licenseText(recipient, locale),
    brokerName === name ? null : brokerName,
  ].filter((line) => line !== null);
  return facts([[say('mail.label.to'), lines.join('\n')]]);
}
