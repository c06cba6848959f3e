import { beforeAll, expect, test } from 'vitest';
import { buildGazetteer } from '../../../dev/scripts/build-gazetteer.ts';
import { Gazetteer } from './gazetteer.ts';

let gazetteer: Gazetteer;
const counts = new Map([
  ['laguna-altura-irvine-ca', 12],
  ['university-town-center-irvine-ca', 30],
  ['laguna-summit-irvine-ca', 3],
  ['laguna-summit-aliso-viejo-ca', 1],
  ['woodbury-irvine-ca', 40],
  ['irvine-ca', 400],
  ['no-city-here', 1],
]);

beforeAll(async () => {
  gazetteer = await Gazetteer.load(await buildGazetteer());
  gazetteer.followAreas({ version: () => '1', counts: () => [counts] });
});

const countHomes = (id: string) => counts.get(id) ?? 0;
const suggest = (text: string) =>
  gazetteer.suggest(text, { locale: 'en', countHomes }).map(({ place, matched }) => [place.id, matched]);

test('a subdivision that homes lie in is a place of its city', () => {
  expect(gazetteer.findPlace('laguna-altura-irvine-ca')).toMatchObject({
    kind: 'neighborhood',
    name: 'Laguna Altura',
    stateCode: 'CA',
    parents: ['ca', 'orange-county-ca', 'irvine-ca'],
  });
  expect(gazetteer.findPlace('laguna-nowhere-irvine-ca')).toBeUndefined();
  expect(gazetteer.findPlace('no-city-here')).toBeUndefined();
  // A place of the files stays what it is.
  expect(gazetteer.findPlace('woodbury-irvine-ca')?.population).toBeGreaterThan(0);
});

test('it is suggested by its beginning, and with its city, those with more homes first', () => {
  expect(suggest('Laguna Altura')[0]).toEqual(['laguna-altura-irvine-ca', 'exact']);
  expect(suggest('university town center')[0]).toEqual(['university-town-center-irvine-ca', 'exact']);
  expect(suggest('university tow')).toContainEqual(['university-town-center-irvine-ca', 'prefix']);
  expect(suggest('laguna summit').map(([id]) => id)).toEqual([
    'laguna-summit-irvine-ca',
    'laguna-summit-aliso-viejo-ca',
  ]);
  expect(suggest('laguna summit aliso')[0]?.[0]).toBe('laguna-summit-aliso-viejo-ca');
});

test('a name of one is that place, of several asks (rule R14)', () => {
  expect(gazetteer.findNamed('laguna altura')).toMatchObject({ place: { id: 'laguna-altura-irvine-ca' } });
  expect(gazetteer.resolve('Laguna Altura')).toMatchObject({ place: { id: 'laguna-altura-irvine-ca' } });
  const found = gazetteer.findNamed('Laguna Summit');
  expect(found !== undefined && 'ambiguous' in found && found.ambiguous).toHaveLength(2);
});
