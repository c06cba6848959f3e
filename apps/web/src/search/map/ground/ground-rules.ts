import type { Locale } from '@maru/words';

/** The rules that both renderers of our ground follow: MapLibre's style and the plain canvas before it. */

/** The page's own fonts: no font file is loaded for labels. */
export const mapFonts = (locale: Locale): string[] => [
  locale === 'ko' ? 'Pretendard Korean' : 'Pretendard Variable',
  'Apple SD Gothic Neo',
  'Noto Sans KR',
  'sans-serif',
];
export const STREET_KINDS = ['freeway', 'arterial', 'collector', 'street'] as const;
export type StreetKind = (typeof STREET_KINDS)[number];

/** Widths in px at a zoom, interpolated between rows: freeways first, collectors from zoom 12, side streets from 13. */
export const STREET_WIDTHS: readonly (readonly [
  zoom: number,
  ...widths: [number, number, number, number],
])[] = [
  [7, 0.8, 0, 0, 0],
  [10, 2, 0.7, 0, 0],
  [12, 3, 1.5, 0.5, 0],
  [13, 4.5, 2.6, 1.4, 0.7],
  [16, 13, 9, 7, 5],
  [19, 34, 26, 20, 16],
];
/** Base of the interpolation between two rows. */
export const WIDTH_BASE = 1.5;
/** Added to a street's width for its edges, px. */
export const EDGE_PX = 1.5;
export const EDGES_FROM = 10;

/** The zoom from which a road of a kind is labeled. */
export const STREET_NAMED_FROM: Readonly<Record<StreetKind | 'path', number>> = {
  freeway: 11,
  arterial: 12.5,
  collector: 14,
  path: 16,
  street: 15,
};

/** The lowest rank of places that are labeled from a zoom on. */
export const RANKS_FROM: readonly (readonly [zoom: number, rank: number])[] = [
  [0, 0],
  [4, 1],
  [5, 3],
  [7, 5],
  [8, 6],
  [9, 7],
  [10, 9],
];

/** The name in the page's language. */
export function groundName(
  properties: Readonly<Record<string, unknown>>,
  locale: Locale,
): string | undefined {
  const name = (locale === 'ko' ? properties.nameKo : undefined) ?? properties.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Width of a street at a zoom, without its edges, px. */
export function streetWidthAt(kind: StreetKind, zoom: number): number {
  const column = STREET_KINDS.indexOf(kind) + 1;
  const of = (row: number) => STREET_WIDTHS[row] as readonly number[];
  if (zoom <= (of(0)[0] as number)) return of(0)[column] as number;
  const next = STREET_WIDTHS.findIndex(([at]) => at >= zoom);
  if (next < 0) return of(STREET_WIDTHS.length - 1)[column] as number;
  const [from, to] = [of(next - 1), of(next)];
  const [low, high] = [from[0] as number, to[0] as number];
  const share = (WIDTH_BASE ** (zoom - low) - 1) / (WIDTH_BASE ** (high - low) - 1);
  return (from[column] as number) + share * ((to[column] as number) - (from[column] as number));
}

/** Whether a place is labeled at a zoom: smaller ones appear closer, states disappear when their cities appear. */
export function isPlaceNamed({ kind, rank }: { kind: unknown; rank: unknown }, zoom: number): boolean {
  if (kind === 'state') return zoom < 7;
  if (kind === 'neighborhood') return zoom >= 12;
  // At street zoom the layer `area` labels it.
  if (kind === 'zip') return zoom >= 11.5 && zoom < 15;
  const most = RANKS_FROM.findLast(([from]) => zoom >= from)?.[1] ?? 0;
  return (typeof rank === 'number' ? rank : 9) <= most;
}

/** The tokens of the page for the colors of the map. */
const COLOR_TOKENS = {
  land: '--map-land',
  water: '--map-water',
  park: '--map-park',
  school: '--map-school',
  border: '--map-border',
  street: '--map-street',
  edge: '--map-street-edge',
  freeway: '--map-freeway',
  label: '--map-label',
};
/** As sRGB. */
export type MapColors = Record<keyof typeof COLOR_TOKENS, string>;

/** The tokens are OKLCH, which map libraries do not support: a canvas converts them. */
export function readColors(element: Element): MapColors {
  const style = getComputedStyle(element);
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const convert = (token: string): string => {
    if (pen === null) return '#888';
    pen.fillStyle = style.getPropertyValue(token).trim();
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  const colors = Object.entries(COLOR_TOKENS).map(([name, token]) => [name, convert(token)]);
  return Object.fromEntries(colors) as MapColors;
}
