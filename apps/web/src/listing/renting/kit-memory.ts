import { type RenterFacts, STAYS } from '@maru/listing';

/** What one said about oneself and has ticked: in this browser alone, never sent. */
export interface KitMemory {
  facts: RenterFacts;
  done: string[];
}

const KEY = 'renter-kit';
export const FIRST_FACTS: RenterFacts = { stay: 'work', hasSsn: false, hasCredit: false };

export function loadKit(): KitMemory {
  try {
    return parseKit(localStorage.getItem(KEY));
  } catch {
    return { facts: FIRST_FACTS, done: [] };
  }
}

export function keepKit(memory: KitMemory): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // A browser that keeps nothing: it lasts as long as the page.
  }
}

/** What storage holds may be anything. */
function parseKit(text: string | null): KitMemory {
  const value = JSON.parse(text ?? 'null') as { facts?: Record<string, unknown>; done?: unknown } | null;
  const said = value?.facts ?? {};
  return {
    facts: {
      stay: STAYS.find((stay) => stay === said.stay) ?? FIRST_FACTS.stay,
      hasSsn: said.hasSsn === true,
      hasCredit: said.hasCredit === true,
      isTransferred: said.isTransferred === true,
    },
    done: Array.isArray(value?.done) ? value.done.filter((one) => typeof one === 'string') : [],
  };
}
