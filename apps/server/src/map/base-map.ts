import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Gazetteer } from '@maru/gazetteer';
import type { Place } from '@maru/listing/places';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type GeoJSONVT from 'geojson-vt';
import { LRUCache } from 'lru-cache';
import { feature, mesh, type Topology } from 'topojson-client';
import vtpbf from 'vt-pbf';
import { AreaNames } from '../search/area-names.ts';
import { CANADIAN_LAKES } from './canadian-lakes.ts';
import { TileIndex } from './tile-index.ts';

/**
 * The built-in map without an API key: vector tiles from our own outlines and places, and from GeoJSON files in
 * DATA_DIR/basemap (in trial mode: the sample market's). Layers: land, abroad (other countries and, as `kind` lake,
 * their part of the Great Lakes), water, park, street (by `kind`: park, school, water, freeway, arterial, collector, or
 * any other street), county, state, place, area.
 */
const MAX_TILE_ZOOM = 14;
const KEPT_TILES = 2_000;

type Properties = Record<string, unknown>;
type Collection = FeatureCollection<Geometry, Properties>;

/** Features of one layer from a minimum zoom on. */
interface Tier {
  layer: string;
  minZoom: number;
  index: Index | (() => Promise<Index>);
}

type Index = Pick<GeoJSONVT, 'getTile'>;

export class BaseMap {
  readonly #options: { gazetteer: Gazetteer; dataDir: string };
  readonly #tiles = new LRUCache<string, Buffer>({ max: KEPT_TILES });
  #tiers: Promise<Tier[]> | undefined;

  /** Loads nothing before the first `load` or `prepare`. */
  constructor(options: { gazetteer: Gazetteer; dataDir: string }) {
    this.#options = options;
  }

  /** Loads the tile sources, about a second of work, ahead of the first request. */
  prepare(): Promise<Tier[]> {
    if (this.#tiers === undefined) {
      this.#tiers = loadTiers(this.#options);
      // Callers of `load` see the error, and the next one retries; without a caller it must not end the process.
      this.#tiers.catch(() => {
        this.#tiers = undefined;
      });
    }
    return this.#tiers;
  }

  /** One Mapbox Vector Tile; undefined outside the grid. An empty tile has no bytes. */
  async load(zoom: number, x: number, y: number): Promise<Buffer | undefined> {
    if (zoom < 0 || zoom > MAX_TILE_ZOOM || x < 0 || y < 0 || x >= 2 ** zoom || y >= 2 ** zoom)
      return undefined;
    const key = `${zoom}/${x}/${y}`;
    const known = this.#tiles.get(key);
    if (known !== undefined) return known;
    const layers: Record<string, { features: unknown[] }> = {};
    for (const { layer, minZoom, index } of await this.prepare()) {
      if (zoom < minZoom) continue;
      const found = (typeof index === 'function' ? await index() : index).getTile(zoom, x, y);
      if (found === null || found.features.length === 0) continue;
      layers[layer] = { features: [...(layers[layer]?.features ?? []), ...found.features] };
    }
    const tile = Buffer.from(vtpbf.fromGeojsonVt(layers, { version: 2 }));
    this.#tiles.set(key, tile);
    return tile;
  }
}

async function loadTiers({ gazetteer, dataDir }: { gazetteer: Gazetteer; dataDir: string }): Promise<Tier[]> {
  const require = createRequire(import.meta.url);
  const read = async (name: string) => JSON.parse(await readFile(require.resolve(name), 'utf8')) as Topology;
  const [states, counties, world] = await Promise.all([
    read('us-atlas/states-10m.json'),
    read('us-atlas/counties-10m.json'),
    read('world-atlas/countries-50m.json'),
  ]);
  const borders = (topology: Topology, name: string): Collection => ({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {},
        geometry: mesh(topology, topology.objects[name], (a, b) => a !== b),
      },
    ],
  });
  const tiers: Tier[] = [];
  const add = (layer: string, data: Collection, minZoom = 0, tolerance = 3) => {
    const index = new TileIndex(data, { maxZoom: MAX_TILE_ZOOM, indexMaxZoom: 4, buffer: 64, tolerance });
    tiers.push({ layer, minZoom, index });
  };
  add('abroad', abroad(world));
  add('land', feature(states, states.objects.nation));
  tiers.push(...ownTiers(join(dataDir, 'basemap')));
  add('county', borders(counties, 'counties'), 5);
  add('state', borders(states, 'states'));
  add('state', bordersOfNation(world));
  const points = pointsByRank(gazetteer);
  for (const [rank, minZoom] of RANK_ZOOMS.entries()) {
    const features = points[rank] ?? [];
    if (features.length > 0) add('place', { type: 'FeatureCollection', features }, minZoom);
  }
  tiers.push({ layer: 'area', minZoom: MAX_TILE_ZOOM, index: new AreaNames(gazetteer) });
  return tiers;
}

/** The United States in Natural Earth, which the Census Bureau's outlines replace. */
const OWN_COUNTRY = '840';

