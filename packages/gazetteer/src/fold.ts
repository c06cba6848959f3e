/**
 * Lookup key of a Latin name: lower case, no accents, spaces and punctuation; "St." equals "Saint", "Ft." "Fort" and
 * "Mt." "Mount". "La Cañada Flintridge" → "lacanadaflintridge".
 */
export function foldName(name: string): string {
  return foldText(
    name
      .replace(/\b(?:saint|st)\b\.?/gi, 'st')
      .replace(/\b(?:sainte|ste)\b\.?/gi, 'ste')
      .replace(/\b(?:fort|ft)\b\.?/gi, 'ft')
      .replace(/\b(?:mount|mt)\b\.?/gi, 'mt'),
  );
}

/** Lower case, no accents, only letters and digits of any script; Hangul stays composed (NFC). */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
