import { createHash } from 'node:crypto';
import { ACCOUNT_CONSENTS, type AccountConsent, type ConsentState } from '@maru/contract';
import type { StoredConsent } from '@maru/store';
import { LOCALES, type Locale } from '@maru/words';
import { formatMessage } from '@maru/words/server';

interface ConsentText {
  kind: AccountConsent;
  locale: Locale;
  text: string;
  /** Version of the exact text; any edit makes a new one. */
  version: string;
  /** SHA-256, in hex. */
  hash: string;
}

const TEXTS: readonly ConsentText[] = LOCALES.flatMap((locale) =>
  ACCOUNT_CONSENTS.map((kind) => {
    const text = formatMessage(locale, `account.consent.${kind}`);
    const hash = createHash('sha256').update(text.normalize('NFC')).digest('hex');
    return { kind, locale, text, version: hash.slice(0, 16), hash };
  }),
);

/** The text with this version, in whichever language it was shown; undefined when the text has changed since. */
export function findConsentText(kind: AccountConsent, version: string): ConsentText | undefined {
  return TEXTS.find((one) => one.kind === kind && one.version === version);
}

/** The consents of the account page in one language, each with its last answer. */
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
