import type { HomeCardAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWords } from '../i18n/words.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx';
import type { CardPhoto } from './card-photos.tsx';

/** A finger that has gone so far sideways wants the next photo. */
const SWIPE_PX = 40;

interface PhotoTurnerProps {
  home: HomeCardAnswer;
  /** Which is shown. */
  at: number;
  /** Null until they were asked for. */
  photos: readonly CardPhoto[] | null;
  onTurn: (photos: readonly CardPhoto[], at: number) => void;
}

/** The arrows over a card's photo, and the finger on it. Which other photos there are is asked when one turns first. */
export function PhotoTurner({ home, at, photos, onTurn }: PhotoTurnerProps) {
  const { t } = useWords();
  const { client } = useRouter().options.context;
  const place = useRef<HTMLSpanElement>(null);
  const turn = async (step: number) => {
    let all = photos;
    if (all === null) {
      const { homeId, searchType } = home;
      const answer = await client.findHome({ query: { homeId, searchType } }).catch(() => null);
      if (answer === null || answer.photos.length === 0) return;
      all = answer.photos;
    }
    onTurn(all, (at + step + all.length) % all.length);
  };
  const latest = useRef(turn);
  useEffect(() => {
    latest.current = turn;
  });
  useEffect(() => {
    const box = place.current?.parentElement;
    let from: number | null = null;
    const start = ({ touches }: TouchEvent) => {
      from = touches.length === 1 ? (touches[0]?.clientX ?? null) : null;
    };
    const end = ({ changedTouches }: TouchEvent) => {
      const to = changedTouches[0]?.clientX;
      if (from !== null && to !== undefined && Math.abs(to - from) > SWIPE_PX) {
        void latest.current(to < from ? 1 : -1);
      }
      from = null;
    };
    box?.addEventListener('touchstart', start, { passive: true });
    box?.addEventListener('touchend', end);
    return () => {
      box?.removeEventListener('touchstart', start);
      box?.removeEventListener('touchend', end);
    };
  }, []);
  const arrow = (step: -1 | 1) => (
    <button
      type="button"
      aria-label={t(step < 0 ? 'card.photo_previous' : 'card.photo_next')}
      className={`absolute top-1/2 z-10 grid size-11 -translate-y-1/2 place-items-center rounded-chip bg-surface text-text opacity-0 shadow-float transition-opacity focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 print:hidden ${
        step < 0 ? 'left-2' : 'right-2'
      }`}
      onClick={() => void turn(step)}
    >
      {step < 0 ? <ChevronLeftIcon /> : <ChevronRightIcon />}
    </button>
  );
  return (
    <>
      <span ref={place} hidden />
      {arrow(-1)}
      {arrow(1)}
    </>
  );
}
