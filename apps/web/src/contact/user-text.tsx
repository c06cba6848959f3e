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
 * The language of what somebody wrote, told by its letters: Hangul is Korean, nothing but Latin is English. Both in one
 * text, or neither (a number, another script), is `''`, which in HTML says "not known". A name or two in Latin letters
 * leave a Korean text Korean.
 */
export function detectLanguage(text: string): Locale | '' {
  const isLatin = /\p{Script=Latin}/u.test(text);
  if (!/[ㄱ-ㆎ가-힣]/.test(text)) {
    return isLatin && !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text) ? 'en' : '';
  }
  return LATIN_WORDS.test(text) ? '' : 'ko';
}

/** Three in a row are a clause of their own. */
const LATIN_WORDS = /\p{Script=Latin}{2,}(?:[\s,]+\p{Script=Latin}{2,}){2,}/u;
