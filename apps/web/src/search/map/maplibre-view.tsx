import type { Bounds } from '@maru/listing';
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
import { type MapColors, mapStyle } from './map-style.ts';
import type { MapViewProps, MoveCause } from './map-view.ts';
import { PinLayer } from './pin-layer.ts';
import { zoomInto } from './pins.ts';

setWorkerUrl(workerUrl);

/** Rides on the events of a move that the visitor caused through us. */
const BY_VISITOR = { byVisitor: true };
/** On a phone the sheet covers the lower part of the map at first (search.css). */
const PHONE = '(max-width: 767px)';
const COVERED = 0.42;

/** Shows bounds whole, with room for half a pin on every side, above the sheet. */
function fitIn(container: HTMLElement) {
  const bottom = matchMedia(PHONE).matches ? container.clientHeight * COVERED : 48;
  return { padding: { top: 56, left: 40, right: 48, bottom }, maxZoom: 16, duration: 0 };
}

/** The map by MapLibre GL: the only file that knows the library's events. */
export function MapLibreView(props: MapViewProps) {
  const { t, locale } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<LibreMap>(undefined);
  const pins = useRef<PinLayer>(undefined);
  // The library's handlers outlive a render: they read the newest props here.
  const now = useRef(props);
  now.current = props;
  const { bounds, zoom, clusters, litHomeId, seen } = props;

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map per mount; what changes is told to it below.
  useEffect(() => {
    const container = box.current;
    if (container === null) return;
    let made: LibreMap;
    try {
      const colors = () => readColors(container);
      const style = () =>
        mapStyle(`${location.origin}/tiles/base/{z}/{x}/{y}.mvt`, colors(), locale, t('map.attribution'));
      made = new LibreMap({
        container,
        style: style(),
        ...cameraOf(bounds, zoom, fitIn(container)),
        attributionControl: { compact: false },
        dragRotate: false,
        pitchWithRotate: false,
        touchPitch: false,
        maxPitch: 0,
        minZoom: 2,
        maxZoom: 18,
        renderWorldCopies: false,
        fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
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
      // Until the first ground has come, bare land: a map that is all sea would be taken for one.
      made.once('style.load', () => made.setPaintProperty('ground', 'background-color', colors().land));
      const showSea = (event: { sourceId?: string; isSourceLoaded?: boolean }) => {
        if (event.sourceId !== 'base' || !event.isSourceLoaded) return;
        made.off('sourcedata', showSea);
        made.setPaintProperty('ground', 'background-color', colors().water);
      };
      made.on('sourcedata', showSea);
      const dark = matchMedia('(prefers-color-scheme: dark)');
      const repaint = () => made.setStyle(style());
      dark.addEventListener('change', repaint);
      made.once('remove', () => dark.removeEventListener('change', repaint));
    } catch {
      now.current.onFail();
      return;
    }
    map.current = made;
    pins.current = new PinLayer(made, {
      onPress: (cluster) => {
        if (cluster.home !== undefined) {
          now.current.onPick(cluster.home.homeId, cluster);
          return;
        }
        made.easeTo(
          {
            center: [cluster.longitude, cluster.latitude],
            zoom: zoomInto(made.getZoom()),
            duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 400,
          },
          BY_VISITOR,
        );
      },
      onLight: (homeId) => now.current.onLight(homeId),
      nameOf: (cluster) => now.current.nameOf(cluster),
      textOf: (cluster) => now.current.textOf(cluster),
    });
    const report = (cause: MoveCause) =>
      now.current.onMove({ bounds: boundsOf(made), zoom: made.getZoom() }, cause);
    made.on('moveend', (event) => {
      const byVisitor = 'byVisitor' in event || event.originalEvent !== undefined;
      report(byVisitor ? 'visitor' : 'page');
    });
    made.on('click', () => now.current.onPick(null, null));
    made.on('webglcontextlost', () => now.current.onFail());
    made.once('load', () => report('page'));
    return () => {
      pins.current?.clear();
      made.remove();
    };
  }, []);

  // A new place to look at; the first one was given to the map when it was made.
  const look = `${bounds.join(',')}@${zoom ?? ''}`;
  const looked = useRef(look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` is bounds and zoom.
  useEffect(() => {
    if (looked.current === look) return;
    looked.current = look;
    if (box.current === null) return;
    const fit = fitIn(box.current);
    const { center, zoom: at, bounds: whole } = cameraOf(bounds, zoom, fit);
    if (whole !== undefined) map.current?.fitBounds(whole, fit);
    else if (center !== undefined) map.current?.jumpTo({ center, zoom: at });
  }, [look]);

  useEffect(() => pins.current?.show(clusters, { litHomeId, seen }), [clusters, litHomeId, seen]);

  return <div ref={box} className="size-full" />;
}

interface Camera {
  center?: [number, number];
  zoom?: number;
  bounds?: LngLatBoundsLike;
  fitBoundsOptions?: ReturnType<typeof fitIn>;
}

function cameraOf(bounds: Bounds, zoom: number | null, fit: ReturnType<typeof fitIn>): Camera {
  const [west, south, east, north] = bounds;
  if (zoom !== null) return { center: [(west + east) / 2, middleLatitude(south, north)], zoom };
  return { bounds: [west, south, east, north], fitBoundsOptions: fit };
}

/** Halfway on the map, which is not halfway in degrees. */
function middleLatitude(south: number, north: number): number {
  const a = MercatorCoordinate.fromLngLat([0, south]).y;
  const b = MercatorCoordinate.fromLngLat([0, north]).y;
  return new MercatorCoordinate(0, (a + b) / 2).toLngLat().lat;
}

function boundsOf(map: LibreMap): Bounds {
  const bounds = map.getBounds();
  return [
    Math.max(-180, bounds.getWest()),
    Math.max(-90, bounds.getSouth()),
    Math.min(180, bounds.getEast()),
    Math.min(90, bounds.getNorth()),
  ];
}

/** The tokens are OKLCH, which the library does not read: a canvas turns them into sRGB. */
function readColors(element: Element): MapColors {
  const style = getComputedStyle(element);
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const color = (token: string): string => {
    if (pen === null) return '#888';
    pen.fillStyle = style.getPropertyValue(token).trim();
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  return {
    land: color('--map-land'),
    water: color('--map-water'),
    park: color('--map-park'),
    school: color('--map-school'),
    border: color('--map-border'),
    street: color('--map-street'),
    edge: color('--map-street-edge'),
    freeway: color('--map-freeway'),
    label: color('--map-label'),
  };
}
