import { hasHangul, lettersOf, syllablesOf } from './hangul.ts';

/** The two-set Korean keyboard over the American one, key by key. */
const LATIN = 'qwertyuiopasdfghjklzxcvbnm';
const KOREAN = 'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ';
const SHIFTED: Readonly<Record<string, string>> = {
  Q: 'ㅃ',
  W: 'ㅉ',
  E: 'ㄸ',
  R: 'ㄲ',
  T: 'ㅆ',
  O: 'ㅒ',
  P: 'ㅖ',
};

const TO_KOREAN = new Map<string, string>(Object.entries(SHIFTED));
const TO_LATIN = new Map(Object.entries(SHIFTED).map(([key, letter]) => [letter, key]));
for (let i = 0; i < LATIN.length; i++) {
  const key = LATIN[i] ?? '';
  const letter = KOREAN[i] ?? '';
  TO_KOREAN.set(key, letter);
  if (!TO_KOREAN.has(key.toUpperCase())) TO_KOREAN.set(key.toUpperCase(), letter);
  TO_LATIN.set(letter, key);
}

/** What would stand there had the keyboard been Korean: "djqkdls" → "어바인". */
export function hangulOfKeys(text: string): string {
  return syllablesOf(Array.from(text, (char) => TO_KOREAN.get(char) ?? char).join(''));
}

/** What would stand there had the keyboard been English: "ㅑㄱ퍄ㅜㄷ" → "irvine". */
export function keysOfHangul(text: string): string {
  return Array.from(lettersOf(text), (letter) => TO_LATIN.get(letter) ?? letter).join('');
}

/** What the text reads on the other keyboard; as typed with Shift, then without. */
export function otherKeyboard(query: string): string[] {
  if (hasHangul(query)) return [keysOfHangul(query).toLowerCase()];
  if (!/[a-z]/i.test(query)) return [];
  return [...new Set([hangulOfKeys(query), hangulOfKeys(query.toLowerCase())])];
}
