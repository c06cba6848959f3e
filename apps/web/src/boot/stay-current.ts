import { BuildWatch } from './build-watch.ts';
import { leaveFor } from './reload-guard.ts';
import type { SiteRouter } from './router.tsx';
import { currentAddress } from './watch-scripts.ts';

/** ms after the start (rule S9.3): the page comes first. */
export const MANIFEST_DELAY_MS = 1_000;

/**
 * Keeps an open page working over new builds of the site: the next page after one is loaded whole. What stands in a form
 * is kept by the form itself.
 */
export function stayCurrent(router: SiteRouter, buildId: string | undefined): void {
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
    if (pathChanged && watch.isOutdated) leaveFor(currentAddress(router));
  });
}

async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(path, { cache: 'no-store' });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return await answer.json();
}
