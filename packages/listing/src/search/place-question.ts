/** The API takes more; nobody means it. */
const MAX_TEXT = 200;

/**
 * What a text for a place or an address asks. Cards show Korean readers "어바인 (Irvine)" beside street names in English, and
 * what is shown is copied: a name with its gloss asks for what the gloss says, and an address in English for itself,
 * without the Korean names in it.
 */
export function questionOf(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Script=Hangul}[\p{Script=Hangul}\s]*\(([^()\p{Script=Hangul}]+)\)/gu, '$1');
  const isAddress = /^\s*\d+\S*\s+(?=.*\p{Script=Latin}{2})/u.test(plain);
  const asked = isAddress ? plain.replace(/,?\s*\(?\p{Script=Hangul}+\)?/gu, '') : plain;
  return asked.trim().slice(0, MAX_TEXT);
}
