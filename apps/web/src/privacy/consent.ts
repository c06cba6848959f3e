import { useSyncExternalStore } from 'react';
import { isOptedOut } from './opt-out.ts';

/** What somebody has said to being measured: yes, no, nothing yet; `signal`: their browser says no for them. */
export type Consent = 'yes' | 'no' | 'open' | 'signal';

const KEY = 'maru/measuring';
const CHANGED = 'maru:measuring';

/** For this browser. Nothing that it cannot keep is a yes. */
export function loadConsent(): Consent {
  if (isOptedOut()) return 'signal';
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'yes' || kept === 'no' ? kept : 'open';
  } catch {
    return 'no';
  }
}

export function saveConsent(consent: 'yes' | 'no'): void {
  try {
    localStorage.setItem(KEY, consent);
  } catch {
    // Then it stays a no.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Answers how to stop listening; also told what another tab has changed. */
export function watchConsent(changed: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) changed();
  };
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', elsewhere);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', elsewhere);
  };
}

/** Undefined on the server, and until the page is taken over. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore(watchConsent, loadConsent, () => undefined);
}
