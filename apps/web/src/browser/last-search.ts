/**
 * Whether the page before this one was a list of homes: then "Back to results" is one step back, with the list's
 * scroll and map as they were left (rule R12). Kept in the browser's memory only.
 */
let beforeThis: 'search' | 'other' | undefined;
let here: { path: string; kind: 'search' | 'other' } | undefined;

/** Filters, numbers and parts of a page do not make it another page. */
const stripQuery = (href: string) => href.split(/[?#]/, 1)[0] ?? '';

/** Called by the document for each page that is shown. */
export function notePage(href: string, isSearch: boolean): void {
  const path = stripQuery(href);
  if (here?.path === path) return;
  beforeThis = here?.kind;
  here = { path, kind: isSearch ? 'search' : 'other' };
}

/** Asked by the page at `href`, which may be there before the document has noted it. */
export function cameFromSearch(href: string): boolean {
  return (here?.path === stripQuery(href) ? beforeThis : here?.kind) === 'search';
}
