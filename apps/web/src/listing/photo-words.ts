import type { Words } from '../i18n/words.tsx';
import { lookupText, type Said } from './lookup.ts';

/**
 * What a photo shows, in the reader's words: the feed's caption where it is one of the usual ones ("Kitchen"), else as
 * it was sent, marked as English. `instead` is said where there is no caption; it is in the reader's language.
 */
export function captionOf(caption: string | null, words: Words, instead: string): Said {
  return caption === null || caption === '' ? { text: instead } : lookupText('photo', caption, words);
}
