import {
  type CompiledMessage,
  formatCompiled,
  LANGUAGE_TAGS,
  type Locale,
  type MessageKey,
  type MessageValues,
  withParticles,
} from '@maru/words';
import { createContext, type ReactNode, useContext } from 'react';

/** The messages and formats of one language: created once per locale, not per request. */
export interface Words {
  locale: Locale;
  /** Hash of the catalogue. */
  version: string;
  intl: Formats;
  /** Whether a message exists, for keys made of data. */
  has: (key: string) => boolean;
  /** A message; its ICU placeholders filled, Korean particles chosen. */
  t: (key: MessageKey, values?: MessageValues) => string;
}

/** `messages` may grow later. A broken or missing message falls back to its key and is reported. */
export function createWords(
  locale: Locale,
  messages: Readonly<Record<string, CompiledMessage>>,
  version: string,
  onError: (error: Error) => void = () => {},
): Words {
  const language = LANGUAGE_TAGS[locale];
  const has = (key: string) => Object.hasOwn(messages, key);
  const formatMessage = (key: string, values?: MessageValues): string => {
    try {
      const message = has(key) ? messages[key] : undefined;
      if (message === undefined) throw new Error(`there is no message ${key}`);
      return formatCompiled(message, language, values);
    } catch (error) {
      onError(error as Error);
      return key;
    }
  };
  return {
    locale,
    version,
    intl: createFormats(language),
    has,
    t: (key, values) => {
      const text = formatMessage(key, values);
      return locale === 'ko' ? withParticles(text) : text;
    },
  };
}

const WordsContext = createContext<Words | null>(null);

export function WordsProvider({ words, children }: { words: Words; children: ReactNode }) {
  return <WordsContext.Provider value={words}>{children}</WordsContext.Provider>;
}

/** The page's words. Throws outside a WordsProvider. */
export function useWords(): Words {
  const words = useContext(WordsContext);
  if (words === null) throw new Error('useWords needs a WordsProvider above it');
  return words;
}

/** A name in the page's language; English if there is no Korean one. */
export function localName(
  { name, nameKo }: { name: string; nameKo: string | null },
  { locale }: Pick<Words, 'locale'>,
): string {
  return (locale === 'ko' && nameKo) || name;
}

/** Formats of one language by `Intl`. Formatters are cached by their options: creating one costs a hundred uses. */
export interface Formats {
  formatNumber(value: number, options?: Intl.NumberFormatOptions): string;
  /** ms UTC, ISO-8601 or a Date. */
  formatDate(value: number | string | Date, options?: Intl.DateTimeFormatOptions): string;
  formatList(values: readonly string[], options?: Intl.ListFormatOptions): string;
  formatRelativeTime(
    value: number,
    unit: Intl.RelativeTimeFormatUnit,
    options?: Intl.RelativeTimeFormatOptions,
  ): string;
}

/** `language` is a BCP 47 tag. */
export function createFormats(language: string): Formats {
  const kept = new Map<string, unknown>();
  function once<T>(kind: string, options: object, make: () => T): T {
    const key = kind + JSON.stringify(options);
    let one = kept.get(key) as T | undefined;
    if (one === undefined) {
      one = make();
      kept.set(key, one);
    }
    return one;
  }
  return {
    formatNumber: (value, options = {}) =>
      once('n', options, () => new Intl.NumberFormat(language, options)).format(value),
    formatDate: (value, options = {}) =>
      once('d', options, () => new Intl.DateTimeFormat(language, options)).format(new Date(value)),
    formatList: (values, options = {}) =>
      once('l', options, () => new Intl.ListFormat(language, options)).format(values),
    formatRelativeTime: (value, unit, options = {}) =>
      once('r', options, () => new Intl.RelativeTimeFormat(language, options)).format(value, unit),
  };
}
