import { type EmailTemplate, emailMessages } from './email-parts.ts';

/** To the owner: the exchange rate is about to be too old to be shown (rule R81). The subject is its day. */
export const rateAging: EmailTemplate = async (day, locale, parts) => {
  const { say, text, link, letter } = emailMessages(locale, parts);
  return letter(say('mail.rate_aging.subject'), [
    text('mail.rate_aging.intro', { day }),
    text('mail.rate_aging.next'),
    link('mail.rate_aging.link', '/admin/marketing'),
  ]);
};
