import { expect, test } from 'vitest';
import { alterationInCaption, findOriginals } from './altered-media.ts';

const STAGED = ['Virtual Staging - Item Addition'];
const gallery = (...photos: [caption: string | null, alteration?: string[], category?: string][]) =>
  photos.map(([shortDescription, mediaAlteration = [], mediaCategory = 'Photo'], order) => ({
    mediaKey: String(order),
    order,
    mediaCategory,
    mediaAlteration,
    shortDescription,
  }));
const pairs = (...photos: Parameters<typeof gallery>) =>
  Object.fromEntries(findOriginals(gallery(...photos)));

test.each([
  ['Living Room - Virtually Staged', STAGED],
  ['virtual staging', STAGED],
  ['Digitally staged bedroom', STAGED],
  ['Exterior (virtual twilight)', ['Twilight Conversion']],
  ['Kitchen, virtually renovated', ['Virtual Renovation']],
  ['Artist’s rendering of the yard', ['Virtual Representation - To Be Built']],
  ['Digitally altered sky', ['Other Media Modification']],
  ['Living room, not virtually staged', []],
  ['Living room before virtual staging', []],
  ['Original (unstaged)', []],
  ['Twilight view from the deck', []],
  ['Beautifully staged by Ann', []],
  ['Virtual tour available', []],
  ['Kitchen', []],
  [null, []],
])('the caption %j tells %j', (caption, alteration) => {
  expect(alterationInCaption(caption)).toEqual(alteration);
});

test('the original stands next to the altered picture, and says so', () => {
  expect(
    pairs(['Living room (virtually staged)', STAGED], ['Living room, original photo'], ['Kitchen']),
  ).toEqual({ 0: '1' });
  expect(pairs(['Original'], ['Virtually staged', STAGED])).toEqual({ 1: '0' });
  expect(pairs(['Front (sky digitally altered)', STAGED], ['Front, unaltered', ['None']])).toEqual({
    0: '1',
  });
});

test('the same caption without the words about the picture is the same room', () => {
  expect(pairs(['Kitchen'], ['Bedroom virtually staged', STAGED], ['Bedroom'])).toEqual({ 1: '2' });
});

test('rooms of one name pair on the side that the gallery keeps', () => {
  expect(
    pairs(
      ['Bedroom'],
      ['Bedroom (virtually staged)', STAGED],
      ['Bedroom'],
      ['Bedroom (virtually staged)', STAGED],
    ),
  ).toEqual({ 1: '0', 3: '2' });
  expect(
    pairs(
      ['Bedroom (virtually staged)', STAGED],
      ['Bedroom'],
      ['Bedroom (virtually staged)', STAGED],
      ['Bedroom'],
    ),
  ).toEqual({ 0: '1', 2: '3' });
});

test('without a sure neighbour there is no original: a wrong one would be a second untruth', () => {
  expect(pairs(['Living room', STAGED], ['Kitchen'])).toEqual({});
  expect(pairs([null, STAGED], [null])).toEqual({});
  expect(pairs(['Living room', STAGED], ['Kitchen, original'])).toEqual({});
  expect(pairs(['Plan', STAGED], ['Plan', [], 'Floor Plan'])).toEqual({});
  expect(pairs(['Yard', STAGED], ['Yard', ['Twilight Conversion']])).toEqual({});
});
