import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Feature, Geometry, Position } from 'geojson';
import { feature, type Topology } from 'topojson-client';
import { type MapFrame, project } from './map-frame.ts';

/** Placeholder for the land in an SVG; the drawing thread holds the outlines. */
export const LAND_SLOT = '<!--land-->';

/** Points closer than this (px) are dropped. */
const MIN_STEP = 0.8;
/** The United States in Natural Earth, which the Census Bureau's outlines replace. */
const OWN_COUNTRY = '840';
/** Minimum scale in px per degree for county borders. */
const COUNTIES_FROM = 60;

interface Ring {
  points: readonly Position[];
  west: number;
  south: number;
  east: number;
  north: number;
}

/**
 * Land with state and county borders from the Census Bureau's outlines (us-atlas), and neighboring countries, as SVG.
 */
export class Land {
  readonly #abroad: readonly Ring[];
  readonly #counties: readonly Ring[];
  readonly #states: readonly Ring[];

  private constructor(topology: Topology, world: Topology) {
    this.#abroad = readRings(world, 'countries', ({ id }) => id !== OWN_COUNTRY);
    this.#counties = readRings(topology, 'counties');
    this.#states = readRings(topology, 'states');
  }

  /** Takes about a tenth of a second: call it off the main thread. */
  static async load(): Promise<Land> {
    const { resolve } = createRequire(import.meta.url);
    const files = ['us-atlas/counties-10m.json', 'world-atlas/countries-50m.json'];
    const texts = await Promise.all(files.map((file) => readFile(resolve(file), 'utf8')));
    const [topology, world] = texts.map((text) => JSON.parse(text) as Topology) as [Topology, Topology];
    return new Land(topology, world);
  }

  draw(frame: MapFrame): string {
    const [x1] = project(frame, 40, -100);
    const [x2] = project(frame, 40, -99);
    const hasCounties = x2 - x1 >= COUNTIES_FROM;
    const states = formatPath(this.#states, frame);
    const counties = hasCounties ? formatPath(this.#counties, frame) : '';
    return (
      `<path d="${formatPath(this.#abroad, frame)}" fill="#dedad0"/>` +
      `<path d="${states}" fill="#efece4"/>` +
      (hasCounties ? `<path d="${counties}" fill="none" stroke="#c9c3b4" stroke-width="1.5"/>` : '') +
      `<path d="${states}" fill="none" stroke="#a9a391" stroke-width="2"/>`
    );
  }
}

function readRings(
  topology: Topology,
  name: string,
  isWanted: (one: Feature<Geometry>) => boolean = () => true,
): Ring[] {
  const { features } = feature(topology, topology.objects[name]) as { features: Feature<Geometry>[] };
  return features.filter(isWanted).flatMap(({ geometry }) => {
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : [];
    return polygons.flat().map((points) => {
      const xs = points.map(([x = 0]) => x);
      const ys = points.map(([, y = 0]) => y);
      return {
        points,
        west: Math.min(...xs),
        south: Math.min(...ys),
        east: Math.max(...xs),
        north: Math.max(...ys),
      };
    });
  });
}

function formatPath(rings: readonly Ring[], frame: MapFrame): string {
  const { left, top, width, height } = frame;
  let path = '';
  for (const { points, west, south, east, north } of rings) {
    const [x1, y1] = project(frame, north, west);
    const [x2, y2] = project(frame, south, east);
    if (x2 < left || x1 > left + width || y2 < top || y1 > top + height || x2 - x1 + y2 - y1 < 2) continue;
    let last: [number, number] | undefined;
    for (const [longitude = 0, latitude = 0] of points) {
      const next = project(frame, latitude, longitude);
      if (last !== undefined && Math.abs(next[0] - last[0]) + Math.abs(next[1] - last[1]) < MIN_STEP)
        continue;
      // Far outside the picture only the direction matters.
      const [x, y] = next.map((value) => Math.max(-20_000, Math.min(20_000, value))) as [number, number];
      path += `${last === undefined ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
      last = next;
    }
    if (last !== undefined) path += 'Z';
  }
  return path;
}
