import type { Client } from '@maru/contract/client';
import rareLetters from 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css?url';
import type { SiteSettings } from '../browser/site-settings.ts';
import { tabStorage } from '../browser/tab-storage.ts';
import { CONTACTED, visitSteps } from '../browser/visit-steps.ts';
import { isOptedOut } from '../privacy/opt-out.ts';
import { stayCurrent } from './build-watch.ts';
import { focusNewPages } from './focus-new-page.ts';
import { leaveForSecrets } from './leave-for-secrets.ts';
import { reportPageViews } from './page-views.ts';
import type { SiteRouter } from './router.tsx';

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
