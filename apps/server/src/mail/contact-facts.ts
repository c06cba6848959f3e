import { CONSENT_KINDS } from '@maru/listing';
import type { Contact } from '@maru/store';
import { licenseText } from '../license-text.ts';
import type { Block } from './letter-page.ts';
import type { wordsOf } from './letter-parts.ts';

type Words = ReturnType<typeof wordsOf>;
type Row = readonly [label: string, value: string];

/** The home, the times and each consent of a contact, as both its letters say them. */
export function contactFacts(contact: Contact, { say, time, url }: Words): Row[] {
  const { home, slots, consents } = contact;
  const rows: Row[] = [];
  if (home !== null) {
    const lines = [home.label, home.path === null ? null : url(home.path)].filter((line) => line !== null);
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

/** "Jane Kim, listing agent …, DRE 01234567, Maru Realty": who answers, as the law wants it (B&P 10140.6). */
export function recipientFacts({ recipient }: Contact, { say, locale }: Words): Block {
  const { name, role, brokerName } = recipient;
  const lines = [
    name,
    say(`mail.role.${role}`),
    licenseText(recipient, locale),
    brokerName === name ? null : brokerName,
  ].filter((line) => line !== null);
  return { kind: 'facts', rows: [[say('mail.label.to'), lines.join('\n')]] };
}
