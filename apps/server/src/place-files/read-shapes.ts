import { readFile } from 'node:fs/promises';
import shp, { parseZip } from 'shpjs';
import { CommandError } from '../commands/command-error.ts';
import { readFeatures } from './geojson-stream.ts';
import { firstBytes, MAX_UNPACKED_BYTES, readWhole, streamFile } from './read-bytes.ts';
import { listZipEntries } from './zip-entries.ts';

/** A feature as read, not yet validated. */
export interface Shape {
  properties: Record<string, unknown>;
  geometry: unknown;
}

/**
 * Reads shapes as agencies publish them: a zipped shapefile (TIGER, NCES, FEMA, CAL FIRE), a shapefile with .dbf and
 * .prj, GeoJSON (also gzip), or one feature per line. Coordinates are converted to WGS84 degrees when the file declares
 * its projection. GeoJSON is streamed; shapefiles are read whole, up to 400 MB, 1,000 MB unpacked.
 * @throws CommandError for anything else
 */
export async function* readShapes(path: string): AsyncGenerator<Shape> {
  const start = await firstBytes(path, 4);
  if (start.length === 0) throw new CommandError(`${path} is empty.`);
  if (start.readUInt16BE(0) === 0x504b) yield* shapesOfZip(path);
  else if (start.length === 4 && start.readUInt32BE(0) === 9994) yield* shapesOfShp(path);
  else {
    for await (const feature of readFeatures(await streamFile(path))) {
      if (feature !== undefined) yield parseShape(feature);
    }
  }
}

async function* shapesOfZip(path: string): AsyncGenerator<Shape> {
  const bytes = await readWhole(path);
  const entries = listZipEntries(bytes);
  if (entries === undefined) throw new CommandError(`${path} cannot be unpacked: it is truncated.`);
  const size = entries.reduce((sum, one) => sum + one.size, 0);
  if (size > MAX_UNPACKED_BYTES) {
    throw new CommandError(
      `${path} unpacks to ${Math.ceil(size / 2 ** 20)} MB; ${MAX_UNPACKED_BYTES / 2 ** 20} MB is the limit.`,
    );
  }
  const hasLayer = entries.some(({ name }) => /\.(shp|json)$/i.test(name) && !name.includes('__MACOSX'));
  if (!hasLayer) {
    const gdb = entries.some(({ name }) => /\.gdbtable$/i.test(name));
    throw new CommandError(
      gdb
        ? `${path} contains a file geodatabase, which is not supported: use the agency's shapefile or GeoJSON.`
        : `${path} contains no shapefile (.shp).`,
    );
  }
  const parsed = (await parseZip(bytes).catch((error: Error) => {
    throw new CommandError(`${path} is not a valid shapefile: ${error.message}`);
  })) as { features: unknown[] } | { features: unknown[] }[];
  for (const layer of Array.isArray(parsed) ? parsed : [parsed]) {
    for (const feature of layer.features) yield parseShape(feature);
  }
}

async function* shapesOfShp(path: string): AsyncGenerator<Shape> {
  const beside = async (ending: string) => {
    const base = path.replace(/\.shp$/i, '');
    return await readFile(base + ending).catch(() =>
      readFile(base + ending.toUpperCase()).catch(() => undefined),
    );
  };
  const dbf = await beside('.dbf');
  const prj = await beside('.prj');
  if (dbf === undefined || prj === undefined) {
    throw new CommandError(`${path} needs its .dbf (attributes) and .prj (projection) beside it.`);
  }
  const { features } = (await shp({ shp: await readWhole(path), dbf, prj, cpg: await beside('.cpg') })) as {
    features: unknown[];
  };
  for (const feature of features) yield parseShape(feature);
}

function parseShape(feature: unknown): Shape {
  const { properties, geometry } = feature as { properties?: unknown; geometry?: unknown };
  const isObject = typeof properties === 'object' && properties !== null;
  return { properties: isObject ? (properties as Record<string, unknown>) : {}, geometry };
}
