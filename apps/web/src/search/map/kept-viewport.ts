import type { Viewport } from './map-view.ts';

/**
 * Where the map looked at an entry of the browser's history while its address did not say: kept for this tab, so
 * that going back finds the map where it was.
 */
const KEY = 'maru/viewports';
const MOST = 20;

export function saveViewport(entry: string, viewport: Viewport): void {
  try {
    const kept = loadAll().filter(([one]) => one !== entry);
    sessionStorage.setItem(KEY, JSON.stringify([...kept, [entry, viewport]].slice(-MOST)));
  } catch {
    // Without storage the map starts at its place again.
  }
}

export function loadViewport(entry: string): Viewport | null {
  return loadAll().find(([one]) => one === entry)?.[1] ?? null;
}

function loadAll(): [string, Viewport][] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
