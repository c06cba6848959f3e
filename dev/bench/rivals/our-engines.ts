import type { SearchEngine } from '@maru/listing/search';
import type { SearchIndex } from '@maru/search-index';
import { type Rival, withoutCards } from './rival.ts';

/** One of our engines, which answers with the cards of the page. */
export function asRival(name: string, engine: SearchEngine, close = async () => {}): Rival {
  return { name, answer: async (request) => withoutCards(await engine.search(request)), close };
}

/** The index as other engines answer: with the ids of the page instead of cards. */
export function asIdRival(name: string, index: SearchIndex, close = async () => {}): Rival {
  return {
    name,
    async answer(request) {
      const { listings, ...answer } = await index.searchListings(request, ({ homeId }) => homeId);
      return { ...answer, ids: listings };
    },
    close,
  };
}
