import type { Bounds } from '@maru/listing/search';
import { LANGUAGE_TAGS } from '@maru/words';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWords } from '../../i18n/words.tsx';
import { unproject, worldX, worldY } from './camera.ts';
import { type MapViewProps, paddingIn, useViewChange } from './map-view.ts';

/** Google's zoom is for 256-pixel tiles, ours for 512. */
const ZOOM_STEP = 1;

/** The map by Google Maps. The only file that uses the library's events. */
export default function GoogleView(props: MapViewProps) {
  const { t, locale } = useWords();
  const { googleMaps } = useRouter().options.context.site;
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<GoogleMap>(undefined);
  // The library's handlers outlive a render: they read the latest props here.
  const now = useRef(props);
  now.current = props;
  const { bounds, zoom, overlay } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map per mount; later changes are applied below.
  useEffect(() => {
    const container = box.current;
    if (container === null || googleMaps === undefined) return;
    let gone = false;
    const fail = (fault: Error) => {
      if (!gone) now.current.onFail(fault);
    };
    const refused = () => fail(new Error(FAILED));
    window.addEventListener(GOOGLE_REFUSED, refused);
    loadGoogleMaps(googleMaps, LANGUAGE_TAGS[locale])
      .then((maps) => {
        if (gone) return;
        const ground = document.createElement('div');
        ground.className = 'absolute inset-0';
        container.prepend(ground);
        const made = new maps.Map(ground, {
          center: { lat: 39, lng: -97 },
          zoom: 4,
          minZoom: 2 + ZOOM_STEP,
          maxZoom: 18 + ZOOM_STEP,
          isFractionalZoomEnabled: true,
          gestureHandling: 'greedy',
          clickableIcons: false,
          fullscreenControl: false,
          mapTypeControl: false,
          rotateControl: false,
          streetViewControl: false,
          tilt: 0,
          colorScheme: 'FOLLOW_SYSTEM',
        });
        map.current = made;
        const lookAt = () => {
          const center = made.getCenter();
          const at = made.getZoom();
          if (center === undefined || at === undefined) return null;
          const { clientWidth: width, clientHeight: height } = container;
          return { x: worldX(center.lng()), y: worldY(center.lat()), zoom: at - ZOOM_STEP, width, height };
        };
        const follow = () => {
          const camera = lookAt();
          if (camera !== null) now.current.onCamera(camera);
        };
        made.addListener('bounds_changed', follow);
        made.addListener('center_changed', follow);
        made.addListener('zoom_changed', follow);
        // Google does not report the cause of a move: infer it from input events.
        let byVisitor = false;
        const touched = () => {
          byVisitor = true;
        };
        for (const kind of ['pointerdown', 'wheel', 'keydown'])
          container.addEventListener(kind, touched, { passive: true });
        made.addListener('idle', () => {
          const camera = lookAt();
          if (camera === null) return;
          const [north, west] = unproject(camera, 0, 0);
          const [south, east] = unproject(camera, camera.width, camera.height);
          now.current.onCamera(camera);
          now.current.onMove(
            { bounds: [west, south, east, north], zoom: camera.zoom },
            byVisitor ? 'visitor' : 'page',
          );
          byVisitor = false;
        });
        made.addListener('click', (event) => {
          const at = event?.latLng;
          if (at) now.current.onGround([at.lat(), at.lng()]);
        });
        lookInto(made, container, now.current.bounds, now.current.zoom);
        now.current.onReady({
          goTo: ([latitude, longitude], next) => {
            byVisitor = true;
            made.moveCamera({ center: { lat: latitude, lng: longitude }, zoom: next + ZOOM_STEP });
          },
          zoom: () => (made.getZoom() ?? 4) - ZOOM_STEP,
        });
      })
      .catch(fail);
    container.append(overlay);
    return () => {
      gone = true;
      window.removeEventListener(GOOGLE_REFUSED, refused);
    };
  }, []);

  useViewChange(props, () => {
    if (map.current !== undefined && box.current !== null) lookInto(map.current, box.current, bounds, zoom);
  });

  return <section ref={box} aria-label={t('map.label')} className="relative isolate size-full" />;
}

function lookInto(map: GoogleMap, container: HTMLElement, bounds: Bounds, zoom: number | null): void {
  const [west, south, east, north] = bounds;
  if (zoom === null) {
    map.fitBounds({ west, south, east, north }, paddingIn(container));
    return;
  }
  const middle = (worldY(south) + worldY(north)) / 2;
  const [lat] = unproject({ x: 0.5, y: middle, zoom: 0, width: 0, height: 0 }, 0, 0);
  map.moveCamera({ center: { lat, lng: (west + east) / 2 }, zoom: zoom + ZOOM_STEP });
}

/** The part of Google's Maps JavaScript API that we use, weekly version. */
interface GoogleMaps {
  Map: new (container: HTMLElement, options: Record<string, unknown>) => GoogleMap;
  event: { clearInstanceListeners(target: object): void };
}

interface LatLng {
  lat(): number;
  lng(): number;
}

interface GoogleMap {
  getCenter(): LatLng | undefined;
  /** For 256-pixel tiles. */
  getZoom(): number | undefined;
  moveCamera(camera: { center?: { lat: number; lng: number }; zoom?: number }): void;
  panTo(center: { lat: number; lng: number }): void;
  fitBounds(
    bounds: { west: number; south: number; east: number; north: number },
    padding: { top: number; right: number; bottom: number; left: number },
  ): void;
  addListener(name: string, listener: (event?: { latLng?: LatLng | null }) => void): unknown;
}

/** The text is fixed (rule S8.3). */
const FAILED = 'Google Maps script failed to load.';
const PATIENCE_MS = 15_000;

let loading: Promise<GoogleMaps> | undefined;

/**
 * Loads Google's script once, on demand, in its weekly version.
 * @throws Error 'Google Maps script failed to load.', also if the key is refused; may be retried
 */
function loadGoogleMaps(
  { key, scriptUrl }: { key: string; scriptUrl: string },
  language: string,
): Promise<GoogleMaps> {
  loading ??= new Promise<GoogleMaps>((resolve, reject) => {
    const page = window as unknown as {
      google?: { maps?: GoogleMaps };
      __maruGoogleMaps?: () => void;
      gm_authFailure?: () => void;
    };
    const fail = () => {
      clearTimeout(timer);
      loading = undefined;
      reject(new Error(FAILED));
    };
    const timer = setTimeout(fail, PATIENCE_MS);
    page.__maruGoogleMaps = () => {
      clearTimeout(timer);
      const maps = page.google?.maps;
      if (maps === undefined) fail();
      else resolve(maps);
    };
    // Google's script calls this if the key is refused.
    page.gm_authFailure = () => {
      window.dispatchEvent(new Event(GOOGLE_REFUSED));
      fail();
    };
    const url = new URL(scriptUrl, location.href);
    url.search = new URLSearchParams({
      key,
      v: 'weekly',
      language,
      region: 'US',
      loading: 'async',
      callback: '__maruGoogleMaps',
    }).toString();
    const script = document.createElement('script');
    script.src = url.href;
    script.async = true;
    script.addEventListener('error', fail);
    document.head.append(script);
  });
  return loading;
}

/** Event of the window: Google refused the key, possibly after its map was created. */
const GOOGLE_REFUSED = 'maru:google-maps-refused';
