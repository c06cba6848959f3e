import { writeFile } from 'node:fs/promises';
import type { Gazetteer } from '@maru/gazetteer';
import type { HomeCard } from '@maru/listing';
import { LOCALES } from '@maru/words';
import { CATALOGUES, formatMessage } from '@maru/words/server';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomHomes } from '../../../../dev/conformance/random-homes.ts';
import { loadSharedGazetteer } from '../testing/testing-gazetteer.ts';
import { drawHome } from './home-preview.ts';
import { findZoom, fitFrame } from './map-frame.ts';
import { PreviewPress } from './preview-press.ts';
import { drawSearch, MAP_BOX } from './search-preview.ts';
import type { Sheet } from './sheet.ts';
import { loadTypeface, type Typeface } from './typeface.ts';

let typeface: Typeface;
let gazetteer: Gazetteer;
const press = new PreviewPress();

beforeAll(async () => {
  typeface = await loadTypeface();
  gazetteer = await loadSharedGazetteer();
});
afterAll(() => press.close());

const card = {
  ...(randomHomes(7, 1)[0] as HomeCard),
  homeId: 'h7k2m9',
  searchType: 'sale',
  homeType: 'house',
  standardStatus: 'Active',
  listPrice: 1_250_000,
  bedroomsTotal: 4,
  bathroomsTotalDecimal: 2.5,
  livingArea: 1_850,
  streetLine: '123 Oak St',
  unitNumber: null,
  city: 'Irvine',
  stateOrProvince: 'CA',
  postalCode: '92620',
  addressWithheld: false,
  photoAlteration: [],
  listOfficeName: 'Sunny & Partners <Realty> 부동산 🏡',
  listOfficePhone: '949-555-0100',
} as HomeCard;

const photo = () =>
  sharp({ create: { width: 1280, height: 960, channels: 3, background: '#88aacc' } })
    .webp()
    .toBuffer();

/** Every letter of every text has a shape of its own, and the texts take room. */
function expectReadable(sheet: Sheet) {
  for (const text of sheet.texts) {
    for (const face of [typeface.regular, typeface.bold]) {
      expect([...text].filter((letter) => !face.has(letter.codePointAt(0) as number))).toEqual([]);
      expect(face.measureWidth(text, 30)).toBeGreaterThan(0);
    }
  }
}

/** How far the brightness of a part of the picture goes apart. */
async function contrastOf(
  picture: Buffer,
  part: { left: number; top: number; width: number; height: number },
) {
  const { channels } = await sharp(await sharp(picture).extract(part).greyscale().png().toBuffer()).stats();
  return channels[0]!.stdev;
}

async function keep(name: string, picture: Buffer) {
  const folder = process.env.MARU_PREVIEWS;
  if (folder !== undefined) await writeFile(`${folder}/${name}.jpg`, picture);
}

test('the font has every syllable of Hangul and every letter of our own words and places', () => {
  const syllables = Array.from({ length: 0xd7a3 - 0xac00 + 1 }, (_, at) => String.fromCodePoint(0xac00 + at));
  const ours = LOCALES.map((locale) => Object.values(CATALOGUES[locale]).join('')).join('');
  const places = [...gazetteer.names()].join('');
  for (const face of [typeface.regular, typeface.bold]) {
    const missing = [
      ...new Set([...syllables, ...ours, ...places].filter((letter) => letter.trim() !== '')),
    ].filter((letter) => !face.has(letter.codePointAt(0) as number));
    expect(missing).toEqual([]);
    expect(face.has(0x1f3e1)).toBe(false);
  }
});

test('what the font has not is left out, and what is too long ends with dots within its room', () => {
  const { regular } = typeface;
  expect(regular.only('집 🏡  Oak\u0000 St')).toBe('집 Oak St');
  const fitted = regular.fit('가나다라마바사아자차카타파하', 40, 200);
  expect(fitted).toMatch(/^가나.*…$/);
  expect(regular.measureWidth(fitted, 40)).toBeLessThanOrEqual(200);
  expect(regular.wrap('one two three four five six', { size: 40, width: 160, lines: 2 })).toHaveLength(2);
});

