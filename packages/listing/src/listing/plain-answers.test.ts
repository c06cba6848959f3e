import { describe, expect, test } from 'vitest';
import {
  availableFrom,
  parseFurnished,
  parseLaundry,
  parsePets,
  parsePool,
  readMelloRoos,
} from './plain-answers.ts';
import { unstatedListing } from './unstated-listing.ts';

const bare = unstatedListing({
  dataset: 'stellar',
  provider: 'bridge',
  listingKey: '3yd-1',
  standardStatus: 'Active',
  modificationTimestamp: '2026-11-01T08:00:00.000Z',
});

describe('a record that says nothing answers nothing', () => {
  test.each([parsePool, parseLaundry, parsePets, parseFurnished, readMelloRoos])('%o', (answer) => {
    expect(answer(bare)).toBeNull();
  });
});

test.each([
  [{ poolPrivateYN: true }, 'private'],
  [{ poolFeatures: ['Private', 'Heated'] }, 'private'],
  [{ poolPrivateYN: false, poolFeatures: ['Community'] }, 'community'],
  [{ poolFeatures: ['Association'] }, 'community'],
  [{ associationAmenities: ['Pool'] }, 'community'],
  [{ communityFeatures: ['Pool'] }, 'community'],
  [{ poolPrivateYN: false }, 'none'],
  [{ poolFeatures: ['Heated'] }, null],
])('a pool of %j is %s', (said, pool) => {
  expect(parsePool({ ...bare, ...said })).toBe(pool);
});

test.each([
  [['In Unit'], 'in_unit'],
  [['Inside', 'Washer Hookup'], 'in_unit'],
  [['Laundry Closet'], 'in_unit'],
  [['Upper Level', 'Common Area'], 'in_unit'],
  [['Common Area'], 'in_building'],
  [['Common Area', 'Washer Hookup'], 'in_building'],
  [['Washer Hookup', 'Gas Dryer Hookup'], 'hookups'],
  [['None'], 'none'],
  [['See Remarks'], null],
])('laundry %j is %s', (laundryFeatures, laundry) => {
  expect(parseLaundry({ laundryFeatures })).toBe(laundry);
});

test.each([
  [{ petsAllowed: ['No'] }, 'no'],
  [{ petsAllowed: ['Yes'] }, 'yes'],
  [{ petsAllowed: ['Cats OK', 'Dogs OK'] }, 'yes'],
  [{ petsAllowed: ['Birds OK'] }, 'yes'],
  [{ petsAllowed: ['Yes', 'Breed Restrictions'] }, 'restricted'],
  [{ petsAllowed: ['Dogs OK', 'Size Limit'] }, 'restricted'],
  [{ petsAllowed: ['Number Limit'] }, 'restricted'],
  [{ petsAllowed: ['Call'] }, 'restricted'],
  [{ petsAllowed: ['No', 'Cats OK'] }, 'restricted'],
  [{ petsAllowed: ['Yes'], maximumNumberOfPets: 1 }, 'restricted'],
  [{ petsAllowedYN: true }, 'yes'],
  [{ petsAllowedYN: false }, 'no'],
  [{ petsAllowed: ['See Remarks'] }, null],
])('pets %j is %s', (said, pets) => {
  expect(parsePets({ ...bare, ...said })).toBe(pets);
});

test('furniture and occupant are words of a closed list; another word is none', () => {
  expect(
    ['Furnished', 'Unfurnished', 'Partially', 'Negotiable', 'Sofa'].map((furnished) =>
      parseFurnished({ furnished }),
    ),
  ).toEqual(['furnished', 'unfurnished', 'partially', 'negotiable', null]);
});

test('a day that has passed is now', () => {
  const from = (availabilityDate: string | null) => availableFrom({ availabilityDate }, '2026-11-21');
  expect([from('2026-11-20'), from('2026-11-21'), from('2026-12-01'), from(null)]).toEqual([
    'now',
    'now',
    '2026-12-01',
    null,
  ]);
});

test('Mello-Roos is Californian', () => {
  const taxed = { taxOtherAnnualAssessmentAmount: 2_400 };
  expect(readMelloRoos({ ...taxed, stateOrProvince: 'CA' })).toBe(2_400);
  expect(readMelloRoos({ ...taxed, stateOrProvince: 'WA' })).toBeNull();
});
