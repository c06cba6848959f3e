import { barePath, LOCALES, type Locale, localePath } from '@maru/words';

/** Personal parameters: source, view, open home (rule S10.2) and commute destination, which is added on request only (rule S10.5). */
const OWN = /^(_source|view|home|to)(=|$)/;

/** The shared URL of a page in each language; other parameters stay as they are. `to`: "33.684,-117.826". */
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
