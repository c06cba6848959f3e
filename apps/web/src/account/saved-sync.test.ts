import type { SavedThings as AccountThings } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { expect, test, vi } from 'vitest';
import { SavedStore } from '../listing/kept/saved-things.ts';
import { syncSaved } from './saved-sync.ts';

const now = () => new Date('2026-11-21T20:00:00Z');
const search = { path: '/homes/for_sale/irvine-ca', name: 'Irvine', frequency: 'daily' as const };

/** An account as the API has it, with a line that can be cut. */
function account() {
  const things: AccountThings = {
    homes: [],
    hidden: [],
    searches: [],
    alerts: { timeZone: null, homes: 'daily', isPaused: false },
  };
  const state = { isOnline: true, things, calls: 0 };
  const through = <T>(work: () => T): Promise<T> => {
    state.calls += 1;
    if (!state.isOnline) return Promise.reject(new Error('Network Error'));
    return Promise.resolve(work());
  };
  const keep = (homeId: string, savedAt = now().toISOString()) => {
    if (!things.homes.some((one) => one.homeId === homeId)) things.homes.push({ homeId, savedAt });
  };
  const add = (one: {
    path: string;
    name?: string | null;
    frequency?: 'instant' | 'daily' | 'weekly' | 'off';
  }) => {
    const before = things.searches.find(({ path }) => path === one.path);
    if (before !== undefined) return before;
    const made = {
      id: `s${things.searches.length}`,
      createdAt: now().toISOString(),
      problems: [],
      name: null,
      frequency: 'daily' as const,
      ...one,
    };
    things.searches.push(made);
    return made;
  };
  const ok = { ok: true } as const;
  const client = {
    loadSaved: () => through(() => structuredClone(things)),
    mergeSaved: ({
      body,
    }: {
      body: { homes: { homeId: string; savedAt: string }[]; searches: (typeof search)[] };
    }) =>
      through(() => {
        for (const { homeId, savedAt } of body.homes) keep(homeId, savedAt);
        for (const one of body.searches) add(one);
        return structuredClone(things);
      }),
    saveHome: ({ params }: { params: { id: string } }) =>
      through(() => {
        if (params.id === 'gone') throw new ApiError({ statusCode: 404, statusMessage: '', message: 'gone' });
        keep(params.id);
        return ok;
      }),
    removeSavedHome: ({ params }: { params: { id: string } }) =>
      through(() => {
        things.homes = things.homes.filter(({ homeId }) => homeId !== params.id);
        return ok;
      }),
    hideHome: () => through(() => ok),
    showHome: () => through(() => ok),
    saveSearch: ({ body }: { body: typeof search }) => through(() => structuredClone(add(body))),
    updateSavedSearch: ({ params, body }: { params: { id: string }; body: object }) =>
      through(() => Object.assign(things.searches.find(({ id }) => id === params.id) as object, body)),
    removeSavedSearch: ({ params }: { params: { id: string } }) =>
      through(() => {
        things.searches = things.searches.filter(({ id }) => id !== params.id);
        return ok;
      }),
  };
  return { state, client: client as never };
}

const memory = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};
const start = (store: SavedStore, client: never, userId = 'u1') =>
  syncSaved({ store, client, userId, timeZone: 'America/Los_Angeles', log: () => undefined });
const settled = (store: SavedStore) =>
  vi.waitFor(() => {
    expect(store.current().owner).not.toBeNull();
    expect(store.current().pending).toEqual([]);
  });

test('three homes kept before signing in are three on the account, with those that were there', async () => {
  const store = new SavedStore(memory(), now);
  for (const id of ['h1', 'h2', 'h3']) store.keepHome(id);
  store.keepSearch(search);
  const { state, client } = account();
  state.things.homes.push(
    { homeId: 'h1', savedAt: '2026-01-01T00:00:00.000Z' },
    { homeId: 'h9', savedAt: '2026-01-01T00:00:00.000Z' },
  );
  start(store, client);
  await settled(store);
  expect(Object.keys(store.current().homes).sort()).toEqual(['h1', 'h2', 'h3', 'h9']);
  expect(store.current().searches).toMatchObject([{ ...search, id: 's0' }]);
});

