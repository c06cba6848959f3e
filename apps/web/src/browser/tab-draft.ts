/** What a tab keeps of texts that were typed and not yet sent or saved. */
export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What was kept under a name; undefined where there is nothing, or nothing that can be read. */
export function loadFromTab(name: string, storage: DraftStorage | undefined): unknown {
  try {
    return JSON.parse(storage?.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Where the browser keeps nothing, nothing is kept: the form works all the same. */
export function keepInTab(name: string, value: unknown, storage: DraftStorage | undefined): void {
  try {
    if (value === undefined) storage?.removeItem(name);
    else storage?.setItem(name, JSON.stringify(value));
  } catch {
    // Private windows and full storages refuse.
  }
}

/** Those of whoever is signed in stand together, so that they are few and go together. */
const OWN = 'own/drafts';
const MOST = 20;

/** What was typed of one's own thing: the parts that are not as they are saved. */
export function loadOwnDraft<T extends object>(
  key: string,
  storage: DraftStorage | undefined,
): Partial<T> | undefined {
  return loadAll(storage).find(([one]) => one === key)?.[1] as Partial<T> | undefined;
}

/** Keeps it as the newest; undefined: it is done with. Of too many the oldest goes. */
export function keepOwnDraft(
  key: string,
  typed: object | undefined,
  storage: DraftStorage | undefined,
): void {
  const all = loadAll(storage);
  const others = all.filter(([one]) => one !== key);
  if (typed === undefined && others.length === all.length) return;
  const next = typed === undefined ? others : [...others, [key, typed]].slice(-MOST);
  keepInTab(OWN, next.length === 0 ? undefined : next, storage);
}

/** Whoever signs out leaves nothing half written behind. */
export function forgetOwnDrafts(storage: DraftStorage | undefined): void {
  keepInTab(OWN, undefined, storage);
}

/** The parts that are not as they are saved. */
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
