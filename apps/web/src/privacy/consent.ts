import { useSyncExternalStore } from 'react';
import { StoredValue } from '../browser/stored-value.ts';
import { isOptedOut } from './opt-out.ts';

/** What somebody has said to being measured: yes, no, nothing yet; `signal`: their browser says no for them. */
export type Consent = 'yes' | 'no' | 'open' | 'signal';

const stored = new StoredValue<'yes' | 'no' | 'open'>('maru/measuring', {
  parse: (text) => (text === 'yes' || text === 'no' ? text : 'open'),
  format: (consent) => (consent === 'open' ? null : consent),
});

/** For this browser. Nothing that it cannot keep is a yes. */
export function loadConsent(): Consent {
  if (isOptedOut()) return 'signal';
  const consent = stored.read();
  return stored.isKept ? consent : 'no';
}

export function saveConsent(consent: 'yes' | 'no'): void {
  stored.update(() => consent);
}

/** Answers how to stop listening; also told what another tab has changed. */
export const watchConsent = stored.subscribe;

/** Undefined on the server, and until the page is taken over. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore(watchConsent, loadConsent, () => undefined);
}
