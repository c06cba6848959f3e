import type { SiteRouter } from './router.tsx';

/** Places, filters and pages of one search are one page: its box and its lists keep the focus. */
const SEARCH = new Set(['homes-for-type', 'homes-for-type-address', 'search-address', 'search-address-type']);

/**
 * Who goes to another page within the site hears where they are, and goes on from there with the keyboard: the focus
 * goes to its heading, as a browser begins anew with a page of its own (WCAG 2.4.3). What a page has put the focus on by itself keeps it.
 * A page that is drawn anew once its data has come takes its heading away: then the focus goes to the one that comes instead.
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
      // The reader has gone on.
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
      SEARCH.has(routeName(router, pathname)),
    );
    if (!isLost && (activeElement !== before || isOneSearch)) return;
    begin();
  });
}

function routeName(router: SiteRouter, pathname: string): string {
  const [, , found] = router.getMatchedRoutes(pathname);
  return found?.options.staticData?.row?.name ?? '';
}

/** False where it is not shown. */
function focusOn(element: HTMLElement | null): boolean {
  if (element === null) return false;
  // Reached by us, never by Tab.
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  // Where the page stands is the router's to say.
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
