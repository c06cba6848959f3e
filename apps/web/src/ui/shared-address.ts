/** What an address says of its own visitor only: where they came from, how they look at it, what lies open (FEATURES.md 8.2). */
const OWN = /^(_source|view|home)(=|$)/;

/** The address of a page as it is passed on; the rest of it stays to the letter. */
export function sharedAddress(href: string): string {
  const { origin, pathname, search } = new URL(href);
  const kept = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !OWN.test(part));
  return origin + pathname + (kept.length === 0 ? '' : `?${kept.join('&')}`);
}
