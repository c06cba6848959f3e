import type { MessageKey } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import type { LocalText } from './lookup.ts';
import { lookupSlug } from './lookup-slug.ts';

/**
 * What a photo shows, in the reader's words: the feed's caption where it is one of the usual ones ("Kitchen"), else as
 * it was sent, marked as English. `instead` is said where there is no caption; it is in the reader's language.
 */
export function translateCaption(caption: string | null, words: Words, instead: string): LocalText {
  if (caption === null || caption === '') return { text: instead };
  // Not among all the feed's values, which come later (docs/decisions/0037-late-sections.md).
  const key = `lookup.photo.${lookupSlug(caption)}`;
  if (words.has(key)) return { text: words.t(key as MessageKey) };
  return words.locale === 'en' ? { text: caption } : { text: caption, lang: 'en' };
}
