import type { SavedThings as AccountThings } from '@maru/contract';
import { ApiError, type Client } from '@maru/contract/client';
import {
  type Change,
  changesBetween,
  type SavedStore,
  type SavedThings,
} from '../listing/kept/saved-things.ts';

interface SyncParts {
  store: SavedStore;
  client: Pick<
    Client,
    | 'loadSaved'
    | 'mergeSaved'
    | 'saveHome'
    | 'removeSavedHome'
    | 'hideHome'
    | 'showHome'
    | 'saveSearch'
    | 'updateSavedSearch'
    | 'removeSavedSearch'
  >;
  userId: string;
  timeZone: string | undefined;
  log: (message: string, error: unknown) => void;
}

/**
 * Synchronizes saved things between this browser and the account: merges what was saved before the sign-in once, then
 * sends each change. Unsent changes stay in `pending` for the next page. Returns the function that stops it.
 */
export function syncSaved(parts: SyncParts): () => void {
  let isStopped = false;
  const isOver = () => isStopped;
  let work: Promise<void> = meet(parts, isOver);
  let isPending = false;
  const unsubscribe = parts.store.subscribe(() => {
    if (isPending || isStopped || parts.store.current().pending.length === 0) return;
    isPending = true;
    work = work.then(async () => {
      isPending = false;
      await tellAll(parts, isOver);
    });
  });
  return () => {
    isStopped = true;
    unsubscribe();
  };
}

/** Stores and sends nothing after a sign-out (`isOver`). */
async function meet(parts: SyncParts, isOver: () => boolean): Promise<void> {
  const { store, client, userId, timeZone, log } = parts;
  try {
    const { owner } = store.current();
    // Left by another user when the browser was closed.
    if (owner !== null && owner !== userId) store.clear();
    if (owner === userId) {
      await tellAll(parts, isOver);
      if (isOver() || store.current().pending.length > 0) return;
      const loaded = await client.loadSaved();
      if (!isOver()) store.replaceWith(userId, toSavedThings(loaded));
      return;
    }
    const before = store.current();
    const { homes, hidden, searches } = before;
    const merged = await client.mergeSaved({
      body: {
        homes: Object.entries(homes).map(([homeId, savedAt]) => ({ homeId, savedAt })),
        hidden: [...hidden],
        searches: searches.map(({ path, name, frequency, savedAt }) => ({ path, name, frequency, savedAt })),
        ...(timeZone === undefined ? {} : { timeZone }),
      },
    });
    // Includes changes made during the request.
    if (!isOver()) store.replaceWith(userId, toSavedThings(merged), changesBetween(before, store.current()));
  } catch (error) {
    // A session that ended elsewhere is no error: the page shows it, and the next sign-in merges.
    const isSignedOut = error instanceof ApiError && error.statusCode === 401;
    if (!isSignedOut) log('What is kept could not be brought to the account.', error);
  }
}

async function tellAll(parts: SyncParts, isOver: () => boolean): Promise<void> {
  for (const change of parts.store.current().pending) {
    if (isOver()) return;
    try {
      await tell(change, parts);
    } catch (error) {
      // A retry would be rejected again (home gone, list full): take the account's state.
      const isRefused = error instanceof ApiError && error.statusCode >= 400 && error.statusCode < 500;
      const isForNow = error instanceof ApiError && [401, 408, 429].includes(error.statusCode);
      if (!isRefused || isForNow) {
        parts.log('A change could not be told to the account.', error);
        return;
      }
    }
    if (!isOver()) parts.store.confirm(change);
  }
}

async function tell(change: Change, { store, client, timeZone }: SyncParts): Promise<void> {
  if (change.kind !== 'search') {
    const { kind, id, isKept } = change;
    const calls = {
      home: isKept ? client.saveHome : client.removeSavedHome,
      hidden: isKept ? client.hideHome : client.showHome,
    };
    await calls[kind]({ params: { id } });
    return;
  }
  const { path } = change;
  const kept = store.current().searches.find((one) => one.path === path);
  if (kept !== undefined && change.isKept) {
    const { name, frequency } = kept;
    const made = await client.saveSearch({ body: { path, name, frequency, timeZone } });
    if (made.frequency !== frequency || made.name !== name) {
      await client.updateSavedSearch({ params: { id: made.id }, body: { name, frequency } });
    }
    return;
  }
  const { searches } = await client.loadSaved();
  const there = searches.find((one) => one.path === path);
  if (there !== undefined) await client.removeSavedSearch({ params: { id: there.id } });
}

function toSavedThings({ homes, hidden, searches }: AccountThings): Omit<SavedThings, 'owner' | 'pending'> {
  return {
    homes: Object.fromEntries(homes.map(({ homeId, savedAt }) => [homeId, savedAt])),
    hidden,
    searches: searches.map(({ id, path, name, frequency, createdAt }) => ({
      id,
      path,
      name,
      frequency,
      savedAt: createdAt,
    })),
  };
}
