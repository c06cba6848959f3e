import type {
  FoundHome,
  HomeCard,
  HomeChanges,
  LoanTerms,
  SearchAnswer,
  SearchEngine,
  SearchQuery,
  SearchRequest,
  SearchType,
} from '@maru/listing';

/**
 * The front door of this package for those outside. The kernels are compiled without noUncheckedIndexedAccess
 * and everything else with it, so nobody else may compile them: TypeScript reads this file instead, Node reads
 * src/index.ts. src/front-door.test.ts fails to compile when the two differ.
 */

/** Homes on their way to take the place of all that an index has. */
export interface Loading<Finish extends unknown[] = []> {
  /** Each home once. */
  add(homes: readonly HomeCard[]): void;
  /** Puts them in order, beside the other work of this thread, and then in the place of what there was. */
  finish(...told: Finish): Promise<void>;
}

/**
 * Every displayed home in memory, as columns; answers a search by a scan of the blocks that may match. Holds
 * nothing that the store does not: it may be thrown away and filled again at any time. A search sees all of a
 * change or none of it.
 */
export interface SearchIndex extends SearchEngine {
  /**
   * As `search`, with what `listingOf` makes of the homes of the page, in their order: who knows a home by its id needs
   * no card. It is called at once, while the homes are those of `version()`.
   */
  searchListings<Listing>(
    request: SearchRequest,
    listingOf: (home: FoundHome) => Listing,
    signal?: AbortSignal,
  ): Promise<SearchAnswer<Listing>>;
  /** Cards held, both search types together. */
  readonly size: number;
  /** Takes the changes in; from now on answers are those of `version`. Cards are copied. */
  apply(changes: HomeChanges, version: string): void;
  /**
   * Begins to take in all homes anew; `count` is about how many they are. Searches go on over what there is, which
   * must not change meanwhile, until `finish(version)` has replaced it. Several times as fast as `apply`.
   */
  startLoad(count?: number): Loading<[version: string]>;
  /** The home's card; without a search type the one for sale, else the one for rent. */
  findCard(homeId: string, searchType?: SearchType): HomeCard | undefined;
  /** How many active homes lie in each place that has any, by slug. The map is live: read it, do not keep it. */
  countsByPlace(searchType: SearchType): ReadonlyMap<string, number>;
  /** Resolves when rows are in order (after a first load in many pieces, say): searches are fastest then. */
  settled(): Promise<void>;
  /** Bytes that homes take: their columns with all that finds them, and what cards have beside them. */
  memory(): { columns: number; cards: number };
  /**
   * Writes everything to a file, beside it first, while searches and changes go on. The file is of the moment near the
   * end at which `state` is called, for a text of the caller: how far it has read the store. One at a time.
   */
  writeSnapshot(path: string, state: () => string): Promise<void>;
  /** Replaces everything by what the file has; one that cannot be trusted changes nothing. Throws for no file. */
  readSnapshot(path: string): Promise<SnapshotReading>;
  /** Ends the threads that make long scans; searches go on in this one. */
  close(): Promise<void>;
}
export const SearchIndex: new (options?: {
  /** ms UTC: what days on the market and sold months are counted from. Default: the clock. */
  now?: () => number;
  /** Threads that make long scans beside this one. Default: one for each other core, at least one; 0: none. */
  workers?: number;
}) => SearchIndex;

/** Why a snapshot was not read. */
export type SnapshotRefusal = 'missing' | 'foreign' | 'other format' | 'truncated' | 'damaged';
/** `state` is the text that was given when it was written, `version` what the index calls itself now. */
export type SnapshotReading =
  | { isRead: true; state: string; version: string }
  | { isRead: false; reason: SnapshotRefusal };

/** What a half-typed address or MLS number may mean. */
export type AddressSuggestion =
  | {
      kind: 'street';
      /** Without a house number: "N Oak St". */
      name: string;
      city: string | null;
      stateOrProvince: string | null;
      postalCode: string | null;
      /** Homes there. */
      count: number;
    }
  | { kind: 'address'; homeId: string; searchType: SearchType; card: HomeCard }
  | { kind: 'listing'; homeId: string; searchType: SearchType; listingId: string; card: HomeCard };

/**
 * Finds homes by what people type of an address or an MLS number; a withheld address is never found. Keeps no card:
 * it asks for those of an answer where they are.
 */
export interface AddressIndex {
  /** Cards known, both search types together. */
  readonly size: number;
  /** Bytes held, room for growth included. */
  readonly usedBytes: number;
  apply(changes: HomeChanges): void;
  /**
   * Begins to take in all homes anew; questions are answered by what there is, which must not change meanwhile, until
   * `finish` has replaced it.
   */
  startLoad(): Loading;
  /**
   * Writes everything to a file, beside it first, while questions are answered; changes are taken in when it is done.
   * `state` is the caller's text: how far the store has been read. One at a time.
   */
  writeSnapshot(path: string, state: string): Promise<void>;
  /**
   * Replaces everything by what the file has, and answers the caller's text in it; undefined when it cannot be trusted
   * (missing, foreign, cut off, damaged, of other rules), which changes nothing.
   */
  readSnapshot(path: string): Promise<string | undefined>;
  /** At most `limit`: an exact MLS number, then addresses, streets with most homes first, other MLS numbers. */
  suggest(text: string, limit: number): AddressSuggestion[];
  /**
   * The home at an address written out: number, street and unit (when it has one), then as much of city, state
   * and ZIP as one likes. Undefined when none fits, or several do.
   */
  findByAddress(text: string): HomeCard | undefined;
  /** The home listed under an MLS number, upper or lower case; the active one, when it was used twice. */
  findByListingId(id: string): HomeCard | undefined;
}
export const AddressIndex: new (
  /** The search index; a home that it does not have is left out of an answer. */
  cards: { findCard(homeId: string, searchType: SearchType): HomeCard | undefined },
) => AddressIndex;

/** Saved searches, asked which of them a home concerns. */
export interface SearchMatcher {
  readonly size: number;
  /** The ids of all searches. */
  ids(): IterableIterator<string>;
  /** Takes a search in, in place of an earlier one of that id; `q` and `not` are not read. */
  put(id: string, query: SearchQuery, loan?: LoanTerms): void;
  remove(id: string): void;
  /** The ids of all searches among whose results the home is at `now` (ms UTC), in no order. */
  matches(home: HomeCard, now: number): string[];
}
export const SearchMatcher: new () => SearchMatcher;
