import type { Place } from '@maru/listing/places';
import type { Cluster, SearchQuery } from '@maru/listing/search';
import type { Locale } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { LAND_SLOT } from './land.ts';
import { type MapFrame, project } from './map-frame.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, Sheet } from './sheet.ts';
import type { Typeface } from './typeface.ts';

/** The map covers the right half. */
export const MAP_BOX = { left: 540, top: 0, width: PREVIEW_WIDTH - 540, height: PREVIEW_HEIGHT } as const;

const LEFT = 64;
const WIDTH = MAP_BOX.left - LEFT - 48;
const LABEL_SIZE = 24;
const MAX_LABELS = 7;

export interface SearchPreview {
  query: SearchQuery;
  place: Place | null;
  /** Beside `place`. */
  otherPlaces: readonly Place[];
  /** Of a ZIP code. */
  cityOfZip: Place | undefined;
  total: number;
  clusters: readonly Cluster[];
  /** Candidate labels, most important first. */
  towns: readonly Place[];
  isSample: boolean;
}

/** Link preview of a search: its place, the number of homes and a map of them. */
export function drawSearch(
  { query, place, otherPlaces, cityOfZip, total, clusters, towns, isSample }: SearchPreview,
  { locale, frame, typeface }: { locale: Locale; frame: MapFrame; typeface: Typeface },
): Sheet {
  const sheet = new Sheet(typeface);
  const { left, top, width, height } = MAP_BOX;
  sheet.add(`<rect width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" fill="#f7f5f0"/>`);
  sheet.add(
    `<defs><clipPath id="map"><rect x="${left}" y="${top}" width="${width}" height="${height}"/></clipPath></defs>`,
  );
  sheet.add(
    `<g clip-path="url(#map)"><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#cfe0e4"/>${LAND_SLOT}`,
  );
  for (const cluster of clusters) sheet.add(pin(cluster, frame));
  nameTowns(sheet, { towns, frame, locale });
  sheet.add('</g>');
  const brand = sheet.chip(formatMessage(locale, 'site.name'), {
    x: LEFT,
    y: 72,
    fill: '#ffffff',
    ground: '#1f5f63',
  });
  if (isSample) {
    sheet.chip(formatMessage(locale, 'preview.sample'), {
      x: LEFT + brand + 12,
      y: 72,
      fill: '#1b2224',
      ground: '#e3dfd5',
    });
  }
  const y = sheet.block(searchText(query, { place, otherPlaces, cityOfZip, locale }), {
    x: LEFT,
    y: 240,
    size: 60,
    leading: 74,
    lines: 3,
    width: WIDTH,
    bold: true,
    fill: '#1b2224',
  });
  sheet.line(formatMessage(locale, 'search.count', { count: total }), {
    x: LEFT,
    y: y + 92,
    size: 52,
    width: WIDTH,
    bold: true,
    fill: '#1f5f63',
  });
  return sheet;
}

/** The name in the reader's language, when there is one. */
export function nameIn(locale: Locale, place: Pick<Place, 'name' | 'nameKo'>): string {
  return locale === 'ko' ? (place.nameKo ?? place.name) : place.name;
}

/** Same as the page's heading; a drawn area has no name. */
function searchText(
  { searchType, poly, near, bbox }: SearchQuery,
  {
    place,
    otherPlaces,
    cityOfZip,
    locale,
  }: Pick<SearchPreview, 'place' | 'otherPlaces' | 'cityOfZip'> & { locale: Locale },
): string {
  if (poly !== undefined || near !== undefined)
    return formatMessage(locale, `search.heading_${searchType}_drawn`);
  if (bbox !== undefined) return formatMessage(locale, `search.heading_${searchType}_area`);
  const name =
    place === null
      ? formatMessage(locale, 'search.country')
      : otherPlaces.length > 0
        ? [place, ...otherPlaces].map((one) => nameIn(locale, one)).join(' · ')
        : [cityOfZip, place].flatMap((one) => (one === undefined ? [] : nameIn(locale, one))).join(' ');
  return formatMessage(locale, `search.heading_${searchType}`, { place: name });
}

function pin({ latitude, longitude, count }: Cluster, frame: MapFrame): string {
  const [x, y] = project(frame, latitude, longitude);
  const radius = 7 + Math.min(15, 3 * Math.log2(count));
  return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}" fill="#1f5f63" fill-opacity=".86" stroke="#fff" stroke-width="3"/>`;
}

/** Draws labels with a halo, most important first; labels that would overlap are omitted. */
function nameTowns(
  sheet: Sheet,
  { towns, frame, locale }: { towns: readonly Place[]; frame: MapFrame; locale: Locale },
): void {
  const taken: { x1: number; x2: number; y1: number; y2: number }[] = [];
  const { left, top, width, height } = MAP_BOX;
  for (const town of towns) {
    if (taken.length === MAX_LABELS) return;
    const name = nameIn(locale, town);
    const [x, y] = project(frame, town.latitude, town.longitude);
    const half = sheet.measureWidth(name, LABEL_SIZE) / 2 + 6;
    const box = { x1: x - half, x2: x + half, y1: y - LABEL_SIZE, y2: y + 10 };
    const isOut =
      box.x1 < left + 8 || box.x2 > left + width - 8 || box.y1 < top + 32 || box.y2 > top + height - 32;
    if (
      isOut ||
      taken.some((one) => box.x1 < one.x2 && box.x2 > one.x1 && box.y1 < one.y2 && box.y2 > one.y1)
    )
      continue;
    taken.push(box);
    sheet.add(
      '<g paint-order="stroke" stroke="#ffffff" stroke-width="6" stroke-linejoin="round" text-anchor="middle">',
    );
    sheet.line(name, {
      x: Math.round(x),
      y: Math.round(y),
      size: LABEL_SIZE,
      width: half * 2,
      bold: true,
      fill: '#3b474a',
    });
    sheet.add('</g>');
  }
}
