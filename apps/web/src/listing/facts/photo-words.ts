import type { MessageKey } from '@maru/words';
import type { Words } from '../../i18n/words.tsx';
import type { LocalText } from './lookup.ts';
import { lookupSlug } from './lookup-slug.ts';

/**
 * The caption of a photo: translated where it is a usual one ("Kitchen"), else as reported, marked as English. Without a
 * caption, `instead`, which is in the page's language.
 */
export function translateCaption(caption: string | null, words: Words, instead: string): LocalText {
  if (caption === null || caption === '') return { text: instead };
  // A key of its own: the other lookup messages load later (docs/decisions/0037-late-sections.md).
  const key = `lookup.photo.${lookupSlug(caption)}`;
  if (words.has(key)) return { text: words.t(key as MessageKey) };
  return words.locale === 'en' ? { text: caption } : { text: caption, lang: 'en' };
}
