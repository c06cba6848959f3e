import { useSyncExternalStore } from 'react';
import { StoredValue } from '../browser/stored-value.ts';
import { isOptedOut } from './opt-out.ts';

/** The consent to measurement; `open`: not answered; `signal`: declined by Global Privacy Control. */
export type Consent = 'yes' | 'no' | 'open' | 'signal';

const stored = new StoredValue<'yes' | 'no' | 'open'>('maru/measuring', {
  parse: (text) => (text === 'yes' || text === 'no' ? text : 'open'),
  format: (consent) => (consent === 'open' ? null : consent),
});

/** The consent of this browser. Without storage it is never `yes`. */
export function loadConsent(): Consent {
  if (isOptedOut()) return 'signal';
  const consent = stored.read();
  return stored.isKept ? consent : 'no';
}

export function saveConsent(consent: 'yes' | 'no'): void {
  stored.update(() => consent);
}

/** Calls back on changes in any tab. Returns the function that unsubscribes. */
export const watchConsent = stored.subscribe;

/** Undefined on the server and before hydration. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore(watchConsent, loadConsent, () => undefined);
}
