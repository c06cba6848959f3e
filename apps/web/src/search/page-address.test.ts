import { parseSearchQuery, type SearchQuery } from '@maru/listing/search';
import { expect, test } from 'vitest';
import {
  canonicalPath,
  mayIndex,
  pagePath,
  parseStreetZip,
  parseZoom,
  switchSearchType,
  switchUnknown,
  withoutIdleUnknowns,
} from './page-address.ts';

const query = (text: string): SearchQuery =>
  parseSearchQuery({ ...Object.fromEntries(new URLSearchParams(text)), place: 'irvine-ca' }).query;

test('every form of the page has one canonical address', () => {
  expect(canonicalPath(query('beds=3-'))).toBe('/homes/for_sale/irvine-ca?beds=3-');
  expect(canonicalPath(query('searchType=rent'))).toBe('/homes/for_rent/irvine-ca');
});

test('how a search is shown is not part of its canonical address', () => {
  expect(canonicalPath(query('page=3&sort=price&bbox=-118,33,-117,34&hoa=-300&unk=hoa'))).toBe(
    '/homes/for_sale/irvine-ca?hoa=-300',
  );
});

test('search engines may keep place and type with one of beds and type, nothing else', () => {
  expect(mayIndex(query(''))).toBe(true);
  expect(mayIndex(query('beds=3-'))).toBe(true);
  expect(mayIndex(query('type=condo&sort=price'))).toBe(true);
  expect(mayIndex(query('beds=3-&type=condo'))).toBe(false);
  expect(mayIndex(query('price=-900000'))).toBe(false);
  expect(mayIndex(query('page=2'))).toBe(false);
  expect(mayIndex(query('street=culver-dr'))).toBe(false);
  expect(mayIndex(query('bbox=-118,33,-117,34'))).toBe(false);
  expect(mayIndex({ ...query(''), otherPlaces: ['tustin-ca'] })).toBe(false);
  expect(mayIndex(query('notPlace=santa-ana-ca'))).toBe(false);
});

test('a page keeps the form that the visitor came by', () => {
  expect(pagePath(query('beds=3-'), { form: 'homes' })).toBe('/homes/for_sale/irvine-ca?beds=3-');
  expect(pagePath(query('beds=3-&searchType=rent'), { form: 'address' })).toBe('/irvine-ca/rent?beds=3-');
});

test('the zoom is in the address only beside a map area, never rounded up', () => {
  const own = { form: 'homes' } as const;
  expect(pagePath(query('bbox=-118,33,-117,34'), { ...own, zoom: 11.9999 })).toMatch(
    /bbox=-118,33,-117,34&zoom=11.99$/,
  );
  expect(pagePath(query(''), { ...own, zoom: 11 })).not.toContain('zoom');
  expect(parseZoom('11.25')).toBe(11.25);
  for (const bad of ['-1', '99', 'x', '', undefined, '1e3']) expect(parseZoom(bad)).toBeNull();
});

test('the switch to rent keeps the place and what still makes sense', () => {
  const sale = query('price=-900000&hoa=-300&beds=3-&unk=hoa&page=4&type=condo');
  expect(switchSearchType(sale, 'rent')).toEqual({
    searchType: 'rent',
    place: 'irvine-ca',
    beds: { min: 3 },
    type: ['condo'],
  });
});

test('keeping unstated homes in is switched per filter, and forgotten with its filter', () => {
  const hoa = query('hoa=-300&year=1990-&page=2');
  const on = switchUnknown(hoa, 'hoa', true);
  expect(on.unk).toEqual(['hoa']);
  expect(on.page).toBeUndefined();
  expect(switchUnknown(on, 'hoa', false).unk).toBeUndefined();
  const { hoa: _hoa, ...without } = on;
  expect(withoutIdleUnknowns(without).unk).toBeUndefined();
});

test('the last part of an area is a ZIP, a street, or both', () => {
  expect(parseStreetZip('92620')).toEqual({ street: null, zip: '92620' });
  expect(parseStreetZip('culver-dr')).toEqual({ street: 'culver-dr', zip: null });
  expect(parseStreetZip('Culver-Dr-92620')).toEqual({ street: 'culver-dr', zip: '92620' });
  expect(parseStreetZip('../etc')).toBeUndefined();
});
