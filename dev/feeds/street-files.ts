import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Market } from '../sample-market/index.ts';

/** Increased when the same market gets other streets, so that older files are removed. */
const DRAWING = 2;

/**
 * Writes the market's streets, parks and water into the folder of the built-in map, as
 * `sample-market-{drawing}-{name}-01.geojson` and so on, unless they exist.
 */
export function writeStreetFiles(market: Market, folder: string, name: string): void {
  const start = `sample-market-${DRAWING}-${name}-`;
  if (existsSync(join(folder, `${start}01.geojson`))) return;
  mkdirSync(folder, { recursive: true });
  // Only files of another sample market are removed: the folder holds the owner's own map files too.
  for (const file of readdirSync(folder)) if (file.startsWith('sample-market-')) rmSync(join(folder, file));
  const files: string[] = [];
  for (const { name: part, collection } of market.streetFiles()) {
    const file = join(folder, `${start}${part}.geojson`);
    writeFileSync(`${file}.next`, JSON.stringify(collection));
    files.push(file);
  }
  // Renamed when all are complete, the first one last: its existence says that the others exist.
  for (const file of files.reverse()) renameSync(`${file}.next`, file);
}
