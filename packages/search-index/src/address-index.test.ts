import type { HomeCard } from '@maru/listing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPlainly, randomChanges, randomHomes } from '../../../dev/conformance/random-homes.ts';
import { cardOf } from '../../../dev/conformance/search-engine-suite.ts';
import { AddressIndex, type AddressSuggestion } from './address-index.ts';
import { addressWords, completionsOf, splitStreetLine, typedWords } from './address-words.ts';

const town = [
  cardOf({ homeId: 'oak123', streetLine: '123 Oak St', listingId: 'OC26001234' }),
  cardOf({ homeId: 'oak124', streetLine: '124 Oak St', unitNumber: '4B', listingId: 'OC26001235' }),
  cardOf({ homeId: 'oak124c', streetLine: '124 Oak St', unitNumber: '4C', listingId: 'PW99' }),
  cardOf({ homeId: 'culver', streetLine: '1230 N Culver Dr', listingId: null, postalCode: '92602' }),
  cardOf({ homeId: 'live', streetLine: '123 Live Oak Ln', city: 'Tustin', postalCode: '92780' }),
  cardOf({ homeId: 'hidden', streetLine: '125 Oak St', addressWithheld: true, listingId: 'OC26009999' }),
  cardOf({ homeId: 'fifth', streetLine: '5th Ave' }),
  cardOf({ homeId: 'both', streetLine: '9 Elm Ct', listingId: 'A1' }),
  cardOf({ homeId: 'both', searchType: 'rent', streetLine: '9 Elm Ct', listingId: 'A2' }),
];

function indexOf(homes: HomeCard[]): AddressIndex {
  const index = new AddressIndex();
  index.apply({ upserts: homes, removals: [] });
  return index;
}

const brief = (suggestion: AddressSuggestion) =>
  suggestion.kind === 'street'
    ? `${suggestion.name} (${suggestion.count})`
    : `${suggestion.kind} ${suggestion.homeId}`;

describe('what people type of an address', () => {
  const index = indexOf(town);
  const suggested = (text: string, limit = 10) => index.suggest(text, limit).map(brief);

  test.each([
    ['123 oak', ['address live', 'address oak123']],
    ['123 Oak Street, Irvine, CA 92620', ['address oak123']],
    ['123 oak st irv', ['address oak123']],
    ['123 oak stre', ['address oak123']],
    ['124 Oak St Apt 4b', ['address oak124']],
    ['124 oak st #4', ['address oak124', 'address oak124c']],
    ['1230 North Culver Drive', ['address culver']],
    ['125 oak', []],
    ['oak st irvine', ['Oak St (3)']],
    ['oak', ['Oak St (3)', 'Live Oak Ln (1)']],
    ['nor', ['N Culver Dr (1)']],
    ['fifth avenue', ['5th Ave (1)']],
    ['9 elm', ['address both']],
    ['irvine', []],
    ['어바인', []],
    ['', []],
    ['#', []],
  ])('"%s" suggests %j', (text, expected) => {
    expect(suggested(text)).toEqual(expected);
  });

  test('a house number alone suggests itself before longer ones', () => {
    expect(suggested('123')).toEqual(['address live', 'address oak123', 'address culver']);
    expect(suggested('123', 1)).toEqual(['address live']);
  });

  test('an MLS number suggests its home, a beginning of three its homes, and shorter ones none', () => {
    expect(suggested('oc26001234')).toEqual(['listing oak123']);
    expect(suggested('OC-26 001235')).toEqual(['listing oak124']);
    expect(suggested('oc2600')).toEqual(['listing oak123', 'listing oak124', 'listing hidden']);
    expect(suggested('oc')).toEqual([]);
  });

  test('a withheld address is in no street and no address, but has its number', () => {
    expect(index.findByListingId('oc26009999')?.homeId).toBe('hidden');
    expect(index.findByAddress('125 Oak St')).toBeUndefined();
  });

  test.each([
    ['123 Oak Street, Irvine, CA 92620', 'oak123'],
    ['123 OAK ST', 'oak123'],
    ['123 Oak St Irvine California', 'oak123'],
    ['123 oak st 92620-1234', 'oak123'],
    ['123 Oak St, Irvine, CA 92620, USA', 'oak123'],
    ['124 Oak St Unit 4B Irvine', 'oak124'],
    ['9 Elm Court', 'both'],
    ['124 Oak St', undefined],
    ['123 Oak', undefined],
    ['123 Oak St, Tustin', undefined],
    ['', undefined],
  ])('"%s" is the home %s', (text, homeId) => {
    expect(index.findByAddress(text)?.homeId).toBe(homeId);
  });

  test('an address that two homes have is nobody’s, until the city tells', () => {
    const twice = indexOf([...town, cardOf({ homeId: 'far', streetLine: '123 Oak St', city: 'Ojai' })]);
    expect(twice.findByAddress('123 oak st')).toBeUndefined();
    expect(twice.findByAddress('123 oak st ojai')?.homeId).toBe('far');
  });

  test('a home that is gone or has moved is no longer suggested', () => {
    const moving = indexOf(town);
    moving.apply({
      upserts: [cardOf({ homeId: 'oak123', streetLine: '7 Elm Ct' })],
      removals: [{ homeId: 'live', searchType: 'sale' }],
    });
    expect(moving.suggest('123 oak', 5)).toEqual([]);
    expect(moving.suggest('elm', 5).map(brief)).toEqual(['Elm Ct (2)']);
    expect(moving.findByListingId('OC26001234')).toBeUndefined();
  });
});

