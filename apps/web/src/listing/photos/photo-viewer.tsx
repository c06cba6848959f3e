import type { HomeAnswer } from '@maru/contract';
import type { MessageKey } from '@maru/words';
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  CloseIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '../../ui/icons/icons.tsx';
import { Modal } from '../../ui/modal.tsx';
import { MOST_ZOOM, Zoomable } from '../../ui/zoomable.tsx';
import { HomePhoto } from '../card/home-photo.tsx';
import type { LocalText } from '../facts/lookup.ts';
import { AlteredLabel, PICTURE_LABEL, translateCaption } from './photo-texts.tsx';

type Photo = HomeAnswer['photos'][number];

export interface PhotoViewerProps {
  pictures: readonly Photo[];
  /** The index of the first floor plan. */
  plansFrom: number;
  address: string;
  opened: number;
  /** Called with the index of each picture shown, including the first. */
  onSeen: (at: number) => void;
  onClose: () => void;
}

/** Pictures loaded ahead, for quick repeated presses. */
const PICTURES_AHEAD = 3;
const ZOOM_STEP = 1.5;
/** An arrow beside the picture. */
const BESIDE = 'absolute top-1/2 -translate-y-1/2 max-md:hidden';

/**
 * All pictures in full screen, by swipe, arrows or keys, with zoom. An altered one stands beside its original (rule R7b); a
 * key shows the original alone.
 */
