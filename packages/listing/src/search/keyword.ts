/**
 * Keywords (rule R9). Index, queries and highlighting share this tokenizer, without stop words, which would drop "no"
 * from "no HOA", and without stemming, which would find "share" for "shared".
 */
export interface Word {
  /** Normalized for comparison: lower case, no accents, singular. */
  text: string;
  /** Position in the text (UTF-16 units), end exclusive. */
  start: number;
  end: number;
}

/** All of `wanted` and none of `unwanted` must occur; each is a word or a phrase. */
export interface KeywordQuery {
  wanted: KeywordTerm[];
  unwanted: KeywordTerm[];
}

export type KeywordTerm = readonly string[];

/** Letters with marks, and digits; "owner's" is one word. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/gu;
/** The same for ASCII text, several times as fast. */
const PLAIN_WORD = /[a-z0-9]+(?:'[a-z]+)*/gi;
const IS_ASCII = /^[\0-\x7f]*$/;
const LONGEST_WORD = 60;
/** Above any remarks; tsvector positions end at 16,383. */
const MAX_WORDS = 10_000;
const MAX_TERMS = 40;

export function tokenize(text: string): Word[] {
  const words: Word[] = [];
  const pattern = IS_ASCII.test(text) ? PLAIN_WORD : WORD;
  for (const { 0: raw, index } of text.matchAll(pattern)) {
    const folded = fold(raw);
    if (folded !== '') words.push({ text: folded, start: index, end: index + raw.length });
    if (words.length === MAX_WORDS) break;
  }
  return words;
}

/**
 * Accepts any text. Words must all occur, "quoted" ones as a phrase; what follows a - must not occur, nor any of `not`.
 * Words joined by punctuation are a phrase: 3-car.
 */
export function parseKeyword(q: string | undefined, not?: string): KeywordQuery {
  const query: KeywordQuery = { wanted: [], unwanted: [] };
  const read = (text: string, isUnwanted: boolean) => {
    for (const [, minus = '', quoted, bare = ''] of text.matchAll(
      /(-?)(?:["“”]([^"“”]*)["“”]?|([^\s"“”]+))/gu,
    )) {
      const term = tokenize(quoted ?? bare).map((word) => word.text);
      const list = isUnwanted || minus === '-' ? query.unwanted : query.wanted;
      if (term.length > 0 && list.length < MAX_TERMS) list.push(term);
    }
  };
  read(q ?? '', false);
  read(not ?? '', true);
  return query;
}

/** Korean attaches particles to words: 수영장이 contains 수영장. Words of one syllable would match too much. */
export function isPrefix(asked: string): boolean {
  return /^\p{Script=Hangul}{2,}$/u.test(asked);
}

export function hasKeywords(text: string, { wanted, unwanted }: KeywordQuery): boolean {
  const words = tokenize(text);
  const has = (term: KeywordTerm) => words.some((_, at) => isAt(words, at, term));
  return wanted.every(has) && !unwanted.some(has);
}

/** In order, merged when they touch or overlap. */
export function findHighlights(text: string, q: string): { start: number; end: number }[] {
  const { wanted } = parseKeyword(q);
  const words = tokenize(text);
  const hits: { start: number; end: number }[] = [];
  for (const [at, word] of words.entries()) {
    const longest = Math.max(0, ...wanted.filter((term) => isAt(words, at, term)).map((term) => term.length));
    if (longest === 0) continue;
    const end = words[at + longest - 1]!.end;
    const last = hits.at(-1);
    if (last !== undefined && word.start <= last.end) last.end = Math.max(last.end, end);
    else hits.push({ start: word.start, end });
  }
  return hits;
}

function isAt(words: readonly Word[], at: number, term: KeywordTerm): boolean {
  return term.every((asked, i) => {
    const word = words[at + i]?.text;
    return word === asked || (word !== undefined && isPrefix(asked) && word.startsWith(asked));
  });
}

function fold(raw: string): string {
  if (/^[a-z0-9]+$/i.test(raw)) return singular(raw.slice(0, LONGEST_WORD).toLowerCase());
  if (/^[가-힣]+$/.test(raw)) return raw.slice(0, LONGEST_WORD);
  const plain = raw
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  return singular(plain.slice(0, LONGEST_WORD).toWellFormed());
}

/** The same token for "condo" and "condos"; need not be a word. */
function singular(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || !/^[a-z]{4,}$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(ch|sh|ss|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
