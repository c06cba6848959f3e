import type { HomeAnswer } from '@maru/contract';
import { formatShortUsd } from '@maru/words';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { cityText } from '../../listing/facts/home-words.ts';
import type { MapCluster } from '../../search/map/map-view.ts';
import { watchNear } from '../../ui/watch-near.ts';

/** How much of the surroundings is shown: streets for a home, the ZIP code's area where only that is known. */
const ZOOM = { home: 14.5, zip: 11.5 };
const NOTHING: ReadonlySet<string> = new Set();
const ignore = () => {};

/**
 * A still picture of where the home is: the plain ground, drawn when it comes near the window; without it nothing stands here, the
 * address above and the link below say the same.
 */
export function HomeMap({
  home,
  latitude,
  longitude,
}: {
  home: HomeAnswer;
  latitude: number;
  longitude: number;
}) {
  const words = useWords();
  const { t, locale } = words;
  const box = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'coming' | 'here' | 'failed'>('coming');

  const price = home.listing.listPrice;
  const [clusters] = useState<MapCluster[]>(() =>
    // The middle of a ZIP code is not where the home is: no pin there.
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
            formatText: () => (price === null ? '•' : formatShortUsd(locale, price)),
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
      {/* Still: it neither takes the wheel from the page nor the focus. */}
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
