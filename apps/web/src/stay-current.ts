import { localePath } from '@maru/words';
import { BuildWatch } from './build-watch.ts';
import { tabStorage } from './contact/tab-storage.ts';
import { leaveFor, mayReload } from './reload-guard.ts';
import type { SiteRouter } from './router.tsx';

/** ms after the start (SPEC.md point 9, "Manifest fetch"): the page comes first. */
export const MANIFEST_DELAY_MS = 1_000;

/**
 * Keeps an open page working over new builds of the site: the next page after one is loaded whole, and a script that
 * cannot be loaded loads the page anew that it was for. What stands in a form is kept by the form itself.
 */
export function stayCurrent(router: SiteRouter, buildId: string | undefined): void {
  const { locale } = router.options.context;
  const target = () => localePath(locale, router.latestLocation.href);
  window.addEventListener('vite:preloadError', () => {
    const address = new URL(target(), location.origin);
    if (mayReload(address.pathname, Date.now(), tabStorage())) leaveFor(address.href);
  });
  if (buildId === undefined) return;
  const watch = new BuildWatch({
    buildId,
    fetchJson,
    now: Date.now,
    random: Math.random,
    wait: (ms, work) => void setTimeout(work, ms),
  });
  setTimeout(() => void watch.start(), MANIFEST_DELAY_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void watch.focus();
  });
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    if (pathChanged && watch.isOutdated) leaveFor(target());
  });
}

async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return await answer.json();
}
