import { isStreetSuffix } from '@maru/listing/places';
import { LEXICON } from './lexicon.ts';

const NUMBER = /\d{5}(?:-\d{1,4})? /y;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'-]*\.?/uy;
const MAX_WORDS = 4;
/** "via Marina", "avenida de la Luna": they precede the name and end no street. */
const PREFIX = /^(?:via|calle|camino|caminito|avenida|paseo|rue)$/;
const ARTICLE = /^(?:de|del|la|las|los|el)$/;

/**
 * The end of a street address whose number has the digits of a ZIP code: "10547 Copper Creek Rd". Undefined when the words
 * after the digits are no street: "92620 near Culver Dr".
 */
export function readHouseAddress(text: string, at: number): number | undefined {
  if (/[\p{L}\p{N}$₩.,~-]/u.test(text[at - 1] ?? ' ')) return undefined;
  NUMBER.lastIndex = at;
  if (!NUMBER.test(text)) return undefined;
  const words: { text: string; end: number }[] = [];
  for (let from = NUMBER.lastIndex; words.length <= MAX_WORDS; ) {
    WORD.lastIndex = from;
    const word = WORD.exec(text)?.[0];
    if (word === undefined) break;
    words.push({ text: word.replace(/\.$/, ''), end: from + word.length });
    if (text[from + word.length] !== ' ') break;
    from += word.length + 1;
  }
  return findStreetEnd(words);
}

function findStreetEnd(words: readonly { text: string; end: number }[]): number | undefined {
  const first = words[0]?.text.toLowerCase() ?? '';
  if (first === 'broadway') return words[0]?.end;
  if (PREFIX.test(first)) {
    return words.slice(1).find(({ text }) => !ARTICLE.test(text.toLowerCase()))?.end;
  }
  for (const [count, word] of words.entries()) {
    if (count > 0 && isStreetSuffix(word.text)) {
      const next = words[count + 1];
      return next !== undefined && isStreetSuffix(next.text) ? next.end : word.end;
    }
    if (!isNamePart(word.text)) return undefined;
  }
  return undefined;
}

/** Not the grammar's own words: "homes on Main St"; "North" and "View" are parts of names as well. */
function isNamePart(word: string): boolean {
  const lower = word.toLowerCase();
  if (/^\d+$/.test(word) || PRAISE.test(lower)) return false;
  const senses = LEXICON.findAt(lower, 0).filter(({ end }) => end === lower.length);
  return senses.every(({ values }) =>
    values.every((sense) => sense.k === 'flag' && !sense.flag.startsWith('type:')),
  );
}

/** "92620 quiet street" */
const PRAISE = /^(?:quiet|nice|good|great|safe|private|busy|beautiful|pretty|lovely|cozy|big|small|large)$/;
