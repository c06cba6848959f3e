import { createHash } from 'node:crypto';
import { ACCOUNT_CONSENTS, type AccountConsent, type ConsentState } from '@maru/contract';
import type { StoredConsent } from '@maru/store';
import { LOCALES, type Locale } from '@maru/words';
import { formatMessage } from '@maru/words/server';

interface ConsentText {
  kind: AccountConsent;
  locale: Locale;
  text: string;
  /** Of these very words: another comma is another version. */
  version: string;
  /** SHA-256 in hex. */
  hash: string;
}

const TEXTS: readonly ConsentText[] = LOCALES.flatMap((locale) =>
  ACCOUNT_CONSENTS.map((kind) => {
    const text = formatMessage(locale, `account.consent.${kind}`);
    const hash = createHash('sha256').update(text.normalize('NFC')).digest('hex');
    return { kind, locale, text, version: hash.slice(0, 16), hash };
  }),
);

/** The words that this version is of, in whichever language they were shown; undefined when they are others by now. */
export function findConsentText(kind: AccountConsent, version: string): ConsentText | undefined {
  return TEXTS.find((one) => one.kind === kind && one.version === version);
}

/** Each box of the account page in a language, with what was last said to it. */
export function consentStates(stored: readonly StoredConsent[], locale: Locale): ConsentState[] {
  return TEXTS.filter((one) => one.locale === locale).map(({ kind, text, version }) => {
    const last = stored.find((one) => one.kind === kind);
    const answered =
      last === undefined
        ? null
        : {
            version: last.textVersion,
            hash: last.textHash,
            locale: last.locale,
            source: last.source,
            at: last.at.toISOString(),
          };
    return { kind, text, version, given: last?.given ?? false, answered };
  });
}
