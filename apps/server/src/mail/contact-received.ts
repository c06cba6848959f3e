import { contactFacts, recipientFacts, senderFacts } from './contact-facts.ts';
import { type EmailTemplate, emailMessages } from './email-parts.ts';
import { isPlainName } from './name-in-subject.ts';

/**
 * To the recipient: the message, the home and the consents. Replies go to the address that was typed; the email says
 * when it is unverified.
 */
export const contactReceived: EmailTemplate = async (contactId, locale, parts) => {
  const contact = await parts.store.contacts.find(contactId);
  if (contact === undefined || contact.withdrawnAt !== null) return undefined;
  const words = emailMessages(locale, parts);
  const { say, url, letter } = words;
  const { name, email, message, home, recipient } = contact;
  const language = say(`mail.language.${contact.locale}`);
  const isProven = await parts.store.emails.isVerifiedAddress(contact.senderUserId, email);
  const isPlain = isPlainName(name);
  const subject =
    home?.label == null
      ? say(isPlain ? 'mail.contact_received.subject' : 'mail.contact_received.subject_neutral', { name })
      : say(isPlain ? 'mail.contact_received.subject_home' : 'mail.contact_received.subject_neutral_home', {
          name,
          home: home.label,
        });
  const role = say(`mail.role.${recipient.role}`);
  return {
    ...letter(subject, [
      { kind: 'text', text: say('mail.contact_received.intro', { name, recipient: recipient.name, role }) },
      contact.notices.includes('payment')
        ? { kind: 'notice', text: say('mail.contact_received.payment') }
        : undefined,
      isProven ? undefined : { kind: 'notice', text: say('mail.contact_received.unproven', { email }) },
      { kind: 'quote', text: message },
      {
        kind: 'facts',
        rows: [...senderFacts(contact, words), ...contactFacts(contact, words)],
      },
      recipientFacts(contact, words),
      { kind: 'text', text: say('mail.contact_received.answer', { name, language }) },
      { kind: 'text', text: say('mail.contact_received.limits') },
      recipient.realtorId === null
        ? undefined
        : {
            kind: 'link',
            text: say('mail.contact_received.inbox'),
            url: url(`/realtor/contacts?id=${contactId}`),
          },
    ]),
    replyTo: { name: isPlain ? name : '', address: email },
  };
};
