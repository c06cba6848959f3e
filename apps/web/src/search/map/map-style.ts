import type { Locale } from '@maru/words';
import type { StyleSpecification } from 'maplibre-gl';
import {
  EDGE_PX,
  EDGES_FROM,
  type MapColors,
  mapFonts,
  RANKS_FROM,
  STREET_KINDS,
  STREET_NAMED_FROM,
  STREET_WIDTHS,
  WIDTH_BASE,
} from './ground/ground-rules.ts';

/** Names in the page's language. */
const nameIn = (locale: Locale) =>
  locale === 'ko' ? (['coalesce', ['get', 'nameKo'], ['get', 'name']] as const) : (['get', 'name'] as const);

/**
 * The style of our own ground, from `/tiles/base` (layers abroad, land, water, park, state, county, street, place,
 * area). Without `glyphs`: labels use the page's fonts, so nothing is requested elsewhere.
 */
export function mapStyle(
  tilesUrl: string,
  colors: MapColors,
  locale: Locale,
  attribution: string,
): StyleSpecification {
  const name = nameIn(locale) as unknown as string;
  const roads = { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': streetOrder() } as const;
  const label = (halo: string, width = 1.5) => ({
    'text-color': colors.label,
    'text-halo-color': halo,
    'text-halo-width': width,
  });
  const font = { 'text-font': mapFonts(locale) };
  return {
    version: 8,
    sources: { base: { type: 'vector', tiles: [tilesUrl], maxzoom: 14, attribution } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colors.water } },
      {
        ...baseLayer('abroad', 'fill'),
        layout: { 'fill-sort-key': ['match', ['get', 'kind'], 'lake', 1, 0] },
        paint: { 'fill-color': ['match', ['get', 'kind'], 'lake', colors.water, colors.land] },
      },
      { ...baseLayer('land', 'fill'), paint: { 'fill-color': colors.land } },
      {
        ...baseLayer('park', 'fill'),
        // The grounds of a school's buildings, not its fields.
        paint: { 'fill-color': ['match', ['get', 'kind'], 'school', colors.school, colors.park] },
      },
      { ...baseLayer('water', 'fill'), paint: { 'fill-color': colors.water } },
      {
        ...baseLayer('county', 'line'),
        minzoom: 6,
        paint: {
          'line-color': colors.border,
          'line-width': 0.75,
          'line-dasharray': [3, 2],
          'line-opacity': 0.7,
        },
      },
      {
        ...baseLayer('state', 'line'),
        paint: {
          'line-color': colors.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 10, 1.5],
        },
      },
      {
        ...baseLayer('street', 'line', 'path'),
        minzoom: 14,
        filter: ['==', ['get', 'kind'], 'path'],
        layout: { 'line-cap': 'round' },
        paint: { 'line-color': colors.street, 'line-width': 1.5, 'line-dasharray': [2, 2] },
      },
      {
        ...baseLayer('street', 'line', 'street-edge'),
        minzoom: EDGES_FROM,
        filter: ['!=', ['get', 'kind'], 'path'],
        layout: roads,
        paint: { 'line-color': colors.edge, 'line-width': streetWidth(EDGE_PX) },
      },
      {
        ...baseLayer('street', 'line'),
        minzoom: 7,
        filter: ['!=', ['get', 'kind'], 'path'],
        layout: roads,
        paint: {
          'line-color': ['match', ['get', 'kind'], 'freeway', colors.freeway, colors.street],
          'line-width': streetWidth(0),
        },
      },
      {
        ...baseLayer('street', 'symbol', 'street-name'),
        minzoom: 11,
        filter: streetNameFilter(),
        layout: {
          ...font,
          'symbol-placement': 'line',
          'text-field': ['get', 'name'],
          'text-size': ['match', ['get', 'kind'], ['freeway', 'arterial'], 12, 'collector', 11.5, 11],
          // Large roads are placed first.
          'symbol-sort-key': ['-', 0, streetOrder()],
          'symbol-spacing': 260,
          'text-padding': 3,
        },
        paint: label(colors.land),
      },
      {
        ...baseLayer('park', 'symbol', 'ground-name'),
        minzoom: 14.5,
        filter: ['!', ['in', 'Fields', ['get', 'name']]],
        layout: {
          ...font,
          'text-field': ['get', 'name'],
          'text-size': 11,
          'text-max-width': 7,
          'text-padding': 30,
        },
        paint: { ...label(colors.park, 1.2), 'text-opacity': 0.8 },
      },
      {
        ...baseLayer('area', 'symbol'),
        minzoom: 15,
        layout: { ...font, 'text-field': name, 'text-size': 13, 'text-padding': 120, 'text-max-width': 12 },
        paint: { ...label(colors.land), 'text-opacity': 0.75 },
      },
      {
        ...baseLayer('place', 'symbol'),
        filter: placeFilter(),
        layout: {
          ...font,
          'text-field': name,
          'text-size': [
            'match',
            ['get', 'kind'],
            'state',
            13,
            'neighborhood',
            12,
            'zip',
            12,
            ['interpolate', ['linear'], ['coalesce', ['get', 'rank'], 9], 0, 17, 9, 12],
          ],
          'text-transform': 'none',
          'symbol-sort-key': ['coalesce', ['get', 'rank'], 9],
          'text-padding': 8,
          'text-max-width': 8,
        },
        paint: label(colors.land),
      },
    ],
  };
}

/** A layer drawn from a layer of our tiles; its id is that of the tiles' layer unless given. */
function baseLayer<Type extends 'fill' | 'line' | 'symbol'>(from: string, type: Type, id = from) {
  return { id, type, source: 'base', 'source-layer': from };
}

/** Higher is drawn above the others and labeled first. */
function streetOrder(): never {
  return ['match', ['get', 'kind'], 'freeway', 3, 'arterial', 2, 'collector', 1, 0] as never;
}

/** As ground-rules.ts has it. */
function streetNameFilter(): never {
  const { street, ...others } = STREET_NAMED_FROM;
  return ['>=', ['zoom'], ['match', ['get', 'kind'], ...Object.entries(others).flat(), street]] as never;
}

function streetWidth(more: number): never {
  const of = (widths: readonly number[]) => {
    const wide = widths.map((width) => (width > 0 ? width + more : 0));
    const cases = STREET_KINDS.flatMap((kind, at) => (kind === 'street' ? [] : [kind, wide[at]]));
    return ['match', ['get', 'kind'], ...cases, wide.at(-1)];
  };
  const steps = STREET_WIDTHS.flatMap(([zoom, ...widths]) => [zoom, of(widths)]);
  return ['interpolate', ['exponential', WIDTH_BASE], ['zoom'], ...steps] as never;
}

/** As `isPlaceNamed` of ground-rules.ts has it. */
function placeFilter(): never {
  return [
    'case',
    ['==', ['get', 'kind'], 'state'],
    ['<', ['zoom'], 7],
    ['==', ['get', 'kind'], 'neighborhood'],
    ['>=', ['zoom'], 12],
    ['==', ['get', 'kind'], 'zip'],
    ['all', ['>=', ['zoom'], 11.5], ['<', ['zoom'], 15]],
    ['<=', ['coalesce', ['get', 'rank'], 9], ['step', ['zoom'], ...RANKS_FROM.flat().slice(1)]],
  ] as never;
}
