import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Gazetteer } from '@maru/gazetteer';
import type { Place } from '@maru/listing';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { feature, mesh, type Topology } from 'topojson-client';
import vtpbf from 'vt-pbf';
import { AreaNames } from './area-names.ts';

/**
 * The built-in map that needs no key: vector tiles from our own outlines and places, and from the GeoJSON files
 * that the owner (in trial mode: the sample market) has put below DATA_DIR/basemap. Layers: land, water, park,
 * street (by a feature's `kind`), county, state, place, area.
 */
export const MAX_TILE_ZOOM = 14;
const KEPT_TILES = 2_000;

type Properties = Record<string, unknown>;
type Collection = FeatureCollection<Geometry, Properties>;

/** A source of one layer's features, from a zoom on. */
interface Tier {
  layer: string;
  minZoom: number;
  index: Pick<GeoJSONVT, 'getTile'>;
}

export class BaseMap {
  readonly #tiers: Promise<Tier[]>;
  readonly #tiles = new Map<string, Buffer>();

  constructor(options: { gazetteer: Gazetteer; dataDir: string }) {
    this.#tiers = loadTiers(options);
    // Whoever asks for a tile hears of a failure; nobody asking is no reason to stop.
    this.#tiers.catch(() => {});
  }

  /** One tile as Mapbox Vector Tile; undefined outside the grid. An empty tile has no bytes. */
  async load(zoom: number, x: number, y: number): Promise<Buffer | undefined> {
    if (zoom < 0 || zoom > MAX_TILE_ZOOM || x < 0 || y < 0 || x >= 2 ** zoom || y >= 2 ** zoom)
      return undefined;
    const key = `${zoom}/${x}/${y}`;
    let tile = this.#tiles.get(key);
    if (tile === undefined) {
      const layers: Record<string, { features: unknown[] }> = {};
      for (const { layer, minZoom, index } of await this.#tiers) {
        const found = zoom >= minZoom ? index.getTile(zoom, x, y) : null;
        if (found === null || found.features.length === 0) continue;
        layers[layer] = { features: [...(layers[layer]?.features ?? []), ...found.features] };
      }
      tile = Buffer.from(vtpbf.fromGeojsonVt(layers, { version: 2 }));
      const oldest = this.#tiles.size >= KEPT_TILES ? this.#tiles.keys().next().value : undefined;
      if (oldest !== undefined) this.#tiles.delete(oldest);
    } else this.#tiles.delete(key);
    this.#tiles.set(key, tile);
    return tile;
  }
}

async function loadTiers({ gazetteer, dataDir }: { gazetteer: Gazetteer; dataDir: string }): Promise<Tier[]> {
  const require = createRequire(import.meta.url);
  const read = async (name: string) =>
    JSON.parse(await readFile(require.resolve(`us-atlas/${name}`), 'utf8')) as Topology;
  const [states, counties] = await Promise.all([read('states-10m.json'), read('counties-10m.json')]);
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
    const index = new GeoJSONVT(data, { maxZoom: MAX_TILE_ZOOM, indexMaxZoom: 4, buffer: 64, tolerance });
    tiers.push({ layer, minZoom, index });
  };
  add('land', feature(states, states.objects.nation));
  const own = await loadOwn(join(dataDir, 'basemap'));
  for (const [layer, minZoom] of [
    ['water', 9],
    ['park', 11],
    ['street', 11],
  ] as const) {
    const features = own.filter((one) => layerOf(one) === layer);
    if (features.length > 0) add(layer, { type: 'FeatureCollection', features }, minZoom, 1);
  }
  add('county', borders(counties, 'counties'), 5);
  add('state', borders(states, 'states'));
  const points = pointsByRank(gazetteer);
  for (const [rank, minZoom] of RANK_ZOOMS.entries()) {
    const features = points[rank] ?? [];
    if (features.length > 0) add('place', { type: 'FeatureCollection', features }, minZoom);
  }
  tiers.push({ layer: 'area', minZoom: MAX_TILE_ZOOM, index: new AreaNames(gazetteer) });
  return tiers;
}

/** The owner's files: GeoJSON feature collections whose features say their `kind`: water, park, or a kind of street. */
async function loadOwn(folder: string): Promise<Feature<Geometry, Properties>[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.geojson')).sort();
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return files.flatMap((text) => (JSON.parse(text) as Collection).features);
}

function layerOf({ properties, geometry }: Feature<Geometry, Properties>): string | undefined {
  if (properties.kind === 'water' || properties.kind === 'park') return properties.kind;
  return /LineString$/.test(geometry.type) ? 'street' : undefined;
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
