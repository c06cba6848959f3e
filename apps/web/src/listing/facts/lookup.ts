import type { TermId } from '@maru/listing';
import type { MessageKey } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import { lookupSlug } from './lookup-slug.ts';

/** A text of the feed in the page's language; `lang` where it had to stay as reported. */
export interface LocalText {
  text: string;
  lang?: 'en';
  /** Of an amount: it may be shown in won too. */
  usd?: number;
  /** Of a value that a newcomer may not know. */
  term?: TermId | undefined;
}

/**
 * A RESO lookup value in the reader's words: `lookup.<field>.<value>` where a value means another thing in that
 * field ("Water" that the fee includes, "Water" in the view), else `lookup.<value>`. Lookups are open: a value that
 * we have no words for is shown as reported, and marked as English.
 */
export function lookupText(field: string, value: string, { t, has, locale }: Words): LocalText {
  const slug = lookupSlug(value);
  const key = [`lookup.${field.toLowerCase()}.${slug}`, `lookup.${slug}`].find(
    (one) => slug !== '' && has(one),
  );
  if (key !== undefined) return { text: t(key as MessageKey) };
  return locale === 'en' ? { text: value } : { text: value, lang: 'en' };
}
