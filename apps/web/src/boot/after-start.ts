import type { Client } from '@maru/contract/client';
import type { SiteSettings } from '../browser/site-settings.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { CONTACTED, visitSteps } from '../browser/visit-steps.ts';
import { isOptedOut } from '../privacy/opt-out.ts';
import { focusNewPages } from './focus-new-page.ts';
import { leaveForSecrets } from './leave-for-secrets.ts';
import { reportPageViews } from './page-views.ts';
import type { SiteRouter } from './router.tsx';
import { stayCurrent } from './stay-current.ts';

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
  if (document.documentElement.lang.startsWith('ko')) (await import('./rare-letters.ts')).addRareLetters();
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