export function PhotoViewer({ pictures, plansFrom, address, opened, onSeen, onClose }: PhotoViewerProps) {
  const words = useWords();
  const { t } = words;
  const strip = useRef<HTMLUListElement>(null);
  /** The target of a smooth scroll: pictures on the way do not count as shown. */
  const gliding = useRef<number | null>(null);
  const [at, setAt] = useState(opened);
  const [zoom, setZoom] = useState(1);
  const [isUnaltered, setUnaltered] = useState(false);
  const count = pictures.length;
  const shown = pictures[at];

  useEffect(() => {
    const one = strip.current;
    one?.scrollTo({ left: opened * one.clientWidth, behavior: 'instant' });
    // Arrow keys turn pictures from the start, whatever the dialog focused.
    one?.focus({ preventScroll: true });
  }, [opened]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: called for each new picture, with the current callback.
  useEffect(() => onSeen(at), [at]);

  const go = (to: number) => {
    const one = strip.current;
    const next = Math.min(count - 1, Math.max(0, to));
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // Jump over several pictures at once without animation.
    const glide = !calm && Math.abs(next - at) <= 1;
    gliding.current = glide && next !== at ? next : null;
    one?.scrollTo({ left: next * one.clientWidth, behavior: glide ? 'smooth' : 'instant' });
    show(next);
  };
  const show = (next: number) => {
    if (next === at) return;
    setAt(next);
    setZoom(1);
    setUnaltered(false);
  };
  /** The last photo, then the last plan. */
  const lastInGroup = (from: number) => (from < plansFrom - 1 ? plansFrom : count) - 1;
  const zoomBy = (factor: number) => setZoom((last) => Math.min(MOST_ZOOM, Math.max(1, last * factor)));
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    // One key shows the original (rule R7).
    if (event.key.toLowerCase() === 'o' && shown?.originalPhoto != null) return setUnaltered(!isUnaltered);
    if (event.key === '+' || event.key === '=') return zoomBy(ZOOM_STEP);
    if (event.key === '-') return zoomBy(1 / ZOOM_STEP);
    if (event.key === '0') return setZoom(1);
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: lastInGroup(at) }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(step);
  };
  const tool = (
    label: MessageKey,
    Icon: ComponentType,
    onClick: () => void,
    disabled?: boolean,
    className?: string,
  ) => (
    <Button
      variant="icon-outlined"
      className={className}
      aria-label={t(label)}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon />
    </Button>
  );
  const caption = translateCaption(shown?.shortDescription ?? null, words, '');
  return (
    <Modal open hasEntry onClose={onClose} label={t('listing.photos')} shape="screen">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows turn the pictures wherever the focus is inside. */}
      <div className="flex h-full flex-col" onKeyDown={press}>
        <div className="flex min-h-14 items-center gap-2 px-4">
          <p className="tabular mr-auto font-semibold" role="status">
            {at < plansFrom
              ? `${at + 1} / ${plansFrom}`
              : `${t('listing.floor_plan')} ${at - plansFrom + 1} / ${count - plansFrom}`}
          </p>
          {tool('listing.zoom_out', ZoomOutIcon, () => zoomBy(1 / ZOOM_STEP), zoom <= 1)}
          {tool('listing.zoom_in', ZoomInIcon, () => zoomBy(ZOOM_STEP), zoom >= MOST_ZOOM)}
          {tool('listing.close', CloseIcon, onClose)}
        </div>
        <div className="relative min-h-0 flex-1">
          <ul
            ref={strip}
            className={`flex h-full snap-x snap-mandatory overscroll-contain outline-offset-[-3px] [scrollbar-width:none] ${
              zoom > 1 ? 'overflow-x-hidden' : 'overflow-x-auto'
            }`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls must be reachable by keyboard.
            tabIndex={0}
            aria-label={t('listing.photos')}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
              const place = scrollLeft / Math.max(1, clientWidth);
              if (gliding.current !== null && Math.abs(place - gliding.current) > 0.01) return;
              gliding.current = null;
              show(Math.min(count - 1, Math.round(place)));
            }}
            onPointerDown={() => {
              gliding.current = null;
            }}
            onWheel={() => {
              gliding.current = null;
            }}
          >
            {pictures.map((photo, index) => (
              <li
                key={photo.photo}
                className="relative h-full w-full shrink-0 snap-center px-2 md:px-20"
                aria-hidden={index === at ? undefined : true}
              >
                {index - at < -1 || index - at > PICTURES_AHEAD ? null : (
                  <Zoomable zoom={index === at ? zoom : 1} onZoom={setZoom} className="h-full">
                    <Pair
                      photo={photo}
                      said={translateCaption(photo.shortDescription, words, t('card.photo_alt', { address }))}
                      originalOnly={index === at && isUnaltered}
                      close={index === at && zoom > 1}
                    />
                  </Zoomable>
                )}
                {/* A label on an enlarged picture would be outside the window. */}
                {index !== at || zoom === 1 ? null : isUnaltered ? (
                  <span className={PICTURE_LABEL}>{t('listing.photo_original')}</span>
                ) : (
                  <AlteredLabel photo={photo} full />
                )}
              </li>
            ))}
          </ul>
          {tool('listing.photo_previous', ChevronLeftIcon, () => go(at - 1), at === 0, `${BESIDE} left-4`)}
          {tool(
            'listing.photo_next',
            ChevronRightIcon,
            () => go(at + 1),
            at === count - 1,
            `${BESIDE} right-4`,
          )}
        </div>
        <div className="flex min-h-14 flex-wrap items-center justify-center gap-x-4 gap-y-2 px-4 py-2 text-center text-sm">
          <p lang={caption.lang}>{caption.text}</p>
          {shown?.originalPhoto == null ? null : (
            <Button
              className="aria-pressed:border-primary aria-pressed:text-primary-text"
              aria-pressed={isUnaltered}
              aria-keyshortcuts="o"
              onClick={() => setUnaltered(!isUnaltered)}
            >
              {t('listing.photo_original_only')}
              <kbd className="rounded-field border border-line px-1.5 font-normal text-quiet text-xs max-md:hidden">
                O
              </kbd>
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}

interface PairProps {
  photo: Photo;
  said: LocalText;
  originalOnly: boolean;
  /** Enlarged: load the largest copy. */
  close: boolean;
}

/** A picture and its original beside it (on a phone below it). */
function Pair({ photo, said, originalOnly, close }: PairProps) {
  const { t } = useWords();
  const hasBoth = photo.originalPhoto !== null && !originalOnly;
  const sizes = close
    ? '2000px'
    : hasBoth
      ? '(min-width: 768px) 40vw, 100vw'
      : '(min-width: 768px) 80vw, 100vw';
  return (
    <div className={`grid h-full gap-2 ${hasBoth ? 'grid-rows-2 md:grid-cols-2 md:grid-rows-1' : ''}`}>
      {originalOnly ? null : (
        <figure className="relative min-h-0">
          <HomePhoto
            photo={photo.photo}
            alt={said.text}
            altLang={said.lang}
            sizes={sizes}
            eager
            whole
            className="aspect-auto! h-full"
          />
          <AlteredLabel photo={photo} full />
        </figure>
      )}
      {photo.originalPhoto === null ? null : (
        <figure className="relative min-h-0">
          <HomePhoto
            photo={photo.originalPhoto}
            // In one language: an English caption is not mixed into a Korean sentence.
            alt={
              said.lang === undefined
                ? `${t('listing.photo_original')}: ${said.text}`
                : t('listing.photo_original')
            }
            sizes={sizes}
            eager
            whole
            className="aspect-auto! h-full"
          />
          <span className={PICTURE_LABEL}>{t('listing.photo_original')}</span>
        </figure>
      )}
    </div>
  );
}
