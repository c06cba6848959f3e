import { barePath, LOCALES, type Locale, localePath } from '@maru/words';

/**
 * What an address says of its own visitor only: where they came from, how they look at it, what lies open
 * (rule S10.2); and where they commute to, which goes along only when they say so (rule S10.5).
 */
const OWN = /^(_source|view|home|to)(=|$)/;

/** The same page in each language, as it is passed on; what is kept of it stays to the letter. `to`: "33.684,-117.826". */
export function sharedAddresses(href: string, to?: string): Record<Locale, string> {
  const { origin, pathname, search } = new URL(href);
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !OWN.test(part));
  if (to !== undefined) kept.push(`to=${to}`);
  const query = kept.length === 0 ? '' : `?${kept.join('&')}`;
  const addressIn = (locale: Locale) => origin + localePath(locale, barePath(pathname)) + query;
  return Object.fromEntries(LOCALES.map((locale) => [locale, addressIn(locale)])) as Record<Locale, string>;
}
