import { COST_KEYS, type CostEdits, formatCostEdits, parseCostEdits } from '@maru/listing/money';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { SharedValue } from '../../browser/shared-value.ts';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';

/** Delay before the URL follows the input, ms. */
const ADDRESS_DELAY = 500;

/** The edits on this page by home, shared by the price line and the section. */
const current = new SharedValue<Readonly<Record<string, CostEdits>>>({});
let addressTimer: ReturnType<typeof setTimeout> | undefined;

const setEdits = (homeId: string, edits: CostEdits) => current.set({ ...current.read(), [homeId]: edits });

/**
 * The visitor's cost edits: those of the URL, else those stored in this browser, which are available after the first
 * render. A change applies to the whole page at once, is stored, and follows in the URL.
 */
export function useCostEdits(homeId: string): [CostEdits, (edits: CostEdits) => void] {
  const router = useRouter();
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const asked = useMemo(() => parseCostEdits(search), [search]);
  const edits = useSyncExternalStore(
    current.subscribe,
    () => current.read()[homeId] ?? asked,
    () => asked,
  );
  useEffect(() => {
    if (current.read()[homeId] !== undefined) return;
    const remembered = hasCostParameters(router.latestLocation.search) ? undefined : loadEdits(homeId);
    if (remembered !== undefined && Object.keys(remembered).length > 0) setEdits(homeId, remembered);
  }, [homeId, router]);
  const change = useCallback(
    (next: CostEdits) => {
      setEdits(homeId, next);
      saveEdits(homeId, next);
      clearTimeout(addressTimer);
      const { pathname } = router.latestLocation;
      addressTimer = setTimeout(() => {
        if (router.latestLocation.pathname !== pathname) return;
        // The router loses the scroll position when it replaces an entry (after a press on a section's link), and would
        // load the new URL at its top.
        document.dispatchEvent(new Event('scroll'));
        void router.navigate({
          to: '.',
          search: { ...(router.latestLocation.search as object), ...formatCostEdits(next) } as never,
          state: true,
          replace: true,
          resetScroll: false,
        });
      }, ADDRESS_DELAY);
    },
    [homeId, router],
  );
  return [edits, change];
}

/**
 * The visitor's cost edits, stored in this browser: those of the buyer for every home, the others per home. A URL with
 * edits of its own is not merged with them.
 */

/** Most homes with stored edits. */
const MOST_HOMES = 40;
const BUYER_KEYS = [
  'down',
  'rate',
  'years',
  'kind',
  'isOwnerOccupied',
] as const satisfies (keyof CostEdits)[];

interface Remembered {
  buyer: Record<string, string>;
  homes: Record<string, Record<string, string>>;
}

const stored = new StoredValue<Remembered>('cost-edits', { parse: parseRemembered, format: JSON.stringify });

function hasCostParameters(search: Record<string, unknown>): boolean {
  return COST_KEYS.some((key) => search[key] !== undefined);
}

function loadEdits(homeId: string): CostEdits {
  const { buyer, homes } = stored.read();
  return { ...parseCostEdits(buyer), ...parseCostEdits(homes[homeId] ?? {}) };
}

function saveEdits(homeId: string, edits: CostEdits): void {
  const buyer: CostEdits = {};
  const home: CostEdits = { ...edits };
  for (const key of BUYER_KEYS) {
    Object.assign(buyer, edits[key] === undefined ? {} : { [key]: edits[key] });
    delete home[key];
  }
  const own = formatTexts(home);
  stored.update(({ homes: { [homeId]: _, ...others } }) => {
    const homes = Object.entries(Object.keys(own).length === 0 ? others : { ...others, [homeId]: own });
    return { buyer: formatTexts(buyer), homes: Object.fromEntries(homes.slice(-MOST_HOMES)) };
  });
}

function formatTexts(edits: CostEdits): Record<string, string> {
  return Object.fromEntries(
    Object.entries(formatCostEdits(edits)).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
}

function parseRemembered(text: string | null): Remembered {
  const value = parseStored(text) as Partial<Remembered> | null | undefined;
  const homes = listEntries(value?.homes).map(([homeId, texts]) => [homeId, parseTexts(texts)]);
  return { buyer: parseTexts(value?.buyer), homes: Object.fromEntries(homes) };
}

function parseTexts(value: unknown): Record<string, string> {
  return Object.fromEntries(
    listEntries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const listEntries = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
