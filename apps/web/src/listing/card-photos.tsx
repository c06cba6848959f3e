import type { HomeCardAnswer } from '@maru/contract';
import { isAltered } from '@maru/listing';
import { useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { PhotoIcon } from '../ui/icons.tsx';
import { HomePhoto } from './home-photo.tsx';
import { useCardExtras } from './use-card-extras.ts';

interface CardPhotosProps {
  home: HomeCardAnswer;
  alt: string;
  sizes: string;
  eager: boolean;
}

export interface CardPhoto {
  photo: string;
  mediaAlteration: string[];
}

/**
 * The photos of a card. Only the first is loaded with the page; which others there are is asked when one turns to
 * them, by arrow or by finger. An altered one says so wherever it appears (R7).
 */
export function CardPhotos({ home, alt, sizes, eager }: CardPhotosProps) {
  const { t } = useWords();
  const [photos, setPhotos] = useState<readonly CardPhoto[] | null>(null);
  const [at, setAt] = useState(0);
  const extras = useCardExtras();
  const first: CardPhoto = { photo: home.photo ?? '', mediaAlteration: home.photoAlteration };
  const count = photos?.length ?? home.photosCount;
  const shown = photos?.[at] ?? first;

  return (
    <div>
      <HomePhoto
        key={shown.photo}
        photo={home.photo === null ? null : shown.photo}
        alt={at === 0 ? alt : `${alt}, ${t('card.photo_of', { index: at + 1, count })}`}
        sizes={sizes}
        eager={eager || at > 0}
      />
      {extras === undefined || home.photo === null || home.photosCount < 2 ? null : (
        <extras.PhotoTurner
          home={home}
          at={at}
          photos={photos}
          onTurn={(all, next) => {
            setPhotos(all);
            setAt(next);
          }}
        />
      )}
      {home.photo === null ? null : (
        <span className="absolute right-3 bottom-3 inline-flex items-center gap-1 rounded-chip bg-scrim px-2 py-0.5 text-xs text-white tabular">
          <PhotoIcon size={14} />
          <span aria-hidden="true">{photos === null ? count : `${at + 1}/${count}`}</span>
          <span className="sr-only" aria-live="polite">
            {photos === null ? t('card.photos', { count }) : t('card.photo_of', { index: at + 1, count })}
          </span>
        </span>
      )}
      {isAltered({ mediaAlteration: shown.mediaAlteration }) ? (
        <span className="absolute bottom-3 left-3 rounded-chip bg-scrim px-2 py-0.5 text-xs text-white">
          {t('card.photo_altered')}
        </span>
      ) : null}
    </div>
  );
}
