import { type Map as LibreMap, Marker } from 'maplibre-gl';
import type { MapCluster } from './map-view.ts';
import { clusterDiameter, pinKey } from './pins.ts';

interface PinLayerParts {
  onPress: (cluster: MapCluster) => void;
  onLight: (homeId: string | null) => void;
  nameOf: (cluster: MapCluster) => string;
  textOf: (cluster: MapCluster) => string;
}

interface Pin {
  cluster: MapCluster;
  element: HTMLButtonElement;
  marker: Marker;
}

/**
 * The pins as buttons on the map, so that they can be reached by keyboard and read aloud. A grid cell holds one, so
 * a screen has some two hundred at most; those that stay keep their element and with it focus and hover.
 */
export class PinLayer {
  readonly #map: LibreMap;
  readonly #parts: PinLayerParts;
  #pins = new Map<string, Pin>();

  constructor(map: LibreMap, parts: PinLayerParts) {
    this.#map = map;
    this.#parts = parts;
  }

  show(
    clusters: readonly MapCluster[],
    state: { litHomeId: string | null; seen: ReadonlySet<string> },
  ): void {
    const largest = Math.max(1, ...clusters.map(({ count }) => count));
    const next = new Map<string, Pin>();
    for (const cluster of clusters) {
      const key = pinKey(cluster);
      const pin = this.#pins.get(key) ?? this.#add(cluster);
      pin.cluster = cluster;
      this.#draw(pin, largest, state);
      next.set(key, pin);
    }
    for (const [key, pin] of this.#pins) if (!next.has(key)) pin.marker.remove();
    this.#pins = next;
  }

  clear(): void {
    for (const { marker } of this.#pins.values()) marker.remove();
    this.#pins.clear();
  }

  #add(cluster: MapCluster): Pin {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'map-pin';
    const marker = new Marker({ element }).setLngLat([cluster.longitude, cluster.latitude]).addTo(this.#map);
    // The library names its markers by itself, all alike.
    element.removeAttribute('aria-label');
    const pin: Pin = { cluster, element, marker };
    const light = (on: boolean) => {
      if (pin.cluster.home !== undefined) this.#parts.onLight(on ? pin.cluster.home.homeId : null);
    };
    element.addEventListener('click', (event) => {
      event.stopPropagation();
      this.#parts.onPress(pin.cluster);
    });
    element.addEventListener('mouseenter', () => light(true));
    element.addEventListener('mouseleave', () => light(false));
    element.addEventListener('focus', () => light(true));
    element.addEventListener('blur', () => light(false));
    // Arrows and + belong to the map; Enter and space to the button.
    element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') event.stopPropagation();
    });
    return pin;
  }

  #draw(
    { cluster, element }: Pin,
    largest: number,
    { litHomeId, seen }: { litHomeId: string | null; seen: ReadonlySet<string> },
  ): void {
    const { home } = cluster;
    const text = this.#parts.textOf(cluster);
    const name = this.#parts.nameOf(cluster);
    if (element.dataset.said !== `${text}|${name}`) {
      element.dataset.said = `${text}|${name}`;
      // The name begins with what is seen, so that who speaks to the page can say it.
      const rest = document.createElement('span');
      rest.className = 'sr-only';
      rest.textContent = ` ${name}`;
      element.replaceChildren(text, rest);
    }
    element.dataset.kind = home === undefined ? 'cluster' : 'home';
    element.toggleAttribute('data-seen', home !== undefined && seen.has(home.homeId));
    element.toggleAttribute('data-lit', home !== undefined && home.homeId === litHomeId);
    const size = home === undefined ? `${clusterDiameter(cluster.count, largest)}px` : '';
    element.style.width = size;
    element.style.height = size;
  }
}
