import type { HomeAnswer } from '@maru/contract';
import { isAltered } from '@maru/listing';
import { useWords } from '../i18n/words.tsx';
import { lookupText } from './lookup.ts';

type Photo = HomeAnswer['photos'][number];

/** On the image itself, wherever it appears (R7a, California B&P 10140.8). `full` says how it was altered. */
export function AlteredLabel({ photo, full = false }: { photo: Photo; full?: boolean }) {
  const words = useWords();
  const { t } = words;
  if (!isAltered(photo)) return null;
  const how = photo.mediaAlteration.filter((one) => one !== 'None');
  const said = how.map((one) => lookupText('mediaAlteration', one, words).text).join(', ');
  return (
    <span className={PICTURE_LABEL}>
      {full ? t('listing.photo_altered_how', { how: said }) : t('listing.photo_altered')}
      {full && photo.originalPhoto === null ? ` · ${t('listing.photo_no_original')}` : ''}
    </span>
  );
}

/** What stands on a picture. */
export const PICTURE_LABEL =
  'pointer-events-none absolute top-3 left-3 max-w-[calc(100%-1.5rem)] rounded-field bg-surface px-3 py-1 font-semibold text-sm text-text';
