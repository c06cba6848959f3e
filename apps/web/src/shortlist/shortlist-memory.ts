import { MAX_ON_SHORTLIST, mergeVotes, nextVoteTime, type ShortlistVote, VOTES } from '@maru/listing/people';
import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS } from '../browser/storage-keys.ts';
import { parseStored, type StorageLike, StoredValue } from '../browser/stored-value.ts';

/** A person on one list: the name that others see, and the secret that proves it. */
export interface OwnPerson {
  personId: string;
  personKey: string;
  name: string;
}

/** A family's list as stored in this browser. */
export interface KnownList {
  /** The secret of its link. */
  key: string;
  name: string;
  /** Authorizes renaming and revoking; absent on lists of others, and on the account's lists from other browsers. */
  ownerKey?: string;
  isOwn: boolean;
  /** ISO-8601 UTC: when it was created or first opened here. */
  since: string;
  person?: OwnPerson;
  /** Votes that were not sent yet. */
  waiting: readonly ShortlistVote[];
}

/** A vote, a note or both; absent members stay unchanged. */
export type Word = Partial<Pick<ShortlistVote, 'vote' | 'note'>>;

/** In local storage. */
export const SHORTLISTS_KEY = 'maru/shortlists';
const { most: MOST_LISTS } = STORAGE_KEYS[SHORTLISTS_KEY];
const MOST_WAITING = MAX_ON_SHORTLIST.homes * 2;

/**
 * The lists created or opened in this browser, with unsent votes. In local storage, synchronized across tabs; in memory
 * where storage is unavailable or full.
 */
export class ShortlistMemory {
  readonly #stored: StoredValue<readonly KnownList[]>;
  readonly #now: () => number;
  readonly subscribe: (changed: () => void) => () => void;
  /** Newest first. */
  readonly current: () => readonly KnownList[];

  constructor(storage?: StorageLike, now: () => number = Date.now) {
    this.#stored = new StoredValue(SHORTLISTS_KEY, {
      ...(storage === undefined ? {} : { storage: () => storage }),
      parse: parseLists,
      format: JSON.stringify,
    });
    this.#now = now;
    this.subscribe = this.#stored.subscribe;
    this.current = this.#stored.read;
  }

  find(key: string): KnownList | undefined {
    return this.current().find((one) => one.key === key);
  }

  /** Adds or updates a list; absent members stay unchanged. */
  put(list: Pick<KnownList, 'key'> & Partial<KnownList>): void {
    const before = this.find(list.key);
    const made: KnownList = {
      name: '',
      isOwn: false,
      since: new Date(this.#now()).toISOString(),
      waiting: [],
      ...before,
      ...list,
    };
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(made)) return;
    this.#write(
      before === undefined
        ? [made, ...this.current()].slice(0, MOST_LISTS)
        : this.current().map((one) => (one.key === list.key ? made : one)),
    );
  }

  forget(key: string): void {
    if (this.find(key) !== undefined) this.#write(this.current().filter((one) => one.key !== key));
  }

  /** Sets the person's name on a list; a later name is of the same person. */
  join(key: string, name: string): OwnPerson {
    const before = this.find(key)?.person;
    const person = { personId: randomText(12), personKey: randomText(18), ...before, name };
    this.put({ key, person });
    return person;
  }

  /** Creates a new person: the server knows this id with another secret. */
  becomeAnother(key: string): void {
    const list = this.find(key);
    if (list?.person === undefined) return;
    const person = { personId: randomText(12), personKey: randomText(18), name: list.person.name };
    const waiting = list.waiting.map((one) => ({ ...one, personId: person.personId }));
    this.put({ key, person, waiting });
  }

  /** Records a vote; `last` is the last one that the server has of this person. */
  say(key: string, homeId: string, word: Word, last: ShortlistVote | undefined): void {
    const list = this.find(key);
    if (list?.person === undefined) return;
    const { personId } = list.person;
    const before = list.waiting.find((one) => one.homeId === homeId) ?? last;
    const { vote = null, note = null } = before ?? {};
    const said = { homeId, personId, vote, note, ...word, at: nextVoteTime(this.#now(), before) };
    this.put({ key, waiting: mergeVotes(list.waiting, [said]).slice(-MOST_WAITING) });
  }

  /** Removes votes that were sent; later ones of the same homes stay. */
  told(key: string, votes: readonly ShortlistVote[]): void {
    const list = this.find(key);
    if (list === undefined) return;
    const isTold = (one: ShortlistVote) =>
      votes.some(
        ({ homeId, personId, at }) => homeId === one.homeId && personId === one.personId && at === one.at,
      );
    this.put({ key, waiting: list.waiting.filter((one) => !isTold(one)) });
  }

  #write(lists: readonly KnownList[]): void {
    this.#stored.update(() => lists);
  }
}

export const isListKey = (one: unknown): one is string => typeof one === 'string' && /^[\w-]{24}$/.test(one);

/** Parses untrusted storage; malformed lists are dropped. */
function parseLists(text: string | null): readonly KnownList[] {
  const value = parseStored(text);
  return Array.isArray(value) ? value.flatMap((one) => parseList(one) ?? []).slice(0, MOST_LISTS) : [];
}

function parseList(value: unknown): KnownList | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { key, name, ownerKey, isOwn, since, person, waiting } = value as Record<string, unknown>;
  if (!isListKey(key) || typeof name !== 'string' || typeof since !== 'string') return undefined;
  const own = parsePerson(person);
  return {
    key,
    name,
    ...(isListKey(ownerKey) ? { ownerKey } : {}),
    isOwn: isOwn === true,
    since,
    ...(own === undefined ? {} : { person: own }),
    waiting: Array.isArray(waiting) ? waiting.filter(isVote).slice(0, MOST_WAITING) : [],
  };
}

function parsePerson(value: unknown): OwnPerson | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { personId, personKey, name } = value as Record<string, unknown>;
  const isFine = typeof personId === 'string' && /^[\w-]{16}$/.test(personId) && isListKey(personKey);
  return isFine && typeof name === 'string' && name.trim() !== '' ? { personId, personKey, name } : undefined;
}

function isVote(value: unknown): value is ShortlistVote {
  if (typeof value !== 'object' || value === null) return false;
  const { homeId, personId, vote, note, at } = value as Record<string, unknown>;
  return (
    typeof homeId === 'string' &&
    typeof personId === 'string' &&
    (vote === null || (VOTES as readonly unknown[]).includes(vote)) &&
    (note === null || (typeof note === 'string' && note.length <= MAX_ON_SHORTLIST.note)) &&
    Number.isFinite(at)
  );
}

/** Random bytes as base64url. */
function randomText(bytes: number): string {
  const text = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_');
}

const NONE: readonly KnownList[] = [];
let memory: ShortlistMemory | undefined;

/** The instance of this page; in the browser only. */
export function shortlistMemory(): ShortlistMemory {
  memory ??= new ShortlistMemory();
  return memory;
}

/** The lists of this browser; none on the server. */
export function useKnownLists(): readonly KnownList[] {
  return useSyncExternalStore(
    subscribe,
    () => shortlistMemory().current(),
    () => NONE,
  );
}

const subscribe = (changed: () => void) => shortlistMemory().subscribe(changed);
