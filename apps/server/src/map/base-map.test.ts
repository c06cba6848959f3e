import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSharedGazetteer } from '../testing/testing-gazetteer.ts';
import { BaseMap } from './base-map.ts';

let dataDir: string;
let map: BaseMap;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'maru-base-map-'));
  map = new BaseMap({ gazetteer: await loadSharedGazetteer(), dataDir });
  // Its files may be written while the site starts.
  await mkdir(join(dataDir, 'basemap'));
  const line = (name: string, kind: string) => ({
    type: 'Feature',
    properties: { name, kind },
    geometry: { type: 'LineString', coordinates: [at(0), at(0.004)] },
  });
  const ground = (name: string, kind: string) => ({
    type: 'Feature',
    properties: { name, kind },
    geometry: { type: 'Polygon', coordinates: [[at(0), [at(0)[0], at(0.004)[1]], at(0.004), at(0)]] },
  });
  const features = [
    ...[line('Own Freeway', 'freeway'), line('Own Arterial', 'arterial'), line('Own Collector', 'collector')],
    ...[line('Own Street', 'street'), line('Own Lane', 'whatever'), ground('Own Lake', 'water')],
    ...[ground('Own Park', 'park'), ground('Own School', 'school'), ground('Own Castle', 'castle')],
  ];
  await writeFile(
    join(dataDir, 'basemap', 'own.geojson'),
    JSON.stringify({ type: 'FeatureCollection', features }),
  );
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

const at = (more: number): [number, number] => [-117.8 + more, 33.68 + more];

/** The own names in the tile of a zoom where they lie; a vector tile holds texts as they are. */
async function namesAt(zoom: number): Promise<string[]> {
  const [longitude, latitude] = at(0.001);
  const angle = (latitude * Math.PI) / 180;
  const x = Math.floor(((longitude + 180) / 360) * 2 ** zoom);
  const y = Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom);
  const tile = await map.load(zoom, x, y);
  return (tile?.toString('latin1').match(/Own [A-Z][a-z]+/g) ?? []).sort();
}

it('an owner’s road is in the tiles from the zoom on at which one sees it: freeways first, side streets last', async () => {
  expect(await namesAt(6)).toEqual([]);
  expect(await namesAt(8)).toEqual(['Own Freeway']);
  expect(await namesAt(10)).toEqual(expect.arrayContaining(['Own Arterial', 'Own Freeway']));
  expect(await namesAt(10)).not.toContain('Own Collector');
  expect(await namesAt(12)).toContain('Own Collector');
  expect(await namesAt(12)).not.toContain('Own Street');
});

it('all of the owner’s ground is there at street zoom, but not what is no ground', async () => {
  expect(await namesAt(14)).toEqual(
    ['Arterial', 'Collector', 'Freeway', 'Lake', 'Lane', 'Park', 'School', 'Street'].map(
      (name) => `Own ${name}`,
    ),
  );
});

it('a tile is made once', async () => {
  const first = await map.load(9, 88, 204);
  expect(first?.length).toBeGreaterThan(0);
  expect(await map.load(9, 88, 204)).toBe(first);
});

it('there is no tile outside the grid', async () => {
  expect(await map.load(15, 0, 0)).toBeUndefined();
  expect(await map.load(3, 8, 0)).toBeUndefined();
});

it('Canada and Mexico are land with a border, and the Canadian half of a Great Lake is water', async () => {
  const tileAt = (longitude: number, latitude: number, zoom: number) => {
    const angle = (latitude * Math.PI) / 180;
    const x = Math.floor(((longitude + 180) / 360) * 2 ** zoom);
    const y = Math.floor(((1 - Math.asinh(Math.tan(angle)) / Math.PI) / 2) * 2 ** zoom);
    return map.load(zoom, x, y).then((tile) => tile?.toString('latin1') ?? '');
  };
  for (const [longitude, latitude] of [
    [-122.9, 49.2],
    [-116.5, 32.3],
    [-113.5, 53.5],
  ] as const)
    for (const zoom of [5, 9, 13]) expect(await tileAt(longitude, latitude, zoom)).toContain('abroad');
  expect(await tileAt(-117.0, 32.53, 9)).toContain('state');
  expect(await tileAt(-78.5, 43.7, 9)).toContain('lake');
  expect(await tileAt(-98.5, 39.5, 9)).not.toContain('abroad');
  expect(await tileAt(-135, 40, 5)).not.toContain('abroad');
});
