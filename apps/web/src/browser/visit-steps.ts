import type { PageView } from './navigation-guard.ts';

/** Said to the window when a message has gone to an agent. */
export const CONTACTED = 'maru:contacted';

type Step = 'arrival' | 'listing' | 'contact';

export interface VisitParts {
  count(source: string, step: Step): void;
  /** The tab's own; undefined where it is shut. */
  storage: Pick<Storage, 'getItem' | 'setItem'> | undefined;
  /** Global Privacy Control: then nothing is counted, nor kept. */
  isOptedOut: boolean;
}

const KEY = 'maru/visit';

/**
 * Counts what follows when somebody comes by a campaign's link (`_source`): the arrival, the first home, the first
 * message, each once a visit. Of whom it was nothing is said; the source is kept as long as the tab.
 */
export function visitSteps({ count, storage, isOptedOut }: VisitParts) {
  let inMemory: { source: string; done: Step[] } | undefined;
  const kept = (): typeof inMemory => {
    try {
      const text = storage?.getItem(KEY);
      const one = text == null ? undefined : (JSON.parse(text) as typeof inMemory);
      return one !== undefined && typeof one?.source === 'string' && Array.isArray(one.done) ? one : inMemory;
    } catch {
      return inMemory;
    }
  };
  const keep = (one: { source: string; done: Step[] }) => {
    inMemory = one;
    try {
      storage?.setItem(KEY, JSON.stringify(one));
    } catch {
      // In memory, then.
    }
  };
  const step = (name: Step) => {
    const visit = kept();
    if (visit === undefined || visit.done.includes(name)) return;
    keep({ ...visit, done: [...visit.done, name] });
    count(visit.source, name);
  };
  return {
    view({ source, route }: PageView): void {
      if (isOptedOut) return;
      if (source !== null && source !== kept()?.source) keep({ source, done: [] });
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
