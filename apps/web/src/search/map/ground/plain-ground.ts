import type { Locale } from '@maru/words';
import { type Camera, worldSize } from '../camera.ts';
import { readTile, type TileFeature } from '../tile-reader.ts';
import { type GroundLabel, type GroundTile, placeLabels, streetKind } from './ground-labels.ts';
import {
  EDGE_PX,
  EDGES_FROM,
  type MapColors,
  mapFonts,
  readColors,
  STREET_KINDS,
  streetWidthAt,
} from './ground-rules.ts';

/** The highest zoom of tiles; beyond it they are scaled. */
const FINEST = 14;
const KEPT_TILES = 40;
/** Cap of the device pixel ratio: more is not visibly sharper. */
const MOST_PIXELS = 3;
const LINE_EM = 1.2;
/** MapLibre's vertical offset, so that no label jumps when it takes over. */
const LOWER_EM = 0.13;

type Shape = 'abroad' | 'lake' | 'land' | 'park' | 'school' | 'water';
type Line = 'county' | 'state' | 'path' | (typeof STREET_KINDS)[number];

interface DrawnTile extends GroundTile {
  shapes: Partial<Record<Shape, Path2D>>;
  lines: Partial<Record<Line, Path2D>>;
  /** Extent of the paths' coordinates. */
  extent: number;
}

/**
 * Our ground on a canvas: the same tiles, colors and labels as in MapLibre, for a few kilobytes of script and without
 * WebGL. Shown before a map is touched, and where it is only looked at.
 */
