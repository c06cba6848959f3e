import type { HazardType } from '@maru/listing/places';
import type { Polygon } from '@maru/listing/search';
import { type Camera, type Position, project, unproject, worldSize, worldX, worldY } from './camera.ts';
import type { MapCluster } from './map-view.ts';
import { clusterDiameter, faceNear, pinKey } from './pins.ts';

interface OverlayOptions {
  onPress: (cluster: MapCluster) => void;
  onLight: (homeId: string | null) => void;
  formatName: (cluster: MapCluster) => string;
  formatText: (cluster: MapCluster) => string;
}

interface Pin {
  cluster: MapCluster;
  /** The inputs of the current label: the cluster, and the functions that format it. */
  said: readonly [MapCluster, unknown] | null;
  element: HTMLButtonElement;
  /** World coordinates, 0 to 1. */
  x: number;
  y: number;
}

/** Shapes beside the pins. */
export interface MapShapes {
  /** The searched areas, or those being drawn. */
  areas: readonly Polygon[];
  /** Corners of the open area. */
  corners: readonly Position[];
  /** The outline of the place, in rings. */
  outline: readonly Polygon[];
}

interface Handles {
  /** "Corner 3 of area 1". */
  formatName: (area: number, corner: number) => string;
  onMove: (area: number, corner: number, to: Position) => void;
  onRemove: (area: number, corner: number) => void;
}

/** A touch screen. */
const COARSE = '(pointer: coarse)';
const SVG = 'http://www.w3.org/2000/svg';
/** Beyond this distance from its origin the layer is placed again: browsers position distant elements imprecisely. */
const FAR_PX = 20_000;
/** Step of an arrow key, px. */
const KEY_PX = 12;

/**
 * Pins, areas and their corners over any map. While the map is panned, one transform moves them all; only a new zoom
 * places each pin again. Pins are buttons, for keyboard and screen reader. A grid cell has one, so a screen has about
 * 200; a pin that stays keeps its element, with its focus and hover state.
 */
export class MapOverlay {
  readonly element: HTMLElement;
  readonly #layer: HTMLElement;
  readonly #pinBox: HTMLElement;
  readonly #handleBox: HTMLElement;
  readonly #paths: Record<HazardType | 'outline' | 'areas' | 'corners' | 'dots', SVGPathElement>;
  readonly #parts: OverlayOptions;
  #pins = new Map<string, Pin>();
  #handles: { element: HTMLButtonElement; x: number; y: number }[] = [];
  #camera: Camera | null = null;
  /** The world position of the layer's corner, and the zoom that its children are placed for. */
  #origin = { x: 0, y: 0, zoom: Number.NaN };

  constructor(parts: OverlayOptions) {
    this.#parts = parts;
    this.element = document.createElement('div');
    this.element.className = 'map-overlay';
    this.#layer = document.createElement('div');
    this.#layer.className = 'map-layer';
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('aria-hidden', 'true');
    svg.setAttribute('class', 'map-shapes');
    const path = (name: string) => {
      const made = document.createElementNS(SVG, 'path');
      made.setAttribute('class', `map-shape-${name}`);
      svg.append(made);
      return made;
    };
    this.#paths = {
      flood: path('flood'),
      fire: path('fire'),
      outline: path('outline'),
      areas: path('area'),
      corners: path('corner'),
      dots: path('dot'),
    };
    this.#pinBox = document.createElement('div');
    this.#handleBox = document.createElement('div');
    this.#layer.append(svg, this.#pinBox, this.#handleBox);
    this.element.append(this.#layer);
  }

