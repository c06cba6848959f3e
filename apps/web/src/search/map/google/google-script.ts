/** The part of Google's Maps JavaScript API that we use, weekly version. */
export interface GoogleMaps {
  Map: new (container: HTMLElement, options: Record<string, unknown>) => GoogleMap;
  event: { clearInstanceListeners(target: object): void };
}

interface LatLng {
  lat(): number;
  lng(): number;
}

export interface GoogleMap {
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
export function loadGoogleMaps(
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
export const GOOGLE_REFUSED = 'maru:google-maps-refused';
