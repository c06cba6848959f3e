import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Gazetteer } from '@maru/gazetteer';
import type { Feature, Geometry, Position } from 'geojson';
import { feature, type Topology } from 'topojson-client';

/** Rings of a place, degrees [latitude, longitude], without the first point again at the end. */
export type Outline = [latitude: number, longitude: number][][];

/** A ring of fewer points is a rock in the sea. */
const LEAST_POINTS = 4;

/**
 * The outlines of states and counties, from the Census Bureau's cartographic boundaries (us-atlas), read when the first is
 * asked for; of cities and ZIP codes those that the owner has imported, since no package that we may ship has any.
 */
export class Outlines {
  readonly #gazetteer: Gazetteer;
  readonly #findImported: (slug: string) => Promise<Outline | undefined>;
  #atlas: Promise<Map<string, Geometry>> | undefined;

  /** `findImported` looks among what the owner has imported. */
  constructor(gazetteer: Gazetteer, findImported: (slug: string) => Promise<Outline | undefined>) {
    this.#gazetteer = gazetteer;
    this.#findImported = findImported;
  }

  /** Undefined for a place without an outline. Throws what the store throws. */
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
    const geometry = atlas.get(keyOf(state.name, place.kind === 'county' ? place.name : undefined));
    return geometry === undefined ? undefined : ringsOf(geometry);
  }
}

/** By state, and by state and county: a county's name is one only within its state. */
async function loadAtlas(): Promise<Map<string, Geometry>> {
  const require = createRequire(import.meta.url);
  const topology = JSON.parse(
    await readFile(require.resolve('us-atlas/counties-10m.json'), 'utf8'),
  ) as Topology;
  const featuresOf = (name: string) =>
    feature(topology, topology.objects[name]).features as Feature<Geometry, { name: string }>[];
  const names = new Map<string, string>();
  const found = new Map<string, Geometry>();
  for (const { id, properties, geometry } of featuresOf('states')) {
    names.set(String(id), properties.name);
    found.set(keyOf(properties.name), geometry);
  }
  for (const { id, properties, geometry } of featuresOf('counties')) {
    const state = names.get(String(id).slice(0, 2));
    const key = keyOf(state ?? '', properties.name);
    // An independent city has the name of the county around it; the county comes first.
    if (state !== undefined && !found.has(key)) found.set(key, geometry);
  }
  return found;
}

/** "Orange County" of the gazetteer is "Orange" of the Census Bureau. */
function keyOf(state: string, county?: string): string {
  const plain = (name: string) =>
    name
      .normalize('NFD')
      .toLowerCase()
      .replace(/\b(county|parish|borough|census area|municipality|municipio)\b/g, '')
      .replace(/\bsaint\b/g, 'st')
      .replace(/[^a-z]/g, '');
  return county === undefined ? plain(state) : `${plain(state)}/${plain(county)}`;
}

function ringsOf(geometry: Geometry): Outline {
  const polygons: Position[][][] =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  return polygons
    .flatMap((rings) => rings.slice(0, 1))
    .filter((ring) => ring.length > LEAST_POINTS)
    .map((ring) =>
      ring
        .slice(0, -1)
        .map(([longitude = 0, latitude = 0]): [number, number] => [
          Math.round(latitude * 1e4) / 1e4,
          Math.round(longitude * 1e4) / 1e4,
        ]),
    );
}
