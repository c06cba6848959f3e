import type { TermId } from '@maru/listing';
import type { MessageKey } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';

/** A text of the feed in the page's language; `lang` where it had to stay as reported. */
export interface Said {
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
export function lookupText(field: string, value: string, { t, has, locale }: Words): Said {
  const slug = lookupSlug(value);
  const key = [`lookup.${field.toLowerCase()}.${slug}`, `lookup.${slug}`].find(
    (one) => slug !== '' && has(one),
  );
  if (key !== undefined) return { text: t(key as MessageKey) };
  return locale === 'en' ? { text: value } : { text: value, lang: 'en' };
}

/**
 * What a photo shows, in the reader's words: the feed's caption where it is one of the usual ones ("Kitchen"), else as
 * it was sent, marked as English. `instead` is said where there is no caption; it is in the reader's language.
 */
export function captionOf(caption: string | null, words: Words, instead: string): Said {
  if (caption === null || caption === '') return { text: instead };
  // Not among all the feed's values, which come later (docs/decisions/0037-late-sections.md).
  const key = `lookup.photo.${lookupSlug(caption)}`;
  if (words.has(key)) return { text: words.t(key as MessageKey) };
  return words.locale === 'en' ? { text: caption } : { text: caption, lang: 'en' };
}

/** "Washer/Dryer Stacked" → "washer_dryer_stacked". */
function lookupSlug(value: string): string {
  return value
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
