/** Below the API's limit; longer input is not a place. */
const MAX_TEXT = 200;

/**
 * Normalizes text for a place or address. Cards show Korean readers "어바인 (Irvine)" beside English street names, and
 * people copy them: a name with gloss is reduced to the gloss, and Korean names are removed from English addresses.
 */
export function normalizePlaceText(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/\p{Script=Hangul}[\p{Script=Hangul}\s]*\(([^()\p{Script=Hangul}]+)\)/gu, '$1');
  const isAddress = /^\s*\d+\S*\s+(?=.*\p{Script=Latin}{2})/u.test(plain);
  const asked = isAddress ? plain.replace(/,?\s*\(?\p{Script=Hangul}+\)?/gu, '') : plain;
  return asked.trim().slice(0, MAX_TEXT);
}
