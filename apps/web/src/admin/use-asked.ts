import type { Client } from '@maru/contract/client';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { whyFailed } from '../account/why-failed.ts';
import { useWords } from '../i18n/words.tsx';

type Ask<T> = (client: Client, signal: AbortSignal) => Promise<T>;

/**
 * What a call answers, asked again when `name` (all that the question depends on) is another one, and by `again`. The
 * last answer stays while the next is on its way.
 */
export function useAsked<T>(name: string, ask: Ask<T>) {
  const words = useWords();
  const { client } = useRouter().options.context;
  const [answer, setAnswer] = useState<T>();
  const [failed, setFailed] = useState<string>();
  const [tries, setTries] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is told by its name and the number of tries.
  useEffect(() => {
    const stop = new AbortController();
    setFailed(undefined);
    asking.current(client, stop.signal).then(setAnswer, (error: Error) => {
      if (error.name !== 'AbortError') setFailed(whyFailed(error, words));
    });
    return () => stop.abort();
  }, [client, words, name, tries]);
  const again = useCallback(() => setTries((last) => last + 1), []);
  return { answer, failed, again, put: setAnswer };
}

/** A list in pages by cursor. `next`: undefined while a page is on its way, null after the last one. */
export function usePages<T>(
  name: string,
  ask: (
    client: Client,
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ items: T[]; next?: string }>,
) {
  const words = useWords();
  const { client } = useRouter().options.context;
  const [items, setItems] = useState<T[]>([]);
  const [next, setNext] = useState<string | null>();
  const [failed, setFailed] = useState<string>();
  const [tries, setTries] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;
  /** Ends with the question: a later page of the last one is none of the next. */
  const stopping = useRef(new AbortController());

  const load = useCallback(
    async (cursor: string | undefined, signal: AbortSignal) => {
      setFailed(undefined);
      setNext(undefined);
      try {
        const page = await asking.current(client, cursor, signal);
        if (signal.aborted) return;
        setItems((last) => (cursor === undefined ? page.items : [...last, ...page.items]));
        setNext(page.next ?? null);
      } catch (error) {
        if ((error as Error).name === 'AbortError') return;
        setNext(cursor ?? null);
        setFailed(whyFailed(error, words));
      }
    },
    [client, words],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is told by its name and the number of tries.
  useEffect(() => {
    const stop = new AbortController();
    stopping.current = stop;
    setItems([]);
    void load(undefined, stop.signal);
    return () => stop.abort();
  }, [load, name, tries]);
  return {
    items,
    next,
    failed,
    more: () => void load(next ?? undefined, stopping.current.signal),
    again: () => setTries((last) => last + 1),
    /** The same item as it is now; by null it leaves the list. */
    put: (is: (item: T) => boolean, now: T | null) =>
      setItems((last) => last.flatMap((one) => (is(one) ? (now === null ? [] : [now]) : [one]))),
  };
}

/** One thing that somebody does: what is said of it, and that only one is on its way. */
export function useAction() {
  const words = useWords();
  const { client } = useRouter().options.context;
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string }>();
  const [busy, setBusy] = useState(false);
  const run = async (work: (client: Client) => Promise<string | undefined>): Promise<boolean> => {
    setBusy(true);
    setSaid(undefined);
    try {
      const text = await work(client);
      if (text !== undefined) setSaid({ tone: 'good', text });
      return true;
    } catch (error) {
      setSaid({ tone: 'bad', text: whyFailed(error, words) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { said, busy, run, clear: () => setSaid(undefined) };
}

/** The query of the address, and a path with some of it changed; by null a member is left out. */
export function useAddress() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  const router = useRouter();
  const query = search as Record<string, unknown>;
  const text = (name: string): string | undefined => {
    const value = query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const pathWith = (changes: Record<string, string | null>): string => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, ...changes })) {
      if (typeof value === 'string' && value !== '') params.set(name, value);
    }
    const said = params.toString();
    return pathname + (said === '' ? '' : `?${said}`);
  };
  const go = (changes: Record<string, string | null>) => {
    const { locale } = router.options.context;
    const prefix = locale === 'ko' ? '/ko' : '';
    void router.navigate({ href: prefix + pathWith(changes), replace: true, resetScroll: false });
  };
  return { text, pathWith, go };
}
