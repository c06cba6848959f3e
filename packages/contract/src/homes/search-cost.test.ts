import { formatApiQuery, formatPolygons, type SearchQuery } from '@maru/listing/search';
import { expect, test } from 'vitest';
import { searchCost } from './search-cost.ts';

const cost = (query: Partial<SearchQuery>, more = '') =>
  searchCost(`/maru/v1/home/list?${formatApiQuery({ searchType: 'sale', ...query })}${more}`);
const around = (degrees: number, corners: number) =>
  Array.from({ length: corners }, (_, at) => {
    const angle = (at / corners) * 2 * Math.PI;
    return [38 + degrees * Math.sin(angle), -98 + degrees * Math.cos(angle)] as const;
  });

test('a search of a town, a drawn area or a viewport costs one, whatever it is filtered by', () => {
  expect(cost({ place: 'irvine-ca' })).toBe(1);
  expect(cost({ place: 'ca', price: { max: 900_000 }, beds: { min: 2 }, sort: 'price' })).toBe(1);
  expect(cost({ bbox: [-118, 33, -117, 34] }, '&want=total,listings,clusters,facets&zoom=10')).toBe(1);
  expect(cost({ near: { latitude: 33.7, longitude: -117.8, meters: 5_000 } })).toBe(1);
  expect(cost({ poly: [around(0.1, 60)] })).toBe(1);
});

test('what takes longer costs more: choices, words, streets, many corners, and the whole country', () => {
  const usual = cost({ place: 'irvine-ca' });
  expect(cost({ place: 'irvine-ca' }, '&want=total,choices')).toBeGreaterThan(usual);
  expect(cost({ place: 'irvine-ca' }, '&want=total&want=choices')).toBeGreaterThan(usual);
  expect(cost({ place: 'irvine-ca', q: 'pool' })).toBeGreaterThan(usual);
  expect(cost({ place: 'irvine-ca', not: 'stairs' })).toBeGreaterThan(usual);
  expect(cost({ place: 'irvine-ca', street: 'main-st' })).toBeGreaterThan(usual);
  expect(cost({ poly: [around(0.1, 500)] })).toBeGreaterThan(cost({ poly: [around(0.1, 100)] }));
  const wide = [cost({}), cost({ bbox: [-125, 24, -66, 49] }), cost({ poly: [around(20, 30)] })];
  for (const one of wide) expect(one).toBeGreaterThanOrEqual(5 * usual);
  expect(searchCost('/maru/v1/home/list')).toBe(cost({}));
});

test('a place is no area where a viewport is given, in whatever order and spelling', () => {
  expect(searchCost('/maru/v1/home/list?bbox=-125,24,-66,49&place=irvine-ca')).toBe(cost({}));
  expect(searchCost('/maru/v1/home/list?place=irvine-ca&bbo%78=-125%2C24%2C-66%2C49')).toBe(cost({}));
  expect(searchCost('/%6daru/v1/home/list?want=%63hoices&place=irvine-ca')).toBe(
    cost({ place: 'irvine-ca' }, '&want=choices'),
  );
});

test('blank places are none, and many states are the whole country', () => {
  for (const place of ['%20', ',', '%20,%20', '&near=%20']) {
    expect(searchCost(`/maru/v1/home/list?place=${place}`), place).toBe(cost({}));
  }
  expect(searchCost('/maru/v1/home/list?place=irvine-ca,%20&place=92620')).toBe(cost({ place: 'irvine-ca' }));
  expect(searchCost('/maru/v1/home/list?place=ca,tx,ny&place=fl')).toBe(cost({}));
  expect(searchCost('/maru/v1/home/list?place=California,Texas,New%20York,Florida')).toBe(cost({}));
});

test('what cannot be read costs no more than an unfiltered search', () => {
  for (const value of ['poly=%%%', 'bbox=a,b,c,d', 'q=', `poly=${formatPolygons([around(1, 600)])}`]) {
    expect(searchCost(`/maru/v1/home/list?${value}`)).toBeLessThanOrEqual(cost({}));
  }
});
