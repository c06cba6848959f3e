import type { ShortlistAnswer } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { mergeVotes, type ShortlistVote } from '@maru/listing/people';
import { onlineManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useWords } from '../i18n/words.tsx';
import { useLast } from '../queries/query-cache.tsx';
import {
  type KnownList,
  SHORTLISTS_KEY,
  shortlistMemory,
  useKnownLists,
  type Word,
} from './shortlist-memory.ts';

/** Polling interval while the tab is visible, ms. */
const LOOK_AGAIN = 20_000;
const TRY_AGAIN = 5_000;

export interface ShownList {
  name: string;
  homes: ShortlistAnswer['homes'];
  people: ShortlistAnswer['people'];
  /** The server's votes with the unsent ones of this browser applied. */
  votes: ShortlistVote[];
}

interface ShortlistEdit {
  name?: string;
  add?: string[];
  remove?: string[];
}

export interface OpenShortlist {
  /** Undefined before the first response. */
  list: ShownList | undefined;
  known: KnownList | undefined;
  /** The list does not exist, or is no longer shared. */
  isGone: boolean;
  /** The list could not be loaded or votes not be sent. Unsent votes are kept and sent later. */
  error: unknown;
  isOffline: boolean;
  join: (name: string) => void;
  say: (homeId: string, word: Word) => void;
  /** For the owner only. @throws ApiError */
  update: (change: ShortlistEdit) => Promise<void>;
  revoke: () => Promise<void>;
  retry: () => void;
}

/** Loads a family's list, polls it, and sends the reader's votes. Votes given offline are sent later. */
export function useShortlist(key: string): OpenShortlist {
  const { locale } = useWords();
  const { client } = useRouter().options.context;
  const queries = useQueryClient();
  const known = useKnownLists().find((one) => one.key === key);
  const [isGone, setGone] = useState(false);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const wantsToJoin = useRef(false);
  const isOnline = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());

  /** Runs requests one at a time: an older response must not replace a newer one. */
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
        // After a rejected vote, load the list before the next attempt.
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
        // In this order, so that the votes are always in one of the two places.
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
  /** Joins a request that is already pending. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next response clears the error.
  useEffect(forgetEditError, [dataUpdatedAt]);
  // Send votes that were given before the first response or during another request.
  const hasWaiting = (known?.waiting.length ?? 0) > 0;
  const isPerson = known?.person !== undefined;
  useEffect(() => {
    const isReady = answer !== undefined && !isFetching && loadError === null && !isGone;
    if (isReady && isPerson && (hasWaiting || wantsToJoin.current)) sync();
  }, [answer, isFetching, loadError, isGone, isPerson, hasWaiting, sync]);
  // Another tab has sent its votes: load the list that contains them.
  useEffect(() => {
    const hear = ({ key: changed }: StorageEvent) => {
      if (changed === SHORTLISTS_KEY && shortlistMemory().find(key)?.waiting.length === 0) sync();
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [key, sync]);

  const fault = loadError ?? editError ?? undefined;
  const lastFault = useLast(fault);
  // Before the first response, keep the error visible while the next request is pending.
  const error = answer === undefined ? lastFault : fault;
  const list = useMemo(() => mergeWaiting(answer, known), [answer, known]);
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
      // Read the cache: the rendered list may be older.
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

function mergeWaiting(
  answer: ShortlistAnswer | undefined,
  known: KnownList | undefined,
): ShownList | undefined {
  if (answer === undefined) return undefined;
  const told = answer.votes.map((one) => ({ ...one, at: Date.parse(one.at) }));
  return { ...answer, votes: mergeVotes(told, known?.waiting ?? []) };
}
