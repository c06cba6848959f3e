import { localePath } from '@maru/words';
import type { RegisteredRouter } from '@tanstack/react-router';
import type { StorageKey } from '../browser/storage-keys.ts';
import { tabStorage } from '../browser/tab-storage.ts';

/**
 * Minimum interval of reloads per path (rules S4.5, S9.3), so that a script that never loads does not cause a reload
 * loop.
 */
export const RELOAD_GUARD_MS = 10_000;
const KEY = 'reloaded' satisfies StorageKey;
const ANSWER_MS = 5_000;

/**
 * Reloads the page when one of its scripts cannot be loaded, most likely because its build is gone. Call it at the start: the
 * first missing script may be the one with everything else. While the site cannot be reached, the page is kept.
 */
export function watchScripts(router: RegisteredRouter): void {
  window.addEventListener('vite:preloadError', () => {
    const address = new URL(currentAddress(router), location.origin);
    const decision = siteAnswers().then((answers) => {
      if (!answers || !mayReload(address.pathname, Date.now(), tabStorage())) return false;
      leaveFor(address.href);
      return true;
    });
    leaving = Promise.all([leaving, decision]).then((all) => all.includes(true));
  });
}

/** Whether the site responds at all: `navigator.onLine` is true on a network without access to it. */
async function siteAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  return fetch('/builds/latest.json', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_MS) }).then(
    () => true,
    () => false,
  );
}

/** The current or pending address, with its language. */
export function currentAddress(router: RegisteredRouter): string {
  return localePath(router.options.context.locale, router.latestLocation.href);
}

/** Whether the page at `path` may be reloaded now, and records that it was. Without storage, never. */
export function mayReload(path: string, now: number, storage: Storage | undefined): boolean {
  if (storage === undefined) return false;
  try {
    const last = JSON.parse(storage.getItem(KEY) ?? '{}') as Record<string, number>;
    const before = last[path];
    if (before !== undefined && now - before < RELOAD_GUARD_MS && now >= before) return false;
    const recent = Object.entries(last).filter(([, at]) => now - at < RELOAD_GUARD_MS);
    storage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(recent), [path]: now }));
    return true;
  } catch {
    return false;
  }
}

let leaving: Promise<boolean> = Promise.resolve(false);

/** Loads an address whole, also if it is the current one (back, forward). */
export function leaveFor(href: string): void {
  leaving = Promise.resolve(true);
  if (new URL(href, location.origin).href === location.href) location.reload();
  else location.assign(href);
}

/** Whether the page is about to be replaced: errors are not shown then. Waits for a pending decision. */
export function isLeaving(): Promise<boolean> {
  return leaving;
}
