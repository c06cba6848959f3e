import type { Locale } from '@maru/words';
import type { StyleSpecification } from 'maplibre-gl';

/** The colours of the map, from the tokens of the page. */
export interface MapColors {
  land: string;
  water: string;
  park: string;
  border: string;
  street: string;
  edge: string;
  label: string;
}

/** Names of places in the reader's language. */
const nameIn = (locale: Locale) =>
  locale === 'ko' ? (['coalesce', ['get', 'nameKo'], ['get', 'name']] as const) : (['get', 'name'] as const);

const FONTS = ['Pretendard Variable', 'Apple SD Gothic Neo', 'Noto Sans KR', 'sans-serif'];

/**
 * Our own ground: outlines, streets, parks, water and places from `/tiles/base` (layers land, water, park, state,
 * county, street, place, area). No `glyphs`: labels are drawn with the fonts of the page, so nothing leaves the machine.
 */
export function mapStyle(
  tilesUrl: string,
  colors: MapColors,
  locale: Locale,
  attribution: string,
): StyleSpecification {
  const name = nameIn(locale) as unknown as string;
  return {
    version: 8,
    sources: { base: { type: 'vector', tiles: [tilesUrl], maxzoom: 14, attribution } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colors.water } },
      {
        id: 'land',
        type: 'fill',
        source: 'base',
        'source-layer': 'land',
        paint: { 'fill-color': colors.land },
      },
      {
        id: 'park',
        type: 'fill',
        source: 'base',
        'source-layer': 'park',
        paint: { 'fill-color': colors.park },
      },
      {
        id: 'water',
        type: 'fill',
        source: 'base',
        'source-layer': 'water',
        paint: { 'fill-color': colors.water },
      },
      {
        id: 'county',
        type: 'line',
        source: 'base',
        'source-layer': 'county',
        minzoom: 6,
        paint: {
          'line-color': colors.border,
          'line-width': 0.75,
          'line-dasharray': [3, 2],
          'line-opacity': 0.7,
        },
      },
      {
        id: 'state',
        type: 'line',
        source: 'base',
        'source-layer': 'state',
        paint: {
          'line-color': colors.border,
          'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.5, 10, 1.5],
        },
      },
      {
        id: 'street-edge',
        type: 'line',
        source: 'base',
        'source-layer': 'street',
        minzoom: 11,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': colors.edge, 'line-width': streetWidth(1.5) },
      },
      {
        id: 'street',
        type: 'line',
        source: 'base',
        'source-layer': 'street',
        minzoom: 10,
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': colors.street, 'line-width': streetWidth(0) },
      },
      {
        id: 'street-name',
        type: 'symbol',
        source: 'base',
        'source-layer': 'street',
        minzoom: 13,
        layout: {
          'symbol-placement': 'line',
          'text-field': ['get', 'name'],
          'text-font': FONTS,
          'text-size': 12,
          'symbol-spacing': 320,
        },
        paint: { 'text-color': colors.label, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
      },
      {
        id: 'area',
        type: 'symbol',
        source: 'base',
        'source-layer': 'area',
        minzoom: 15,
        layout: {
          'text-field': name,
          'text-font': FONTS,
          'text-size': 13,
          'text-padding': 120,
          'text-max-width': 12,
        },
        paint: {
          'text-color': colors.label,
          'text-opacity': 0.75,
          'text-halo-color': colors.land,
          'text-halo-width': 1.5,
        },
      },
      {
        id: 'place',
        type: 'symbol',
        source: 'base',
        'source-layer': 'place',
        filter: placeFilter(),
        layout: {
          'text-field': name,
          'text-font': FONTS,
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
        paint: { 'text-color': colors.label, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
      },
    ],
  };
}

/** Arterials first, and wider; side streets from zoom 13 on. */
function streetWidth(more: number): never {
  const of = (arterial: number, street: number) =>
    [
      'match',
      ['get', 'kind'],
      'arterial',
      arterial + (arterial > 0 ? more : 0),
      street + (street > 0 ? more : 0),
    ] as const;
  return [
    'interpolate',
    ['exponential', 1.5],
    ['zoom'],
    10,
    of(0.8, 0),
    13,
    of(2.5, 0.8),
    16,
    of(9, 5),
    19,
    of(24, 16),
  ] as never;
}

/** Small places wait until the map is close enough; states leave when their cities come. */
function placeFilter(): never {
  return [
    'case',
    ['==', ['get', 'kind'], 'state'],
    ['<', ['zoom'], 7],
    ['==', ['get', 'kind'], 'neighborhood'],
    ['>=', ['zoom'], 12],
    // From street zoom on the layer `area` says it, wherever one is.
    ['==', ['get', 'kind'], 'zip'],
    ['all', ['>=', ['zoom'], 11.5], ['<', ['zoom'], 15]],
    ['<=', ['coalesce', ['get', 'rank'], 9], ['step', ['zoom'], 0, 4, 1, 5, 3, 7, 5, 8, 6, 9, 7, 10, 9]],
  ] as never;
}
