/** Below the API's limit; longer input is not a place. */
const MAX_TEXT = 200;

/**
 * Normalizes a copied place or address: a name with a gloss, "어바인 (Irvine)", is reduced to the gloss, and Korean names
 * are removed from English addresses.
 */
export function normalizePlaceText(text: string): string {
  // Cut first: the time of these patterns is quadratic.
  const plain = text
    .slice(0, 2 * MAX_TEXT)
    .normalize('NFC')
    .replace(/\p{Script=Hangul}[\p{Script=Hangul}\s]*\(([^()\p{Script=Hangul}]+)\)/gu, '$1');
  const isAddress = /^\s*\d+\S*\s+(?=.*\p{Script=Latin}{2})/u.test(plain);
  const asked = isAddress ? plain.replace(/,?\s*\(?\p{Script=Hangul}+\)?/gu, '') : plain;
  return asked.trim().slice(0, MAX_TEXT);
}
