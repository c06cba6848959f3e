import type { HomeAnswer } from '@maru/contract';
import { useHydrated, useLocation, useRouter } from '@tanstack/react-router';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { ExternalIcon, PhotoIcon, PlanIcon } from '../../ui/icons/icons.tsx';
import { HomePhoto } from '../card/home-photo.tsx';
import type { LocalText } from '../facts/lookup.ts';
import { AlteredLabel, translateCaption } from './photo-texts.tsx';
import type { PhotoViewerProps } from './photo-viewer.tsx';

type Photo = HomeAnswer['photos'][number];

/** The number of photos in the mosaic: one large, and two or four beside it. */
const countTiles = (count: number) => (count >= 5 ? 5 : count >= 3 ? 3 : count);

const GRIDS: Record<number, string> = {
  1: 'md:h-[480px] md:grid-cols-1',
  2: 'md:aspect-[2/0.75] md:grid-cols-2',
  3: 'md:aspect-[2/0.75] md:grid-cols-3 md:grid-rows-2',
  5: 'md:aspect-[2/0.75] md:grid-cols-4 md:grid-rows-2',
};
const SIZES: Record<number, string> = {
  1: '(min-width: 1200px) 1200px, 100vw',
  2: '(min-width: 1200px) 600px, (min-width: 768px) 50vw, 100vw',
  3: '(min-width: 1200px) 400px, (min-width: 768px) 33vw, 100vw',
  5: '(min-width: 1200px) 290px, (min-width: 768px) 25vw, 100vw',
};

/**
 * The photos of a home: a mosaic, on a phone a strip, and a full-screen viewer, whose script loads before its first use.
 * Content of other sites is below as links; nothing of it loads before a press.
 */
export function Gallery({ home, address }: { home: HomeAnswer; address: string }) {
  const words = useWords();
  const { t } = words;
  const { photos, floorPlans } = home;
  const { opened, open, close } = useOpenedPhoto();
  const isUp = useHydrated();
  const [Viewer, setViewer] = useState<ComponentType<PhotoViewerProps>>();
  const fetchViewer = useCallback(() => {
    import('./photo-viewer.tsx').then(
      ({ PhotoViewer }) => setViewer(() => PhotoViewer),
      (error) => console.error('The photos could not be opened.', error),
    );
  }, []);
  useEffect(() => {
    if (opened !== null) fetchViewer();
  }, [opened, fetchViewer]);
  const count = countTiles(photos.length);
  const strip = useRef<HTMLUListElement>(null);
  /** The last photo shown in the viewer. The strip of a phone scrolls to it afterwards, and has all photos from then on. */
  const [seen, setSeen] = useState<number>();
  const router = useRouter();
  useEffect(() => {
    const one = strip.current;
    if (seen === undefined || one === null) return;
    const stand = () => one.scrollTo({ left: seen * one.clientWidth, behavior: 'instant' });
    stand();
    if (opened !== null) return;
    // Move the focus too.
    if (one.contains(document.activeElement)) {
      one.children[seen]?.querySelector('button')?.focus({ preventScroll: true });
    }
    // Going back makes the router restore the strip's old position.
    const stop = router.subscribe('onRendered', () => {
      stop();
      stand();
    });
    return stop;
  }, [seen, opened, router]);
  return (
    <section
      aria-label={t('listing.photos')}
      className="min-w-0 max-md:-order-1"
      onPointerEnter={fetchViewer}
      onFocus={fetchViewer}
    >
      <div className="relative">
        {photos.length === 0 ? (
          <div className="overflow-hidden md:h-[300px] md:rounded-card">
            <HomePhoto photo={null} alt="" sizes="100vw" className="md:h-full" />
          </div>
        ) : (
          <ul
            ref={strip}
            className={`flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] md:grid md:gap-2 md:overflow-hidden md:rounded-card ${GRIDS[count]}`}
          >
            {photos.slice(0, seen === undefined ? count : undefined).map((photo, index) => (
              <li
                key={photo.photo}
                className={`relative min-h-0 w-full shrink-0 snap-center ${
                  index === 0 && count >= 3 ? 'md:col-span-2 md:row-span-2' : index < count ? '' : 'md:hidden'
                } ${index === 0 ? '' : stripVisibility(isUp, Viewer !== undefined)}`}
              >
                <Tile
                  photo={photo}
                  said={translateCaption(photo.shortDescription, words, t('card.photo_alt', { address }))}
                  sizes={index === 0 && count >= 3 ? (SIZES[2] as string) : (SIZES[count] as string)}
                  eager={index === 0}
                  label={t('listing.photo_open', { index: index + 1, count: photos.length })}
                  onOpen={() => open(index)}
                />
              </li>
            ))}
          </ul>
        )}
        {photos.length === 0 ? null : (
          <Button
            className="absolute right-3 bottom-3 noscript:hidden border-line! text-sm shadow-float print:hidden"
            onClick={() => open(0)}
          >
            <PhotoIcon size={18} />
            {t('listing.photos_all', { count: photos.length })}
          </Button>
        )}
      </div>
      <Elsewhere home={home} onOpenPlans={() => open(photos.length)} />
      <WithoutScript pictures={[...photos.slice(count), ...floorPlans]} address={address} />
      {opened === null || Viewer === undefined ? null : (
        <Viewer
          pictures={[...photos, ...floorPlans]}
          plansFrom={photos.length}
          address={address}
          opened={opened}
          onSeen={(at) => at < photos.length && setSeen(at)}
          onClose={close}
        />
      )}
    </section>
  );
}

