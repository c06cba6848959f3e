import type { Client } from '@maru/contract/client';
import { tabStorage } from './contact/tab-storage.ts';
import { focusNewPages } from './focus-new-page.ts';
import { isSecretPage } from './is-secret-page.ts';
import { reportPageViews, rowAt } from './page-views.ts';
import { isOptedOut } from './privacy/opt-out.ts';
import { leaveFor } from './reload-guard.ts';
import type { SiteRouter } from './router.tsx';
import type { SiteSettings } from './site-settings.ts';
import { stayCurrent } from './stay-current.ts';
import { CONTACTED, visitSteps } from './visit-steps.ts';
import { addressOf } from './watch-scripts.ts';

export interface AfterStartParts {
  router: SiteRouter;
  /** Asks the server that rendered the page. */
  own: Client;
  site: SiteSettings;
  storage: Storage | undefined;
  buildId: string | undefined;
}

/**
 * What a page does beside being one, once it can be used: it notices new builds, tells who asked to be told that it was
 * seen, and starts what a setting and the visitor allow of third parties. A script of its own, since no page waits for it.
 */
export async function afterStart({ router, own, site, storage, buildId }: AfterStartParts): Promise<void> {
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
    const { thirdParties, thisBrowser } = await import('./privacy/third-parties.ts');
    const assign = async (visitor: string) =>
      (await own.loadExperiments({ query: `visitor=${visitor}` })).assignments;
    const services = thirdParties(site.thirdParties, thisBrowser(storage), { assign, release: buildId });
    window.addEventListener(CONTACTED, services.contacted);
    listeners.push(services.view);
    router.subscribe('onBeforeNavigate', ({ pathChanged, toLocation }) => {
      const to = new URL(toLocation.href, location.origin);
      const isSecret = isSecretPage(rowAt(router, toLocation.pathname), to.href);
      // A script of somebody else's that runs here would see the address: there it must not be.
      if (pathChanged && isSecret && services.isRunning()) leaveFor(addressOf(router));
    });
  }
  reportPageViews(router, listeners);
}
