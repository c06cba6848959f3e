import type { Gazetteer } from '@maru/gazetteer';
import type { HomeCard } from '@maru/listing';
import { Dice } from '../conformance/random-homes.ts';
import { worldChunks } from './world.ts';

const FIRST = (
  'Oak Elm Pine Cedar Maple Walnut Willow Laurel Magnolia Sycamore Juniper Aspen Birch Cypress Hickory Main Park ' +
  'Lake River Creek Spring Valley Canyon Mesa Ridge Sunset Sunrise Ocean Harbor Bay Garden Orchard Vineyard Meadow ' +
  'Forest Eagle Hawk Falcon Robin Heron Fox Deer Bear Wolf Bison Washington Lincoln Jefferson Madison Monroe Jackson ' +
  'Franklin Adams Grant Lee Wilshire Culver Jeffrey Alton Barranca Irvine Harvard Yale Stanford Cornell Princeton ' +
  'Santa San Los La El Del Via Calle Camino Paseo Avenida Vista Monte Casa Bella Rosa Blanca Verde'
).split(' ');
const SECOND = (
  'Hill Grove Brook Stone Wood Field Glen Dale Crest View Point Bend Run Hollow Branch Bluff Knoll Shore Springs Oaks ' +
  'Pines Terra Mar Sol Luna Rey Reina Ana Maria Clara Monica Barbara Diego Jose Juan Pedro Carlos Miguel Rafael'
).split(' ');
const SUFFIXES = 'St Ave Dr Ln Ct Pl Rd Blvd Way Cir Ter Pkwy'.split(' ');
const TOWNS = 200;
const STREETS_OF_A_TOWN = 320;

/**
 * The homes of a measurement (see worldChunks) with addresses in 200 towns of real names and ZIP codes, on some
 * hundred streets each. Names are as skewed as in reality, so that word and trigram indexes have a choice.
 */
export function* suggestChunks(seed: number, size: number, gazetteer: Gazetteer): Generator<HomeCard[]> {
  const dice = new Dice(seed + 9);
  const towns = listNamedTowns(gazetteer).map((town) => ({
    ...town,
    streets: Array.from({ length: STREETS_OF_A_TOWN }, () => streetName(dice)),
  }));
  for (const cards of worldChunks({ seed, size })) {
    yield cards.map((card) => {
      const town = towns[Number(card.city?.replace('Town ', ''))]!;
      const { slug, state } = town;
      const at = Math.floor(dice.fraction() ** 1.5 * town.streets.length);
      const street = town.streets[at]!;
      // A few streets cross two ZIP codes.
      const zip = town.zips[(dice.chance(0.1) ? at + 1 : at) % town.zips.length]!;
      const number = Math.max(1, Math.floor(dice.fraction() ** 2 * 20_000));
      return {
        ...card,
        streetLine: card.streetLine === null ? null : `${number} ${street}`,
        city: town.city,
        stateOrProvince: state,
        postalCode: zip,
        placeIds: { ...card.placeIds, state: state.toLowerCase(), county: town.county, city: slug, zip },
      };
    });
  }
}

interface NamedTown {
  city: string;
  slug: string;
  county: string | null;
  state: string;
  zips: string[];
}

function listNamedTowns(gazetteer: Gazetteer): NamedTown[] {
  const counties = gazetteer.statesInOrder().flatMap(({ id }) => gazetteer.findChildren(id));
  return counties
    .flatMap(({ id }) => gazetteer.findChildren(id))
    .filter(({ kind }) => kind === 'city')
    .sort((a, b) => b.population - a.population || (a.id < b.id ? -1 : 1))
    .map(({ id, name, stateCode, parents }) => ({
      city: name,
      slug: id,
      county: parents[1] ?? null,
      state: stateCode,
      zips: gazetteer
        .findChildren(id)
        .filter(({ kind }) => kind === 'zip')
        .map((zip) => zip.id),
    }))
    .filter(({ zips }) => zips.length > 0)
    .slice(0, TOWNS);
}

function streetName(dice: Dice): string {
  if (dice.chance(0.1)) return `${ordinal(dice.whole(1, 140))} ${dice.pick(['St', 'Ave'])}`;
  const name = dice.chance(0.35) ? dice.pick(FIRST) : `${dice.pick(FIRST)} ${dice.pick(SECOND)}`;
  const direction = dice.chance(0.25) ? `${dice.pick(['N', 'S', 'E', 'W'])} ` : '';
  return `${direction}${name} ${dice.pick(SUFFIXES)}`;
}

function ordinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
  return `${n}${ending}`;
}

/** Typical inputs in both languages; every prefix of each is requested. */
const INPUTS = [
  // Places.
  ...['irvine', 'los angeles', 'san francisco', 'new york', 'fort lee', 'palisades park', 'buena park'],
  ...[
    'orange county',
    'irvine ca',
    'glendale, az',
    'koreatown',
    'st. louis',
    'la cañada flintridge',
    '92620',
    '10001',
  ],
  ...[
    '어바인',
    '풀러턴',
    '로스앤젤레스',
    '뉴저지 포트리',
    '오렌지 카운티',
    '글렌데일',
    '엘에이 한인타운',
    '부에나 파크',
  ],
  // Initial consonants (초성), the wrong keyboard layout, typos.
  ...[
    'ㅇㅂㅇ',
    'ㅍㄹㅌ',
    'ㅅㄷㅇㄱ',
    'djqkdls',
    'vnffjxjs',
    'ㅑㄱ퍄ㅜㄷ',
    'irvien',
    'fulerton',
    'los angelas',
  ],
  ...['huntingtun beach', 'rancho cucomonga', '얼바안', '토랜쓰', '산디애고', '가든그로부', '뉴푸트비치'],
  // Addresses, streets, MLS numbers.
  ...[
    '123 oak st',
    '1200 n main street, los angeles',
    '45 w 5th ave',
    '2 s park',
    '777 wilshire blvd #12',
    '10 e',
  ],
  ...[
    '31 via blanca dr, chicago il 60601',
    '19999 elm',
    'oak grove',
    'n washington ave',
    'santa monica blvd',
  ],
  ...[
    '5th ave',
    'fifth avenue',
    'sunset',
    'paseo del',
    'culver dr irvine',
    'oc26001234',
    'OC-26 123456',
    'oc26',
  ],
  ...['st', 'zzyzx rd'],
];

/** Every prefix of every input, once each. */
export function typedTexts(): string[] {
  return [
    ...new Set(
      INPUTS.flatMap((input) => {
        const characters = Array.from(input);
        return characters.map((_, at) => characters.slice(0, at + 1).join(''));
      }),
    ),
  ];
}
