import { expect, test } from 'vitest';
import { LICENSE_PAGES, LICENSE_PAGES_AS_OF, licensePage, licenseRegister } from './license-register.ts';

test.each([
  ['CA', 'DRE'],
  ['wa', 'WA DOL'],
  ['HI', 'HI'],
  ['Washington', undefined],
  ['', undefined],
  [null, undefined],
])('a license of %j is one of %j', (state, register) => {
  expect(licenseRegister(state)).toBe(register);
});

test.each([
  ['CA', '01234567', 'https://www2.dre.ca.gov/PublicASP/pplinfo.asp?License_id=01234567'],
  ['CA', '1234', 'https://www2.dre.ca.gov/PublicASP/pplinfo.asp'],
  ['wa', '22013245', 'https://professions.dol.wa.gov/s/license-lookup'],
  ['TX', '654321', 'https://www.trec.texas.gov/apps/license-holder-search/'],
  ['NY', '10401234567', 'https://appext20.dos.ny.gov/nydos/selSearchType.do'],
  ['WY', '1234', null],
  [null, '01234567', null],
  ['TX', null, null],
])('a license of %j numbered %j is looked up at %j', (state, number, page) => {
  expect(licensePage(state, number)).toBe(page);
});

test('each look-up page has its regulator, and all the day they were checked', () => {
  for (const [state, [regulator, url]] of Object.entries(LICENSE_PAGES)) {
    expect(state).toMatch(/^[A-Z]{2}$/);
    expect(regulator).not.toBe('');
    expect(new URL(url).protocol).toBe('https:');
  }
  expect(LICENSE_PAGES_AS_OF).toMatch(/^\d{4}-\d\d-\d\d$/);
});
