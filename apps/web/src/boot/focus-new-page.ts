import { rowAt } from './page-views.ts';
import type { SiteRouter } from './router.tsx';

/** Places, filters and pages of a search count as one page: its controls keep the focus. */
const SEARCH = new Set(['homes-for-type', 'homes-for-type-address', 'search-address', 'search-address-type']);

/**
 * Focuses the heading of a new page within the site, unless the page has set the focus itself (WCAG 2.4.3). If rendering replaces
 * the heading, the focus goes to the new one.
 */
export function focusNewPages(router: SiteRouter): void {
  let before = document.activeElement;
  let watch: MutationObserver | undefined;
  const begin = () => {
    const main = document.getElementById('main');
    const heading = main?.querySelector('h1') ?? null;
    const reached = focusOn(heading) ? heading : focusOn(main) ? main : null;
    if (reached === null) return;
    watch = new MutationObserver(() => {
      const { activeElement, body } = document;
      // The visitor has moved the focus.
      if (activeElement !== reached && activeElement !== body && activeElement !== null) watch?.disconnect();
      if (reached.isConnected) return;
      watch?.disconnect();
      if (activeElement === null || activeElement === body) begin();
    });
    watch.observe(document.body, { childList: true, subtree: true });
  };
  router.subscribe('onBeforeNavigate', () => {
    before = document.activeElement;
    watch?.disconnect();
  });
  router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
    if (!pathChanged || fromLocation === undefined || toLocation.hash !== '') return;
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    const isOneSearch = [fromLocation, toLocation].every(({ pathname }) =>
      SEARCH.has(rowAt(router, pathname)?.name ?? ''),
    );
    if (!isLost && (activeElement !== before || isOneSearch)) return;
    begin();
  });
}

/** False if the element cannot be focused: it is not shown. */
function focusOn(element: HTMLElement | null): boolean {
  if (element === null) return false;
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  // The router restores the scroll position.
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
