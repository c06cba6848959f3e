/**
 * A script of the page could not be loaded: most likely it is of a build that is gone, and a whole new page has the new
 * one. At most once per ten seconds and path (rules S4.5, S9.3), so that a script that never comes does not
 * reload for ever.
 */

export const RELOAD_GUARD_MS = 10_000;
const KEY = 'reloaded';

/** Whether the page at `path` may be reloaded now; notes it when it may. Where nothing can be noted, never. */
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

/** Loads an address whole, also the one that the browser has gone to already (back, forward). */
export function leaveFor(href: string): void {
  leaving = Promise.resolve(true);
  if (new URL(href, location.origin).href === location.href) location.reload();
  else location.assign(href);
}

/** Whether the page is left is being found out: what asks `isLeaving` meanwhile waits for it. */
export function mayLeave(decision: Promise<boolean>): void {
  leaving = Promise.all([leaving, decision]).then((all) => all.includes(true));
}

/** Whether the page is about to be replaced: what fails meanwhile is not shown any more. */
export function isLeaving(): Promise<boolean> {
  return leaving;
}
