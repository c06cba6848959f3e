import { expect, test } from 'vitest';
import { parseCommutes } from './commutes.ts';

const first = JSON.stringify({
  address: 'Irvine, CA',
  transportation: 'bicycle',
  latitude: 33.684,
  longitude: -117.826,
});

test('two people have a way each, at their own hour', () => {
  const ours = { depart: '0730', second: { address: 'LA', latitude: 34, longitude: -118, depart: '0900' } };
  expect(parseCommutes(first, JSON.stringify(ours))).toEqual({
    first: { name: 'Irvine, CA', at: [33.684, -117.826], by: 'bicycle', depart: '0730' },
    second: { name: 'LA', at: [34, -118], by: 'car', depart: '0900' },
  });
});

test.each([
  [null, null],
  ['{', '{'],
  ['"x"', '[]'],
  [JSON.stringify({ address: 'only written down' }), JSON.stringify({ second: { address: '' } })],
])('what storage has may be anything: %s %s', (address, ours) => {
  expect(parseCommutes(address, ours)).toEqual({ first: null, second: null });
});

test('an hour that is none is eight', () => {
  expect(parseCommutes(first, JSON.stringify({ depart: '2560' })).first?.depart).toBe('0800');
});
