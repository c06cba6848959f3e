import { readText } from './coerce.ts';
import { repairMojibake } from './mojibake.ts';

/** Plain text: removes markup, scripts, entities, control characters and mojibake. Never reworded. */
export function readProse(value: unknown, maxLength: number): string | null {
  const text = readText(value, maxLength);
  if (text === null) return null;
  let prose = repairMojibake(text);
  if (MAYBE_MARKUP.test(prose)) prose = withoutMarkup(prose);
  // Decoded entities may contain what readText removes.
  return prose === text ? text : readText(prose, maxLength);
}

const MAYBE_MARKUP = /[<&]/;

function withoutMarkup(text: string): string {
  return decodeEntities(
    text
      .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
      .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
      .replace(/<br\s*\/?>|<\/(?:p|div|li|tr|h[1-6])\s*>/gi, '\n')
      // "rooms < 3 and > 1" is not a tag: tags start with a letter or slash.
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
