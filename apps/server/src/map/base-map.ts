import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Gazetteer } from '@maru/gazetteer';
import type { Place } from '@maru/listing';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type GeoJSONVT from 'geojson-vt';
import { LRUCache } from 'lru-cache';
import { feature, mesh, type Topology } from 'topojson-client';
import vtpbf from 'vt-pbf';
import { AreaNames } from '../search/area-names.ts';
import { CANADIAN_LAKES } from './canadian-lakes.ts';
import { TileIndex } from './tile-index.ts';

/**
 * The built-in map that needs no key: vector tiles from our own outlines and places, and from the GeoJSON files
 * that the owner (in trial mode: the sample market) has put below DATA_DIR/basemap. Layers: land, abroad (the other
 * countries and, of `kind` lake, their shares of the Great Lakes), water, park,
 * street (by a feature's `kind`: park, school, water, freeway, arterial, collector, or any other street), county,
 * state, place, area.
 */
const MAX_TILE_ZOOM = 14;
const KEPT_TILES = 2_000;

type Properties = Record<string, unknown>;
type Collection = FeatureCollection<Geometry, Properties>;

/** A source of one layer's features, from a zoom on. */
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

  /** Nothing is read before the first tile is asked for, or `prepare` is called. */
  constructor(options: { gazetteer: Gazetteer; dataDir: string }) {
    this.#options = options;
  }

  /** Reads what tiles are cut from, about a second of work, so that the first tile need not wait for it. */
  prepare(): Promise<Tier[]> {
    if (this.#tiers === undefined) {
      this.#tiers = loadTiers(this.#options);
      // Whoever asks for a tile hears of a failure, and the next one tries again; nobody asking is no reason to stop.
      this.#tiers.catch(() => {
        this.#tiers = undefined;
      });
    }
    return this.#tiers;
  }

  /** One tile as Mapbox Vector Tile; undefined outside the grid. An empty tile has no bytes. */
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

/** The United States in Natural Earth: the Census Bureau draws them finer. */
const OWN_COUNTRY = '840';

/** What would else be sea: the other countries, and on them the water that Natural Earth's countries cover. */
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

/** What the owner's files hold, and from which zoom on it is in the tiles: a tile of streets is large. */
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

/** The owner's files, read when the first tile wants them, and cut up for each tier when it is wanted. */
function ownTiers(folder: string): Tier[] {
  let sorted: Promise<Feature<Geometry, Properties>[][]> | undefined;
  return OWN_TIERS.map(({ layer, minZoom }, at) => {
    let made: Promise<Index> | undefined;
    const make = async (): Promise<Index> => {
      sorted ??= loadOwn(folder);
      const tiers = await sorted;
      const features = tiers[at] ?? [];
      // Cut up, it is not needed any more.
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

/** The features of the owner's files by tier; what belongs to none is left out. */
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

/** From which zoom on a place of rank 0 (state) … 7 (neighbourhood), 8 (ZIP) is in the tiles. */
const RANK_ZOOMS = [2, 3, 5, 6, 7, 8, 10, 11, 11];
/** Population from which a city has rank 1 … 5; smaller ones have 6. */
const CITY_RANKS = [1_000_000, 300_000, 100_000, 30_000, 8_000];

function rankOf(place: Place): number {
  if (place.kind === 'state') return 0;
  if (place.kind === 'neighborhood') return 7;
  if (place.kind === 'zip') return 8;
  const rank = CITY_RANKS.findIndex((least) => place.population >= least);
  return rank < 0 ? 6 : rank + 1;
}

/** The names of all places but counties, by rank: one walk, since it is long enough to hold up a start. */
function pointsByRank(gazetteer: Gazetteer): Feature<Geometry, Properties>[][] {
  const ranks: Feature<Geometry, Properties>[][] = RANK_ZOOMS.map(() => []);
  const seen = new Set<string>();
  const walk = (place: Place): void => {
    // A ZIP or a neighborhood may lie in several places.
    if (seen.has(place.id)) return;
    seen.add(place.id);
    if (place.kind !== 'county') {
      const rank = rankOf(place);
      ranks[rank]?.push({
        type: 'Feature',
        properties: { name: place.name, nameKo: place.nameKo ?? place.name, kind: place.kind, rank },
        geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
      });
    }
    if (place.kind !== 'zip') for (const child of gazetteer.childrenOf(place.id)) walk(child);
  };
  for (const state of gazetteer.statesInOrder()) walk(state);
  return ranks;
}
