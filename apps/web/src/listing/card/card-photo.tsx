import { isAltered } from '@maru/listing/display';
import type { ComponentProps } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { HomePhoto } from './home-photo.tsx';

interface CardPhotoProps extends ComponentProps<typeof HomePhoto> {
  mediaAlteration: string[];
  /** Where the label fills the width of a small picture. */
  small?: boolean;
}

/** A photo in a positioned box, with the label on the picture that the law requires on altered ones (rule R7). */
export function CardPhoto({ mediaAlteration, small = false, ...photo }: CardPhotoProps) {
  const { t } = useWords();
  return (
    <>
      <HomePhoto {...photo} />
      {photo.photo !== null && isAltered({ mediaAlteration }) ? (
        <span
          className={
            small
              ? 'absolute inset-x-0 bottom-0 bg-scrim px-1 text-center text-white text-xs leading-tight'
              : 'absolute bottom-3 left-3 rounded-chip bg-scrim px-2 py-0.5 text-white text-xs'
          }
        >
          {t('card.photo_altered')}
        </span>
      ) : null}
    </>
  );
}
