import type { HomeAnswer } from '@maru/contract';
import { searchPath } from '@maru/listing/search';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { addressText, cityText, pinText } from '../../listing/facts/home-words.ts';
import { implausibleFacts } from '../../listing/facts/implausible.ts';
import type { HomePageData } from '../../listing/page/home-page-data.ts';
import type { MapCluster } from '../../search/map/map-view.ts';
import { buttonClass } from '../../ui/button.tsx';
import { MapIcon } from '../../ui/icons/icons.tsx';
import { SiteLink, TextLink } from '../../ui/site-link.tsx';
import { watchNear } from '../../ui/watch-near.ts';

/** Half the size of the search area, in degrees: about 2 km. */
const AROUND = 0.018;

/** The location of the home, and links to searches around it. */
export function Where({ home }: HomePageData) {
  const words = useWords();
  const { t } = words;
  const { latitude, longitude, postalCode } = home.listing;
  if (latitude === null || longitude === null) return null;
  // No map for an implausible position.
  if (implausibleFacts(home).includes('position')) {
    return (
      <>
        <p>{addressText(home, words)}</p>
        <p className="mt-2 text-quiet">{t('listing.doubtful_position')}</p>
      </>
    );
  }
  const zip = home.places.find((place) => place.kind === 'zip') ?? home.places.at(-1);
  const wide = AROUND / Math.max(0.2, Math.cos((latitude * Math.PI) / 180));
  const other = home.searchType === 'sale' ? 'rent' : 'sale';
  const searchAround = (searchType: 'sale' | 'rent') =>
    searchPath({
      searchType,
      place: zip?.slug,
      bbox: [longitude - wide, latitude - AROUND, longitude + wide, latitude + AROUND],
    });
  const shown =
    home.addressWithheld && postalCode !== null
      ? t('listing.where_withheld', { zip: postalCode })
      : addressText(home, words);
  return (
    <>
      <p>{shown}</p>
      <HomeMap home={home} latitude={latitude} longitude={longitude} />
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <SiteLink path={searchAround(home.searchType)} className={buttonClass('secondary')}>
          <MapIcon size={18} />
          {t('listing.where_search')}
        </SiteLink>
        {/* The same area to rent instead of buy, or the reverse. */}
        <TextLink path={searchAround(other)}>{t(`listing.where_other_${other}`)}</TextLink>
      </p>
    </>
  );
}

/** Zoom levels: streets for a home, the area for a ZIP code. */
const ZOOM = { home: 14.5, zip: 11.5 };
const NOTHING: ReadonlySet<string> = new Set();
const ignore = () => {};

/**
 * A static map of the home, drawn near the viewport. Nothing is shown when it fails: the address above and the link below
 * say the same.
 */
function HomeMap({ home, latitude, longitude }: { home: HomeAnswer; latitude: number; longitude: number }) {
  const words = useWords();
  const { t, locale } = words;
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming');

  const price = pinText(home, words);
  const [clusters] = useState<MapCluster[]>(() =>
    // No pin at the center of a ZIP code, which is not the home's position.
    home.addressWithheld
      ? []
      : [
          {
            latitude,
            longitude,
            count: 1,
            home: {
              homeId: home.homeId,
              listPrice: home.listing.listPrice,
              standardStatus: home.listing.standardStatus,
            },
          },
        ],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: one map a page; its home does not change under it.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let end: (() => void) | undefined;
    let gone = false;
    const draw = () => {
      unwatch();
      Promise.all([
        import('../../search/map/ground/plain-ground.ts'),
        import('../../search/map/map-overlay.ts'),
        import('../../search/map/camera.ts'),
      ]).then(
        ([{ PlainGround }, { MapOverlay }, { cameraAt }]) => {
          if (gone) return;
          const ground = new PlainGround(locale);
          const overlay = new MapOverlay({
            onPress: ignore,
            onLight: ignore,
            formatName: () => '',
            formatText: () => price ?? '•',
          });
          overlay.show(clusters, { seen: NOTHING, saved: NOTHING, wording: null });
          element.prepend(ground.element, overlay.element);
          const look = () => {
            const { clientWidth: width, clientHeight: height } = element;
            const zoom = home.addressWithheld ? ZOOM.zip : ZOOM.home;
            const camera = cameraAt([latitude, longitude], zoom, { width, height });
            ground.look(camera);
            overlay.follow(camera);
          };
          const resized = new ResizeObserver(look);
          resized.observe(element);
          end = () => {
            resized.disconnect();
            ground.close();
            overlay.element.remove();
          };
          setState('here');
        },
        () => {
          if (!gone) setState('failed');
        },
      );
    };
    const unwatch = watchNear(element, draw, { margin: '300px' });
    return () => {
      gone = true;
      unwatch();
      end?.();
    };
  }, []);

  if (state === 'failed') return null;
  return (
    <div
      role="img"
      aria-label={t('listing.where_map', { place: cityText(home, words) })}
      className="mt-3 h-64 overflow-hidden rounded-card border border-line bg-sunken md:h-80 print:hidden"
    >
      {/* Inert: it takes neither the wheel nor the focus. */}
      <div ref={box} inert className="relative isolate size-full">
        {state === 'here' ? (
          <p className="absolute right-0 bottom-0 z-2 bg-surface/85 px-[5px] text-xs leading-[1.5]">
            {t('map.attribution')}
          </p>
        ) : null}
      </div>
    </div>
  );
}
