import type { Place, PlaceKind } from '@maru/listing/places';
import { expect, test } from 'vitest';
import { placeLabels } from './place-label.ts';

const place = (own: Partial<Place>): Place =>
  ({
    id: 'irvine-ca',
    kind: 'city',
    name: 'Irvine',
    nameKo: '어바인',
    stateCode: 'CA',
    parents: [],
    ...own,
  }) as Place;
const parents = [
  place({}),
  place({ id: 'hamilton-county-oh', kind: 'county', name: 'Hamilton County' }),
  place({ id: 'clark-county-oh', kind: 'county', name: 'Clark County' }),
];
const gazetteer = {
  findParent: (own: Pick<Place, 'parents'>, kind: PlaceKind) =>
    parents.find((one) => one.kind === kind && own.parents.includes(one.id)),
};

test('a place is named with its state, in Korean with its English name', () => {
  expect(placeLabels([place({})], 'en', gazetteer)).toEqual(['Irvine, CA']);
  expect(placeLabels([place({})], 'ko', gazetteer)).toEqual(['어바인 (Irvine), CA']);
  expect(
    placeLabels([place({ kind: 'state', name: 'California', nameKo: '캘리포니아' })], 'ko', gazetteer),
  ).toEqual(['캘리포니아 (California)']);
  expect(placeLabels([place({ kind: 'zip', name: '92620', nameKo: null })], 'ko', gazetteer)).toEqual([
    '92620, CA',
  ]);
});

test('a neighborhood says its city', () => {
  const woodbury = place({
    kind: 'neighborhood',
    name: 'Woodbury',
    nameKo: '우드버리',
    parents: ['ca', 'irvine-ca'],
  });
  expect(placeLabels([woodbury], 'en', gazetteer)).toEqual(['Woodbury, Irvine, CA']);
  expect(placeLabels([woodbury], 'ko', gazetteer)).toEqual(['우드버리 (Woodbury), 어바인, CA']);
});

test('namesakes in one state are told apart by their counties', () => {
  const glendale = (county: string) =>
    place({ name: 'Glendale', nameKo: '글렌데일', stateCode: 'OH', parents: ['oh', county] });
  const both = [glendale('hamilton-county-oh'), glendale('clark-county-oh')];
  expect(placeLabels(both, 'en', gazetteer)).toEqual([
    'Glendale (Hamilton County), OH',
    'Glendale (Clark County), OH',
  ]);
  expect(placeLabels(both, 'ko', gazetteer)[0]).toBe('글렌데일 (Glendale, Hamilton County), OH');
});
