import { type SearchQuery, TRANSPORTATIONS, type Transportation } from '@maru/listing';

/**
 * Where this visitor commutes to: kept in this browser alone (DESIGN.md). It goes with a question only while the
 * commute's filter or order is on, and is in an address only when its visitor ticked that.
 */
export interface Destination {
  /** As it was typed or found: "Irvine". */
  name: string;
  /** Degrees, three decimals: some 100 m. */
  at: readonly [latitude: number, longitude: number];
  by: Transportation;
}

/** SPEC.md section 3: `{address, transportation}`; the position beside them is ours. */
const KEY = 'commute-address';
const CHANGED = 'maru:commute-address';

/** The question as it is asked: with this browser's destination, where the commute is asked about and none is given. */
export function withDestination(query: SearchQuery): SearchQuery {
  if (!isCommuteAsked(query) || query.to !== undefined) return query;
  const kept = destination.current();
  return kept === null ? query : { ...query, to: kept.at };
}

export function isCommuteAsked({ commute, sort }: SearchQuery): boolean {
  return commute !== undefined || sort === 'commute';
}

export function saveDestination(next: Destination | null): void {
  try {
    if (next === null) localStorage.removeItem(KEY);
    else {
      const [latitude, longitude] = next.at.map((one) => Number(one.toFixed(3)));
      const kept = { address: next.name, transportation: next.by, latitude, longitude };
      localStorage.setItem(KEY, JSON.stringify(kept));
    }
  } catch {
    // Without storage it lasts as long as this page.
    memory = next;
  }
  window.dispatchEvent(new Event(CHANGED));
}

let memory: Destination | null = null;
let read: { text: string | null; value: Destination | null } = { text: null, value: null };

/** For `useSyncExternalStore`. */
export const destination = {
  subscribe: (changed: () => void) => {
    window.addEventListener(CHANGED, changed);
    window.addEventListener('storage', changed);
    return () => {
      window.removeEventListener(CHANGED, changed);
      window.removeEventListener('storage', changed);
    };
  },
  current: (): Destination | null => {
    if (typeof window === 'undefined') return null;
    try {
      const text = localStorage.getItem(KEY);
      if (text !== read.text) read = { text, value: parseDestination(text) };
      return read.value ?? memory;
    } catch {
      return memory;
    }
  },
  none: (): Destination | null => null,
};

/** What has no position cannot be reckoned with: an address that was only written down. */
function parseDestination(text: string | null): Destination | null {
  try {
    const { address, transportation, latitude, longitude } = JSON.parse(text ?? 'null') ?? {};
    if (typeof address !== 'string' || !Number.isFinite(latitude) || !Number.isFinite(longitude)) return null;
    const by = TRANSPORTATIONS.find((one) => one === transportation) ?? 'car';
    return { name: address.slice(0, 200), at: [latitude, longitude], by };
  } catch {
    return null;
  }
}
