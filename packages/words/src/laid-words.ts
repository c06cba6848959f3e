import { CATALOGUES } from './catalogue.ts';
import { LOCALES, type Locale } from './locale.ts';
import type { Catalogue, MessageKey } from './message-key.ts';

/** The words of a process: the bundled ones with the owner's changes over them. One set a process, for letters and errors. */
let words: Record<Locale, Catalogue> = CATALOGUES;
const listeners = new Set<() => void>();

/** The words as they are now. */
export function wordsNow(locale: Locale): Catalogue {
  return words[locale];
}

/** Lays changes over the bundled words, in place of all earlier ones. Keys that the site does not have are passed over. */
export function layWords(changes: Record<Locale, Readonly<Record<string, string>>>): void {
  words = Object.fromEntries(
    LOCALES.map((locale) => {
      const known = Object.entries(changes[locale]).filter(([key]) => Object.hasOwn(CATALOGUES[locale], key));
      return [
        locale,
        known.length === 0 ? CATALOGUES[locale] : { ...CATALOGUES[locale], ...Object.fromEntries(known) },
      ];
    }),
  ) as Record<Locale, Catalogue>;
  for (const listener of listeners) listener();
}

/** Calls `listener` after each change. */
export function onWords(listener: () => void): void {
  listeners.add(listener);
}

/** The bundled message, which is always good. */
export function bundledWord(locale: Locale, key: MessageKey): string {
  return CATALOGUES[locale][key];
}
