import type { SearchRequest } from '@maru/listing/search';
import { SearchIndex } from '@maru/search-index';
import { RANDOM_NOW } from '../conformance/random-homes.ts';
import { measureLoad } from './load.ts';
import { questions } from './questions.ts';
import type { BenchRow } from './row.ts';
import { worldChunks } from './world.ts';

/** Maximum factor by which counting the choices may slow a search down. */
const MOST = 5;
const TURNS = 3;

/** A search with the counts of all choices, beside the same search without them; both are one pass over the index. */
export async function choicesRows({
  seed = 42,
  sizes = [100_000],
  seconds = 0.5,
}: {
  seed?: number;
  sizes?: number[];
  seconds?: number;
} = {}): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const size of sizes) {
    const index = new SearchIndex({ now: () => RANDOM_NOW });
    for (const chunk of worldChunks({ seed, size, quietAfter: size / 10 })) {
      index.apply({ upserts: chunk, removals: [] }, '1');
    }
    await index.settled();
    for (const { title, requests } of questions(seed)) {
      const time = async (searches: SearchRequest[]) => {
        const ask = (run: number) =>
          index.searchListings(searches[run % searches.length]!, ({ homeId }) => homeId);
        return (await measureLoad(ask, { clients: 1, seconds, atLeast: searches.length })).median;
      };
      const withChoices = requests.map((one) => ({
        ...one,
        want: new Set([...one.want, 'choices' as const]),
      }));
      const times = { usual: [] as number[], choices: [] as number[] };
      for (let turn = 0; turn < TURNS; turn++) {
        times.usual.push(await time(requests));
        times.choices.push(await time(withChoices));
      }
      const [baseline, ours] = [Math.min(...times.usual), Math.min(...times.choices)];
      rows.push({
        name: `choices, ${title}, p50, ${size.toLocaleString('en-US')} homes · without choices`,
        ours,
        baseline,
        ratio: baseline / ours,
        unit: 'ms',
        atLeast: 1 / MOST,
      });
    }
    await index.close();
  }
  return rows;
}
