import { buildPageView, type PageView } from '../browser/navigation-guard.ts';
import type { SiteRouter } from './router.tsx';
import { isSecretPage, type RouteRow } from './routes.ts';

/** Hands every page that is shown to `listeners`, the first one too; a listener that fails is its own affair. */
export function reportPageViews(router: SiteRouter, listeners: readonly ((view: PageView) => void)[]): void {
  let last: string | undefined;
  const report = () => {
    const { pathname, search } = router.latestLocation;
    const isSecret = isSecretPage(rowAt(router, pathname), location.href);
    // Filters and tabs of one page are no views of their own; that its address has become a secret must be known.
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
