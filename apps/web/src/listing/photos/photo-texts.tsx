import type { HomeAnswer } from '@maru/contract';
import { isAltered } from '@maru/listing/display';
import type { MessageKey } from '@maru/words';
import { useWords, type Words } from '../../i18n/words.tsx';
import type { LocalText } from '../facts/lookup.ts';
import { lookupSlug } from '../facts/lookup-slug.ts';

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

type Photo = HomeAnswer['photos'][number];

/** The alterations whose messages come with the photos. Any other is shown as reported. */
const ALTERATIONS: Record<string, MessageKey> = {
  'Decluttered - Item Removed': 'lookup.decluttered_item_removed',
  'Model Home': 'lookup.model_home',
  'Other Media Modification': 'lookup.other_media_modification',
  'Twilight Conversion': 'lookup.twilight_conversion',
  'Virtual Enhancements': 'lookup.virtual_enhancements',
  'Virtual Renovation': 'lookup.virtual_renovation',
  'Virtual Representation - To Be Built': 'lookup.virtual_representation_to_be_built',
  'Virtual Representation - Under Construction': 'lookup.virtual_representation_under_construction',
  'Virtual Staging - Item Addition': 'lookup.virtual_staging_item_addition',
};

/** A label on every altered image (rule R7a, California B&P 10140.8). `full` adds how it was altered. */
export function AlteredLabel({ photo, full = false }: { photo: Photo; full?: boolean }) {
  const { t } = useWords();
  if (!isAltered(photo)) return null;
  const how = photo.mediaAlteration.filter((one) => one !== 'None');
  const reported = how.map((one) => (ALTERATIONS[one] === undefined ? one : t(ALTERATIONS[one]))).join(', ');
  return (
    <span className={PICTURE_LABEL}>
      {full ? t('listing.photo_altered_how', { how: reported }) : t('listing.photo_altered')}
      {full && photo.originalPhoto === null ? ` · ${t('listing.photo_no_original')}` : ''}
    </span>
  );
}

export const PICTURE_LABEL =
  'pointer-events-none absolute top-3 left-3 max-w-[calc(100%-1.5rem)] rounded-field bg-surface px-3 py-1 font-semibold text-sm text-text';
