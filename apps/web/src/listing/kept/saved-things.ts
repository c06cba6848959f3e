import { isHomeId } from '@maru/listing';
import { ALERT_FREQUENCIES, type AlertFrequency } from '@maru/listing/people';
import { ACCOUNT_KEYS } from '../../browser/storage-keys.ts';
import { clearStored, parseStored, type StorageLike, StoredValue } from '../../browser/stored-value.ts';

export interface KeptSearch {
  /** The path without /ko: a saved search is a URL. */
  path: string;
  /** The text of its filters when it was saved. */
  name: string | null;
  frequency: AlertFrequency;
  /** ISO-8601 UTC. */
  savedAt: string;
  /** Its id on the account; absent until it is there. */
  id?: string;
}

/** A change that the account does not have yet. */
export type Change =
  | { kind: 'home' | 'hidden'; id: string; isKept: boolean }
  | { kind: 'search'; path: string; isKept: boolean };

export interface SavedThings {
  /** The account's owner; null for this browser alone. */
  owner: string | null;
  /** Time of saving (ISO-8601 UTC) by homeId. */
  homes: Readonly<Record<string, string>>;
  hidden: readonly string[];
  /** Newest first. */
  searches: readonly KeptSearch[];
  pending: readonly Change[];
}

export const NOTHING_SAVED: SavedThings = { owner: null, homes: {}, hidden: [], searches: [], pending: [] };

const KEY = 'maru/saved';
const MOST = { homes: 500, hidden: 2_000, searches: 100, pending: 500 };

/**
 * Saved homes and searches, before and after sign-in. Stored in local storage and in sync across tabs; without storage in
 * memory (`isPersistent` is false). Synchronization with the account is separate: it reads `pending`.
 */
export class SavedStore {
  readonly #stored: StoredValue<SavedThings>;
  readonly #now: () => Date;
  /** For `useSyncExternalStore`. */
  readonly subscribe: (changed: () => void) => () => void;
  readonly current: () => SavedThings;

  constructor(storage?: StorageLike, now: () => Date = () => new Date()) {
    this.#stored = new StoredValue(KEY, {
      ...(storage === undefined ? {} : { storage: () => storage }),
      parse: parseSaved,
      format: JSON.stringify,
    });
    this.#now = now;
    this.subscribe = this.#stored.subscribe;
    this.current = this.#stored.read;
  }

  /** False when the last change is lost with this page. */
  get isPersistent(): boolean {
    return this.#stored.isKept;
  }

  /** False when the limit is reached. */
  keepHome(id: string): boolean {
    const { homes, hidden } = this.current();
    if (Object.hasOwn(homes, id)) return true;
    if (Object.keys(homes).length >= MOST.homes) return false;
    this.#put(
      { homes: { ...homes, [id]: this.#now().toISOString() }, hidden: hidden.filter((one) => one !== id) },
      { kind: 'home', id, isKept: true },
    );
    return true;
  }

  dropHome(id: string): void {
    const { [id]: gone, ...homes } = this.current().homes;
    if (gone !== undefined) this.#put({ homes }, { kind: 'home', id, isKept: false });
  }

  hideHome(id: string): void {
    const { hidden } = this.current();
    if (!hidden.includes(id)) {
      this.#put({ hidden: [id, ...hidden].slice(0, MOST.hidden) }, { kind: 'hidden', id, isKept: true });
    }
  }

  showHome(id: string): void {
    const { hidden } = this.current();
    if (hidden.includes(id)) {
      this.#put({ hidden: hidden.filter((one) => one !== id) }, { kind: 'hidden', id, isKept: false });
    }
  }

  /** A search with the same path is replaced. False when the limit is reached. */
  keepSearch({ path, name, frequency }: Pick<KeptSearch, 'path' | 'name' | 'frequency'>): boolean {
    const { searches } = this.current();
    const before = searches.find((one) => one.path === path);
    if (before === undefined && searches.length >= MOST.searches) return false;
    const kept = { ...before, path, name, frequency, savedAt: before?.savedAt ?? this.#now().toISOString() };
    this.#put(
      {
        searches:
          before === undefined
            ? [kept, ...searches]
            : searches.map((one) => (one.path === path ? kept : one)),
      },
      { kind: 'search', path, isKept: true },
    );
    return true;
  }

  dropSearch(path: string): void {
    const { searches } = this.current();
    if (searches.some((one) => one.path === path)) {
      this.#put(
        { searches: searches.filter((one) => one.path !== path) },
        { kind: 'search', path, isKept: false },
      );
    }
  }

  /** Replaces everything by the account's state, then applies the unsent changes again. */
  replaceWith(owner: string, account: Kept, unsent = this.current().pending): void {
    const now = this.current();
    const kept = unsent.reduce((things, change) => applyChange(things, change, now), account);
    this.#write({ ...kept, owner, pending: unsent });
  }

  /** Removes the first pending change that equals this one: the account has it. */
  confirm(change: Change): void {
    const same = JSON.stringify(change);
    const { pending } = this.current();
    const at = pending.findIndex((one) => JSON.stringify(one) === same);
    if (at >= 0) this.#write({ ...this.current(), pending: pending.filter((_, index) => index !== at) });
  }

  /** After sign-out: everything of the account. */
  clear(): void {
    this.#write(NOTHING_SAVED);
    clearStored(ACCOUNT_KEYS);
  }

  #put(edit: Partial<SavedThings>, change: Change): void {
    const isOf = (one: Change) => one.kind === change.kind && changeSubject(one) === changeSubject(change);
    // The latest change of a subject replaces earlier ones.
    const pending =
      this.current().owner === null
        ? []
        : [...this.current().pending.filter((one) => !isOf(one)), change].slice(-MOST.pending);
    this.#write({ ...this.current(), ...edit, pending });
  }

  #write(things: SavedThings): void {
    this.#stored.update(() => things);
  }
}

