import type { Store } from '@maru/store';
import { LANGUAGE_TAGS, type Locale, localePath, type MessageKey } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { CALIFORNIA } from '../site/local-time.ts';
import { type Block, letterPage } from './letter-page.ts';

/** What the templates need. */
export interface LetterParts {
  store: Store;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Postal address of the sender for subscription emails (CAN-SPAM); may be empty. */
  postalAddress: string;
}

/** A rendered email. Subject and names are single lines. */
export interface ComposedLetter {
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
  /** Additional headers. */
  headers?: Record<string, string>;
}

/** Loads the subject and renders its email; undefined when there is nothing (more) to send. */
export type WriteLetter = (
  subjectId: string,
  locale: Locale,
  parts: LetterParts,
) => Promise<ComposedLetter | undefined>;

/** Messages, times and URLs of the site in one language. */
export function wordsOf(locale: Locale, { publicUrl }: Pick<LetterParts, 'publicUrl'>) {
  const say = (key: MessageKey, values: Record<string, string | number> = {}) =>
    formatMessage(locale, key, values);
  return {
    locale,
    say,
    /** In the given zone, by default California's, and with the zone's name: the reader's zone is unknown. */
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
