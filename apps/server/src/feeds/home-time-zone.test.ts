import { expect, test } from 'vitest';
import { findHomeTimeZone } from './home-time-zone.ts';

const place = (stateOrProvince: string | null, latitude: number | null, longitude: number | null) => ({
  propertyTimeZoneName: null,
  stateOrProvince,
  latitude,
  longitude,
});

test.each([
  ['Irvine', 'CA', 33.68, -117.79, 'America/Los_Angeles'],
  // The Navajo Nation keeps summer time, the rest of Arizona does not.
  ['Kayenta', 'AZ', 36.73, -110.25, 'America/Denver'],
  ['Phoenix', 'AZ', 33.45, -112.07, 'America/Phoenix'],
  // Keeps the clock of Columbus, Georgia.
  ['Phenix City', 'AL', 32.47, -85.0, 'America/New_York'],
  ['Montgomery', 'AL', 32.37, -86.3, 'America/Chicago'],
  ['Honolulu', 'HI', 21.31, -157.86, 'Pacific/Honolulu'],
])('the clock of %s, %s is that of its position', (_, state, latitude, longitude, zone) => {
  const at = Date.parse('2026-07-01T12:00:00Z');
  const clock = (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  expect(clock(findHomeTimeZone(place(state, latitude, longitude), undefined))).toBe(clock(zone));
});

test('what record or feed name outweighs the position; without one the state decides', () => {
  const kayenta = place('AZ', 36.73, -110.25);
  const named = { ...kayenta, propertyTimeZoneName: 'America/Phoenix' };
  expect(findHomeTimeZone(named, undefined)).toBe('America/Phoenix');
  expect(findHomeTimeZone(kayenta, { timeZone: 'America/Chicago' })).toBe('America/Chicago');
  expect(findHomeTimeZone(place('AZ', null, null), undefined)).toBe('America/Phoenix');
  expect(findHomeTimeZone(place('AZ', 0, 500), undefined)).toBe('America/Phoenix');
  expect(findHomeTimeZone(place(null, null, null), undefined)).toBe('UTC');
});
