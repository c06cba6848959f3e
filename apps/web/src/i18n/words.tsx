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

/** The words of one language: made once per locale, never per request. */
export interface Words {
  locale: Locale;
  /** The catalogue's hash: server and browser use the same words. */
  version: string;
  intl: Formats;
  /** Whether there is such a message: for keys that are made of data. */
  has: (key: string) => boolean;
  /** A message; its ICU placeholders filled, Korean particles chosen. */
  t: (key: MessageKey, values?: MessageValues) => string;
}

/**
 * What `messages` says at the time: a text that comes later takes the place of the one before it. A broken or missing
 * message falls back to its key and is reported, never thrown.
 */
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

/** A name in the page's language; the English one where there is no Korean one. */
export function localName(
  { name, nameKo }: { name: string; nameKo: string | null },
  { locale }: Pick<Words, 'locale'>,
): string {
  return (locale === 'ko' && nameKo) || name;
}
