import type { HomeListAnswer } from '@maru/contract';
import type { HomeCard } from '@maru/listing';
import { type Cluster, type FoundHome, PAGE_SIZE, type SearchRequest } from '@maru/listing/search';
import type { ResultLimit } from '../feeds/feed-clock.ts';
import type { Parts } from '../parts.ts';

/** Matches that are looked at for those of limited datasets; more only delay a search over several datasets. */
const MAX_WALKED = 50_000;

/** What one search gives out where licenses limit it (`display.maxResults`, rule R42). */
export interface GivenHomes {
  /** The page of the search, without homes beyond a limit. */
  listings: HomeCard[];
  /** Whether a home may be told by itself: on a card or as a pin. */
  mayTell: (homeId: string) => boolean;
  /** The limits that leave homes out; undefined for none. */
  limited: HomeListAnswer['limited'];
}

/**
 * The first homes of each limited dataset in the order of the search, and all of the others. The same for every page, map
 * and repetition of a search, so that together they give out no more.
 */
export async function findGivenHomes(
  request: SearchRequest,
  limits: readonly ResultLimit[],
  { engine, index, clock }: Pick<Parts, 'engine' | 'index' | 'clock'>,
  signal?: AbortSignal,
): Promise<GivenHomes> {
  const { query } = request;
  const { page = 1, searchType } = query;
  const most = new Map(limits.map((limit) => [limit.dataset, limit.most]));
  const isEachLimited = clock.datasets.size === limits.length;
  const wanted = page * PAGE_SIZE;
  const sum = limits.reduce((all, limit) => all + limit.most, 0);
  let take = Math.min(MAX_WALKED, sum + limits.length + (isEachLimited ? 0 : wanted));
  for (;;) {
    const asked: SearchRequest = { ...request, want: new Set(['listings']), take };
    const counts = new Map<string, number>();
    const ids = new Set<string>();
    const listings: HomeCard[] = [];
    let given = 0;
    // Cards are made of the page only: those of all that are walked would hold the thread for most of a second.
    const look = (home: FoundHome) => {
      const { dataset } = home;
      const limit = most.get(dataset);
      if (limit !== undefined) {
        const count = (counts.get(dataset) ?? 0) + 1;
        counts.set(dataset, count);
        if (count > limit) return;
      }
      // The index knows the others, once it is loaded.
      if (limit !== undefined || index.size === 0) ids.add(home.homeId);
      given += 1;
      if (given > wanted - PAGE_SIZE && given <= wanted) listings.push(home.card());
    };
    const { listings: walked, total } = await engine.searchListings(asked, look, signal);
    const isOver = ({ dataset, most }: ResultLimit) => (counts.get(dataset) ?? 0) > most;
    const isEnough = limits.every(isOver) && (isEachLimited || given >= wanted);
    const isWhole = walked.length < take;
    // The engine counts all datasets together: how many homes one of several has is counted by looking at all matches.
    const mayCount = clock.datasets.size > 1 && total < MAX_WALKED;
    if (isWhole || take === MAX_WALKED || (isEnough && !mayCount)) {
      const over = limits.filter(isOver);
      return {
        listings,
        mayTell: (homeId) => {
          if (ids.has(homeId)) return true;
          const card = index.findCard(homeId, searchType);
          return card !== undefined && !most.has(card.dataset);
        },
        limited:
          over.length === 0
            ? undefined
            : over.map(({ dataset, source, most }) => ({
                source,
                shown: most,
                total: clock.datasets.size === 1 ? total : isWhole ? (counts.get(dataset) ?? 0) : null,
              })),
      };
    }
    take = isEnough ? total + 1 : Math.min(MAX_WALKED, take * 16);
  }
}

/** The clusters with pins only for homes that may be told; other single homes are circles of one. */
export function withoutPins(clusters: readonly Cluster[], mayTell: GivenHomes['mayTell']): Cluster[] {
  return clusters.map((cluster) => {
    const { home, ...circle } = cluster;
    return home === undefined || mayTell(home.homeId) ? cluster : circle;
  });
}
