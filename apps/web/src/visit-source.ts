import { fetchTransport } from '@maru/contract/client';

/**
 * Where a visit came from (`_source` of the first address), for as long as the tab is open, and what followed from it:
 * three steps, each told once a tab as a bare number. Nothing is told without a source, nor by a browser that says Global
 * Privacy Control; no cookie, no id (FEATURES.md 3.5).
 */
const KEY = 'visit/source';
type Step = 'arrival' | 'listing' | 'contact';

/** To be called with each page that is shown; `name` is the page's row in the table of routes. */
export function noteVisit(name: string, search: string, apiUrl: string): void {
  try {
    const given = new URLSearchParams(search).get('_source') ?? '';
    // `user` is how pages of this site link among themselves (SPEC.md): nobody came from there.
    if (/^[A-Za-z0-9_-]{1,40}$/.test(given) && given !== 'user' && sessionStorage.getItem(KEY) === null) {
      sessionStorage.setItem(KEY, given);
      tell('arrival', apiUrl);
    }
    if (/^(listing|homes-for-type-address-id|detail)$/.test(name)) tell('listing', apiUrl);
    if (name === 'receipt') tell('contact', apiUrl);
  } catch {
    // A browser that keeps nothing is not counted.
  }
}

function tell(step: Step, apiUrl: string): void {
  const source = sessionStorage.getItem(KEY);
  const told = `${KEY}/${step}`;
  if (source === null || sessionStorage.getItem(told) !== null || isOptedOut()) return;
  sessionStorage.setItem(told, '1');
  const ask = fetchTransport(apiUrl, document.documentElement.lang);
  ask({ method: 'POST', path: '/maru/v1/visit', query: '', body: { source, step } }).catch(() => undefined);
}

function isOptedOut(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}