  follow(camera: Camera): void {
    this.#camera = camera;
    const size = worldSize(camera.zoom);
    const isFar = Math.hypot(this.#origin.x - camera.x, this.#origin.y - camera.y) * size > FAR_PX;
    if (camera.zoom !== this.#origin.zoom || isFar) {
      this.#origin = { x: camera.x, y: camera.y, zoom: camera.zoom };
      for (const pin of this.#pins.values()) this.#place(pin);
      for (const handle of this.#handles) this.#place(handle);
      this.#drawShapes();
    }
    const left = (this.#origin.x - camera.x) * size + camera.width / 2;
    const top = (this.#origin.y - camera.y) * size + camera.height / 2;
    this.#layer.style.transform = `translate(${left}px,${top}px)`;
  }

  /** A new `wording` updates the labels of all pins. */
  show(
    clusters: readonly MapCluster[],
    state: {
      seen: ReadonlySet<string>;
      saved: ReadonlySet<string>;
      wording: unknown;
      /** How a home compares to the budget; undefined without a budget. */
      getFit?: (cluster: MapCluster) => string | undefined;
    },
  ): void {
    this.element.toggleAttribute('data-budget', state.getFit !== undefined);
    const largest = Math.max(1, ...clusters.map(({ count }) => count));
    const next = new Map<string, Pin>();
    for (const cluster of clusters) {
      const key = pinKey(cluster);
      const pin = this.#pins.get(key) ?? this.#add(cluster);
      pin.cluster = cluster;
      this.#draw(pin, largest, state);
      next.set(key, pin);
    }
    for (const [key, pin] of this.#pins) if (!next.has(key)) pin.element.remove();
    this.#pins = next;
    this.light(this.#lit);
  }

  #lit: string | null = null;

  /** Highlights the pin of the home that is hovered in the list. */
  light(homeId: string | null): void {
    if (this.#lit !== null && this.#lit !== homeId)
      this.#pins.get(this.#lit)?.element.removeAttribute('data-lit');
    this.#lit = homeId;
    if (homeId !== null) this.#pins.get(homeId)?.element.setAttribute('data-lit', '');
  }

  /**
   * The pin that a press beside it means, on a touch screen. Larger hit areas of the pins themselves would cover their
   * neighbors.
   */
  pinNear(position: Position): MapCluster | null {
    if (this.#camera === null || this.#pinBox.inert || !matchMedia(COARSE).matches) return null;
    const camera = this.#camera;
    const pins = [...this.#pins.values()];
    const faces = pins.map(({ cluster, element }) => {
      const [x, y] = project(camera, [cluster.latitude, cluster.longitude]);
      return { x, y, width: element.offsetWidth, height: element.offsetHeight };
    });
    return pins[faceNear(faces, ...project(camera, position))]?.cluster ?? null;
  }

  #shapes: MapShapes = { areas: [], corners: [], outline: [] };

  draw(shapes: MapShapes): void {
    this.#shapes = shapes;
    this.#drawShapes();
  }

  #zones: Record<HazardType, readonly Polygon[]> = { flood: [], fire: [] };

  /** Official hazard zones, below everything else. */
  drawZones(zones: Record<HazardType, readonly Polygon[]>): void {
    this.#zones = zones;
    this.#drawShapes();
  }

  /** Pins that take neither the pointer nor the focus: a press on one is a press on the ground below it. */
  makePinsInert(inert: boolean): void {
    this.#pinBox.inert = inert;
  }

  /** Shows buttons at the corners of the areas, to drag, move by arrow keys and remove; null removes them. */
  edit(areas: readonly Polygon[], handles: Handles | null): void {
    const focused = this.#handles.findIndex(({ element }) => element === document.activeElement);
    for (const { element } of this.#handles) element.remove();
    this.#handles =
      handles === null
        ? []
        : areas.flatMap((area, which) =>
            area.map((position, corner) => this.#addHandle(position, which, corner, handles)),
          );
    // Keep the focus on a corner that was moved by key.
    if (focused >= 0) this.#handles[Math.min(focused, this.#handles.length - 1)]?.element.focus();
  }

  clear(): void {
    for (const { element } of this.#pins.values()) element.remove();
    this.#pins.clear();
  }

  #add(cluster: MapCluster): Pin {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'map-pin';
    const pin: Pin = {
      cluster,
      said: null,
      element,
      x: worldX(cluster.longitude),
      y: worldY(cluster.latitude),
    };
    this.#place(pin);
    this.#pinBox.append(element);
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

  #place({ element, x, y }: { element: HTMLElement; x: number; y: number }): void {
    const { zoom } = this.#origin;
    if (Number.isNaN(zoom)) return;
    const size = worldSize(zoom);
    const left = (x - this.#origin.x) * size;
    const top = (y - this.#origin.y) * size;
    element.style.transform = `translate(${left.toFixed(1)}px,${top.toFixed(1)}px) translate(-50%,-50%)`;
  }

  #draw(
    pin: Pin,
    largest: number,
    { seen, saved, wording, getFit }: Parameters<MapOverlay['show']>[1],
  ): void {
    const { cluster, element } = pin;
    const { home } = cluster;
    if (pin.said?.[0] !== cluster || pin.said[1] !== wording) {
      pin.said = [cluster, wording];
      // The accessible name begins with the visible text, for speech control (WCAG 2.5.3).
      const rest = document.createElement('span');
      rest.className = 'sr-only';
      rest.textContent = ` ${this.#parts.formatName(cluster)}`;
      element.replaceChildren(this.#parts.formatText(cluster), rest);
    }
    element.dataset.kind = home === undefined ? 'cluster' : 'home';
    element.toggleAttribute('data-seen', home !== undefined && seen.has(home.homeId));
    element.toggleAttribute('data-saved', home !== undefined && saved.has(home.homeId));
    const fit = getFit?.(cluster);
    if (fit === undefined) delete element.dataset.fit;
    else element.dataset.fit = fit;
    // The ring of a cluster shows the share of homes that fit.
    const { fits, count } = cluster;
    const hasShare = home === undefined && getFit !== undefined && fits !== undefined;
    element.toggleAttribute('data-share', hasShare);
    if (hasShare) element.style.setProperty('--share', (fits / count).toFixed(3));
    const size = home === undefined ? `${clusterDiameter(cluster.count, largest)}px` : '';
    element.style.width = size;
    element.style.height = size;
  }

  #drawShapes(): void {
    const { areas, corners, outline } = this.#shapes;
    for (const type of ['flood', 'fire'] as const) {
      const d = this.#zones[type].map((ring) => this.#ring(ring)).join('');
      this.#paths[type].setAttribute('d', d);
    }
    this.#paths.outline.setAttribute('d', outline.map((ring) => this.#ring(ring)).join(''));
    this.#paths.areas.setAttribute('d', areas.map((area) => this.#ring(area)).join(''));
    this.#paths.corners.setAttribute('d', this.#line(corners));
    // A line of zero length is drawn as its round cap.
    this.#paths.dots.setAttribute('d', corners.map((corner) => this.#line([corner, corner])).join(''));
  }

  #ring(points: readonly Position[]): string {
    const line = this.#line(points);
    return line === '' ? '' : `${line}Z`;
  }

  /** Empty before the first camera. */
  #line(points: readonly Position[]): string {
    if (Number.isNaN(this.#origin.zoom)) return '';
    const size = worldSize(this.#origin.zoom);
    return points
      .map(([latitude, longitude], index) => {
        const left = (worldX(longitude) - this.#origin.x) * size;
        const top = (worldY(latitude) - this.#origin.y) * size;
        return `${index === 0 ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`;
      })
      .join('');
  }

  #addHandle(position: Position, area: number, corner: number, { formatName, onMove, onRemove }: Handles) {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'map-handle';
    element.setAttribute('aria-label', formatName(area, corner));
    const handle = { element, x: worldX(position[1]), y: worldY(position[0]) };
    let at = position;
    const shift = (dx: number, dy: number) => {
      if (this.#camera === null) return;
      const [left, top] = project(this.#camera, at);
      at = unproject(this.#camera, left + dx, top + dy);
    };
    let last = { x: 0, y: 0 };
    const step = (event: PointerEvent) => {
      shift(event.clientX - last.x, event.clientY - last.y);
      last = { x: event.clientX, y: event.clientY };
      handle.x = worldX(at[1]);
      handle.y = worldY(at[0]);
      this.#place(handle);
    };
    for (const kind of ['mousedown', 'touchstart', 'dblclick', 'click'])
      element.addEventListener(kind, (event) => event.stopPropagation());
    element.addEventListener('pointerdown', (event) => {
      event.stopPropagation();
      element.setPointerCapture(event.pointerId);
      last = { x: event.clientX, y: event.clientY };
      element.addEventListener('pointermove', step);
    });
    element.addEventListener('pointerup', () => {
      element.removeEventListener('pointermove', step);
      if (at !== position) onMove(area, corner, at);
    });
    element.addEventListener('keydown', (event) => {
      const [dx, dy] = ARROWS[event.key] ?? [0, 0];
      if (event.key === 'Delete' || event.key === 'Backspace') onRemove(area, corner);
      else if (dx !== 0 || dy !== 0) {
        shift(dx * KEY_PX, dy * KEY_PX);
        onMove(area, corner, at);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    this.#place(handle);
    this.#handleBox.append(element);
    return handle;
  }
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
