import { composeHangul, decomposeHangul, hasHangul } from './hangul.ts';

/** The two-set Korean layout over QWERTY, key by key. */
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

/** "djqkdls" → "어바인" */
export function keysToHangul(text: string): string {
  return composeHangul(Array.from(text, (char) => TO_KOREAN.get(char) ?? char).join(''));
}

/** "ㅑㄱ퍄ㅜㄷ" → "irvine" */
export function hangulToKeys(text: string): string {
  return Array.from(decomposeHangul(text), (letter) => TO_LATIN.get(letter) ?? letter).join('');
}

/** The text in the other layout; first with Shift as typed, then without. */
export function otherKeyboard(query: string): string[] {
  if (hasHangul(query)) return [hangulToKeys(query).toLowerCase()];
  if (!/[a-z]/i.test(query)) return [];
  return [...new Set([keysToHangul(query), keysToHangul(query.toLowerCase())])];
}
