import { useSyncExternalStore } from 'react';

/** In what sizes are typed and shown; an address always has sq ft. */
export const AREA_UNITS = ['sqft', 'm2', 'pyeong'] as const;
export type AreaUnit = (typeof AREA_UNITS)[number];

const KEY = 'maru/area-unit';
const CHANGED = 'maru:area-unit';

/** The unit that this browser's visitor has chosen; until then that of the contract. */
export function useAreaUnit(): [AreaUnit, (unit: AreaUnit) => void] {
  const unit = useSyncExternalStore(watch, loadUnit, () => 'sqft' as const);
  return [unit, saveUnit];
}

function loadUnit(): AreaUnit {
  try {
    const kept = localStorage.getItem(KEY);
    return AREA_UNITS.find((one) => one === kept) ?? 'sqft';
  } catch {
    return 'sqft';
  }
}

/** Keeps the unit that one chose, for every page of this browser. */
export function saveUnit(unit: AreaUnit): void {
  try {
    localStorage.setItem(KEY, unit);
  } catch {
    // Then it lasts as long as the page's default.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function watch(changed: () => void): () => void {
  window.addEventListener(CHANGED, changed);
  return () => window.removeEventListener(CHANGED, changed);
}

const OF_ACCOUNTS: Record<string, AreaUnit> = { imperial: 'sqft', metric: 'm2', pyeong: 'pyeong' };

/** The unit of one's profile, where this browser has none of its own yet: what was chosen here stays. */
export function adoptUnit(units: string): void {
  const unit = OF_ACCOUNTS[units];
  if (unit === undefined) return;
  try {
    if (localStorage.getItem(KEY) !== null) return;
  } catch {
    return;
  }
  saveUnit(unit);
}