test('what is kept while the line is cut is told when it is there again, also on another page', async () => {
  const storage = memory();
  const { state, client } = account();
  const store = new SavedStore(storage, now);
  const stop = start(store, client);
  await settled(store);
  state.isOnline = false;
  const before = state.calls;
  store.keepHome('h1');
  store.keepSearch(search);
  store.dropHome('h1');
  store.keepHome('h2');
  await vi.waitFor(() => expect(state.calls).toBeGreaterThan(before));
  stop();
  expect(state.things.homes).toEqual([]);
  state.isOnline = true;
  const next = new SavedStore(storage, now);
  start(next, client);
  await settled(next);
  expect(state.things.homes.map(({ homeId }) => homeId)).toEqual(['h2']);
  expect(state.things.searches.map(({ path }) => path)).toEqual([search.path]);
});

test('what is kept or let go while the account is being asked stays so, and is told', async () => {
  const store = new SavedStore(memory(), now);
  store.keepHome('h1');
  store.keepSearch(search);
  const { state, client } = account();
  // Signed in just now: what there was is being brought to the account.
  const stop = start(store, client);
  store.keepHome('h2');
  store.dropHome('h1');
  store.hideHome('h3');
  store.keepSearch({ ...search, frequency: 'weekly' });
  await settled(store);
  expect([Object.keys(store.current().homes), store.current().hidden]).toEqual([['h2'], ['h3']]);
  await vi.waitFor(() => expect(state.things.homes.map(({ homeId }) => homeId)).toEqual(['h2']));
  expect(state.things.searches).toMatchObject([{ frequency: 'weekly' }]);
  stop();
  // The next page asks what the account has.
  start(store, client);
  store.keepHome('h4');
  store.dropHome('h2');
  await vi.waitFor(() => expect(state.things.homes.map(({ homeId }) => homeId)).toEqual(['h4']));
  await settled(store);
  expect(Object.keys(store.current().homes)).toEqual(['h4']);
});

test('an answer that comes after its owner has signed out leaves nothing in this browser', async () => {
  const store = new SavedStore(memory(), now);
  const { state, client } = account();
  state.things.homes.push({ homeId: 'h1', savedAt: now().toISOString() });
  const stop = start(store, client);
  stop();
  store.clear();
  await new Promise((done) => setTimeout(done));
  expect(store.current()).toMatchObject({ owner: null, homes: {} });
});

test('what the account refuses for good does not stop what comes after it', async () => {
  const store = new SavedStore(memory(), now);
  const { state, client } = account();
  start(store, client);
  await settled(store);
  store.keepHome('gone');
  store.keepHome('h1');
  store.keepSearch({ ...search, frequency: 'weekly' as never });
  store.dropSearch(search.path);
  await settled(store);
  await vi.waitFor(() => expect(state.things.homes.map(({ homeId }) => homeId)).toEqual(['h1']));
  expect(state.things.searches).toEqual([]);
});

test('what another person has left in this browser is not brought to this one', async () => {
  const store = new SavedStore(memory(), now);
  store.replaceWith('somebody else', { homes: { h1: now().toISOString() }, hidden: [], searches: [] });
  const { state, client } = account();
  start(store, client);
  await vi.waitFor(() => expect(store.current().owner).toBe('u1'));
  expect(store.current().homes).toEqual({});
  expect(state.things.homes).toEqual([]);
});

test.each([
  [401, 0],
  [500, 1],
])('a merge that is answered %i is logged %i times', async (statusCode, times) => {
  const { client } = account();
  const log = vi.fn();
  const merged = vi.fn(() =>
    Promise.reject(new ApiError({ statusCode, statusMessage: '', message: 'refused' })),
  );
  const refusing = Object.assign(client, { mergeSaved: merged }) as never;
  syncSaved({ store: new SavedStore(memory(), now), client: refusing, userId: 'u1', timeZone: 'UTC', log });
  await vi.waitFor(() => expect(merged).toHaveBeenCalled());
  await new Promise(setImmediate);
  expect(log).toHaveBeenCalledTimes(times);
});
