import type { Locale } from '@maru/words';
import { type Camera, worldSize } from '../camera.ts';
import type { TileLayer } from '../tile-reader.ts';
import {
  groundName,
  isPlaceNamed,
  STREET_KINDS,
  STREET_NAMED_FROM,
  type StreetKind,
} from './ground-rules.ts';

/** A label: its lines around their center (px of the map's box), rotated by `angle` (radians). */
export interface GroundLabel {
  lines: readonly string[];
  x: number;
  y: number;
  angle: number;
  size: number;
  /** Below the label: its halo has that color. */
  ground: 'land' | 'park';
  opacity: number;
}

/** A tile's place in the pyramid, and its layers. */
export interface GroundTile {
  zoom: number;
  x: number;
  y: number;
  layers: ReadonlyMap<string, TileLayer>;
}

/** Width of a text at a font size, px. */
export type MeasureText = (text: string, size: number) => number;

interface View {
  camera: Camera;
  locale: Locale;
  measure: MeasureText;
}

/** Width at which a label wraps. */
const WIDEST_EM = 8;
const LINE_EM = 1.2;
/** Least straightness of a street section with a label: distance of its ends by its length. */
const STRAIGHT = 0.985;
/** Distance between labels of the same street, px. */
const AGAIN_PX = 260;

/** The labels of a view by priority, without overlaps; as in the map's style. */
export function placeLabels(tiles: readonly GroundTile[], view: View): GroundLabel[] {
  const taken: Box[] = [];
  const placed: GroundLabel[] = [];
  for (const label of candidates(tiles, view)) {
    const { room, ...rest } = label;
    const boxes = labelBoxes(rest, view.measure, room);
    const { width, height } = view.camera;
    const isOut = boxes.some(({ x1, x2, y1, y2 }) => x2 < 0 || x1 > width || y2 < 0 || y1 > height);
    if (isOut || boxes.some((box) => taken.some((one) => touches(box, one)))) continue;
    taken.push(...boxes);
    placed.push(rest);
  }
  return placed;
}

type Candidate = GroundLabel & { room: number };

function* candidates(tiles: readonly GroundTile[], view: View): Generator<Candidate> {
  const { camera } = view;
  const points = (layer: string) =>
    tiles.flatMap((tile) => {
      const { extent = 4096, features = [] } = tile.layers.get(layer) ?? {};
      return features.flatMap(({ kind, properties, lines: [line = []] }) => {
        const text = groundName(properties, view.locale);
        const [x, y] = kind === 'area' ? centerOfRing(line) : [line[0] ?? -1, line[1] ?? -1];
        // Points in a tile's buffer belong to the neighboring tile.
        if (text === undefined || x < 0 || y < 0 || x >= extent || y >= extent) return [];
        return [{ text, properties, at: toBox(tile, extent, camera, x, y) }];
      });
    });

  const parseRank = (rank: unknown) => (typeof rank === 'number' ? rank : 9);
  const places = points('place')
    .filter(({ properties: { kind, rank } }) => isPlaceNamed({ kind, rank }, camera.zoom))
    .sort((a, b) => parseRank(a.properties.rank) - parseRank(b.properties.rank));
  for (const { text, properties, at } of places) {
    const { kind, rank } = properties;
    const size =
      kind === 'state' ? 13 : kind === 'neighborhood' || kind === 'zip' ? 12 : 17 - (5 * parseRank(rank)) / 9;
    yield named(text, at, size, { room: 8, view });
  }
  if (camera.zoom >= 15)
    for (const { text, at } of points('area'))
      yield named(text, at, 13, { room: 60, opacity: 0.75, widest: 12, view });
  if (camera.zoom >= 14.5) {
    for (const { text, at } of points('park')) {
      if (!text.includes('Fields'))
        yield named(text, at, 11, { room: 30, opacity: 0.8, widest: 7, ground: 'park', view });
    }
  }
  yield* streetNames(tiles, view);
}

function named(
  text: string,
  [x, y]: readonly [number, number],
  size: number,
  {
    room,
    view,
    widest = WIDEST_EM,
    opacity = 1,
    ground = 'land',
  }: { room: number; view: View; widest?: number; opacity?: number; ground?: GroundLabel['ground'] },
): Candidate {
  return { lines: wrapped(text, size, widest, view.measure), x, y, angle: 0, size, ground, opacity, room };
}

