import type { HomeCardAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { type TouchEvent, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { ChevronLeftIcon, ChevronRightIcon, PhotoIcon } from '../../ui/icons/first-icons.tsx';
import { CardPhoto } from './card-photo.tsx';

interface CardPhotosProps {
  home: HomeCardAnswer;
  alt: string;
  sizes: string;
  eager: boolean;
  turning: PhotoTurning;
}

interface TurnedPhoto {
  photo: string;
  mediaAlteration: string[];
}

type PhotoTurning = ReturnType<typeof usePhotoTurning>;

/** A horizontal swipe of this length turns to the next photo. */
const SWIPE_PX = 40;

/**
 * The photo that a card shows. The others are requested on the first turn, by arrow or by swipe. The card's link covers its
 * photos and receives the touches, so `swipe` belongs on the card.
 */
export function usePhotoTurning(home: HomeCardAnswer) {
  const { client } = useRouter().options.context;
  const [photos, setPhotos] = useState<readonly TurnedPhoto[] | null>(null);
  const [at, setAt] = useState(0);
  const from = useRef<{ x: number; y: number }>(null);
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
  const swipe = {
    onTouchStart: ({ touches, currentTarget }: TouchEvent) => {
      const [{ clientX: x, clientY: y }] = touches as unknown as [Touch];
      // The photos are the card's first child.
      const bottom = currentTarget.firstElementChild?.getBoundingClientRect().bottom ?? 0;
      from.current = touches.length === 1 && y < bottom ? { x, y } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const [{ clientX, clientY }] = changedTouches as unknown as [Touch];
      if (from.current === null || home.photosCount < 2) return;
      const x = clientX - from.current.x;
      if (Math.abs(x) > Math.max(SWIPE_PX, Math.abs(clientY - from.current.y))) void turn(x < 0 ? 1 : -1);
      from.current = null;
    },
  };
  return { photos, at, turn, swipe };
}

/** The photos of a card, one at a time. */
export function CardPhotos({ home, alt, sizes, eager, turning }: CardPhotosProps) {
  const { t } = useWords();
  const { photos, at, turn } = turning;
  const first: TurnedPhoto = { photo: home.photo ?? '', mediaAlteration: home.photoAlteration };
  const count = photos?.length ?? home.photosCount;
  const shown = photos?.[at] ?? first;

  const arrow = (step: -1 | 1) => (
    <Button
      variant="bare"
      aria-label={t(step < 0 ? 'card.photo_previous' : 'card.photo_next')}
      className={`pointer-events-none absolute top-1/2 z-10 grid noscript:hidden size-11 -translate-y-1/2 place-items-center rounded-chip bg-surface text-text opacity-0 shadow-float transition-opacity group-hover:pointer-events-auto group-hover:opacity-100 group-has-focus-visible:pointer-events-auto group-has-focus-visible:opacity-100 print:hidden ${
        step < 0 ? 'left-2' : 'right-2'
      }`}
      onClick={() => void turn(step)}
    >
      {step < 0 ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </Button>
  );
  return (
    <>
      <CardPhoto
        key={shown.photo}
        mediaAlteration={shown.mediaAlteration}
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
        <span className="tabular absolute right-3 bottom-3 inline-flex items-center gap-1 rounded-chip bg-scrim px-2 py-0.5 text-white text-xs">
          <PhotoIcon size={14} />
          <span aria-hidden="true">{photos === null ? count : `${at + 1}/${count}`}</span>
          <span className="sr-only" aria-live="polite">
            {photos === null ? t('card.photos', { count }) : t('card.photo_of', { index: at + 1, count })}
          </span>
        </span>
      )}
    </>
  );
}
