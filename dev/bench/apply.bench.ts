import { type HomeCard, SEARCH_TYPES } from '@maru/listing';
import { AddressIndex, SearchIndex } from '@maru/search-index';
import { applyChanges } from '../../apps/server/src/jobs/take-changes.ts';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import type { BenchOptions, Measured } from './row.ts';
import { worldChunks } from './world.ts';

const CHANGES = 500;
const BATCHES = 40;
/** Aim: how long applying changes may block other requests (ms). */
const MAX_MS = 5;
const AIMED = 1_000_000;

/**
 * Applies batches of 500 changes as the follower does: half of the homes get another price, a quarter another
 * position, some are added and removed. Measures how long the event loop was blocked meanwhile, by a timer due in
 * every turn. Other load of the machine is included, so the median over the batches of the longest block counts.
 */
export async function applyRows({ seed = 42, sizes = [100_000] }: BenchOptions = {}): Promise<Measured> {
  const measured: Required<Measured> = { rows: [], tables: [] };
  for (const size of sizes) {
    const index = new SearchIndex({ now: () => RANDOM_NOW });
    const addresses = new AddressIndex(index);
    const [loading, addressing] = [index.startLoad(size), addresses.startLoad()];
    let cards: HomeCard[] = [];
    for (const chunk of worldChunks({ seed, size })) {
      loading.add(chunk);
      addressing.add(chunk);
      if (cards.length < CHANGES * BATCHES) cards = cards.concat(chunk);
    }
    await loading.finish('0');
    await addressing.finish();

    const [longest, computed]: [number[], number[]] = [[], []];
    const [busy, wall]: [number[], number[]] = [[], []];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const upserts = cards.slice(batch * CHANGES, (batch + 1) * CHANGES).map(changed);
      const removals = upserts
        .filter((_, i) => i % 10 === 0)
        .map(({ homeId, searchType }) => ({
          homeId,
          searchType: SEARCH_TYPES.find((one) => one !== searchType)!,
        }));
      const beat = startBeat();
      const cpu = process.cpuUsage();
      const began = performance.now();
      await applyChanges({ index, addresses }, { upserts, removals }, String(batch + 1));
      wall.push(performance.now() - began);
      const { user, system } = process.cpuUsage(cpu);
      busy.push((user + system) / 1_000);
      const turn = await beat.end();
      longest.push(turn.waited);
      computed.push(turn.computed);
      await index.settled();
    }
    await index.close();
    const homes = size.toLocaleString('en-US');
    const middle = of(longest, 0.5);
    measured.rows.push({
      name: `longest wait for others while ${CHANGES} changes are taken in, ${homes} homes · ${MAX_MS} ms`,
      ours: middle,
      baseline: MAX_MS,
      ratio: MAX_MS / middle,
      unit: 'ms',
      ...(size >= AIMED ? { atLeast: 1 } : {}),
    });
    measured.tables.push(
      [
        `${CHANGES} changes, ${homes} homes, ${BATCHES} batches: p50, p95 in ms`,
        ...Object.entries({
          'longest wait': longest,
          'of CPU in a turn': computed,
          'busy in all': busy,
          'from begin to end': wall,
        }).map(
          ([name, times]) =>
            `${name.padEnd(20)}${of(times, 0.5).toFixed(1).padStart(8)}${of(times, 0.95).toFixed(1).padStart(8)}`,
        ),
      ].join('\n'),
    );
  }
  return measured;
}

function changed(card: HomeCard, i: number): HomeCard {
  if (i % 2 === 0) return { ...card, listPrice: 500_000 + i };
  if (i % 4 === 1 || card.latitude === null) return { ...card, photosCount: card.photosCount + 1 };
  return { ...card, latitude: card.latitude + 0.01, streetLine: `${i} Changed St` };
}

/** The longest turn of the event loop until `end`, in wall time and in CPU time of this process (ms). */
function startBeat(): { end: () => Promise<{ waited: number; computed: number }> } {
  const longest = { waited: 0, computed: 0 };
  let last = performance.now();
  let cpu = process.cpuUsage();
  let isOn = true;
  const beat = () => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    longest.waited = Math.max(longest.waited, now - last);
    longest.computed = Math.max(longest.computed, (user + system) / 1_000);
    [last, cpu] = [now, process.cpuUsage()];
    if (isOn) setImmediate(beat);
  };
  setImmediate(beat);
  return {
    end: async () => {
      await new Promise(setImmediate);
      isOn = false;
      return longest;
    },
  };
}

function of(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
}