type Kept = Omit<SavedThings, 'owner' | 'pending'>;

/** The changes between two states. */
export function changesBetween(before: Kept, after: Kept): Change[] {
  const told = (kind: Change['kind'], was: readonly string[], is: readonly string[]) =>
    [...new Set([...was, ...is])]
      .filter((one) => was.includes(one) !== is.includes(one))
      .map((one) => createChange(kind, one, is.includes(one)));
  const paths = ({ searches }: Kept) => searches.map(({ path }) => path);
  const unchanged = new Set(before.searches.map((one) => JSON.stringify(one)));
  const changed = after.searches.filter((one) => !unchanged.has(JSON.stringify(one)));
  return [
    ...told('home', Object.keys(before.homes), Object.keys(after.homes)),
    ...told('hidden', before.hidden, after.hidden),
    ...told('search', paths(before), paths(after)).filter(({ isKept }) => !isKept),
    ...changed.map(({ path }) => createChange('search', path, true)),
  ];
}

function createChange(kind: Change['kind'], subject: string, isKept: boolean): Change {
  return kind === 'search' ? { kind, path: subject, isKept } : { kind, id: subject, isKept };
}

/** The account's state after a change that `now` includes. */
function applyChange({ homes, hidden, searches }: Kept, change: Change, now: Kept): Kept {
  if (change.kind === 'search') {
    const kept = now.searches.find(({ path }) => path === change.path);
    const others = searches.filter(({ path }) => path !== change.path);
    if (!change.isKept || kept === undefined) return { homes, hidden, searches: others };
    const isThere = others.length < searches.length;
    return {
      homes,
      hidden,
      searches: isThere ? searches.map((one) => (one.path === kept.path ? kept : one)) : [kept, ...others],
    };
  }
  const { kind, id, isKept } = change;
  if (kind === 'hidden') {
    const others = hidden.filter((one) => one !== id);
    return { homes, hidden: isKept ? [id, ...others] : others, searches };
  }
  const { [id]: _before, ...others } = homes;
  const at = isKept ? now.homes[id] : undefined;
  return { homes: at === undefined ? others : { ...others, [id]: at }, hidden, searches };
}

export const changeSubject = (change: Change): string => (change.kind === 'search' ? change.path : change.id);

/** Parses untrusted storage; drops malformed entries. */
export function parseSaved(text: string | null): SavedThings {
  const found = parseStored(text);
  if (typeof found !== 'object' || found === null) return NOTHING_SAVED;
  const value = found as Record<string, unknown>;
  const list = (one: unknown): unknown[] => (Array.isArray(one) ? one : []);
  const homes = Object.entries(typeof value.homes === 'object' ? (value.homes ?? {}) : {}).filter(
    ([id, at]) => isHomeId(id) && isInstant(at),
  );
  return {
    owner: typeof value.owner === 'string' ? value.owner : null,
    homes: Object.fromEntries(homes.slice(0, MOST.homes)) as Record<string, string>,
    hidden: list(value.hidden).filter(isHomeId).slice(0, MOST.hidden),
    searches: list(value.searches).filter(isKeptSearch).slice(0, MOST.searches),
    pending: list(value.pending).filter(isChange).slice(0, MOST.pending),
  };
}

const isInstant = (one: unknown): one is string => typeof one === 'string' && !Number.isNaN(Date.parse(one));
const isSearchPath = (one: unknown): one is string =>
  typeof one === 'string' && one.length <= 2_500 && /^\/homes\/for_(sale|rent)([/?][\x21-\x7e]*)?$/.test(one);

function isKeptSearch(one: unknown): one is KeptSearch {
  if (typeof one !== 'object' || one === null) return false;
  const { path, name, frequency, savedAt, id } = one as Record<string, unknown>;
  return (
    isSearchPath(path) &&
    (name === null || (typeof name === 'string' && name.length <= 80)) &&
    (ALERT_FREQUENCIES as readonly unknown[]).includes(frequency) &&
    isInstant(savedAt) &&
    (id === undefined || typeof id === 'string')
  );
}

function isChange(one: unknown): one is Change {
  if (typeof one !== 'object' || one === null) return false;
  const { kind, id, path, isKept } = one as Record<string, unknown>;
  if (typeof isKept !== 'boolean') return false;
  return kind === 'search' ? isSearchPath(path) : (kind === 'home' || kind === 'hidden') && isHomeId(id);
}
