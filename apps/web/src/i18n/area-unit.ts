import { useSyncExternalStore } from 'react';
import { StoredValue } from '../browser/stored-value.ts';

/** In what sizes are typed and shown; an address always has sq ft. */
export const AREA_UNITS = ['sqft', 'm2', 'pyeong'] as const;
export type AreaUnit = (typeof AREA_UNITS)[number];

/** Undefined: nothing was chosen in this browser. */
const stored = new StoredValue<AreaUnit | undefined>('maru/area-unit', {
  parse: (text) => AREA_UNITS.find((one) => one === text),
  format: (unit) => unit ?? null,
});

/** The unit that this browser's visitor has chosen; until then that of the contract. */
export function useAreaUnit(): [AreaUnit, (unit: AreaUnit) => void] {
  const unit = useSyncExternalStore(stored.subscribe, stored.read, () => undefined);
  return [unit ?? 'sqft', saveUnit];
}

/** Keeps the unit that one chose, for every page of this browser. */
export function saveUnit(unit: AreaUnit): void {
  stored.update(() => unit);
}

const OF_ACCOUNTS: Record<string, AreaUnit> = { imperial: 'sqft', metric: 'm2', pyeong: 'pyeong' };

/** The unit of one's profile, where this browser has none of its own yet: what was chosen here stays. */
export function adoptUnit(units: string): void {
  const unit = OF_ACCOUNTS[units];
  if (unit !== undefined && stored.read() === undefined) saveUnit(unit);
}
