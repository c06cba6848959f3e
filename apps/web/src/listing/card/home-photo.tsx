import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { HouseIcon, RetryIcon } from '../../ui/icons/first-icons.tsx';

/** The widths that the picture server provides, px. */
const WIDTHS = [320, 480, 640, 960, 1280];

interface HomePhotoProps {
  /** The path below /media; null when the home has none. */
  photo: string | null;
  alt: string;
  /** Set where `alt` is not in the page's language: captions are as in the feed. */
  altLang?: 'en';
  /** The `sizes` attribute of the image. */
  sizes: string;
  /** Load at once, before others. */
  eager?: boolean;
  /** Fit the whole picture into the box instead of filling it. */
  whole?: boolean;
  className?: string;
}

/** A photo of a home, 4:3. Without a photo a drawn tile; after a failure a message and a retry button. */
export function HomePhoto({
  photo,
  alt,
  altLang,
  sizes,
  eager = false,
  whole = false,
  className = '',
}: HomePhotoProps) {
  const { t } = useWords();
  const [failed, setFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const image = useRef<HTMLImageElement>(null);

  // The image may have failed before this script ran.
  useEffect(() => {
    const one = image.current;
    if (one?.complete && one.naturalWidth === 0 && one.currentSrc !== '') setFailed(true);
  }, []);

  const box = `relative block aspect-[4/3] w-full overflow-hidden ${whole ? '' : 'bg-sunken'} ${className}`;
  if (photo === null || failed) {
    return (
      <span className={`${box} grid place-content-center justify-items-center gap-2 bg-sunken text-quiet`}>
        <HouseIcon size={40} />
        <span className="text-sm">{t(photo === null ? 'card.photo_none' : 'card.photo_failed')}</span>
        {photo === null ? null : (
          <Button
            variant="chip"
            className="relative z-10 border-line! text-sm text-text"
            onClick={(event) => {
              event.preventDefault();
              setTries(tries + 1);
              setFailed(false);
            }}
          >
            <RetryIcon size={16} />
            {t('card.photo_retry')}
          </Button>
        )}
      </span>
    );
  }
  const again = tries === 0 ? '' : `?try=${tries}`;
  const set = (ending: string) =>
    WIDTHS.map((width) => `/media/${photo}/${width}.${ending}${again} ${width}w`).join(', ');
  return (
    <span className={box}>
      <picture>
        <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
        <img
          ref={image}
          src={`/media/${photo}/640.webp${again}`}
          srcSet={set('webp')}
          sizes={sizes}
          width={640}
          height={480}
          alt={alt}
          lang={altLang}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
          // Paint the first picture together with the text around it.
          decoding={eager ? 'sync' : 'async'}
          draggable={false}
          className={`absolute inset-0 size-full ${whole ? 'object-contain' : 'object-cover'}`}
          onError={() => setFailed(true)}
        />
      </picture>
    </span>
  );
}
