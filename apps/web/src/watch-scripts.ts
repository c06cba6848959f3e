import { localePath } from '@maru/words';
import { tabStorage } from './contact/tab-storage.ts';
import { leaveFor, mayReload } from './reload-guard.ts';
import type { SiteRouter } from './router.tsx';

/**
 * A script that cannot be loaded loads the page anew that it was for. To be listened for from the start: the first script
 * that is missed may be the one with all the rest.
 */
export function watchScripts(router: SiteRouter): void {
  window.addEventListener('vite:preloadError', () => {
    const address = new URL(addressOf(router), location.origin);
    if (mayReload(address.pathname, Date.now(), tabStorage())) leaveFor(address.href);
  });
}

/** Where one is, or is on the way to, with its language. */
export function addressOf(router: SiteRouter): string {
  return localePath(router.options.context.locale, router.latestLocation.href);
}
