import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Gazetteer } from '@maru/gazetteer';
import type { Feature, Geometry, Position } from 'geojson';
import { feature, type Topology } from 'topojson-client';

/** Rings of a place as [latitude, longitude] in degrees, without a closing point. */
export type Outline = [latitude: number, longitude: number][][];

/** Smaller rings are islets. */
const MIN_POINTS = 4;

/**
 * Outlines of states and counties from the Census Bureau's cartographic boundaries (us-atlas), loaded on first use;
 * outlines of cities and ZIP codes as imported by the owner, since no redistributable package has them.
 */
export class Outlines {
  readonly #gazetteer: Gazetteer;
  readonly #findImported: (slug: string) => Promise<Outline | undefined>;
  #atlas: Promise<Map<string, Geometry>> | undefined;

  /** `findImported` looks up imported outlines. */
  constructor(gazetteer: Gazetteer, findImported: (slug: string) => Promise<Outline | undefined>) {
    this.#gazetteer = gazetteer;
    this.#findImported = findImported;
  }

  /** Undefined for a place without an outline. @throws errors of the store */
  async find(slug: string): Promise<Outline | undefined> {
    const place = this.#gazetteer.findPlace(slug);
    if (place === undefined) return undefined;
    if (place.kind !== 'state' && place.kind !== 'county') {
      return await this.#findImported(place.id);
    }
    const state = place.kind === 'state' ? place : this.#gazetteer.findPlace(place.parents[0] ?? '');
    if (state === undefined) return undefined;
    this.#atlas ??= loadAtlas();
    const atlas = await this.#atlas;
    const geometry = atlas.get(formatKey(state.name, place.kind === 'county' ? place.name : undefined));
    return geometry === undefined ? undefined : listRings(geometry);
  }
}

/** Keyed by state, and by state and county: county names are unique only within a state. */
async function loadAtlas(): Promise<Map<string, Geometry>> {
  const require = createRequire(import.meta.url);
  const topology = JSON.parse(
    await readFile(require.resolve('us-atlas/counties-10m.json'), 'utf8'),
  ) as Topology;
  const readFeatures = (name: string) =>
    feature(topology, topology.objects[name]).features as Feature<Geometry, { name: string }>[];
  const names = new Map<string, string>();
  const found = new Map<string, Geometry>();
  for (const { id, properties, geometry } of readFeatures('states')) {
    names.set(String(id), properties.name);
    found.set(formatKey(properties.name), geometry);
  }
  for (const { id, properties, geometry } of readFeatures('counties')) {
    const state = names.get(String(id).slice(0, 2));
    const key = formatKey(state ?? '', properties.name);
    // An independent city may have the name of the surrounding county; the county comes first.
    if (state !== undefined && !found.has(key)) found.set(key, geometry);
  }
  return found;
}

/** "Orange County" in the gazetteer is "Orange" in the Census Bureau's data. */
function formatKey(state: string, county?: string): string {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .toLowerCase()
      .replace(/\b(county|parish|borough|census area|municipality|municipio)\b/g, '')
      .replace(/\bsaint\b/g, 'st')
      .replace(/[^a-z]/g, '');
  return county === undefined ? plain(state) : `${plain(state)}/${plain(county)}`;
}

function listRings(geometry: Geometry): Outline {
  const polygons: Position[][][] =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  return polygons
    .flatMap((rings) => rings.slice(0, 1))
    .filter((ring) => ring.length > MIN_POINTS)
    .map((ring) =>
      ring
        .slice(0, -1)
        .map(([longitude = 0, latitude = 0]): [number, number] => [
          Math.round(latitude * 1e4) / 1e4,
          Math.round(longitude * 1e4) / 1e4,
        ]),
    );
}
