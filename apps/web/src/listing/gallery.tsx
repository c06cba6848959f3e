import type { HomeAnswer } from '@maru/contract';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, PhotoIcon } from '../ui/icons.tsx';
import { HomePhoto } from './home-photo.tsx';
import { lookupText } from './lookup.ts';

type Photo = HomeAnswer['photos'][number];

/** Shown before one asks for all: one large, four beside it. */
const SHOWN = 5;

/** The photos of a home: a mosaic (on a phone the first one), and all of them over the whole screen. */
export function Gallery({ photos, address }: { photos: readonly Photo[]; address: string }) {
  const { t } = useWords();
  const { opened, open, close } = useOpenedPhoto();
  if (photos.length === 0) {
    return (
      <div className="overflow-hidden md:h-[300px] md:rounded-card">
        <HomePhoto photo={null} alt="" sizes="100vw" className="md:h-full" />
      </div>
    );
  }
  const shown = photos.slice(0, photos.length >= SHOWN ? SHOWN : 1);
  return (
    <section aria-label={t('listing.photos')} className="relative">
      <ul
        className={`grid gap-2 overflow-hidden md:rounded-card ${
          shown.length === SHOWN ? 'md:aspect-[2/0.75] md:grid-cols-4 md:grid-rows-2' : 'md:h-[480px]'
        }`}
      >
        {shown.map((photo, index) => (
          <li
            key={photo.photo}
            className={`relative min-h-0 ${index === 0 ? 'md:col-span-2 md:row-span-2' : 'hidden md:block'}`}
          >
            <HomePhoto
              photo={photo.photo}
              alt={photo.shortDescription ?? t('card.photo_alt', { address })}
              altLang={photo.shortDescription === null ? undefined : 'en'}
              sizes={
                index === 0
                  ? '(min-width: 1200px) 588px, (min-width: 768px) 50vw, 100vw'
                  : '(min-width: 1200px) 290px, 25vw'
              }
              eager={index === 0}
              className="md:aspect-auto md:h-full"
            />
            <button
              type="button"
              className="absolute inset-0 outline-offset-[-3px]"
              aria-label={t('listing.photo_open', { index: index + 1, count: photos.length })}
              onClick={() => open(index)}
            />
            <AlteredLabel photo={photo} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="absolute right-3 bottom-3 inline-flex min-h-11 items-center gap-2 rounded-field border border-line bg-surface px-4 font-semibold text-sm shadow-float hover:bg-sunken"
        onClick={() => open(0)}
      >
        <PhotoIcon size={18} />
        {t('listing.photos_all', { count: photos.length })}
      </button>
      <FullScreen photos={photos} address={address} opened={opened} onClose={close} />
    </section>
  );
}

interface PhotoState {
  photo?: number;
}

/**
 * Which photo fills the screen. It has a history entry of its own, so that the phone's back closes it and stays on
 * the page. The first render is always closed, as the server's is.
 */
function useOpenedPhoto() {
  const router = useRouter();
  const state = useLocation({ select: ({ state: given }) => given }) as PhotoState;
  const [opened, setOpened] = useState<number | null>(null);
  useEffect(() => setOpened(state.photo ?? null), [state.photo]);
  const open = (photo: number) =>
    void router.navigate({
      to: '.',
      search: true,
      state: (last) => ({ ...last, photo }) as typeof last,
      resetScroll: false,
    });
  const close = () => {
    if ((router.state.location.state as PhotoState).photo === undefined) setOpened(null);
    else router.history.back();
  };
  return { opened, open, close };
}

/** On the image itself, wherever it appears (R7, California B&P 10140.8). */
function AlteredLabel({ photo, full = false }: { photo: Photo; full?: boolean }) {
  const words = useWords();
  const how = photo.mediaAlteration.filter((one) => one !== 'None');
  if (how.length === 0) return null;
  const said = how.map((one) => lookupText('mediaAlteration', one, words).text).join(', ');
  return (
    <span className={LABEL}>
      {full ? words.t('listing.photo_altered_how', { how: said }) : words.t('listing.photo_altered')}
    </span>
  );
}

function FullScreen({
  photos,
  address,
  opened,
  onClose,
}: {
  photos: readonly Photo[];
  address: string;
  opened: number | null;
  onClose: () => void;
}) {
  const { t } = useWords();
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [isUnaltered, setUnaltered] = useState(false);
  const count = photos.length;

  useEffect(() => {
    if (opened === null) return;
    setAt(opened);
    const one = strip.current;
    one?.scrollTo({ left: opened * one.clientWidth, behavior: 'instant' });
  }, [opened]);

  const go = (to: number) => {
    const one = strip.current;
    const next = Math.min(count - 1, Math.max(0, to));
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Past several pictures at once there is nothing to see on the way.
    const glide = !calm && Math.abs(next - at) <= 1;
    one?.scrollTo({ left: next * one.clientWidth, behavior: glide ? 'smooth' : 'instant' });
    setAt(next);
  };
  const shown = photos[at];
  const press = (event: KeyboardEvent) => {
    // One key shows what the picture was before it was altered (R7).
    if (event.key.toLowerCase() === 'o' && shown?.originalPhoto != null && !event.metaKey && !event.ctrlKey) {
      setUnaltered(!isUnaltered);
      return;
    }
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  };
  const caption = shown?.shortDescription ?? null;
  return (
    <Dialog
      open={opened !== null}
      onClose={onClose}
      label={t('listing.photos')}
      className="h-dvh w-screen bg-bg text-text"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows turn the pictures wherever the focus is inside. */}
      <div className="flex h-full flex-col" onKeyDown={press}>
        <div className="flex min-h-14 items-center justify-between gap-4 px-4">
          <p className="tabular font-semibold" role="status">
            {at + 1} / {count}
          </p>
          <button type="button" className={ROUND} aria-label={t('listing.close')} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        <div className="relative min-h-0 flex-1">
          <ul
            ref={strip}
            className="flex h-full snap-x snap-mandatory overflow-x-auto overscroll-contain [scrollbar-width:none]"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable by keyboard.
            tabIndex={0}
            aria-label={t('listing.photos')}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
              setAt(Math.min(count - 1, Math.round(scrollLeft / Math.max(1, clientWidth))))
            }
          >
            {photos.map((photo, index) => (
              <li
                key={photo.photo}
                className="relative grid h-full w-full shrink-0 snap-center place-items-center px-2 md:px-20"
                aria-hidden={index === at ? undefined : true}
              >
                <div className="relative w-full max-w-[calc((100dvh-8rem)*4/3)]">
                  {index - at >= -1 && index - at <= PICTURES_AHEAD ? (
                    <HomePhoto
                      key={isUnaltered && photo.originalPhoto !== null ? 'original' : 'shown'}
                      photo={isUnaltered && photo.originalPhoto !== null ? photo.originalPhoto : photo.photo}
                      alt={photo.shortDescription ?? t('card.photo_alt', { address })}
                      altLang={photo.shortDescription === null ? undefined : 'en'}
                      sizes="(min-width: 768px) 80vw, 100vw"
                      eager
                      className="rounded-card"
                    />
                  ) : (
                    <span className="block aspect-[4/3] w-full rounded-card bg-sunken" />
                  )}
                  {isUnaltered && photo.originalPhoto !== null ? (
                    <span className={LABEL}>{t('listing.photo_original')}</span>
                  ) : (
                    <AlteredLabel photo={photo} full />
                  )}
                </div>
              </li>
            ))}
          </ul>
          <button
            type="button"
            className={`${ROUND} absolute top-1/2 left-4 hidden -translate-y-1/2 md:grid`}
            aria-label={t('listing.photo_previous')}
            disabled={at === 0}
            onClick={() => go(at - 1)}
          >
            <ChevronLeftIcon />
          </button>
          <button
            type="button"
            className={`${ROUND} absolute top-1/2 right-4 hidden -translate-y-1/2 md:grid`}
            aria-label={t('listing.photo_next')}
            disabled={at === count - 1}
            onClick={() => go(at + 1)}
          >
            <ChevronRightIcon />
          </button>
        </div>
        <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 py-2 text-center text-sm">
          <p lang={caption === null ? undefined : 'en'}>{caption}</p>
          {shown?.originalPhoto == null ? null : (
            <button
              type="button"
              aria-pressed={isUnaltered}
              className="inline-flex min-h-11 items-center rounded-field border border-line-strong bg-surface px-4 font-semibold hover:bg-sunken aria-pressed:border-primary aria-pressed:text-primary-text"
              onClick={() => setUnaltered(!isUnaltered)}
            >
              {t('listing.photo_show_original')}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** So many pictures are fetched before they are turned to: one who presses an arrow twice must not see a blank. */
const PICTURES_AHEAD = 3;

const LABEL =
  'pointer-events-none absolute top-3 left-3 rounded-chip bg-surface px-3 py-1 font-semibold text-sm text-text';

const ROUND =
  'grid size-11 place-items-center rounded-chip border border-line bg-surface text-text hover:bg-sunken disabled:opacity-40';
