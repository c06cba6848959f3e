import { CATALOGUES } from './catalogue.ts';
import { LOCALES, type Locale } from './locale.ts';
import type { Catalogue, MessageKey } from './message-key.ts';

/** The messages of this process: bundled ones overridden by the owner's edits. Shared by emails and API errors. */
let words: Record<Locale, Catalogue> = CATALOGUES;
const listeners = new Set<() => void>();

export function wordsNow(locale: Locale): Catalogue {
  return words[locale];
}

/** Unknown keys are ignored. */
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

export function onWords(listener: () => void): void {
  listeners.add(listener);
}

export function bundledWord(locale: Locale, key: MessageKey): string {
  return CATALOGUES[locale][key];
}
