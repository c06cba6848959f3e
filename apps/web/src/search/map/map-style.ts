import type { Locale } from '@maru/words';
import type { StyleSpecification } from 'maplibre-gl';
import {
  EDGE_PX,
  EDGES_FROM,
  mapFonts,
  RANKS_FROM,
  STREET_KINDS,
  STREET_NAMED_FROM,
  STREET_WIDTHS,
  WIDTH_BASE,
} from './ground/ground-rules.ts';
import type { MapColors } from './map-colors.ts';

/** Names of places in the reader's language. */
const nameIn = (locale: Locale) =>
  locale === 'ko' ? (['coalesce', ['get', 'nameKo'], ['get', 'name']] as const) : (['get', 'name'] as const);

/**
 * Our own ground: outlines, streets, parks, water and places from `/tiles/base` (layers abroad, land, water, park, state,
 * county, street, place, area). No `glyphs`: labels are drawn with the fonts of the page, so nothing leaves the machine.
 */
export function mapStyle(
  tilesUrl: string,
  colors: MapColors,
  locale: Locale,
  attribution: string,
): StyleSpecification {
  const name = nameIn(locale) as unknown as string;
  const fonts = mapFonts(locale);
  return {
    version: 8,
    sources: { base: { type: 'vector', tiles: [tilesUrl], maxzoom: 14, attribution } },
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': colors.water } },
      {
        id: 'abroad',
        type: 'fill',
        source: 'base',
        'source-layer': 'abroad',
        layout: { 'fill-sort-key': ['match', ['get', 'kind'], 'lake', 1, 0] },
        paint: { 'fill-color': ['match', ['get', 'kind'], 'lake', colors.water, colors.land] },
      },
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
        // The buildings' ground of a school, not its fields.
        paint: { 'fill-color': ['match', ['get', 'kind'], 'school', colors.school, colors.park] },
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
        id: 'path',
        type: 'line',
        source: 'base',
        'source-layer': 'street',
        minzoom: 14,
        filter: ['==', ['get', 'kind'], 'path'],
        layout: { 'line-cap': 'round' },
        paint: { 'line-color': colors.street, 'line-width': 1.5, 'line-dasharray': [2, 2] },
      },
      {
        id: 'street-edge',
        type: 'line',
        source: 'base',
        'source-layer': 'street',
        minzoom: EDGES_FROM,
        filter: ['!=', ['get', 'kind'], 'path'],
        layout: { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': streetOrder() },
        paint: { 'line-color': colors.edge, 'line-width': streetWidth(EDGE_PX) },
      },
      {
        id: 'street',
        type: 'line',
        source: 'base',
        'source-layer': 'street',
        minzoom: 7,
        filter: ['!=', ['get', 'kind'], 'path'],
        layout: { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': streetOrder() },
        paint: {
          'line-color': ['match', ['get', 'kind'], 'freeway', colors.freeway, colors.street],
          'line-width': streetWidth(0),
        },
      },
      {
        id: 'street-name',
        type: 'symbol',
        source: 'base',
        'source-layer': 'street',
        minzoom: 11,
        filter: streetNameFilter(),
        layout: {
          'symbol-placement': 'line',
          'text-field': ['get', 'name'],
          'text-font': fonts,
          'text-size': ['match', ['get', 'kind'], ['freeway', 'arterial'], 12, 'collector', 11.5, 11],
          // The large roads take their room first.
          'symbol-sort-key': ['-', 0, streetOrder()],
          'symbol-spacing': 260,
          'text-padding': 3,
        },
        paint: { 'text-color': colors.label, 'text-halo-color': colors.land, 'text-halo-width': 1.5 },
      },
      {
        id: 'ground-name',
        type: 'symbol',
        source: 'base',
        'source-layer': 'park',
        minzoom: 14.5,
        filter: ['!', ['in', 'Fields', ['get', 'name']]],
        layout: {
          'text-field': ['get', 'name'],
          'text-font': fonts,
          'text-size': 11,
          'text-max-width': 7,
          'text-padding': 30,
        },
        paint: {
          'text-color': colors.label,
          'text-opacity': 0.8,
          'text-halo-color': colors.park,
          'text-halo-width': 1.2,
        },
      },
      {
        id: 'area',
        type: 'symbol',
        source: 'base',
        'source-layer': 'area',
        minzoom: 15,
        layout: {
          'text-field': name,
          'text-font': fonts,
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
          'text-font': fonts,
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

/** What lies above the others, and is named first. */
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
