import type { SearchQuery } from '@maru/listing/search';

/** A word or phrase that a listing's text must contain, or must not. */
export interface Keyword {
  text: string;
  isUnwanted: boolean;
}

/**
 * The keywords of a search: those of `q` ("quoted" for a phrase, with - before it: unwanted), and those of `not`, all
 * unwanted (rule R9).
 */
export function listKeywords({ q, not }: Pick<SearchQuery, 'q' | 'not'>): Keyword[] {
  return [...readKeywords(q ?? ''), ...readKeywords(not ?? '').map((one) => ({ ...one, isUnwanted: true }))];
}

/** Parses typed keywords, in the same syntax as in an address. */
export function readKeywords(text: string): Keyword[] {
  const found = [...text.matchAll(/(-?)(?:["“”]([^"“”]*)["“”]?|([^\s"“”]+))/gu)];
  return found.flatMap(([, minus, quoted, bare]) => {
    const word = (quoted ?? bare ?? '').replace(/\s+/g, ' ').trim();
    return /[\p{L}\p{N}]/u.test(word) ? [{ text: word, isUnwanted: minus === '-' }] : [];
  });
}

/** The search with these keywords only: wanted ones in `q`, the others in `not`, without duplicates. */
export function withKeywords(query: SearchQuery, keywords: readonly Keyword[]): SearchQuery {
  const { q: _q, not: _not, page: _page, ...rest } = query;
  const join = (isUnwanted: boolean) => {
    const texts = keywords
      .filter((one) => one.isUnwanted === isUnwanted)
      .map(({ text }) => text.toLowerCase());
    return [...new Set(texts)].map((text) => (/[\s-]/.test(text) ? `"${text}"` : text)).join(' ');
  };
  const q = join(false);
  const not = join(true);
  return { ...rest, ...(q === '' ? {} : { q }), ...(not === '' ? {} : { not }) };
}
