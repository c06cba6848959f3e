import { expect, test } from 'vitest';
import { findTimeZone, timeZoneAt } from './time-zone.ts';

test.each([
  ['Irvine', 'CA', null, 33.7, -117.8, 'America/Los_Angeles'],
  ['Seattle', 'wa', null, 47.6, -122.3, 'America/Los_Angeles'],
  ['Fort Lee', 'NJ', null, 40.85, -73.97, 'America/New_York'],
  ['Phoenix', 'AZ', null, 33.4, -112, 'America/Phoenix'],
  ['Miami', 'FL', null, 25.8, -80.2, 'America/New_York'],
  ['Pensacola', 'FL', null, 30.4, -87.2, 'America/Chicago'],
  ['Tallahassee', 'FL', null, 30.4, -84.3, 'America/New_York'],
  ['Indianapolis', 'IN', null, 39.8, -86.2, 'America/New_York'],
  ['Gary', 'IN', 'Lake', 41.6, -87.3, 'America/Chicago'],
  ['Evansville', 'IN', null, 38, -87.6, 'America/Chicago'],
  ['Terre Haute', 'IN', 'Vigo County', 39.5, -87.4, 'America/New_York'],
  ['Louisville', 'KY', null, 38.25, -85.76, 'America/New_York'],
  ['Bowling Green', 'KY', null, 36.99, -86.44, 'America/Chicago'],
  ['Nashville', 'TN', null, 36.2, -86.8, 'America/Chicago'],
  ['Chattanooga', 'TN', null, 35.05, -85.3, 'America/New_York'],
  ['Knoxville', 'TN', null, 35.96, -83.9, 'America/New_York'],
  ['Crossville', 'TN', null, 35.95, -85.03, 'America/Chicago'],
  ['Dallas', 'TX', null, 32.8, -96.8, 'America/Chicago'],
  ['El Paso', 'TX', null, 31.8, -106.4, 'America/Denver'],
  ['Detroit', 'MI', null, 42.3, -83, 'America/New_York'],
  ['Iron Mountain', 'MI', null, 45.8, -88.07, 'America/Chicago'],
  ['Houghton', 'MI', null, 47.1, -88.6, 'America/New_York'],
  ['Goodland', 'KS', null, 39.35, -101.7, 'America/Denver'],
  ['Elkhart', 'KS', null, 37, -101.9, 'America/Chicago'],
  ['Rapid City', 'SD', null, 44.1, -103.2, 'America/Denver'],
  ['Bismarck', 'ND', null, 46.8, -100.8, 'America/Chicago'],
  ['Williston', 'ND', null, 48.15, -103.6, 'America/Chicago'],
  ['Dickinson', 'ND', null, 46.9, -102.8, 'America/Denver'],
  ['Scottsbluff', 'NE', null, 41.9, -103.7, 'America/Denver'],
  ['Ontario', 'OR', null, 44.03, -116.96, 'America/Boise'],
  ['Portland', 'OR', null, 45.5, -122.7, 'America/Los_Angeles'],
  ['Boise', 'ID', null, 43.6, -116.2, 'America/Boise'],
  ["Coeur d'Alene", 'ID', null, 47.7, -116.8, 'America/Los_Angeles'],
  ['Anchorage', 'AK', null, 61.2, -149.9, 'America/Anchorage'],
  ['Adak', 'AK', null, 51.9, -176.6, 'America/Adak'],
  ['San Juan', 'PR', null, 18.4, -66.1, 'America/Puerto_Rico'],
  ['Tamuning', 'GU', null, 13.5, 144.8, 'Pacific/Guam'],
])('%s, %s', (_, stateOrProvince, countyOrParish, latitude, longitude, zone) => {
  expect(timeZoneAt({ stateOrProvince, countyOrParish, latitude, longitude })).toBe(zone);
  expect(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone).toBeTruthy();
});

test('without a position the state decides, without a state nothing does', () => {
  expect(timeZoneAt({ stateOrProvince: 'TX', longitude: null })).toBe('America/Chicago');
  expect(timeZoneAt({ stateOrProvince: null, longitude: -117.8 })).toBeNull();
  expect(timeZoneAt({ stateOrProvince: 'Ontario', longitude: -80 })).toBeNull();
});

test('the clock is the record’s, else the dataset’s, else that of the place', () => {
  const home = { propertyTimeZoneName: null, stateOrProvince: 'CA', latitude: 33.7, longitude: -117.8 };
  expect(findTimeZone({ ...home, propertyTimeZoneName: 'Pacific/Honolulu' })).toBe('Pacific/Honolulu');
  expect(findTimeZone({ ...home, propertyTimeZoneName: 'Nonsense' })).toBe('America/Los_Angeles');
  expect(findTimeZone(home, { timeZone: 'America/Denver' })).toBe('America/Denver');
  expect(findTimeZone(home, { timeZone: null })).toBe('America/Los_Angeles');
  expect(findTimeZone({ ...home, stateOrProvince: null })).toBe('UTC');
});
