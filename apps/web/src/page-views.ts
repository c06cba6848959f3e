import { isSecretPage } from './is-secret-page.ts';
import { type PageView, pageViewOf } from './navigation-guard.ts';
import type { SiteRouter } from './router.tsx';
import type { RouteRow } from './routes.ts';

/** Hands every page that is shown to `listeners`, the first one too; a listener that fails is its own affair. */
export function reportPageViews(router: SiteRouter, listeners: readonly ((view: PageView) => void)[]): void {
  let last: string | undefined;
  const report = () => {
    const { pathname, search } = router.latestLocation;
    // Filters and tabs of one page are no views of their own.
    if (pathname === last) return;
    last = pathname;
    const [, params] = router.getMatchedRoutes(pathname);
    const view = pageViewOf({
      path: location.pathname,
      params,
      search,
      route: rowAt(router, pathname)?.name ?? null,
      isSecret: isSecretPage(rowAt(router, pathname), location.href),
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
