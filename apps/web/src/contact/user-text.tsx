import type { Locale } from '@maru/words';
import type { ReactNode } from 'react';

/**
 * Text written by a user (message, note, name, title), with the `lang` attribute of its own language, for screen readers
 * and line breaking. Mixed or unknown text gets `lang=""`; text that contains our own messages uses `Original`
 * (who-answers.tsx) instead.
 */
export function UserText({ text, className }: { text: string; className?: string }): ReactNode {
  return (
    <span lang={detectLanguage(text)} className={className}>
      {text}
    </span>
  );
}

/**
 * Detects the language of a user's text by its letters: Hangul is Korean, Latin only is English. Both or neither (a
 * number, another script) is `''`, which in HTML means unknown. A few Latin words in a Korean text leave it Korean.
 */
export function detectLanguage(text: string): Locale | '' {
  const isLatin = /\p{Script=Latin}/u.test(text);
  if (!/[ㄱ-ㆎ가-힣]/.test(text)) {
    return isLatin && !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text) ? 'en' : '';
  }
  return LATIN_WORDS.test(text) ? '' : 'ko';
}

/** Three Latin words in a row count as a clause in English. */
const LATIN_WORDS = /\p{Script=Latin}{2,}(?:[\s,]+\p{Script=Latin}{2,}){2,}/u;
