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
import { createFormats, type Formats } from './formats.ts';

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
