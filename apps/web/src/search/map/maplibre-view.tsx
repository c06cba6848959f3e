import type { Bounds } from '@maru/listing/search';
import {
  Map as LibreMap,
  type LngLatBoundsLike,
  MercatorCoordinate,
  NavigationControl,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { useEffect, useRef } from 'react';
import { useWords } from '../../i18n/words.tsx';
import 'maplibre-gl/dist/maplibre-gl.css';
import { readColors } from './ground/ground-rules.ts';
import { mapStyle } from './map-style.ts';
import {
  type MapViewProps,
  type MoveCause,
  paddingIn,
  placeOverlay,
  prefersCalm,
  useViewChange,
} from './map-view.ts';

setWorkerUrl(workerUrl);

/** Marks events of a move that the visitor caused through our own controls. */
const BY_VISITOR = { byVisitor: true };
function fitIn(container: HTMLElement) {
  return { padding: paddingIn(container), maxZoom: 16, duration: 0 };
}

/** The map by MapLibre GL. The only file that uses the library's events. */
export default function MapLibreView(props: MapViewProps) {
  const { t, locale } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<LibreMap>(undefined);
  // The library's handlers outlive a render: they read the latest props here.
  const now = useRef(props);
  now.current = props;
  const { bounds, zoom, overlay } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map per mount; later changes are applied below.
  useEffect(() => {
    const container = box.current;
    if (container === null) return;
    const dark = matchMedia('(prefers-color-scheme: dark)');
    let made: LibreMap;
    let repaint: () => void;
    try {
      const colors = () => readColors(container);
      const style = () =>
        mapStyle(`${location.origin}/tiles/base/{z}/{x}/{y}.mvt`, colors(), locale, t('map.attribution'));
      made = new LibreMap({
        container,
        style: style(),
        ...toCameraOptions(bounds, zoom, fitIn(container)),
        attributionControl: { compact: false },
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        maxPitch: 0,
        minZoom: 2,
        maxZoom: 18,
        renderWorldCopies: false,
        fadeDuration: prefersCalm() ? 0 : 150,
        locale: {
          'Map.Title': t('map.label'),
          'NavigationControl.ZoomIn': t('map.zoom_in'),
          'NavigationControl.ZoomOut': t('map.zoom_out'),
          'AttributionControl.ToggleAttribution': t('map.attribution_toggle'),
        },
      });
      made.touchZoomRotate.disableRotation();
      made.keyboard.disableRotation();
      made.addControl(new NavigationControl({ showCompass: false }), 'top-right');
      // Until tiles are loaded, show land: a map of water alone would be misleading.
      made.once('style.load', () => made.setPaintProperty('ground', 'background-color', colors().land));
      const showSea = (event: { sourceId?: string; isSourceLoaded?: boolean }) => {
        if (event.sourceId !== 'base' || !event.isSourceLoaded) return;
        made.off('sourcedata', showSea);
        made.setPaintProperty('ground', 'background-color', colors().water);
      };
      made.on('sourcedata', showSea);
      repaint = () => made.setStyle(style());
      dark.addEventListener('change', repaint);
    } catch (fault) {
      now.current.onFail(fault as Error);
      return;
    }
    map.current = made;
    placeOverlay(made.getCanvasContainer(), overlay);
    let isHere = true;
    const look = () => {
      if (!isHere) return;
      const { lng, lat } = made.getCenter();
      const { x, y } = MercatorCoordinate.fromLngLat([lng, lat]);
      const { clientWidth: width, clientHeight: height } = container;
      now.current.onCamera({ x, y, zoom: made.getZoom(), width, height });
    };
    made.on('move', look);
    made.on('resize', look);
    look();
    now.current.onReady({
      goTo: ([latitude, longitude], at) =>
        made.easeTo(
          { center: [longitude, latitude], zoom: at, duration: prefersCalm() ? 0 : 400 },
          BY_VISITOR,
        ),
      zoom: () => made.getZoom(),
    });
    const report = (cause: MoveCause) => {
      if (isHere) now.current.onMove({ bounds: clampBounds(made), zoom: made.getZoom() }, cause);
    };
    // The initial position is reported on load. After a move, that would cancel its search.
    let hasMoved = false;
    // MapLibre leaves the original event out of the moves of a single notch of a wheel.
    let isWheeled = false;
    made.on('wheel', () => {
      isWheeled = true;
    });
    made.on('moveend', (event) => {
      hasMoved = true;
      const byVisitor = isWheeled || 'byVisitor' in event || event.originalEvent !== undefined;
      isWheeled = false;
      report(byVisitor ? 'visitor' : 'page');
    });
    made.on('click', ({ lngLat }) => now.current.onGround([lngLat.lat, lngLat.lng]));
    made.on('webglcontextlost', () => {
      if (isHere) now.current.onFail(new Error('the map has lost its WebGL context'));
    });
    made.once('load', () => {
      if (!hasMoved) report('page');
    });
    made.once('idle', () => {
      if (isHere) now.current.onDrawn?.();
    });
    return () => {
      isHere = false;
      // A map that waits for its removal must not redraw.
      dark.removeEventListener('change', repaint);
      removeWhenDrawn(made);
    };
  }, []);

  useViewChange(props, () => {
    if (box.current === null) return;
    const fit = fitIn(box.current);
    const { center, zoom: at, bounds: whole } = toCameraOptions(bounds, zoom, fit);
    if (whole !== undefined) map.current?.fitBounds(whole, fit);
    else if (center !== undefined) map.current?.jumpTo({ center, zoom: at });
  });

  return <div ref={box} className="isolate size-full" />;
}

/** A map that never becomes idle is removed after this time. */
const STILL_WITHIN_MS = 5_000;
const DRAWN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;

/**
 * Removes a map once its drawing commands are done. Without a graphics card, losing the context waits for them (12 to
 * 17 s, measured on two busy cores) and blocks the next page.
 */
function removeWhenDrawn(map: LibreMap): void {
  map.stop();
  const wait = () => {
    clearTimeout(late);
    map.off('idle', wait);
    const gl = map.getCanvas().getContext('webgl2');
    const fence = gl?.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? null;
    if (!gl || fence === null) return map.remove();
    gl.flush();
    const until = performance.now() + DRAWN_WITHIN_MS;
    const look = () => {
      const isDrawn = gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
      if (isDrawn || performance.now() > until) map.remove();
      else setTimeout(look, LOOK_EVERY_MS);
    };
    setTimeout(look, LOOK_EVERY_MS);
  };
  const late = setTimeout(wait, STILL_WITHIN_MS);
  map.on('idle', wait);
  // An idle map reports so with its next frame.
  map.triggerRepaint();
}

interface Camera {
  center?: [number, number];
  zoom?: number;
  bounds?: LngLatBoundsLike;
  fitBoundsOptions?: ReturnType<typeof fitIn>;
}

function toCameraOptions(bounds: Bounds, zoom: number | null, fit: ReturnType<typeof fitIn>): Camera {
  const [west, south, east, north] = bounds;
  if (zoom !== null) return { center: [(west + east) / 2, middleLatitude(south, north)], zoom };
  return { bounds: [west, south, east, north], fitBoundsOptions: fit };
}

/** The center in Mercator, which is not the center in degrees. */
function middleLatitude(south: number, north: number): number {
  const a = MercatorCoordinate.fromLngLat([0, south]).y;
  const b = MercatorCoordinate.fromLngLat([0, north]).y;
  return new MercatorCoordinate(0, (a + b) / 2).toLngLat().lat;
}

function clampBounds(map: LibreMap): Bounds {
  const bounds = map.getBounds();
  return [
    Math.max(-180, bounds.getWest()),
    Math.max(-90, bounds.getSouth()),
    Math.min(180, bounds.getEast()),
    Math.min(90, bounds.getNorth()),
  ];
}
