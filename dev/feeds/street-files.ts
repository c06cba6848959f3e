import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Market } from '../sample-market/index.ts';

/** Counts up when the same market gets other streets, so that those of an older one go. */
const DRAWING = 2;

/**
 * Writes the market's own streets, parks and water into the folder of the built-in map, as
 * `sample-market-{drawing}-{name}-01.geojson` and so on; nothing where they stand already.
 */
export function writeStreetFiles(market: Market, folder: string, name: string): void {
  const start = `sample-market-${DRAWING}-${name}-`;
  if (existsSync(join(folder, `${start}01.geojson`))) return;
  mkdirSync(folder, { recursive: true });
  // Only another market's streets go: the owner's own map files stand in the same folder.
  for (const file of readdirSync(folder)) if (file.startsWith('sample-market-')) rmSync(join(folder, file));
  const files: string[] = [];
  for (const { name: part, collection } of market.streetFiles()) {
    const file = join(folder, `${start}${part}.geojson`);
    writeFileSync(`${file}.next`, JSON.stringify(collection));
    files.push(file);
  }
  // Named when all are whole, the first one last: it says that the others are there.
  for (const file of files.reverse()) renameSync(`${file}.next`, file);
}
