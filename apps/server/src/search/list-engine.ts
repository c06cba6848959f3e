import type { FoundHome, SearchAnswer, SearchEngine, SearchRequest } from '@maru/listing';

/** A search engine that hands over the homes of the page as it has them: who knows their text needs no cards. */
export interface ListEngine extends SearchEngine {
  /**
   * As `search`, with what `listingOf` makes of the homes of the page, in their order. It is called at once, while the
   * homes are those of `version()`.
   */
  searchListings<Listing>(
    request: SearchRequest,
    listingOf: (home: FoundHome) => Listing,
    signal?: AbortSignal,
  ): Promise<SearchAnswer<Listing>>;
}
