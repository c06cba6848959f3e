import type { Locale } from '@maru/words';
import type { Dependency, LegalName, LegalPayload, LegalText } from './legal-text.ts';
import accessibilityEn from './texts/accessibility.en.json' with { type: 'json' };
import accessibilityKo from './texts/accessibility.ko.json' with { type: 'json' };
import licensesEn from './texts/licenses.en.json' with { type: 'json' };
import licensesKo from './texts/licenses.ko.json' with { type: 'json' };
import privacyEn from './texts/privacy-policy.en.json' with { type: 'json' };
import privacyKo from './texts/privacy-policy.ko.json' with { type: 'json' };
import termsEn from './texts/terms-of-use.en.json' with { type: 'json' };
import termsKo from './texts/terms-of-use.ko.json' with { type: 'json' };

/** The texts of the legal pages, in the server's bundle only: a browser fetches the one it shows. */
const TEXTS: Record<LegalName, Record<Locale, LegalText>> = {
  accessibility: { en: accessibilityEn, ko: accessibilityKo },
  licenses: { en: licensesEn, ko: licensesKo },
  'privacy-policy': { en: privacyEn, ko: privacyKo },
  'terms-of-use': { en: termsEn, ko: termsKo },
};

/** Written by the build (`dev/scripts/build-licenses.ts`); empty before the first build. */
const MADE = import.meta.glob<Dependency[]>('./generated/dependencies.json', {
  eager: true,
  import: 'default',
});

export const LEGAL_NAMES = Object.keys(TEXTS) as LegalName[];

export function legalPayload(name: LegalName, locale: Locale): LegalPayload {
  const text = TEXTS[name][locale];
  return name === 'licenses' ? { text, dependencies: Object.values(MADE)[0] ?? [] } : { text };
}
