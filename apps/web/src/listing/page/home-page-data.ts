import type { HomeAnswer, HomeMarketAnswer, HomeSurroundingsAnswer } from '@maru/contract';

/**
 * All that the page of one home is made of; every section is given the whole of it. What comes from another call than
 * the home's own stands beside it, and is null where that call failed: the page of a home never waits for, nor falls
 * with, what is only said about its surroundings.
 */
export interface HomePageData {
  home: HomeAnswer;
  /** Districts, schools, hazard zones by what the owner has imported. */
  surroundings: HomeSurroundingsAnswer | null;
  /** Homes and sales around it, and what its place asks for. */
  market: HomeMarketAnswer | null;
  /** ms UTC, from the loader: server and browser say the same ages. */
  now: number;
}
