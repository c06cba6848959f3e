import { useSyncExternalStore } from 'react';
import { StoredValue } from '../browser/stored-value.ts';

/** Units in which areas are typed and shown; addresses always have sq ft. */
export const AREA_UNITS = ['sqft', 'm2', 'pyeong'] as const;
export type AreaUnit = (typeof AREA_UNITS)[number];

/** Undefined until one is chosen in this browser. */
const stored = new StoredValue<AreaUnit | undefined>('maru/area-unit', {
  parse: (text) => AREA_UNITS.find((one) => one === text),
  format: (unit) => unit ?? null,
});

/** The chosen unit, by default sq ft. */
export function useAreaUnit(): [AreaUnit, (unit: AreaUnit) => void] {
  const unit = useSyncExternalStore(stored.subscribe, stored.read, () => undefined);
  return [unit ?? 'sqft', saveUnit];
}

export function saveUnit(unit: AreaUnit): void {
  stored.update(() => unit);
}

const OF_ACCOUNTS: Record<string, AreaUnit> = { imperial: 'sqft', metric: 'm2', pyeong: 'pyeong' };

/** Takes the unit of the user's profile, unless one was chosen in this browser. */
export function adoptUnit(units: string): void {
  const unit = OF_ACCOUNTS[units];
  if (unit !== undefined && stored.read() === undefined) saveUnit(unit);
}
