import type { PageView } from './navigation-guard.ts';
import { keepInTab, loadFromTab } from './tab-storage.ts';

/** Event of the window: a message was sent to an agent. */
export const CONTACTED = 'maru:contacted';

type Step = 'arrival' | 'listing' | 'contact';

interface Visit {
  source: string;
  done: Step[];
}

export interface VisitParts {
  count(source: string, step: Step): void;
  /** The tab's; undefined if unavailable. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** Global Privacy Control: nothing is counted or stored. */
  isOptedOut: boolean;
}

const KEY = 'maru/visit';

/**
 * Counts the steps of a visit by a campaign link (`_source`): the arrival, the first home, the first message, each once a visit.
 * Nothing identifies the visitor; the source is stored as long as the tab.
 */
export function visitSteps({ count, storage, isOptedOut }: VisitParts) {
  let inMemory: Visit | undefined;
  const load = (): Visit | undefined => {
    const one = loadFromTab(KEY, storage) as Visit | undefined;
    return typeof one?.source === 'string' && Array.isArray(one.done) ? one : inMemory;
  };
  const keep = (visit: Visit) => {
    inMemory = visit;
    keepInTab(KEY, visit, storage);
  };
  const step = (name: Step) => {
    const visit = load();
    if (visit === undefined || visit.done.includes(name)) return;
    keep({ ...visit, done: [...visit.done, name] });
    count(visit.source, name);
  };
  return {
    view({ source, route }: PageView): void {
      if (isOptedOut) return;
      if (source !== null && source !== load()?.source) keep({ source, done: [] });
      step('arrival');
      if (route !== null && LISTINGS.has(route)) step('listing');
    },
    contacted(): void {
      if (!isOptedOut) step('contact');
    },
  };
}

/** The routes that show one home. */
const LISTINGS = new Set(['listing', 'homes-for-type-address-id', 'detail']);
