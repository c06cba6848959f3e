/** Maximum characters that are parsed; the rest is ignored. */
export const MAX_SENTENCE = 5_000;

/**
 * Normalizes any text: at most 5,000 characters, well-formed, NFC, full-width letters, curly quotes and dashes
 * replaced, single blanks, no invisible characters.
 */
export function tidyText(text: string): string {
  return text
    .slice(0, MAX_SENTENCE)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[！-～]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u300c\u300d]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u301c\u223c]/g, '~')
    .replace(/[\s\p{Zs}\p{Cc}]+/gu, ' ')
    .replace(/\p{C}+/gu, '')
    .slice(0, MAX_SENTENCE)
    .toWellFormed()
    .trim();
}

/** Lower case per code unit, so that positions stay the same ("İ" would become two). */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    const small = char.toLowerCase();
    out += small.length === 1 ? small : char;
  }
  return out;
}
