import type { ShortlistAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { mergeVotes, type ShortlistVote } from '@maru/listing';
import { onlineManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useLast } from '../queries/use-last.ts';
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

interface ShortlistEdit {
  name?: string;
  add?: string[];
  remove?: string[];
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
  update: (change: ShortlistEdit) => Promise<void>;
  revoke: () => Promise<void>;
  retry: () => void;
}

/** A family's list as it is, with what its reader says of it: offline too, without losing a word. */
export function useShortlist(key: string): OpenShortlist {
  const { locale } = useWords();
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const known = useKnownLists().find((one) => one.key === key);
  const [isGone, setGone] = useState(false);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const wantsToJoin = useRef(false);
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());

  /** One request at a time, in order: an older answer must not replace a newer one. */
  const inTurn = async (request: () => Promise<ShortlistAnswer>): Promise<ShortlistAnswer> => {
    const answer = last.current.then(request);
    last.current = answer.catch(() => {});
    try {
      const { name } = await answer;
      shortlistMemory().put({ key, name });
    } catch (error) {
      if (error instanceof ApiError && error.statusCode === 404) {
        setGone(true);
        shortlistMemory().forget(key);
      }
      throw error;
    }
    return answer;
  };

  const queryKey = useMemo(() => ['shortlist', key], [key]);
  const {
    data: answer,
    error: loadError,
    dataUpdatedAt,
    isFetching,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: () =>
      inTurn(async () => {
        const now = shortlistMemory().find(key);
        const hasNews = (now?.waiting.length ?? 0) > 0 || wantsToJoin.current;
        // What the server refused must not keep the list from being shown.
        const { data, error: before } = queries.getQueryState<ShortlistAnswer>(queryKey) ?? {};
        const mayTell = data !== undefined && !(before instanceof ApiError);
        if (now?.person === undefined || !hasNews || !mayTell) {
          return await client.findShortlist({ params: { key } });
        }
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
        // Shown before it stops waiting: at no moment is what was said in neither of the two.
        queries.setQueryData(queryKey, next);
        shortlistMemory().told(key, now.waiting);
        return next;
      }),
    enabled: !isGone,
    refetchInterval: ({ state }) =>
      state.error !== null && (shortlistMemory().find(key)?.waiting.length ?? 0) > 0 ? TRY_AGAIN : LOOK_AGAIN,
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
  });
  /** Without a second request beside one that is under way. */
  const sync = useCallback(() => void refetch({ cancelRefetch: false }), [refetch]);
  const owner = known?.ownerKey === undefined ? {} : { ownerKey: known.ownerKey };
  const {
    mutateAsync: edit,
    error: editError,
    reset: forgetEditError,
  } = useMutation({
    mutationFn: (change: ShortlistEdit) =>
      inTurn(() => client.updateShortlist({ params: { key }, body: { ...owner, ...change } })),
    onSuccess: (next) => queries.setQueryData(queryKey, next),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next answer shows that requests succeed again.
  useEffect(forgetEditError, [dataUpdatedAt]);
  // Tells what was said before the first answer, or while another request was under way.
  const hasWaiting = (known?.waiting.length ?? 0) > 0;
  const isPerson = known?.person !== undefined;
  useEffect(() => {
    const isReady = answer !== undefined && !isFetching && loadError === null && !isGone;
    if (isReady && isPerson && (hasWaiting || wantsToJoin.current)) sync();
  }, [answer, isFetching, loadError, isGone, isPerson, hasWaiting, sync]);
  // What the same reader said in another tab waits no more: the answer that has it is there, and not yet here.
  useEffect(() => {
    const hear = ({ key: changed }: StorageEvent) => {
      if (changed === SHORTLISTS_KEY && shortlistMemory().find(key)?.waiting.length === 0) sync();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [key, sync]);

  const fault = loadError ?? editError ?? undefined;
  const lastFault = useLast(fault);
  // Before the first answer a failure stays while the next request is under way.
  const error = answer === undefined ? lastFault : fault;
  const list = useMemo(() => shownOf(answer, known), [answer, known]);
  return {
    list,
    known,
    isGone,
    error,
    isOffline: !isOnline || (error !== undefined && !(error instanceof ApiError)),
    join: (name) => {
      shortlistMemory().join(key, name);
      wantsToJoin.current = true;
      sync();
    },
    say: (homeId, word) => {
      const personId = shortlistMemory().find(key)?.person?.personId;
      // By what is known now, and not by what the page has drawn yet.
      const { votes } = queries.getQueryData<ShortlistAnswer>(queryKey) ?? {};
      const last = votes?.find((one) => one.homeId === homeId && one.personId === personId);
      shortlistMemory().say(key, homeId, word, last && { ...last, at: Date.parse(last.at) });
      sync();
    },
    update: async (change) => void (await edit(change)),
    revoke: async () => {
      await client.revokeShortlist({ params: { key }, body: owner });
      setGone(true);
      shortlistMemory().forget(key);
    },
    retry: sync,
  };
}

function shownOf(answer: ShortlistAnswer | undefined, known: KnownList | undefined): ShownList | undefined {
  if (answer === undefined) return undefined;
  const told = answer.votes.map((one) => ({ ...one, at: Date.parse(one.at) }));
  return { ...answer, votes: mergeVotes(told, known?.waiting ?? []) };
}
