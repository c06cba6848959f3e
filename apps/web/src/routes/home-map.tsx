import type { HomeAnswer } from '@maru/contract';
import { formatShortUsd } from '@maru/words';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { cityText } from '../listing/home-words.ts';
import type { MapCluster, MapViewProps } from '../search/map/map-view.ts';

/** How much of the surroundings is shown: streets for a home, the ZIP code's area where only that is known. */
const ZOOM = { home: 14.5, zip: 11.5 };
const SPAN = 0.02;
const NOTHING: ReadonlySet<string> = new Set();
const ignore = () => {};

/**
 * A still picture of where the home is. The map library is loaded when this comes near the window; without it
 * nothing stands here, the address above and the link below say the same.
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
  const [View, setView] = useState<ComponentType<MapViewProps> | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    let gone = false;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        import('../search/map/maplibre-view.tsx').then(
          ({ MapLibreView }) => {
            if (!gone) setView(() => MapLibreView);
          },
          () => {
            if (!gone) setFailed(true);
          },
        );
      },
      { rootMargin: '300px' },
    );
    watch.observe(element);
    return () => {
      gone = true;
      watch.disconnect();
    };
  }, []);

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
  if (failed) return null;
  const price = home.listing.listPrice;
  return (
    <div
      ref={box}
      role="img"
      aria-label={t('listing.where_map', { place: cityText(home, words) })}
      className="mt-3 h-64 overflow-hidden rounded-card border border-line bg-sunken md:h-80 print:hidden [&_.maplibregl-ctrl-top-right]:hidden"
    >
      {/* Still: it neither takes the wheel from the page nor the focus. */}
      <div inert className="size-full">
        {View === null ? null : (
          <View
            bounds={[longitude - SPAN, latitude - SPAN, longitude + SPAN, latitude + SPAN]}
            zoom={home.addressWithheld ? ZOOM.zip : ZOOM.home}
            clusters={clusters}
            litHomeId={null}
            seen={NOTHING}
            nameOf={() => ''}
            textOf={() => (price === null ? '•' : formatShortUsd(locale, price))}
            onMove={ignore}
            onPick={ignore}
            onLight={ignore}
            onFail={() => setFailed(true)}
          />
        )}
      </div>
    </div>
  );
}
