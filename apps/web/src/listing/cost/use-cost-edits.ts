import { type CostEdits, formatCostEdits, parseCostEdits } from '@maru/listing/money';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { hasCostParameters, loadEdits, saveEdits } from './cost-memory.ts';

/** How long one may go on typing before the address follows. */
const ADDRESS_DELAY = 500;

/** What is reckoned with on this page, by home: one for the price line and the section. */
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
 * What the visitor reckons with: what the address says, else what this browser remembers, which is known only after
 * the first rendering. A change is seen at once everywhere on the page, remembered, and soon in the address.
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
        // The router forgets how far down a page is when it takes over an entry (a press on a section's link), and would load
        // the new address at its top.
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
