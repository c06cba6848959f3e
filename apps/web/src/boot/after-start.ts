import type { Client } from '@maru/contract/client';
import { barePath } from '@maru/words';
import rareLetters from 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?url';
import { buildPageView, type PageView } from '../browser/navigation-guard.ts';
import type { SiteSettings } from '../browser/site-settings.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { CONTACTED, visitSteps } from '../browser/visit-steps.ts';
import { isOptedOut } from '../privacy/opt-out.ts';
import { stayCurrent } from './build-watch.ts';
import { currentAddress, leaveFor } from './reload-guard.ts';
import type { SiteRouter } from './router.tsx';
import { isSecretPage, type RouteRow } from './routes.ts';

interface AfterStartParts {
  router: SiteRouter;
  /** For the server that rendered the page. */
  own: Client;
  site: SiteSettings;
  storage: Storage | undefined;
  buildId: string | undefined;
}

/**
 * Starts what no page waits for, in a script of its own: detection of new builds, page-view events, and third parties as far as a
 * setting and the visitor allow them.
 */
export async function afterStart({ router, own, site, storage, buildId }: AfterStartParts): Promise<void> {
  if (document.documentElement.lang.startsWith('ko')) addRareLetters();
  stayCurrent(router, buildId);
  focusNewPages(router);
  const steps = visitSteps({
    count: (source, step) => void own.countVisit({ body: { source, step } }).catch(() => undefined),
    storage: tabStorage(),
    isOptedOut: isOptedOut(),
  });
  window.addEventListener(CONTACTED, steps.contacted);
  const listeners = [steps.view];
  if (site.thirdParties !== undefined) {
    const { thirdParties, thisBrowser } = await import('../privacy/third-parties.ts');
    const assign = async (visitor: string) =>
      (await own.loadExperiments({ query: `visitor=${visitor}` })).assignments;
    const services = thirdParties(site.thirdParties, thisBrowser(storage), { assign, release: buildId });
    window.addEventListener(CONTACTED, services.contacted);
    listeners.push(services.view);
    leaveForSecrets(router, services.isRunning);
  }
  reportPageViews(router, listeners);
}

/**
 * Adds the slices of the typeface for letters that our own messages do not use (fonts/), which user text may have. A browser fetches
 * a slice when the page has such a letter. They precede our style sheet: of two faces with a letter the later one is used.
 */
function addRareLetters(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = rareLetters;
  document.head.insertBefore(link, document.head.querySelector('link[rel="stylesheet"]'));
}

/**
 * While a third-party script runs (`isRunning`), a secret page is opened in a new document, before the URL changes: a
 * script that wraps the history API, or reports the URL when the document is left, would otherwise read it.
 */
function leaveForSecrets(router: SiteRouter, isRunning: () => boolean): void {
  const opensSecret = (href: string) => {
    const to = new URL(href, location.origin);
    return isSecretPage(rowAt(router, barePath(to.pathname)), to.href);
  };
  const { history } = router;
  for (const way of ['push', 'replace'] as const) {
    const go = history[way];
    history[way] = (path, state, options) => {
      if (!isRunning() || !opensSecret(path)) return go(path, state, options);
      // A page restored from the back/forward cache would still be marked as leaving.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted) location.reload();
      });
      leaveFor(path);
    };
  }
  // Back and forward have already changed the URL; only the document can be left.
  router.subscribe('onBeforeNavigate', ({ hrefChanged, toLocation }) => {
    if (hrefChanged && isRunning() && opensSecret(toLocation.href)) leaveFor(currentAddress(router));
  });
}

/** Places, filters and pages of a search count as one page: its controls keep the focus. */
const SEARCH = new Set(['homes-for-type', 'homes-for-type-address', 'search-address', 'search-address-type']);

/**
 * Focuses the heading of a new page within the site, unless the page has set the focus itself (WCAG 2.4.3). If rendering replaces
 * the heading, the focus goes to the new one.
 */
function focusNewPages(router: SiteRouter): void {
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

/** Reports every shown page to `listeners`, the first one included; a failing listener does not affect the others. */
export function reportPageViews(router: SiteRouter, listeners: readonly ((view: PageView) => void)[]): void {
  let last: string | undefined;
  const report = () => {
    const { pathname, search } = router.latestLocation;
    const isSecret = isSecretPage(rowAt(router, pathname), location.href);
    // Filters and tabs are no views of their own, but a URL that has become secret is reported.
    const shown = `${pathname} ${isSecret}`;
    if (shown === last) return;
    last = shown;
    const [, params] = router.getMatchedRoutes(pathname);
    const view = buildPageView({
      path: location.pathname,
      params,
      search,
      route: rowAt(router, pathname)?.name ?? null,
      isSecret,
    });
    for (const listener of listeners) {
      try {
        listener(view);
      } catch (error) {
        console.error(error);
      }
    }
  };
  report();
  router.subscribe('onResolved', report);
}

/** The row of an address without /ko. */
export function rowAt(router: SiteRouter, pathname: string): RouteRow | undefined {
  const [, , found] = router.getMatchedRoutes(pathname);
  return (found?.options.staticData as { row?: RouteRow } | undefined)?.row;
}
