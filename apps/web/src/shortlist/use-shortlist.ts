import type { ShortlistAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { mergeVotes, type ShortlistVote } from '@maru/listing';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../i18n/words.tsx';
import { type KnownList, SHORTLISTS_KEY, type Word } from './shortlist-memory.ts';
import { shortlistMemory, useKnownLists } from './use-memory.ts';

/** While the page is looked at: what the others have said meanwhile, ms. */
const LOOK_AGAIN = 20_000;
const TRY_AGAIN = 5_000;

export interface ShownList {
  name: string;
  homes: ShortlistAnswer['homes'];
  people: ShortlistAnswer['people'];
  /** What the site knows and what this browser has not told it yet. */
  votes: ShortlistVote[];
}

export interface OpenShortlist {
  /** Undefined before the first answer. */
  list: ShownList | undefined;
  known: KnownList | undefined;
  /** No such list, or its owner shares it no longer. */
  isGone: boolean;
  /** It did not come, or could not be told; what is said is kept and sent when that works again. */
  error: unknown;
  isOffline: boolean;
  join: (name: string) => void;
  say: (homeId: string, word: Word) => void;
  /** By its owner. @throws ApiError */
  update: (edit: { name?: string; add?: string[]; remove?: string[] }) => Promise<void>;
  revoke: () => Promise<void>;
  retry: () => void;
}

/** A family's list as it is, with what its reader says of it: offline too, without losing a word. */
export function useShortlist(key: string): OpenShortlist {
  const { locale } = useWords();
  const { client } = useRouter().options.context;
  const known = useKnownLists().find((one) => one.key === key);
  const [answer, setAnswer] = useState<ShortlistAnswer>();
  const newest = useRef<ShortlistAnswer>(undefined);
  const [isGone, setGone] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isOffline, setOffline] = useState(false);
  const talk = useRef<Promise<void>>(Promise.resolve());
  const wantsToJoin = useRef(false);

  const take = useCallback(
    (next: ShortlistAnswer) => {
      newest.current = next;
      setAnswer(next);
      setError(undefined);
      // An answer may still have come after the line broke.
      setOffline(!navigator.onLine);
      shortlistMemory().put({ key, name: next.name });
    },
    [key],
  );
  /** One thing at a time, in its order: an older answer must not take the place of a newer one. */
  const ask = useCallback(
    (work: () => Promise<ShortlistAnswer>): Promise<void> => {
      const turn = talk.current.then(async () => take(await work()));
      talk.current = turn.catch((fault: unknown) => {
        if (fault instanceof ApiError && fault.statusCode === 404) {
          setGone(true);
          shortlistMemory().forget(key);
          return;
        }
        setOffline(!(fault instanceof ApiError));
        setError(fault);
      });
      return turn;
    },
    [key, take],
  );

  const send = useCallback(async () => {
    const list = shortlistMemory().find(key);
    if (list?.person === undefined || (list.waiting.length === 0 && !wantsToJoin.current)) return;
    await ask(async () => {
      // What was said while others were on their way goes along.
      const now = shortlistMemory().find(key);
      if (now?.person === undefined) return await client.findShortlist({ params: { key } });
      const votes = now.waiting.map(({ homeId, vote, note, at }) => ({
        homeId,
        vote,
        note,
        at: new Date(at).toISOString(),
      }));
      const body = { ...now.person, locale, votes };
      const next = await client.voteOnShortlist({ params: { key }, body }).catch((fault: unknown) => {
        if (fault instanceof ApiError && fault.statusCode === 403) shortlistMemory().becomeAnother(key);
        throw fault;
      });
      wantsToJoin.current = false;
      // Taken before it stops waiting: at no moment is what was said in neither of the two.
      take(next);
      shortlistMemory().told(key, now.waiting);
      return next;
    }).catch(() => {});
  }, [ask, take, client, key, locale]);

  const load = useCallback(async () => {
    await ask(() => client.findShortlist({ params: { key } })).catch(() => {});
    await send();
  }, [ask, client, key, send]);

  useEffect(() => {
    if (isGone) return;
    void load();
    const look = () => document.visibilityState === 'visible' && void load();
    const lose = () => setOffline(true);
    // What the same reader said in another tab waits no more: the answer that has it is there, and not yet here.
    const hear = ({ key: changed }: StorageEvent) => {
      if (changed === SHORTLISTS_KEY && shortlistMemory().find(key)?.waiting.length === 0) void load();
    };
    const timer = setInterval(look, LOOK_AGAIN);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    window.addEventListener('offline', lose);
    window.addEventListener('storage', hear);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      window.removeEventListener('offline', lose);
      window.removeEventListener('storage', hear);
    };
  }, [load, isGone, key]);

  // What could not be told is told again.
  const hasWaiting = (known?.waiting.length ?? 0) > 0;
  useEffect(() => {
    if (error === undefined || !hasWaiting || isGone) return;
    const timer = setInterval(() => void send(), TRY_AGAIN);
    return () => clearInterval(timer);
  }, [error, hasWaiting, isGone, send]);

  const list = useMemo(() => shownOf(answer, known), [answer, known]);
  const own = known?.ownerKey === undefined ? {} : { ownerKey: known.ownerKey };
  return {
    list,
    known,
    isGone,
    error,
    isOffline,
    join: (name) => {
      shortlistMemory().join(key, name);
      wantsToJoin.current = true;
      void send();
    },
    say: (homeId, word) => {
      const personId = shortlistMemory().find(key)?.person?.personId;
      // By what is known now, and not by what the page has drawn yet.
      const last = newest.current?.votes.find((one) => one.homeId === homeId && one.personId === personId);
      shortlistMemory().say(key, homeId, word, last && { ...last, at: Date.parse(last.at) });
      void send();
    },
    update: (edit) => ask(() => client.updateShortlist({ params: { key }, body: { ...own, ...edit } })),
    revoke: async () => {
      await client.revokeShortlist({ params: { key }, body: own });
      setGone(true);
      shortlistMemory().forget(key);
    },
    retry: () => void load(),
  };
}

function shownOf(answer: ShortlistAnswer | undefined, known: KnownList | undefined): ShownList | undefined {
  if (answer === undefined) return undefined;
  const told = answer.votes.map((one) => ({ ...one, at: Date.parse(one.at) }));
  return { ...answer, votes: mergeVotes(told, known?.waiting ?? []) };
}
