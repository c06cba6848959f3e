import type { Store } from '@maru/store';
import { LANGUAGE_TAGS, type Locale, localePath, type MessageKey } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { CALIFORNIA } from '../site/local-time.ts';
import { type Block, letterPage } from './letter-page.ts';

/** What a letter is made with. */
export interface LetterParts {
  store: Store;
  /** Without a slash at its end. */
  publicUrl: string;
  /** Of the sender, for letters that one asks for once and gets often (CAN-SPAM); may be empty. */
  postalAddress: string;
}

/** A letter as it goes to the mail server. Subject and names are one line each. */
export interface ComposedLetter {
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
  /** Beside those of every letter. */
  headers?: Record<string, string>;
}

/** Finds what a letter tells of and writes it; undefined when there is nothing (any more) to tell. */
export type WriteLetter = (
  subjectId: string,
  locale: Locale,
  parts: LetterParts,
) => Promise<ComposedLetter | undefined>;

/** The words of one language, and its way to write times and addresses of this site. */
export function wordsOf(locale: Locale, { publicUrl }: Pick<LetterParts, 'publicUrl'>) {
  const say = (key: MessageKey, values: Record<string, string | number> = {}) =>
    formatMessage(locale, key, values);
  return {
    locale,
    say,
    /** On the clock of a place, by default California's, said so: a letter does not know where it is read. */
    time: (at: Date | string, timeZone = CALIFORNIA) =>
      new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone,
        timeZoneName: locale === 'ko' ? 'long' : 'short',
      }).format(new Date(at)),
    url: (path: string) => `${publicUrl}${localePath(locale, path)}`,
    letter: (
      subject: string,
      blocks: readonly (Block | undefined)[],
      footer: MessageKey = 'mail.footer',
    ): ComposedLetter => {
      const oneLine = subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);
      const said = blocks.filter((block) => block !== undefined);
      return {
        subject: oneLine,
        ...letterPage(locale, oneLine, said, say(footer, { site: publicUrl })),
      };
    },
  };
}
