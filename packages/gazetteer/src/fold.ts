/** Lower case, no accents, spaces and punctuation; "St." is "Saint". "La Cañada Flintridge" → "lacanadaflintridge". */
export function foldName(name: string): string {
  return foldText(
    name
      .replace(/\b(?:saint|st)\b\.?/gi, 'st')
      .replace(/\b(?:sainte|ste)\b\.?/gi, 'ste')
      .replace(/\b(?:fort|ft)\b\.?/gi, 'ft')
      .replace(/\b(?:mount|mt)\b\.?/gi, 'mt'),
  );
}

/** The same for any script; Hangul stays composed (NFC). */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
