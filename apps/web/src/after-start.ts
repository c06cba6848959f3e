import type { Client } from '@maru/contract/client';
import { tabStorage } from './contact/tab-storage.ts';
import { reportPageViews } from './page-views.ts';
import { isOptedOut } from './privacy/opt-out.ts';
import type { SiteRouter } from './router.tsx';
import { stayCurrent } from './stay-current.ts';
import { CONTACTED, visitSteps } from './visit-steps.ts';

interface AfterStartParts {
  router: SiteRouter;
  /** Of the site's own address, wherever the APIs are. */
  own: Pick<Client, 'countVisit'>;
  /** Which build the page is of. */
  build: string | undefined;
}

/** What a page does for its owner and for days to come, and its reader does not wait for: none of its first script. */
export function afterStart({ router, own, build }: AfterStartParts): void {
  stayCurrent(router, build);
  const steps = visitSteps({
    count: (source, step) => void own.countVisit({ body: { source, step } }).catch(() => undefined),
    storage: tabStorage(),
    isOptedOut: isOptedOut(),
  });
  window.addEventListener(CONTACTED, steps.contacted);
  reportPageViews(router, [steps.view]);
}
