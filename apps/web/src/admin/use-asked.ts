import type { FieldReason } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { wantsFreshSignIn } from '../account/sign-in/fresh-sign-in.tsx';
import { useWords } from '../i18n/words.tsx';
import { useFocusWrong } from '../ui/use-focus-wrong.ts';
import { whyFailed } from '../ui/why-failed.ts';

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

/** Fields of a form that are wrong, each with its reason. */
type Wrong = Partial<Record<string, FieldReason>>;

/**
 * One thing that somebody does: what is said of it, and that only one is on its way. Where it is done by a form, what is
 * wrong with its fields is said beside each, and the first of them takes the focus.
 */
export function useAction() {
  const words = useWords();
  const { t } = words;
  const { client } = useRouter().options.context;
  const [wrong, setWrong] = useState<Wrong>({});
  const box = useRef<HTMLElement>(null);
  const focusWrong = useFocusWrong(box);
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string; wantsFreshSignIn?: boolean }>();
  const [busy, setBusy] = useState(false);
  const refuse = (found: Wrong) => {
    setWrong(found);
    setSaid({ tone: 'bad', text: t('profile.check', { count: Object.keys(found).length }) });
    focusWrong();
  };
  /** `fieldOf`: the field of the form that the API calls so; undefined where the form has none. */
  const run = async (
    work: (client: Client) => Promise<string | undefined>,
    fieldOf: (name: string) => string | undefined = () => undefined,
  ): Promise<boolean> => {
    setBusy(true);
    setSaid(undefined);
    setWrong({});
    try {
      const text = await work(client);
      if (text !== undefined) setSaid({ tone: 'good', text });
      return true;
    } catch (error) {
      const refused = refusedBy(error, fieldOf);
      if (Object.keys(refused).length > 0) refuse(refused);
      else
        setSaid({
          tone: 'bad',
          text: whyFailed(error, words),
          wantsFreshSignIn: wantsFreshSignIn(error),
        });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    said,
    busy,
    run,
    clear: () => setSaid(undefined),
    wrong,
    /** Says what is wrong without asking the server. */
    refuse,
    /** Whoever changes a field has seen what was said of it. */
    change: (field: string) => setWrong(({ [field]: _, ...others }) => others),
    /** For the `ref` of the element around the fields. */
    form: (element: HTMLElement | null) => {
      box.current = element;
    },
  };
}

function refusedBy(error: unknown, fieldOf: (name: string) => string | undefined): Wrong {
  const fields = error instanceof ApiError ? (error.body.data?.fields ?? []) : [];
  return Object.fromEntries(
    fields.flatMap(({ field, reason }) => {
      const own = fieldOf(field);
      return own === undefined ? [] : [[own, reason]];
    }),
  );
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
