import { describeSearchEngine } from '../../../dev/conformance/search-engine-suite.ts';
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
    async close() {},
  };
});
