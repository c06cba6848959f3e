import { STORAGE_KEYS } from './storage-keys.ts';
import { keepInTab, loadFromTab } from './tab-storage.ts';

/** Drafts of texts that were typed and not yet sent or saved. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** One key for all drafts of signed-in users, so that their number is limited and signing out removes them. */
const OWN = 'own/drafts';

/** The changed parts of the user's own record. */
export function loadOwnDraft<T extends object>(
  key: string,
  storage: DraftStorage | undefined,
): Partial<T> | undefined {
  return loadAll(storage).find(([one]) => one === key)?.[1] as Partial<T> | undefined;
}

/** Stores a draft as the newest; undefined removes it. The oldest of too many are dropped. */
export function keepOwnDraft(
  key: string,
  typed: object | undefined,
  storage: DraftStorage | undefined,
): void {
  const all = loadAll(storage);
  const others = all.filter(([one]) => one !== key);
  if (typed === undefined && others.length === all.length) return;
  const next = typed === undefined ? others : [...others, [key, typed]].slice(-STORAGE_KEYS[OWN].most);
  keepInTab(OWN, next.length === 0 ? undefined : next, storage);
}

/** On sign-out. */
export function forgetOwnDrafts(storage: DraftStorage | undefined): void {
  keepInTab(OWN, undefined, storage);
}

/** The parts that differ from what is saved. */
export function changedParts<T extends object>(now: Partial<T>, saved: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([part, value]) => JSON.stringify(value) !== JSON.stringify(saved[part as keyof T]),
    ),
  ) as Partial<T>;
}

function loadAll(storage: DraftStorage | undefined): [string, object][] {
  const kept = loadFromTab(OWN, storage);
  return Array.isArray(kept)
    ? kept.filter((one) => Array.isArray(one) && typeof one[1] === 'object' && one[1] !== null)
    : [];
}
