import type { CalendarDay } from './calendar-day.ts';

/** Tracts where newer homes usually carry a community facilities district's tax: names as subdivisions and cities write them. */
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
/** Since when that list is what we know; it names no amount, since none follows from a price. */
export const CFD_AREAS_AS_OF: CalendarDay = '2026-11-21';

/** Whether a home of such a year in such places usually has a Mello-Roos tax. An unknown year says nothing. */
export function isUsuallyLevied(places: readonly (string | null)[], yearBuilt: number | null): boolean {
  if (yearBuilt === null || yearBuilt < CFD_SINCE) return false;
  const names = places.map((place) => (place ?? '').toLowerCase()).join(' | ');
  return CFD_AREAS.some((area) => area.test(names));
}
