import type { HomeAnswer } from '@maru/contract';
import { formatShortUsd } from '@maru/words';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { cityText } from '../listing/home-words.ts';
import type { MapOverlay } from '../search/map/map-overlay.ts';
import type { MapCluster, MapView } from '../search/map/map-view.ts';

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
  const [parts, setParts] = useState<{ View: MapView; overlay: MapOverlay } | null>(null);
  const [failed, setFailed] = useState(false);

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
    let gone = false;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        Promise.all([import('../search/map/maplibre-view.tsx'), import('../search/map/map-overlay.ts')]).then(
          ([{ default: View }, { MapOverlay }]) => {
            if (gone) return;
            const overlay = new MapOverlay({
              onPress: ignore,
              onLight: ignore,
              nameOf: () => '',
              textOf: () => (price === null ? '•' : formatShortUsd(locale, price)),
            });
            overlay.show(clusters, { seen: NOTHING, saved: NOTHING, wording: null });
            setParts({ View, overlay });
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

  if (failed) return null;
  return (
    <div
      ref={box}
      role="img"
      aria-label={t('listing.where_map', { place: cityText(home, words) })}
      className="mt-3 h-64 overflow-hidden rounded-card border border-line bg-sunken md:h-80 print:hidden [&_.maplibregl-ctrl-top-right]:hidden"
    >
      {/* Still: it neither takes the wheel from the page nor the focus. */}
      <div inert className="size-full">
        {parts === null ? null : (
          <parts.View
            bounds={[longitude - SPAN, latitude - SPAN, longitude + SPAN, latitude + SPAN]}
            zoom={home.addressWithheld ? ZOOM.zip : ZOOM.home}
            overlay={parts.overlay.element}
            onReady={ignore}
            onCamera={(camera) => parts.overlay.follow(camera)}
            onMove={ignore}
            onGround={ignore}
            onFail={() => setFailed(true)}
          />
        )}
      </div>
    </div>
  );
}
