import { type PageView, pageViewOf } from './navigation-guard.ts';
import type { SiteRouter } from './router.tsx';

/** Hands every page that is shown to `listeners`, the first one too; a listener that fails is its own affair. */
export function reportPageViews(router: SiteRouter, listeners: readonly ((view: PageView) => void)[]): void {
  let last = '';
  const report = () => {
    const { resolvedLocation = router.state.location, matches } = router.state;
    // Filters and tabs of one page are no views of their own.
    if (resolvedLocation.pathname === last) return;
    last = resolvedLocation.pathname;
    const match = matches.at(-1);
    const view = pageViewOf({
      path: new URL(location.href).pathname,
      params: match?.params,
      search: resolvedLocation.search,
      route: match?.staticData.row?.name ?? null,
    });
    for (const listener of listeners) {
      try {
        listener(view);
      } catch (error) {
        console.error(error);
      }
    }
  };
  router.subscribe('onResolved', report);
}
