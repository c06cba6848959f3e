import type { CalendarDay } from '../time/calendar-day.ts';

/** Areas where newer homes usually have a community facilities district tax. */
const CFD_AREAS: readonly RegExp[] = [
  /\bgreat park\b/,
  /\bportola springs\b/,
  /\b(?:rancho mission viejo|rmv)\b/,
  /\beastvale\b/,
  /\borchard hills\b/,
  /\bcypress village\b/,
  /\bstonegate\b/,
  /\bladera ranch\b/,
  /\btalega\b/,
];
const CFD_SINCE = 1990;
/** The list has no amounts, since these do not depend on the price. */
export const CFD_AREAS_AS_OF: CalendarDay = '2026-11-21';

/** False for an unknown year. */
export function isUsuallyLevied(places: readonly (string | null)[], yearBuilt: number | null): boolean {
  if (yearBuilt === null || yearBuilt < CFD_SINCE) return false;
  const names = places.map((place) => (place ?? '').toLowerCase()).join(' | ');
  return CFD_AREAS.some((area) => area.test(names));
}