/**
 * On a phone the photos beside the first would compete with it for bandwidth: the next two load after hydration, the others
 * on a touch of the strip.
 */
function stripVisibility(isUp: boolean, isTouched: boolean): string {
  if (isTouched) return '';
  return isUp
    ? 'max-md:[content-visibility:auto]'
    : 'max-md:[content-visibility:hidden] max-md:noscript:[content-visibility:auto]';
}

interface TileProps {
  photo: Photo;
  said: LocalText;
  sizes: string;
  eager: boolean;
  label: string;
  onOpen: () => void;
}

function Tile({ photo, said, sizes, eager, label, onOpen }: TileProps) {
  const { t } = useWords();
  return (
    <>
      <HomePhoto
        photo={photo.photo}
        alt={said.text}
        altLang={said.lang}
        sizes={sizes}
        eager={eager}
        className="md:aspect-auto md:h-full"
      />
      <Button
        variant="bare"
        className="absolute inset-0 noscript:hidden outline-offset-[-3px]"
        aria-label={label}
        onClick={onOpen}
      />
      <AlteredLabel photo={photo} />
      {photo.originalPhoto === null ? null : (
        // Next to the altered photo wherever it appears (rule R7b).
        <span className="pointer-events-none absolute bottom-3 left-3 block w-[34%] max-w-40 overflow-hidden rounded-field border-2 border-surface bg-surface">
          <HomePhoto photo={photo.originalPhoto} alt={t('listing.photo_original')} sizes="160px" />
          <span className="block px-1 text-center font-semibold text-text text-xs leading-5">
            {t('listing.photo_original')}
          </span>
        </span>
      )}
    </>
  );
}

/** Floor plans, and links to other sites with their host names. */
function Elsewhere({
  home: { floorPlans, tours },
  onOpenPlans,
}: {
  home: HomeAnswer;
  onOpenPlans: () => void;
}) {
  const { t } = useWords();
  if (floorPlans.length === 0 && tours.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2 px-4 pt-3 md:px-0 print:hidden">
      {floorPlans.length === 0 ? null : (
        <li className="noscript:hidden">
          <Button className="max-w-full text-sm" onClick={onOpenPlans}>
            <PlanIcon size={18} />
            {t('listing.floor_plans', { count: floorPlans.length })}
          </Button>
        </li>
      )}
      {tours.map(({ kind, url }) => (
        <li key={url} className="min-w-0">
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className={buttonClass('secondary', undefined, 'max-w-full text-sm')}
          >
            <ExternalIcon size={18} />
            <span className="min-w-0">
              {t(kind === 'video' ? 'listing.video' : 'listing.tour_3d')}{' '}
              <span className="font-normal text-quiet">{new URL(url).host}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The other pictures, for browsers without script. */
function WithoutScript({ pictures, address }: { pictures: readonly Photo[]; address: string }) {
  const words = useWords();
  const { t } = words;
  if (pictures.length === 0) return null;
  const captionFor = (one: Photo) =>
    translateCaption(one.shortDescription, words, t('card.photo_alt', { address }));
  return (
    <noscript>
      <details className="px-4 pt-3 md:px-0">
        <summary className="inline-flex min-h-11 items-center font-semibold">
          {t('listing.photos_more', { count: pictures.length })}
        </summary>
        <ul className="grid grid-cols-2 gap-2 md:grid-cols-4">
          {pictures.map((one) => (
            <li key={one.photo} className="relative">
              <img
                src={`/media/${one.photo}/640.webp`}
                alt={captionFor(one).text}
                lang={captionFor(one).lang}
                loading="lazy"
                width={640}
                height={480}
                className="aspect-[4/3] h-auto w-full object-cover"
              />
              <AlteredLabel photo={one} full />
            </li>
          ))}
        </ul>
      </details>
    </noscript>
  );
}

interface PhotoState {
  photo?: number;
}

/**
 * The photo in the viewer. It has a history entry of its own, so that going back closes it. The first render is closed, as
 * on the server.
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
