import { type CostEdits, formatCostEdits, parseCostEdits } from '@maru/listing/money';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { hasCostParameters, loadEdits, saveEdits } from './cost-memory.ts';

/** Delay before the URL follows the input, ms. */
const ADDRESS_DELAY = 500;

/** The edits on this page by home, shared by the price line and the section. */
const current = new Map<string, CostEdits>();
const listeners = new Set<() => void>();
let addressTimer: ReturnType<typeof setTimeout> | undefined;

function setEdits(homeId: string, edits: CostEdits): void {
  current.set(homeId, edits);
  for (const changed of listeners) changed();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}

/**
 * The visitor's cost edits: those of the URL, else those stored in this browser, which are available after the first
 * render. A change applies to the whole page at once, is stored, and follows in the URL.
 */
export function useCostEdits(homeId: string): [CostEdits, (edits: CostEdits) => void] {
  const router = useRouter();
  const search = useLocation({ select: (location) => location.search as Record<string, unknown> });
  const asked = useMemo(() => parseCostEdits(search), [search]);
  const edits = useSyncExternalStore(
    subscribe,
    () => current.get(homeId) ?? asked,
    () => asked,
  );
  useEffect(() => {
    if (current.has(homeId)) return;
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
