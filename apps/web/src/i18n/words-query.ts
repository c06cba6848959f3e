import type { Locale, WordPart } from '@maru/words';

/** The query of `/translation` for some parts: the same text from the document, which preloads them, and from its script. */
export function wordsQuery(locale: Locale, version: string, parts: readonly WordPart[]): string {
  return `locale=${locale}&v=${version}&form=compiled&parts=${parts.join(',')}`;
}
