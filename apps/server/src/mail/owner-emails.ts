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

/** To the owner: a feed has been down for hours (`feed-alarm.ts`). The subject is the time of its last success and its dataset. */
export const feedDown: EmailTemplate = async (subjectId, locale, parts) => {
  const [since = '', dataset = ''] = subjectId.split(' ');
  const state = (await parts.store.feedStates()).find((one) => one.dataset === dataset);
  // It has recovered, or its license has ended.
  if ((state?.lastSuccessAt ?? state?.failingSince)?.toISOString() !== since) return undefined;
  const { say, text, link, time, letter } = emailMessages(locale, parts);
  return letter(say('mail.feed_down.subject', { dataset }), [
    text('mail.feed_down.intro', { dataset, when: time(since) }),
    text('mail.feed_down.next'),
    link('mail.feed_down.link', '/admin/detail'),
  ]);
};
