import type { Bounds } from '@maru/listing/search';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { Button } from '../../ui/button.tsx';
import { boundsIn, type Camera, cameraOver, unproject } from './camera.ts';
import { PlainGround } from './ground/plain-ground.ts';
import { PlainMap } from './ground/plain-map.ts';
import { type MapViewProps, paddingIn, placeOverlay, useViewChange, viewKey } from './map-view.ts';

type Full = ComponentType<MapViewProps>;

/** The library taking over, at a camera. */
interface HandOver {
  View: Full;
  at: Camera;
  /** The requested view at that moment. */
  look: string;
}

/**
 * The map of a phone: a canvas of the ground under the real pins, with pan, pinch and keys. The first touch, key or
 * focus loads the map library (250 KB, WebGL), which takes over in place. Reading the list never loads it; if it fails
 * to load or to draw, the canvas stays.
 */
export default function PhoneMap(props: MapViewProps) {
  const { t, locale } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const face = useRef<HTMLElement>(null);
  const now = useRef(props);
  now.current = props;
  const { overlay } = props;
  const look = viewKey(props);
  const ground = useRef<PlainGround>(undefined);
  const camera = useRef<Camera>(undefined);
  const plain = useRef<PlainMap<Full>>(undefined);
  const [full, setFull] = useState<HandOver | null>(null);
  const [isDrawn, setDrawn] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map per mount; later changes are applied below.
  useEffect(() => {
    const container = box.current;
    const surface = face.current;
    if (container === null || surface === null) return;
    const drawn = new PlainGround(locale);
    ground.current = drawn;
    container.prepend(drawn.element);
    surface.append(overlay);
    let at = cameraFor(container, now.current);
    const show = (next: Camera) => {
      at = next;
      camera.current = next;
      drawn.look(next);
      now.current.onCamera(next);
    };
    const map = new PlainMap<Full>(surface, {
      camera: () => at,
      show,
      rest: (cause) => {
        const [west, south, east, north] = boundsIn(at);
        const bounds: Bounds = [Math.max(-180, west), south, Math.min(180, east), north];
        now.current.onMove({ bounds, zoom: at.zoom }, cause);
      },
      press: (left, top) => now.current.onGround(unproject(at, left, top)),
      wake: async () => (await import('./maplibre-view.tsx')).default,
      handOver: (View) => setFull({ View, at, look: viewKey(now.current) }),
    });
    plain.current = map;
    map.jump(at);
    now.current.onReady({
      goTo: ([latitude, longitude], zoom) => map.goTo(latitude, longitude, zoom),
      zoom: () => at.zoom,
    });
    const resized = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = container;
      if (!map.isOver && (at.width !== width || at.height !== height)) map.jump({ ...at, width, height });
    });
    resized.observe(container);
    return () => {
      resized.disconnect();
      map.end();
      drawn.close();
    };
  }, []);

  useViewChange(props, () => {
    const map = plain.current;
    if (box.current !== null && map !== undefined && !map.isOver) map.jump(cameraFor(box.current, props));
  });

  // The pins have moved to the library's box, whose canvas takes the focus of this one. Not earlier: an inert element loses
  // its focus.
  useEffect(() => {
    const surface = face.current;
    if (full === null || surface === null) return;
    const hadFocus = document.activeElement === surface;
    surface.inert = true;
    if (hadFocus)
      box.current?.querySelector<HTMLElement>('.maplibregl-canvas')?.focus({ preventScroll: true });
    return () => {
      surface.inert = false;
    };
  }, [full]);

  useEffect(() => {
    if (isDrawn) ground.current?.close();
  }, [isDrawn]);

  const onFail = (fault: Error) => {
    if (isDrawn) return props.onFail(fault);
    console.warn(fault.message);
    if (face.current !== null) placeOverlay(face.current, overlay);
    plain.current?.stay();
    setFull(null);
  };
  const step = (by: 1 | -1) => () => plain.current?.step(by);
  return (
    <div ref={box} data-map-ground="" className="relative isolate size-full overflow-hidden bg-(--map-land)">
      <section
        ref={face}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows and + move the map, as on the library's canvas.
        tabIndex={0}
        aria-label={t('map.label')}
        className="absolute inset-0 cursor-grab touch-none select-none outline-offset-[-3px]"
      />
      {full === null ? (
        <>
          <div className="absolute top-2.5 right-2.5 z-2 overflow-hidden rounded-[4px] bg-surface shadow-[0_0_0_2px_rgb(0_0_0/10%)]">
            <ZoomButton label={t('map.zoom_in')} path="M4 10h12M10 4v12" onPress={step(1)} />
            <ZoomButton label={t('map.zoom_out')} path="M4 10h12" onPress={step(-1)} />
          </div>
          <p className="absolute right-0 bottom-0 z-2 bg-surface/85 px-[5px] text-xs leading-[1.5] max-md:bottom-4">
            {t('map.attribution')}
          </p>
        </>
      ) : (
        <div className={`absolute inset-0 ${isDrawn ? '' : '[&_.maplibregl-canvas]:opacity-0'}`}>
          <full.View
            {...props}
            {...(full.look === look ? { bounds: boundsIn(full.at), zoom: full.at.zoom } : {})}
            onCamera={(next) => {
              if (!isDrawn) ground.current?.look(next);
              props.onCamera(next);
            }}
            onDrawn={() => setDrawn(true)}
            onFail={onFail}
          />
        </div>
      )}
    </div>
  );
}

function ZoomButton({ label, path, onPress }: { label: string; path: string; onPress: () => void }) {
  return (
    <Button
      variant="bare"
      title={label}
      className="grid size-11 place-items-center not-first:border-line not-first:border-t"
      onClick={onPress}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2.4" />
      </svg>
      <span className="sr-only">{label}</span>
    </Button>
  );
}

function cameraFor(container: HTMLElement, { bounds, zoom }: Pick<MapViewProps, 'bounds' | 'zoom'>): Camera {
  const { clientWidth: width, clientHeight: height } = container;
  return cameraOver(bounds, zoom, { width, height }, paddingIn(container));
}
