import { LANGUAGE_TAGS, type Locale, type MessageKey, withParticles } from '@maru/words';
import { createContext, type ReactNode, useContext } from 'react';
import { createIntl, createIntlCache, type IntlShape } from 'react-intl';

/** The words of one language: made once per locale, never per request. */
export interface Words {
  locale: Locale;
  /** The catalogue's hash: server and browser use the same words. */
  version: string;
  intl: IntlShape;
  /** A message; its ICU placeholders filled, Korean particles chosen. */
  t: (key: MessageKey, values?: Record<string, string | number>) => string;
}

/** A broken or missing message falls back to its key and is reported, never thrown. */
export function createWords(
  locale: Locale,
  messages: Record<string, string>,
  version: string,
  onError: (error: Error) => void = () => {},
): Words {
  const intl = createIntl({ locale: LANGUAGE_TAGS[locale], messages, onError }, createIntlCache());
  return {
    locale,
    version,
    intl,
    t: (key, values) => {
      const text = intl.formatMessage({ id: key }, values);
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
