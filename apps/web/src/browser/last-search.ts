/** Whether the page before was a list of homes: then "Back to results" goes one step back in the history (rule R12). */
let beforeThis: 'search' | 'other' | undefined;
let here: { path: string; kind: 'search' | 'other' } | undefined;

const stripQuery = (href: string) => href.split(/[?#]/, 1)[0] ?? '';

/** The document calls it for each page. */
export function notePage(href: string, isSearch: boolean): void {
  const path = stripQuery(href);
  if (here?.path === path) return;
  beforeThis = here?.kind;
  here = { path, kind: isSearch ? 'search' : 'other' };
}

/** For the page at `href`, which may render before `notePage` is called. */
export function cameFromSearch(href: string): boolean {
  return (here?.path === stripQuery(href) ? beforeThis : here?.kind) === 'search';
}
