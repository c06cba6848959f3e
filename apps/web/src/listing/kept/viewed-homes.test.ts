import { expect, test } from 'vitest';
import {
  addSeen,
  addViewedHome,
  differenceSince,
  parseViewedHomes,
  priceDifferenceSince,
  type ViewedHomes,
} from './viewed-homes.ts';

const home = {
  homeId: 'a1',
  path: '/ca/irvine/1-oak-st-92620/a1',
  listPrice: 900_000,
  standardStatus: 'Active' as const,
};
const at = '2026-11-20T08:00:00.000Z';
const none: ViewedHomes = { seen: {}, kept: {} };
const looks = addViewedHome(none, 'seen', home, { name: '1 Oak St', at });

test('what has changed since one looked is its price, its state, or nothing', () => {
  const look = looks.seen.a1;
  if (!look) throw new Error('not remembered');
  expect(differenceSince(look, home)).toBeUndefined();
  expect(differenceSince(look, { ...home, listPrice: null })).toBeUndefined();
  expect(differenceSince(look, { listPrice: 880_000, standardStatus: 'Pending' })).toEqual({
    price: { from: 900_000, to: 880_000 },
    status: { from: 'Active', to: 'Pending' },
  });
});

test('a home that was kept in another browser says what its listing says of its price', () => {
  const cut = { listPrice: 880_000, previousListPrice: 900_000, priceChangedAt: '2026-11-21T00:00:00.000Z' };
  expect(priceDifferenceSince(cut, at)).toEqual({ price: { from: 900_000, to: 880_000 } });
  expect(priceDifferenceSince(cut, '2026-11-22T00:00:00.000Z')).toBeUndefined();
  expect(priceDifferenceSince({ ...cut, previousListPrice: null }, at)).toBeUndefined();
});

test('the last look counts, the oldest go first, and storage may hold anything', () => {
  let many = none;
  for (let index = 0; index < 510; index += 1) {
    many = addViewedHome(many, 'kept', { ...home, homeId: `h${index}` }, { name: 'x', at });
  }
  expect(Object.keys(many.kept)).toHaveLength(500);
  expect(many.kept.h9).toBeUndefined();
  expect(parseViewedHomes(JSON.stringify(looks))).toEqual(looks);
  for (const text of [
    null,
    '',
    'null',
    '{"seen":[1]}',
    '{"seen":{"a1":{"price":"x"}}}',
    '{"seen":{"a1":{"price":1,"status":"Active","at":"2026-11-20","name":"x","path":"//evil.example"}}}',
  ]) {
    expect(parseViewedHomes(text)).toEqual(none);
  }
});

test('a pin that was opened is seen; a home whose page was opened stays as it was remembered, newest last', () => {
  const opened = addSeen(addSeen(looks, 'b2'), 'a1');
  expect(Object.entries(opened.seen)).toEqual([
    ['b2', null],
    ['a1', looks.seen.a1],
  ]);
  expect(parseViewedHomes(JSON.stringify(opened))).toEqual(opened);
  const many = Array.from({ length: 600 }, (_, index) => `h${index}`).reduce(addSeen, none);
  expect([Object.keys(many.seen).length, Object.keys(many.seen).at(-1)]).toEqual([500, 'h599']);
});
