/**
 * Whether the page before this one was a list of homes: then "Back to results" is one step back, with the list's
 * scroll and map as they were left (R12). Kept in the browser's memory only.
 */
let beforeThis: 'search' | 'other' | undefined;
let here: { href: string; kind: 'search' | 'other' } | undefined;

/** Called by the document for each page that is shown. */
export function notePage(href: string, isSearch: boolean): void {
  if (here?.href === href) return;
  beforeThis = here?.kind;
  here = { href, kind: isSearch ? 'search' : 'other' };
}

/** Asked by the page at `href`, which may be there before the document has noted it. */
export function cameFromSearch(href: string): boolean {
  return (here?.href === href ? beforeThis : here?.kind) === 'search';
}
