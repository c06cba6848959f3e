import type { AgentEmail } from '@maru/store';
import { LANGUAGE_TAGS, LOCALES } from '@maru/words';
import type { Block } from './email-page.ts';
import { type EmailParts, emailMessages, type RenderedEmail } from './email-parts.ts';

type Words = ReturnType<typeof emailMessages>;

/**
 * An email to an agent's address in the feed: in the account's language when the address belongs to an account, else in
 * English followed by Korean.
 */
export function agentEmail(
  { locale }: Pick<AgentEmail, 'locale'>,
  parts: Pick<EmailParts, 'publicUrl'>,
  write: (words: Words) => { subject: string; blocks: Block[] },
): RenderedEmail {
  const [first, ...others] = locale === null ? LOCALES : [locale];
  const words = emailMessages(first!, parts);
  const { subject, blocks } = write(words);
  const below = others.map((other) => ({ locale: other, ...write(emailMessages(other, parts)) }));
  return {
    ...words.letter([subject, ...below.map((one) => one.subject)].join(' · '), [
      ...blocks,
      ...below.map((one) => ({ kind: 'translation' as const, locale: one.locale, blocks: one.blocks })),
    ]),
    headers: { 'Content-Language': [first!, ...others].map((one) => LANGUAGE_TAGS[one]).join(', ') },
  };
}