/** Wraps a text at its spaces. */
export function wrapped(text: string, size: number, widest: number, measure: MeasureText): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && measure(`${last} ${word}`, size) <= widest * size)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function* streetNames(tiles: readonly GroundTile[], { camera, measure }: View): Generator<Candidate> {
  const shown: StreetKind[] = STREET_KINDS.filter((kind) => camera.zoom >= STREET_NAMED_FROM[kind]);
  if (shown.length === 0) return;
  const said: { name: string; x: number; y: number }[] = [];
  for (const wanted of shown) {
    for (const tile of tiles) {
      const { extent = 4096, features = [] } = tile.layers.get('street') ?? {};
      for (const { properties, lines } of features) {
        const { name } = properties;
        if (typeof name !== 'string' || name === '' || streetKind(properties.kind) !== wanted) continue;
        const size = wanted === 'street' ? 11 : wanted === 'collector' ? 11.5 : 12;
        for (const line of lines) {
          const way = toPoints(line).map(([x, y]) => toBox(tile, extent, camera, x, y));
          const found = straightStretch(way, measure(name, size) + size, camera);
          if (found === undefined) continue;
          const { x, y } = found;
          if (said.some((one) => one.name === name && Math.hypot(one.x - x, one.y - y) < AGAIN_PX)) continue;
          said.push({ name, x, y });
          yield { lines: [name], ...found, size, ground: 'land', opacity: 1, room: 3 };
        }
      }
    }
  }
}

export function streetKind(kind: unknown): StreetKind | 'path' {
  if (kind === 'path') return kind;
  return STREET_KINDS.find((one) => one === kind) ?? 'street';
}

/**
 * Finds a straight, visible section of a line (px of the box) for a text: its center, and the rotation that keeps the
 * text upright.
 */
export function straightStretch(
  way: readonly (readonly [number, number])[],
  wanted: number,
  { width, height }: Pick<Camera, 'width' | 'height'>,
): { x: number; y: number; angle: number } | undefined {
  for (let from = 0; from + 1 < way.length; from += 1) {
    const [x1, y1] = way[from] as readonly [number, number];
    let along = 0;
    for (let to = from + 1; to < way.length; to += 1) {
      const [x2, y2] = way[to] as readonly [number, number];
      const [before, above] = way[to - 1] as readonly [number, number];
      along += Math.hypot(x2 - before, y2 - above);
      const chord = Math.hypot(x2 - x1, y2 - y1);
      if (chord < along * STRAIGHT) break;
      if (chord < wanted) continue;
      const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
      if (x < 0 || y < 0 || x > width || y > height) continue;
      const angle = Math.atan2(y2 - y1, x2 - x1);
      const isUpsideDown = Math.abs(angle) > Math.PI / 2;
      return { x, y, angle: isUpsideDown ? angle - Math.sign(angle) * Math.PI : angle };
    }
  }
  return undefined;
}

/** px of the map's box. */
function toBox(
  { zoom, x, y }: Pick<GroundTile, 'zoom' | 'x' | 'y'>,
  extent: number,
  camera: Camera,
  left: number,
  top: number,
): [number, number] {
  const size = worldSize(camera.zoom);
  const tiles = 2 ** zoom;
  return [
    ((x + left / extent) / tiles - camera.x) * size + camera.width / 2,
    ((y + top / extent) / tiles - camera.y) * size + camera.height / 2,
  ];
}

function toPoints(line: readonly number[]): [number, number][] {
  const points: [number, number][] = [];
  for (let at = 0; at + 1 < line.length; at += 2) points.push([line[at] as number, line[at + 1] as number]);
  return points;
}

function centerOfRing(ring: readonly number[]): [number, number] {
  const points = toPoints(ring);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

interface Box {
  x1: number;
  x2: number;
  y1: number;
  y2: number;
}

/** The boxes that a label covers: one if it is level, a row of small ones if it is rotated. */
function labelBoxes({ lines, x, y, angle, size }: GroundLabel, measure: MeasureText, room: number): Box[] {
  const width = Math.max(...lines.map((line) => measure(line, size)));
  const half = (size * LINE_EM * lines.length) / 2 + room;
  if (angle === 0)
    return [{ x1: x - width / 2 - room, x2: x + width / 2 + room, y1: y - half, y2: y + half }];
  const steps = Math.max(1, Math.ceil(width / (2 * half)));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const along = (step / steps - 0.5) * width;
    const [middleX, middleY] = [x + Math.cos(angle) * along, y + Math.sin(angle) * along];
    return { x1: middleX - half, x2: middleX + half, y1: middleY - half, y2: middleY + half };
  });
}

function touches(a: Box, b: Box): boolean {
  return a.x1 < b.x2 && a.x2 > b.x1 && a.y1 < b.y2 && a.y2 > b.y1;
}
