import type { FoundHome, SearchAnswer, SearchEngine, SearchRequest } from '@maru/listing/search';
import { foundHome, type ListEngine } from './list-engine.ts';

/** Uses the in-memory index once it is loaded and SQL until then, which is slower with the same results. */
export class SwitchingEngine implements ListEngine {
  readonly #memory: ListEngine;
  readonly #sql: SearchEngine;
  readonly #isLoaded: () => boolean;

  constructor(memory: ListEngine, sql: SearchEngine, isLoaded: () => boolean) {
    this.#memory = memory;
    this.#sql = sql;
    this.#isLoaded = isLoaded;
  }

  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchAnswer> {
    return this.#current().search(request, signal);
  }

  async searchListings<Listing>(
    request: SearchRequest,
    listingOf: (home: FoundHome) => Listing,
    signal?: AbortSignal,
  ): Promise<SearchAnswer<Listing>> {
    if (this.#isLoaded()) return await this.#memory.searchListings(request, listingOf, signal);
    const answer = await this.#sql.search(request, signal);
    const listings = answer.listings.map((card) => listingOf(foundHome(card)));
    return { ...answer, listings };
  }

  version(): string {
    return this.#current().version();
  }

  #current(): SearchEngine {
    return this.#isLoaded() ? this.#memory : this.#sql;
  }
}
