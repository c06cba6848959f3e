import type { HomeAnswer, HomeMarketAnswer, HomeSurroundingsAnswer } from '@maru/contract';

/**
 * The data of a home's page; every section receives all of it. Data of other requests than the home's is null when its
 * request failed: the page never waits for it or fails with it.
 */
export interface HomePageData {
  home: HomeAnswer;
  /** School districts, schools and hazard zones from imported data. */
  surroundings: HomeSurroundingsAnswer | null;
  /** Homes and sales nearby, and the market of its place. */
  market: HomeMarketAnswer | null;
  /** ms UTC, from the loader, so that server and browser render the same ages. */
  now: number;
}
