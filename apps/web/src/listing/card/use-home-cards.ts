import type { HomeCardAnswer, HomeCardsAnswer } from '@maru/contract';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** As many as the API answers at once. */
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

/** Homes by id as they are now; what is there already stays while more is asked. Undefined before the first answer. */
export function useHomeCards(ids: readonly string[]): {
  found: HomeCards | undefined;
  error: unknown;
  retry: () => void;
} {
  const { client } = useRouter().options.context;
  const [found, setFound] = useState<HomeCards>();
  const [error, setError] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const key = [...ids].sort().join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: one more try is asked for by its number.
  useEffect(() => {
    const asked = key === '' ? [] : key.split(',');
    const stop = new AbortController();
    const load = async () => {
      const cards = new Map<string, HomeCardAnswer>();
      const gone = new Set<string>();
      let last: HomeCardsAnswer | undefined;
      for (let at = 0; at < asked.length; at += BATCH) {
        last = await client.listCards({
          query: { homeId: asked.slice(at, at + BATCH) },
          signal: stop.signal,
        });
        for (const card of last.listings) cards.set(card.homeId, card);
        for (const id of last.gone) gone.add(id);
      }
      return { cards, gone, sources: last?.sources ?? [], loan: last?.loan, now: Date.now() };
    };
    load().then(
      (answer) => {
        if (stop.signal.aborted) return;
        setFound(answer);
        setError(undefined);
      },
      (fault: Error) => {
        if (!stop.signal.aborted) setError(fault);
      },
    );
    return () => stop.abort();
  }, [client, key, tries]);
  return { found, error, retry: () => setTries(tries + 1) };
}