export class PlainGround {
  readonly element: HTMLCanvasElement;
  readonly #locale: Locale;
  readonly #dark = matchMedia('(prefers-color-scheme: dark)');
  readonly #tiles = new Map<string, DrawnTile | 'coming'>();
  readonly #stop = new AbortController();
  #camera: Camera | null = null;
  #colors: MapColors | null = null;
  #frame = 0;
  /** Labels are placed when the map is at rest, and move with it meanwhile. */
  #named: { at: Camera; labels: readonly GroundLabel[] } | null = null;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(locale: Locale) {
    this.#locale = locale;
    this.element = document.createElement('canvas');
    this.element.className = 'absolute inset-0 size-full';
    this.element.setAttribute('aria-hidden', 'true');
    const { signal } = this.#stop;
    const anew = () => {
      this.#colors = null;
      this.#named = null;
      this.#draw();
    };
    this.#dark.addEventListener('change', anew, { signal });
    // Fonts may load later.
    document.fonts.addEventListener('loadingdone', anew, { signal });
  }

  look(camera: Camera): void {
    const before = this.#camera;
    this.#camera = camera;
    if (before?.zoom !== camera.zoom) this.#named = null;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      this.#named = null;
      this.#draw();
    }, 120);
    for (const tile of tilesIn(camera)) this.#want(tile);
    this.#draw();
  }

  close(): void {
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#rest);
    this.element.remove();
  }

  #want({ zoom, x, y }: TilePlace): void {
    const key = `${zoom}/${x}/${y}`;
    if (this.#tiles.has(key)) return;
    this.#tiles.set(key, 'coming');
    const { signal } = this.#stop;
    fetch(`/tiles/base/${key}.mvt`, { signal })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`the tile ${key} answered ${answer.status}`);
        const bytes = new Uint8Array(await answer.arrayBuffer());
        this.#tiles.set(key, drawnTile({ zoom, x, y, layers: readTile(bytes) }));
        this.#forget();
        this.#named = null;
        this.#draw();
      })
      // Land without detail stays; the next look retries.
      .catch(() => this.#tiles.delete(key));
  }

  /** Evicts the tiles that were drawn longest ago. */
  #forget(): void {
    const shown = new Set(this.#camera === null ? [] : tilesIn(this.#camera).map(tileKey));
    for (const key of this.#tiles.keys()) {
      if (this.#tiles.size <= KEPT_TILES) return;
      if (!shown.has(key)) this.#tiles.delete(key);
    }
  }

  #draw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#camera !== null && this.element.isConnected) this.#paint(this.#camera);
    });
  }

  #paint(camera: Camera): void {
    const { width, height, zoom } = camera;
    const pixels = Math.min(MOST_PIXELS, devicePixelRatio);
    const [across, down] = [Math.round(width * pixels), Math.round(height * pixels)];
    if (this.element.width !== across || this.element.height !== down) {
      this.element.width = across;
      this.element.height = down;
    }
    const pen = this.element.getContext('2d', { alpha: false });
    if (pen === null) return;
    this.#colors ??= readColors(this.element);
    const colors = this.#colors;
    const found = tilesIn(camera).map((place) => ({ place, tile: this.#tiles.get(tileKey(place)) }));
    const tiles = found.flatMap(({ tile }) => (tile === undefined || tile === 'coming' ? [] : [tile]));
    pen.setTransform(pixels, 0, 0, pixels, 0, 0);
    // Until all tiles are loaded, draw land: a map of water alone would be misleading.
    pen.fillStyle = tiles.length === found.length ? colors.water : colors.land;
    pen.fillRect(0, 0, width, height);

    const within = (tile: DrawnTile, work: (scale: number) => void) => {
      const size = worldSize(zoom);
      const scale = size / 2 ** tile.zoom / tile.extent;
      const left = (tile.x / 2 ** tile.zoom - camera.x) * size + width / 2;
      const top = (tile.y / 2 ** tile.zoom - camera.y) * size + height / 2;
      pen.setTransform(scale * pixels, 0, 0, scale * pixels, left * pixels, top * pixels);
      work(scale);
    };
    const fill = (shape: Shape, color: string) => {
      pen.fillStyle = color;
      pen.strokeStyle = color;
      for (const tile of tiles) {
        const path = tile.shapes[shape];
        if (path === undefined) continue;
        within(tile, (scale) => {
          pen.fill(path);
          // At least one pixel wide, or a brook would flicker along its course.
          pen.lineWidth = 1 / pixels / scale;
          pen.stroke(path);
        });
      }
    };
    const stroke = (line: Line, color: string, px: number, dash: readonly number[] = []) => {
      if (px <= 0) return;
      pen.strokeStyle = color;
      for (const tile of tiles) {
        const path = tile.lines[line];
        if (path === undefined) continue;
        within(tile, (scale) => {
          pen.lineWidth = px / scale;
          pen.setLineDash(dash.map((one) => (one * px) / scale));
          pen.stroke(path);
        });
      }
    };

    if (tiles.length < found.length) {
      pen.fillStyle = colors.water;
      for (const tile of tiles) within(tile, () => pen.fillRect(0, 0, tile.extent, tile.extent));
    }
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    fill('abroad', colors.land);
    fill('lake', colors.water);
    fill('land', colors.land);
    fill('park', colors.park);
    fill('school', colors.school);
    fill('water', colors.water);
    if (zoom >= 6) {
      pen.lineCap = 'butt';
      pen.globalAlpha = 0.7;
      stroke('county', colors.border, 0.75, [3, 2]);
      pen.globalAlpha = 1;
      pen.lineCap = 'round';
    }
    stroke('state', colors.border, Math.max(0.5, Math.min(1.5, 0.5 + (zoom - 3) / 7)));
    if (zoom >= 14) stroke('path', colors.street, 1.5, [2, 2]);
    const upwards = STREET_KINDS.toReversed();
    const wide = (kind: (typeof STREET_KINDS)[number], more: number) => {
      const px = streetWidthAt(kind, zoom);
      return px > 0 ? px + more : 0;
    };
    if (zoom >= EDGES_FROM) for (const kind of upwards) stroke(kind, colors.edge, wide(kind, EDGE_PX));
    for (const kind of upwards)
      stroke(kind, kind === 'freeway' ? colors.freeway : colors.street, wide(kind, 0));

    pen.setLineDash([]);
    pen.setTransform(pixels, 0, 0, pixels, 0, 0);
    this.#name(pen, { camera, tiles, colors, pixels });
  }

  #name(
    pen: CanvasRenderingContext2D,
    {
      camera,
      tiles,
      colors,
      pixels,
    }: { camera: Camera; tiles: readonly DrawnTile[]; colors: MapColors; pixels: number },
  ): void {
    const families = mapFonts(this.#locale)
      .map((one) => `"${one}"`)
      .join(',');
    const fontAt = (size: number) => `${size}px ${families}`;
    const measure = (text: string, size: number) => {
      pen.font = fontAt(size);
      return pen.measureText(text).width;
    };
    this.#named ??= {
      at: camera,
      labels: placeLabels(tiles, { camera, locale: this.#locale, measure }),
    };
    const { at, labels } = this.#named;
    const size = worldSize(camera.zoom);
    const [dx, dy] = [(at.x - camera.x) * size, (at.y - camera.y) * size];
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineWidth = 3;
    pen.fillStyle = colors.label;
    for (const label of labels) {
      pen.font = fontAt(label.size);
      pen.strokeStyle = colors[label.ground];
      pen.globalAlpha = label.opacity;
      const [cos, sin] = [Math.cos(label.angle) * pixels, Math.sin(label.angle) * pixels];
      pen.setTransform(cos, sin, -sin, cos, (label.x + dx) * pixels, (label.y + dy) * pixels);
      for (const [index, line] of label.lines.entries()) {
        const down = (index - (label.lines.length - 1) / 2) * label.size * LINE_EM + LOWER_EM * label.size;
        pen.strokeText(line, 0, down);
        pen.fillText(line, 0, down);
      }
    }
    pen.globalAlpha = 1;
  }
}

interface TilePlace {
  zoom: number;
  x: number;
  y: number;
}

const tileKey = ({ zoom, x, y }: TilePlace) => `${zoom}/${x}/${y}`;

/** The tiles in view of a camera. */
export function tilesIn({ x, y, zoom, width, height }: Camera): TilePlace[] {
  const at = Math.max(0, Math.min(FINEST, Math.floor(zoom)));
  const most = 2 ** at;
  const size = worldSize(zoom);
  const [left, right] = [x - width / 2 / size, x + width / 2 / size];
  const [top, bottom] = [y - height / 2 / size, y + height / 2 / size];
  const places: TilePlace[] = [];
  for (let row = Math.max(0, Math.floor(top * most)); row < Math.min(most, bottom * most); row += 1)
    for (
      let column = Math.max(0, Math.floor(left * most));
      column < Math.min(most, right * most);
      column += 1
    )
      places.push({ zoom: at, x: column, y: row });
  return places;
}

function drawnTile(tile: GroundTile): DrawnTile {
  const shapes: DrawnTile['shapes'] = {};
  const lines: DrawnTile['lines'] = {};
  const extent = tile.layers.values().next().value?.extent ?? 4096;
  const add = <Name extends string>(to: Partial<Record<Name, Path2D>>, name: Name, feature: TileFeature) => {
    to[name] ??= new Path2D();
    trace(to[name], feature.lines);
  };
  for (const [layer, { features }] of tile.layers) {
    for (const feature of features) {
      const { kind } = feature.properties;
      if (layer === 'street') {
        if (feature.kind === 'line') add(lines, streetKind(kind), feature);
      } else if (layer === 'county' || layer === 'state') add(lines, layer, feature);
      else if (feature.kind === 'area') {
        if (layer === 'abroad') add(shapes, kind === 'lake' ? 'lake' : 'abroad', feature);
        else if (layer === 'park') add(shapes, kind === 'school' ? 'school' : 'park', feature);
        else if (layer === 'land' || layer === 'water') add(shapes, layer, feature);
      }
    }
  }
  return { ...tile, shapes, lines, extent };
}

function trace(path: Path2D, lines: TileFeature['lines']): void {
  for (const line of lines) {
    path.moveTo(line[0] as number, line[1] as number);
    for (let at = 2; at + 1 < line.length; at += 2) path.lineTo(line[at] as number, line[at + 1] as number);
  }
}
