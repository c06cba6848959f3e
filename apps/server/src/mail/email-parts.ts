import type { Store } from '@maru/store';
import { LANGUAGE_TAGS, type Locale, localePath, type MessageKey } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { CALIFORNIA } from '../site/local-time.ts';
import { type Block, type Row, renderEmail } from './email-page.ts';

/** What the templates need. */
export interface EmailParts {
  store: Store;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Postal address of the sender for subscription emails (CAN-SPAM); may be empty. */
  postalAddress: string;
}

/** A rendered email. Subject and names are single lines. */
export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; address: string };
  headers?: Record<string, string>;
}

/** Loads the subject and renders its email; undefined when there is nothing (more) to send. */
export type EmailTemplate = (
  subjectId: string,
  locale: Locale,
  parts: EmailParts,
) => Promise<RenderedEmail | undefined>;

type Values = Record<string, string | number>;
export type Words = ReturnType<typeof emailMessages>;

/** Messages, times, URLs and blocks of the site in one language. */
export function emailMessages(locale: Locale, { publicUrl }: Pick<EmailParts, 'publicUrl'>) {
  const say = (key: MessageKey, values: Values = {}) => formatMessage(locale, key, values);
  const url = (path: string) => `${publicUrl}${localePath(locale, path)}`;
  return {
    locale,
    say,
    text: (key: MessageKey, values?: Values): Block => ({ kind: 'text', text: say(key, values) }),
    notice: (key: MessageKey, values?: Values): Block => ({ kind: 'notice', text: say(key, values) }),
    quote: (text: string): Block => ({ kind: 'quote', text }),
    facts: (rows: readonly Row[]): Block => ({ kind: 'facts', rows: [...rows] }),
    /** `path`: of a page of this site, without /ko. */
    link: (key: MessageKey, path: string): Block => ({ kind: 'link', text: say(key), url: url(path) }),
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
    url,
    letter: (
      subject: string,
      blocks: readonly (Block | undefined)[],
      footer: MessageKey = 'mail.footer',
    ): RenderedEmail => {
      const oneLine = subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);
      const said = blocks.filter((block) => block !== undefined);
      return {
        subject: oneLine,
        ...renderEmail(locale, oneLine, said, say(footer, { site: publicUrl })),
      };
    },
  };
}