test('a street line splits into number and street', () => {
  expect(splitStreetLine('123 N Oak St')).toEqual({ number: ['123'], street: 'N Oak St' });
  expect(splitStreetLine('12-34b Main St')).toEqual({ number: ['12', '34b'], street: 'Main St' });
  expect(splitStreetLine('5th Ave')).toEqual({ number: [], street: '5th Ave' });
  expect(splitStreetLine(' ')).toEqual({ number: [], street: null });
});

test('words come out the same however they are spelled', () => {
  expect(addressWords("123 North O'Hara Boulevard, Apt. #4")).toEqual(addressWords('123 n ohara blvd 4'));
});

/** The rules of AddressIndex, read out over every home. */
function plainSuggest(homes: HomeCard[], text: string): { addresses: string[]; streets: string[] } {
  const typed = typedWords(text);
  const matches = (i: number, word: string) => {
    const { raw, word: short } = typed[i] ?? { raw: '', word: '' };
    if (word === short) return true;
    return i === typed.length - 1 && (word.startsWith(raw) || completionsOf(raw).includes(word));
  };
  const indexes = typed.map((_, i) => i);
  const addresses = new Set<string>();
  const streets = new Map<string, Set<string>>();
  for (const home of homes) {
    if (home.addressWithheld || home.streetLine === null) continue;
    const { number, street } = splitStreetLine(home.streetLine);
    if (street === null) continue;
    const name = addressWords(street);
    const area = addressWords([home.city, home.stateOrProvince, home.postalCode].join(' '));
    const rest = [...name, ...area, ...addressWords(home.unitNumber ?? ''), ...number.slice(1)];
    const isNumber = typed.length === 1 ? number[0]?.startsWith(typed[0].raw) : number[0] === typed[0]?.word;
    if (isNumber && indexes.slice(1).every((i) => rest.some((word) => matches(i, word)))) {
      addresses.add(home.homeId);
    }
    const isStreet =
      indexes.every((i) => [...name, ...area].some((word) => matches(i, word))) &&
      indexes.some((i) => name.some((word) => matches(i, word)));
    if (isStreet) {
      const key = `${street}, ${area.join(' ')}`;
      streets.set(key, (streets.get(key) ?? new Set()).add(home.homeId));
    }
  }
  return {
    addresses: [...addresses].sort(),
    streets: [...streets].map(([key, ids]) => `${key} (${ids.size})`).sort(),
  };
}

test('every text suggests what the plain filter finds, before and after changes', () => {
  const isLong = process.env.MARU_TEST_LONG === '1';
  const pieces = fc.constantFrom(
    ...[
      '1',
      '12',
      '123',
      '40',
      'oak',
      'oa',
      'o',
      'st',
      'street',
      'stre',
      'n',
      'north',
      'culver',
      'dr',
      'w',
      '5th',
    ],
    ...[
      'fifth',
      'paseo del mar',
      'wil',
      'irvine',
      'irv',
      'los',
      'ca',
      '92620',
      '926',
      'apt',
      '7',
      'ct',
      'zzz',
      '#',
    ],
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(fc.array(pieces, { minLength: 1, maxLength: 4 }), { minLength: 20, maxLength: 20 }),
      (seed, texts) => {
        let homes = randomHomes(seed, 300);
        const index = indexOf(homes);
        for (let batch = 0; batch < 3; batch++) {
          for (const text of texts.map((words) => words.join(' '))) {
            const found = index.suggest(text, 10_000);
            const plain = plainSuggest(homes, text);
            const addresses = found.flatMap((one) => (one.kind === 'address' ? [one.homeId] : [])).sort();
            const streets = found
              .flatMap((one) =>
                one.kind === 'street'
                  ? [
                      `${one.name}, ${addressWords([one.city, one.stateOrProvince, one.postalCode].join(' ')).join(' ')} (${one.count})`,
                    ]
                  : [],
              )
              .sort();
            expect(addresses, text).toEqual(plain.addresses);
            expect(streets, text).toEqual(plain.streets);
          }
          const changes = randomChanges(seed + batch, homes, 80);
          index.apply(changes);
          homes = applyPlainly(homes, changes);
        }
      },
    ),
    {
      numRuns: isLong ? 60 : 6,
      ...(process.env.MARU_TEST_SEED && { seed: Number(process.env.MARU_TEST_SEED) }),
    },
  );
});
