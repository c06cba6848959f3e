import { localePath } from '@maru/words';
import { tabStorage } from '../browser/tab-storage.ts';
import { leaveFor, mayLeave, mayReload } from './reload-guard.ts';
import type { SiteRouter } from './router.tsx';

/**
 * A script that cannot be loaded loads the page anew that it was for. To be listened for from the start: the first script
 * that is missed may be the one with all the rest.
 *
 * Not while the line is broken: the new page would not come either, and the one that is there, which works but for that
 * script, would be lost.
 */
export function watchScripts(router: SiteRouter): void {
  window.addEventListener('vite:preloadError', () => {
    const address = new URL(currentAddress(router), location.origin);
    mayLeave(
      siteAnswers().then((answers) => {
        if (!answers || !mayReload(address.pathname, Date.now(), tabStorage())) return false;
        leaveFor(address.href);
        return true;
      }),
    );
  });
}

/** Whether anything at all comes back from the site: browsers take a line that leads nowhere for one. */
async function siteAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/builds/latest.json', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  );
}

const ANSWER_MS = 5_000;

/** Where one is, or is on the way to, with its language. */
export function currentAddress(router: SiteRouter): string {
  return localePath(router.options.context.locale, router.latestLocation.href);
}
