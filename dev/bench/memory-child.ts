/** Fills an index and reports its memory (see memory.bench). Arguments: the seed, the number of homes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SearchIndex } from '@maru/search-index';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import { worldChunks } from './world.ts';

/** Bytes. */
export interface Held {
  columns: number;
  cards: number;
  process: number;
}

const [seed, size] = [Number(process.argv[2]), Number(process.argv[3])];
const index = new SearchIndex({ now: () => RANDOM_NOW });
for (const chunk of worldChunks({ seed, size })) index.apply({ upserts: chunk, removals: [] }, '1');
// Sorting rows needs memory twice, which is released afterwards.
await index.settled();
(globalThis as { gc?: () => void }).gc?.();
await sleep(100);
(globalThis as { gc?: () => void }).gc?.();
const held: Held = { ...index.memory(), process: process.memoryUsage.rss() };
process.stdout.write(JSON.stringify(held));
process.exit(0);