/** Land outside the US: other countries and the lakes that Natural Earth's countries cover. */
function abroad(world: Topology): Collection {
  const countries = feature(world, world.objects.countries) as Collection;
  const lakes = CANADIAN_LAKES.map(
    (shore): Feature<Geometry, Properties> => ({
      type: 'Feature',
      properties: { kind: 'lake' },
      geometry: { type: 'Polygon', coordinates: [[...shore, shore[0]!]] },
    }),
  );
  return {
    type: 'FeatureCollection',
    features: [
      ...countries.features
        .filter(({ id }) => id !== OWN_COUNTRY)
        .map(({ geometry }) => ({ type: 'Feature' as const, properties: { kind: 'land' }, geometry })),
      ...lakes,
    ],
  };
}

function bordersOfNation(world: Topology): Collection {
  const isOwn = (country: unknown) => (country as { id?: unknown }).id === OWN_COUNTRY;
  const geometry = mesh(world, world.objects.countries, (a, b) => a !== b && (isOwn(a) || isOwn(b)));
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] };
}

/** Features of the owner's files with their minimum zoom: tiles with streets are large. */
const OWN_TIERS: readonly {
  layer: string;
  minZoom: number;
  holds: (kind: string, isLine: boolean) => boolean;
}[] = [
  { layer: 'water', minZoom: 9, holds: (kind) => kind === 'water' },
  { layer: 'park', minZoom: 11, holds: (kind) => kind === 'park' || kind === 'school' },
  { layer: 'street', minZoom: 7, holds: (kind) => kind === 'freeway' },
  { layer: 'street', minZoom: 10, holds: (kind) => kind === 'arterial' },
  { layer: 'street', minZoom: 12, holds: (kind) => kind === 'collector' },
  { layer: 'street', minZoom: 13, holds: (_, isLine) => isLine },
];

/** Reads the owner's files on the first tile and indexes each tier on demand. */
function ownTiers(folder: string): Tier[] {
  let sorted: Promise<Feature<Geometry, Properties>[][]> | undefined;
  return OWN_TIERS.map(({ layer, minZoom }, at) => {
    let made: Promise<Index> | undefined;
    const make = async (): Promise<Index> => {
      sorted ??= loadOwn(folder);
      const tiers = await sorted;
      const features = tiers[at] ?? [];
      // Indexed; release the source features.
      tiers[at] = [];
      return new TileIndex(
        { type: 'FeatureCollection', features },
        { maxZoom: MAX_TILE_ZOOM, indexMaxZoom: 4, buffer: 64, tolerance: 1 },
      );
    };
    return {
      layer,
      minZoom,
      index: () => {
        made ??= make();
        return made;
      },
    };
  });
}

/** The features of the owner's files by tier; features without a tier are omitted. */
async function loadOwn(folder: string): Promise<Feature<Geometry, Properties>[][]> {
  const tiers: Feature<Geometry, Properties>[][] = OWN_TIERS.map(() => []);
  if (!existsSync(folder)) return tiers;
  const names = (await readdir(folder)).filter((name) => name.endsWith('.geojson')).sort();
  for (const name of names) {
    const { features } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Collection;
    for (const one of features) {
      const kind = String(one.properties?.kind ?? '');
      const isLine = /LineString$/.test(one.geometry?.type ?? '');
      const at = OWN_TIERS.findIndex(({ holds }) => holds(kind, isLine));
      if (at >= 0) tiers[at]!.push(one);
    }
  }
  return tiers;
}

/** Minimum zoom of a place by rank 0 (state) … 7 (neighborhood), 8 (ZIP). */
const RANK_ZOOMS = [2, 3, 5, 6, 7, 8, 10, 11, 11];
/** Minimum population for rank 1 … 5; smaller cities have rank 6. */
const CITY_RANKS = [1_000_000, 300_000, 100_000, 30_000, 8_000];

function rankPlace(place: Place): number {
  if (place.kind === 'state') return 0;
  if (place.kind === 'neighborhood') return 7;
  if (place.kind === 'zip') return 8;
  const rank = CITY_RANKS.findIndex((least) => place.population >= least);
  return rank < 0 ? 6 : rank + 1;
}

/** Labels of all places except counties, by rank, in a single pass over the gazetteer. */
function pointsByRank(gazetteer: Gazetteer): Feature<Geometry, Properties>[][] {
  const ranks: Feature<Geometry, Properties>[][] = RANK_ZOOMS.map(() => []);
  const seen = new Set<string>();
  const walk = (place: Place): void => {
    // A ZIP or a neighborhood may lie in several places.
    if (seen.has(place.id)) return;
    seen.add(place.id);
    if (place.kind !== 'county') {
      const rank = rankPlace(place);
      ranks[rank]?.push({
        type: 'Feature',
        properties: { name: place.name, nameKo: place.nameKo ?? place.name, kind: place.kind, rank },
        geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
      });
    }
    if (place.kind !== 'zip') for (const child of gazetteer.findChildren(place.id)) walk(child);
  };
  for (const state of gazetteer.statesInOrder()) walk(state);
  return ranks;
}
