import type { TermId } from '@maru/listing';
import type { MessageKey } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import { lookupSlug } from './lookup-slug.ts';

/** A value of the feed in the page's language; `lang` where it stayed as reported. */
export interface LocalText {
  text: string;
  lang?: 'en';
  /** USD of an amount, which may be shown in won too. */
  usd?: number;
  /** The term that explains the value. */
  term?: TermId | undefined;
}

/**
 * A RESO lookup value in the page's language: `lookup.<field>.<value>` where the value has a meaning of its own in that
 * field ("Water" in the fee, "Water" in the view), else `lookup.<value>`. Lookups are open: a value without a message is
 * shown as reported, marked as English.
 */
export function lookupText(field: string, value: string, { t, has, locale }: Words): LocalText {
  const slug = lookupSlug(value);
  const key = [`lookup.${field.toLowerCase()}.${slug}`, `lookup.${slug}`].find(
    (one) => slug !== '' && has(one),
  );
  if (key !== undefined) return { text: t(key as MessageKey) };
  return locale === 'en' ? { text: value } : { text: value, lang: 'en' };
}
