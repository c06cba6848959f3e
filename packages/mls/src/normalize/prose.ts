import { readText } from './coerce.ts';

/**
 * Text for people (remarks, captions, directions) without what is no text: markup, scripts, entities, control
 * characters, and UTF-8 that was read as Windows-1252 on its way ("Itâ€™s"). It is never reworded.
 */
export function readProse(value: unknown, maxLength: number): string | null {
  const text = readText(value, maxLength);
  if (text === null) return null;
  let prose = text;
  if (MAYBE_MISREAD.test(prose)) prose = prose.replace(NOT_ASCII, (run) => reread(run) ?? run);
  if (MAYBE_MARKUP.test(prose)) prose = withoutMarkup(prose);
  // An entity may hide what readText removes.
  return prose === text ? text : readText(prose, maxLength);
}

const MAYBE_MARKUP = /[<&]/;
const MAYBE_MISREAD = /[ÂÃâð]/;
const NOT_ASCII = /[\u0080-\uffff]{2,}/g;

function withoutMarkup(text: string): string {
  return decodeEntities(
    text
      .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
      .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
      .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])\s*>/gi, '\n')
      // "rooms < 3 and > 1" is no tag: one begins with a letter or a slash.
      .replace(/<\/?[a-z][^<>]*>/gi, ' '),
  )
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  deg: '°',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  eacute: 'é',
  ntilde: 'ñ',
  copy: '©',
  reg: '®',
  trade: '™',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+\d*));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

/** Windows-1252 gives the bytes 0x80 to 0x9f characters of their own. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTES = new Map([...HIGH].map((character, index) => [character, 0x80 + index]));

/** The run as it was written, if its bytes are UTF-8; a true "é" is none, and stays. */
function reread(run: string): string | undefined {
  const bytes = new Uint8Array(run.length);
  for (let i = 0; i < run.length; i++) {
    const byte = BYTES.get(run[i]!) ?? run.charCodeAt(i);
    if (byte > 0xff) return undefined;
    bytes[i] = byte;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
