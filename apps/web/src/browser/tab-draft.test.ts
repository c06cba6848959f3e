import { expect, test } from 'vitest';
import { changedParts, forgetOwnDrafts, keepOwnDraft, loadOwnDraft } from './tab-draft.ts';

function newStorage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('what is half written is kept for its account and thing until it is done with', () => {
  const storage = newStorage();
  keepOwnDraft('jane/reply/1', { message: 'Hello' }, storage);
  keepOwnDraft('jane/notes/1', { notes: 'Call' }, storage);
  expect(loadOwnDraft('jane/reply/1', storage)).toEqual({ message: 'Hello' });
  expect(loadOwnDraft('paul/reply/1', storage)).toBeUndefined();
  keepOwnDraft('jane/reply/1', undefined, storage);
  expect(loadOwnDraft('jane/reply/1', storage)).toBeUndefined();
  expect(loadOwnDraft('jane/notes/1', storage)).toEqual({ notes: 'Call' });
  forgetOwnDrafts(storage);
  expect(storage.kept.size).toBe(0);
});

test('of too many the oldest goes, and one that is written on is not old', () => {
  const storage = newStorage();
  for (let at = 0; at < 20; at++) keepOwnDraft(`jane/reply/${at}`, { message: `${at}` }, storage);
  keepOwnDraft('jane/reply/0', { message: 'more' }, storage);
  keepOwnDraft('jane/reply/20', { message: '20' }, storage);
  expect(loadOwnDraft('jane/reply/1', storage)).toBeUndefined();
  for (const at of [0, 2, 20]) expect(loadOwnDraft(`jane/reply/${at}`, storage)).toBeDefined();
});

test('what cannot be read, and a browser that keeps nothing, are as if nothing was written', () => {
  const storage = newStorage();
  for (const text of ['{', '{}', '[null, ["jane/reply/1"], 3]']) {
    storage.setItem('own/drafts', text);
    expect(loadOwnDraft('jane/reply/1', storage)).toBeUndefined();
  }
  expect(() => keepOwnDraft('jane/reply/1', { message: 'Hello' }, undefined)).not.toThrow();
});

test('only what differs from what is saved has changed', () => {
  const saved = { name: 'Jane', places: ['irvine-ca'], isOn: true };
  expect(changedParts({ name: 'Jane', places: ['irvine-ca'] }, saved)).toEqual({});
  expect(changedParts({ name: 'Janet', places: [], isOn: true }, saved)).toEqual({
    name: 'Janet',
    places: [],
  });
});
