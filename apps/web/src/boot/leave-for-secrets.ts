import { barePath } from '@maru/words';
import { rowAt } from './page-views.ts';
import { currentAddress, leaveFor } from './reload-guard.ts';
import type { SiteRouter } from './router.tsx';
import { isSecretPage } from './routes.ts';

/**
 * While a script of somebody else's runs here (`isRunning`), a page whose address is a secret is opened in a document of its
 * own. It is caught before the address changes: a script that wraps the browser's history, or says where one is when the
 * document goes, would hear the address otherwise.
 */
export function leaveForSecrets(router: SiteRouter, isRunning: () => boolean): void {
  const opensSecret = (href: string) => {
    const to = new URL(href, location.origin);
    return isSecretPage(rowAt(router, barePath(to.pathname)), to.href);
  };
  const { history } = router;
  for (const way of ['push', 'replace'] as const) {
    const go = history[way];
    history[way] = (path, state, options) => {
      if (!isRunning() || !opensSecret(path)) return go(path, state, options);
      // Whoever comes back to a page that the browser has kept would find it still on its way.
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted) location.reload();
      });
      leaveFor(path);
    };
  }
  // Back and forward have changed the address already: there is only the document to leave.
  router.subscribe('onBeforeNavigate', ({ hrefChanged, toLocation }) => {
    if (hrefChanged && isRunning() && opensSecret(toLocation.href)) leaveFor(currentAddress(router));
  });
}
