import type { HomeCard } from '@maru/listing';
import type { FoundHome, SearchAnswer, SearchEngine, SearchRequest } from '@maru/listing/search';

/** A search engine that can return homes without building cards, for callers that cache their JSON. */
export interface ListEngine extends SearchEngine {
  /**
   * Like `search`, with the results of `listingOf` for the homes of the page, in order. Called synchronously, while the
   * homes are those of `version()`.
   */
  searchListings<Listing>(
    request: SearchRequest,
    listingOf: (home: FoundHome) => Listing,
    signal?: AbortSignal,
  ): Promise<SearchAnswer<Listing>>;
}

export function foundHome(card: HomeCard): FoundHome {
  return { homeId: card.homeId, dataset: card.dataset, card: () => card };
}
