import type { HomeCardAnswer, HomeCardsAnswer } from '@maru/contract';
import type { Client } from '@maru/contract/client';
import { useLast } from '../../queries/query-cache.tsx';
import { useApiQuery } from '../../queries/use-api-query.ts';

/** The API returns at most this many cards at once. */
const BATCH = 50;

export interface HomeCards {
  /** By id. */
  cards: ReadonlyMap<string, HomeCardAnswer>;
  gone: ReadonlySet<string>;
  sources: HomeCardsAnswer['sources'];
  loan: HomeCardsAnswer['loan'] | undefined;
  /** ms UTC. */
  now: number;
}

/**
 * Loads the current cards of homes. `found` is undefined before the first response. When the ids change, the last response
 * stays until the next one, and also if that request fails.
 */
export function useHomeCards(ids: readonly string[]): {
  found: HomeCards | undefined;
  error: unknown;
  retry: () => void;
} {
  const sorted = [...ids].sort();
  const { data, error, refetch } = useApiQuery(['home-cards', sorted], (client, signal) =>
    loadCards(client, sorted, signal),
  );
  return { found: useLast(data), error: error ?? undefined, retry: () => void refetch() };
}

async function loadCards(client: Client, ids: readonly string[], signal: AbortSignal): Promise<HomeCards> {
  const cards = new Map<string, HomeCardAnswer>();
  const gone = new Set<string>();
  let last: HomeCardsAnswer | undefined;
  for (let at = 0; at < ids.length; at += BATCH) {
    last = await client.listCards({ query: { homeId: ids.slice(at, at + BATCH) }, signal });
    for (const card of last.listings) cards.set(card.homeId, card);
    for (const id of last.gone) gone.add(id);
  }
  return { cards, gone, sources: last?.sources ?? [], loan: last?.loan, now: Date.now() };
}
