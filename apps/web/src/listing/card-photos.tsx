import type { HomeCardAnswer } from '@maru/contract';
import { isAltered } from '@maru/listing';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { ChevronLeftIcon, ChevronRightIcon, PhotoIcon } from '../ui/first-icons.tsx';
import { HomePhoto } from './home-photo.tsx';

interface CardPhotosProps {
  home: HomeCardAnswer;
  alt: string;
  sizes: string;
  eager: boolean;
}

interface CardPhoto {
  photo: string;
  mediaAlteration: string[];
}

/** A finger that has gone so far sideways wants the next photo. */
const SWIPE_PX = 40;

/**
 * The photos of a card. Only the first is loaded with the page; which others there are is asked when one turns to
 * them, by arrow or by finger. An altered one says so wherever it appears (R7).
 */
export function CardPhotos({ home, alt, sizes, eager }: CardPhotosProps) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const [photos, setPhotos] = useState<readonly CardPhoto[] | null>(null);
  const [at, setAt] = useState(0);
  const touched = useRef<number | null>(null);
  const first: CardPhoto = { photo: home.photo ?? '', mediaAlteration: home.photoAlteration };
  const count = photos?.length ?? home.photosCount;
  const shown = photos?.[at] ?? first;

  const turn = async (step: number) => {
    let all = photos;
    if (all === null) {
      const { homeId, searchType } = home;
      const answer = await client.findHome({ query: { homeId, searchType } }).catch(() => null);
      if (answer === null || answer.photos.length === 0) return;
      all = answer.photos;
      setPhotos(all);
    }
    const length = all.length;
    setAt((last) => (last + step + length) % length);
  };
  const arrow = (step: -1 | 1) => (
    <button
      type="button"
      aria-label={t(step < 0 ? 'card.photo_previous' : 'card.photo_next')}
      className={`absolute top-1/2 z-10 grid size-11 -translate-y-1/2 place-items-center rounded-chip bg-surface text-text opacity-0 shadow-float transition-opacity focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 noscript:hidden print:hidden ${
        step < 0 ? 'left-2' : 'right-2'
      }`}
      onClick={() => void turn(step)}
    >
      {step < 0 ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </button>
  );
  return (
    <div
      onTouchStart={({ touches }) => {
        touched.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null;
      }}
      onTouchEnd={({ changedTouches }) => {
        const from = touched.current;
        touched.current = null;
        const to = changedTouches[0]?.clientX;
        if (from === null || to === undefined || home.photosCount < 2) return;
        if (Math.abs(to - from) > SWIPE_PX) void turn(to < from ? 1 : -1);
      }}
    >
      <HomePhoto
        key={shown.photo}
        photo={home.photo === null ? null : shown.photo}
        alt={at === 0 ? alt : `${alt}, ${t('card.photo_of', { index: at + 1, count })}`}
        sizes={sizes}
        eager={eager || at > 0}
      />
      {home.photo === null || home.photosCount < 2 ? null : (
        <>
          {arrow(-1)}
          {arrow(1)}
        </>
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
