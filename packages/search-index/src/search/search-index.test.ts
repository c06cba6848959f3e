import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeCard } from '@maru/listing';
import { test } from 'vitest';
import { expectEqual } from '../../../../dev/conformance/expect-equal.ts';
import { plainSearch } from '../../../../dev/conformance/plain-search.ts';
import {
  applyToList,
  RANDOM_NOW,
  randomChanges,
  randomHomes,
  randomRequest,
} from '../../../../dev/conformance/random-homes.ts';
import { describeSearchEngine } from '../../../../dev/conformance/search-engine-suite.ts';
import { SearchIndex } from './search-index.ts';

describeSearchEngine('The index in memory', async (homes, now) => {
  const index = new SearchIndex({ now: () => now });
  let version = 1;
  index.apply({ upserts: homes, removals: [] }, String(version));
  return {
    engine: index,
    async apply(changes) {
      index.apply(changes, String(++version));
    },
    async close() {
      await index.close();
    },
  };
});

const isLong = process.env.MARU_TEST_LONG === '1';
const seed = Number(process.env.MARU_TEST_SEED ?? Date.now() % 1_000_000_000);

/** Slices of one long test, so that a difference is reported early and no slice runs long. */
const slices = isLong ? { count: 20, steps: 5_000 } : { count: 2, steps: 500 };
for (let slice = 0; slice < slices.count; slice++) {
  test(`${slices.steps} random searches and changes are answered as by the plain filter, seed ${seed}, slice ${slice}`, async () => {
    // Every fourth slice scans in a worker thread.
    const isThreaded = slice % 4 === 1;
    const index = new SearchIndex({
      now: () => RANDOM_NOW,
      workers: isThreaded ? 1 : 0,
      longScan: isThreaded ? 1 : undefined,
    });
    const first = seed + slice * 1_000_003;
    let homes: HomeCard[] = randomHomes(first, 60 + (slice % 5) * 90);
    index.apply({ upserts: homes, removals: [] }, 'first');
    // Until workers have started, searches stay in this thread.
    if (isThreaded) await sleep(300);
    for (let step = 0; step < slices.steps; step++) {
      if (step % 10 === 9) {
        const changes = randomChanges(first + step, homes, 12);
        index.apply(changes, String(step));
        homes = applyToList(homes, changes);
        if (step % 250 === 249) await index.settled();
        continue;
      }
      const request = randomRequest(first + step, homes);
      expectEqual(
        await index.search(request),
        plainSearch(homes, request, RANDOM_NOW),
        () => `seed ${first}, step ${step}, ${JSON.stringify(request.query)}`,
      );
    }
    await index.close();
  });
}
