import type { Locale } from '@maru/words';

/**
 * The language of what somebody wrote, told by its letters: Hangul is Korean, nothing but Latin is English. Both in one
 * text, or neither (a number, another script), is `''`, which in HTML says "not known". A name or two in Latin letters
 * leave a Korean text Korean.
 */
export function languageOf(text: string): Locale | '' {
  const isLatin = /\p{Script=Latin}/u.test(text);
  if (!/[ㄱ-ㆎ가-힣]/.test(text)) {
    return isLatin && !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text) ? 'en' : '';
  }
  return LATIN_WORDS.test(text) ? '' : 'ko';
}

/** Three in a row are a clause of their own. */
const LATIN_WORDS = /\p{Script=Latin}{2,}(?:[\s,]+\p{Script=Latin}{2,}){2,}/u;
