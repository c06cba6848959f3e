import type { AgentLetter } from '@maru/store';
import { LANGUAGE_TAGS, LOCALES } from '@maru/words';
import type { Block } from './letter-page.ts';
import { type ComposedLetter, type LetterParts, wordsOf } from './letter-parts.ts';

type Words = ReturnType<typeof wordsOf>;

/**
 * An email to an agent's address in the feed: in the account's language when the address belongs to an account, else in
 * English followed by Korean.
 */
export function agentLetter(
  { locale }: Pick<AgentLetter, 'locale'>,
  parts: Pick<LetterParts, 'publicUrl'>,
  write: (words: Words) => { subject: string; blocks: Block[] },
): ComposedLetter {
  const [first, ...others] = locale === null ? LOCALES : [locale];
  const words = wordsOf(first!, parts);
  const { subject, blocks } = write(words);
  const below = others.map((other) => ({ locale: other, ...write(wordsOf(other, parts)) }));
  return {
    ...words.letter([subject, ...below.map((one) => one.subject)].join(' · '), [
      ...blocks,
      ...below.map((one) => ({ kind: 'translation' as const, locale: one.locale, blocks: one.blocks })),
    ]),
    headers: { 'Content-Language': [first!, ...others].map((one) => LANGUAGE_TAGS[one]).join(', ') },
  };
}