describe.each(LOCALES)('a home in %s', (locale) => {
  test('says price, rooms, address and who offers it, readably, on its photo', async () => {
    const sheet = drawHome({ card, city: null, isSample: false, hasPhoto: true }, locale, typeface);
    expect(sheet.texts).toContain('$1,250,000');
    expect(sheet.texts).toContain('123 Oak St, Irvine, CA 92620');
    expect(sheet.texts.join('\n')).toContain('Sunny & Partners <Realty> 부동산');
    expectReadable(sheet);
    const print = { svg: sheet.toSvg(), frame: null, photo: await photo(), isWhole: true };
    const picture = await press.print(`home ${locale}`, '', async () => print);
    const { width, height, format } = await sharp(picture).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect(await contrastOf(picture, { left: 64, top: 370, width: 400, height: 70 })).toBeGreaterThan(25);
    await keep(`home-${locale}`, picture);
  });

  test('has no street where its seller withholds it, and a label where its photo is altered (rule R7)', async () => {
    const own = { ...card, addressWithheld: true, streetLine: null, photoAlteration: ['Virtual Renovation'] };
    const altered = drawHome({ card: own, city: '어바인', isSample: true, hasPhoto: true }, locale, typeface);
    expect(altered.texts).toContain(`${formatMessage(locale, 'card.address_withheld')}, 어바인, CA 92620`);
    expect(altered.texts).toContain(formatMessage(locale, 'card.photo_altered'));
    expectReadable(altered);
    const bare = drawHome({ card: own, city: null, isSample: false, hasPhoto: false }, locale, typeface);
    expect(bare.texts).not.toContain(formatMessage(locale, 'card.photo_altered'));
    for (const [name, sheet, below] of [
      ['altered', altered, await photo()],
      ['bare', bare, null],
    ] as const) {
      const print = { svg: sheet.toSvg(), frame: null, photo: below, isWhole: true };
      await keep(`${name}-${locale}`, await press.print(`${name} ${locale}`, '', async () => print));
    }
  });

  test.each(['irvine-ca', 'ca', null])('a search in %s shows where its homes lie', async (slug) => {
    const place = slug === null ? null : (gazetteer.findPlace(slug) ?? null);
    const bounds = place?.bounds ?? [-124.8, 24.4, -66.9, 49.4];
    const frame = fitFrame(bounds, MAP_BOX);
    expect(findZoom(frame)).toBeGreaterThan(1);
    const [west, south, east, north] = bounds;
    const clusters = Array.from({ length: 30 }, (_, at) => ({
      latitude: south + ((north - south) * ((at * 7) % 30)) / 30,
      longitude: west + ((east - west) * at) / 30,
      count: 1 + at,
    }));
    const county = place?.parents.map((id) => gazetteer.findPlace(id)).find((one) => one?.kind === 'county');
    const towns = county === undefined ? [] : gazetteer.findChildren(county.id);
    const sheet = drawSearch(
      {
        query: { searchType: 'sale' },
        place,
        cityOfZip: undefined,
        otherPlaces: [],
        total: 1_234,
        clusters,
        towns,
        isSample: true,
      },
      { locale, frame, typeface },
    );
    const name =
      place === null ? formatMessage(locale, 'search.country') : locale === 'ko' ? place.nameKo! : place.name;
    expect(sheet.texts.join(' ')).toContain(name);
    expect(sheet.texts).toContain(formatMessage(locale, 'search.count', { count: 1_234 }));
    expectReadable(sheet);
    const print = { svg: sheet.toSvg(), frame, photo: null, isWhole: true };
    const picture = await press.print(`search ${slug} ${locale}`, '1', async () => print);
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(await contrastOf(picture, { left: 64, top: 180, width: 400, height: 80 })).toBeGreaterThan(25);
    expect(await contrastOf(picture, { ...MAP_BOX })).toBeGreaterThan(10);
    await keep(`search-${slug}-${locale}`, picture);
  });
});

test('a picture is made once for all who ask, and anew when what it shows has changed', async () => {
  let time = 0;
  const own = new PreviewPress(() => time);
  let made = 0;
  const svg = drawHome({ card, city: null, isSample: false, hasPhoto: false }, 'en', typeface).toSvg();
  const make = async () => {
    made += 1;
    return { svg, frame: null, photo: null, isWhole: true };
  };
  await Promise.all([own.print('a', '1', make), own.print('a', '1', make)]);
  await own.print('a', '2', make);
  expect(made).toBe(1);
  time = 61_000;
  await own.print('a', '1', make);
  expect(made).toBe(1);
  await own.print('a', '2', make);
  expect(made).toBe(2);
  await own.close();
});

test('more than can be made are refused at once, and the rest still comes', async () => {
  const own = new PreviewPress();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>';
  const asked = Array.from({ length: 40 }, (_, at) =>
    own.print(`${at}`, '', async () => ({ svg, frame: null, photo: null, isWhole: false })),
  );
  const answers = await Promise.allSettled(asked);
  const refused = answers.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(14);
  expect(refused[0]).toMatchObject({ reason: { statusCode: 503, code: 'busy', retryAfter: 2 } });
  await own.close();
});

test('what cannot be drawn is a fault of this picture alone', async () => {
  const own = new PreviewPress();
  const broken = { svg: 'no picture', frame: null, photo: null, isWhole: true };
  await expect(own.print('a', '', async () => broken)).rejects.toThrow();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"/>';
  await expect(own.print('a', '', async () => ({ ...broken, svg }))).resolves.toBeInstanceOf(Buffer);
  await own.close();
});
