import { commuteBasis, commuteMinutes, commuteRange } from '@maru/listing/places';
import { mercatorX, mercatorY } from '@maru/listing/search';
import type { Words } from '../../i18n/words.tsx';
import { formatClock } from '../facts/home-dates.ts';
import type { Commute } from './commutes.ts';

/** Estimated minutes from a home, low to high; undefined by transit, which distance does not predict. */
export function estimateMinutes(
  { at, by, depart }: Commute,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
): { low: number; high: number } | undefined {
  if (by === 'transit' || latitude === null || longitude === null) return undefined;
  const basis = commuteBasis(at, by, depart);
  if (basis === undefined) return undefined;
  return commuteRange(commuteMinutes(basis, mercatorX(longitude), mercatorY(latitude)), by);
}

/** "24–40 min" · "24~40분". */
export function rangeText({ low, high }: { low: number; high: number }, { t, intl }: Words): string {
  return t('commute.range', { low: intl.formatNumber(low), high: intl.formatNumber(high) });
}

/** "8:00 AM" of "0800". */
export function departText(depart: string, { locale }: Words): string {
  return formatClock(`2026-01-01T${depart.slice(0, 2)}:${depart.slice(2)}:00Z`, 'UTC', locale);
}
