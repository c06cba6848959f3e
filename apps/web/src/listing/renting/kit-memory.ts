import { type RenterFacts, STAYS } from '@maru/listing/renting';
import { parseStored, StoredValue } from '../../browser/stored-value.ts';

/** What one said about oneself and has ticked: in this browser alone, never sent. */
export interface KitMemory {
  facts: RenterFacts;
  done: string[];
}

export const FIRST_FACTS: RenterFacts = { stay: 'work', hasSsn: false, hasCredit: false };

const stored = new StoredValue<KitMemory>('renter-kit', { parse: parseKit, format: JSON.stringify });

export const loadKit = stored.read;

export function keepKit(memory: KitMemory): void {
  stored.update(() => memory);
}

/** What storage holds may be anything. */
function parseKit(text: string | null): KitMemory {
  const value = parseStored(text) as { facts?: Record<string, unknown>; done?: unknown } | null | undefined;
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
