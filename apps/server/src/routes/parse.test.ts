import type { SentenceAnswer } from '@maru/contract';
import { Gazetteer } from '@maru/gazetteer';
import { SearchIndex } from '@maru/search-index';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildGazetteer } from '../../../../dev/scripts/build-gazetteer.ts';
import { parseSettings } from '../env.ts';
import { registerErrors } from '../plugins/errors.ts';
import { PlaceNames } from '../search/place-names.ts';
import { registerParseRoute } from './parse.ts';

let app: FastifyInstance;

beforeAll(async () => {
  const index = new SearchIndex();
  app = Fastify();
  registerErrors(app);
  registerParseRoute(app, {
    placeNames: new PlaceNames({
      placeData: { newestVersion: async () => 0, listNames: async () => [] },
    } as never),
    gazetteer: await Gazetteer.load(await buildGazetteer()),
    index,
    engine: index,
    settings: parseSettings({ MARU_MODE: 'trial' }),
    now: () => Date.parse('2026-11-21T20:00:00Z'),
  });
});
afterAll(() => app.close());

async function ask(
  text: string,
  locale = 'en',
  here: { place?: string; lastPlace?: string } = {},
): Promise<SentenceAnswer> {
  const { statusCode, body } = await app.inject({
    url: '/maru/v1/home/parse',
    query: { text, locale, ...here },
  });
  expect(statusCode).toBe(200);
  return JSON.parse(body);
}

describe('GET /maru/v1/home/parse', () => {
  test('gives a sentence as the address of a search', async () => {
    expect(await ask('3 beds under 1.2M in Irvine with a pool')).toMatchObject({
      searchType: 'sale',
      place: 'irvine-ca',
      filters: { beds: '3-', price: '-1200000', has: 'pool' },
      notUnderstood: [],
      path: '/homes/for_sale/irvine-ca?price=-1200000&beds=3-&has=pool',
      total: 0,
      placeLink: { slug: 'irvine-ca', label: 'Irvine, CA' },
    });
  });

  test('gives the same search in Korean, with amounts in won at the rate it names', async () => {
    const answer = await ask('어바인 방3개 12억 이하 수영장', 'ko');
    expect(answer.filters).toEqual({ beds: '3-', price: '-827586', has: 'pool' });
    expect(answer.wonRate).toMatchObject({ won: 1_450, isSample: true });
    expect(answer.placeLink?.label).toBe('어바인 (Irvine), CA');
  });

  test('reads the number of a house as that, though a ZIP code has the same digits', async () => {
    expect(await ask('10547 Copper Creek Rd, Irvine, 3 beds')).toMatchObject({
      place: 'irvine-ca',
      otherPlaces: [],
      filters: { beds: '3-' },
      notUnderstood: ['10547 Copper Creek Rd'],
      path: '/homes/for_sale/irvine-ca?beds=3-',
    });
  });

  test('gives several places as one search, named in the language', async () => {
    expect(await ask('어바인이나 터스틴 방 3개, 산타아나 말고', 'ko')).toMatchObject({
      place: 'irvine-ca',
      otherPlaces: [
        { slug: 'tustin-ca', label: '터스틴 (Tustin), CA', isExcluded: false },
        { slug: 'santa-ana-ca', label: '샌타애나 (Santa Ana), CA', isExcluded: true },
      ],
      path: '/homes/for_sale/irvine-ca?place=tustin-ca&notPlace=santa-ana-ca&beds=3-',
      notUnderstood: [],
    });
  });

  test('asks where, the last place first, if no place is understood, and never searches the country', async () => {
    const open = await ask('3 bed 2 bath under 600k', 'en', { lastPlace: 'tustin-ca' });
    expect(open.placeLink).toBeNull();
    expect(open.total).toBeNull();
    expect(open.where).toMatchObject([
      { label: 'Tustin, CA', path: '/homes/for_sale/tustin-ca?price=-600000&beds=3-&baths=2-', total: 0 },
    ]);
    // On a page of a place it stays there, unless something was said that may be another.
    const here = { place: 'irvine-ca', lastPlace: 'tustin-ca' };
    expect(await ask('3 beds', 'ko', here)).toMatchObject({
      path: '/homes/for_sale/irvine-ca?beds=3-',
      placeLink: { label: '어바인 (Irvine), CA' },
    });
    const unknown = await ask('homes in Wakanda under 1m', 'en', here);
    expect(unknown.notUnderstood).toEqual(['Wakanda']);
    expect(unknown.where?.map(({ slug }) => slug)).toEqual(['irvine-ca', 'tustin-ca']);
    expect((await ask('near UCI, 2 beds')).where).toBeUndefined();
  });

  test.each([
    ['irvne 3br 2ba', 'irvine-ca', 'irvne', 'Irvine, CA'],
    ['어바안 방 3개', 'irvine-ca', '어바안', 'Irvine, CA'],
    ['3 bed house in costa mesq', 'costa-mesa-ca', 'costa mesq', 'Costa Mesa, CA'],
  ])('%s is read with its slip, which is said', async (text, place, said, label) => {
    expect(await ask(text)).toMatchObject({
      place,
      slips: [{ text: said, place: label }],
      notUnderstood: [],
    });
  });

  test('a word beside a place is no misspelled one, unless it is joined to it', async () => {
    expect(await ask('large modern house in Irvine')).toMatchObject({ place: 'irvine-ca', slips: [] });
    expect(await ask('Irvine or Tusitn')).toMatchObject({
      path: '/homes/for_sale/irvine-ca?place=tustin-ca',
      slips: [{ text: 'Tusitn', place: 'Tustin, CA' }],
    });
    for (const text of ['large house with pool', 'modern 3 bed', '조용한 방 3개']) {
      expect((await ask(text)).slips, text).toEqual([]);
    }
  });

  test('asks which of several places is meant, each with the same filters', async () => {
    const { place, path, ambiguous } = await ask('글렌데일 방 2개', 'ko');
    expect(place).toBeUndefined();
    expect(path).toBe('/homes/for_sale?beds=2-');
    expect(ambiguous?.text).toBe('글렌데일');
    expect(ambiguous?.places.map((one) => one.path)).toContain('/homes/for_sale/glendale-ca?beds=2-');
  });

  test('reads a sentence that was typed on the other keyboard, and says that it is a guess', async () => {
    expect(await ask('djqkdls qkd 3ro', 'ko')).toMatchObject({
      didYouMean: '어바인 방 3개',
      place: 'irvine-ca',
      filters: { beds: '3-' },
    });
    expect(await ask('ㅑㄱ퍄ㅜㄷ 3 ㅠㄷㅇㄴ')).toMatchObject({
      didYouMean: 'irvine 3 beds',
      place: 'irvine-ca',
    });
    expect((await ask('purple ceilings')).didYouMean).toBeUndefined();
  });

  test('refuses a text of more than 5,000 characters, and reads one of so many', async () => {
    const { statusCode } = await app.inject({
      url: '/maru/v1/home/parse',
      query: { text: 'a'.repeat(5_001) },
    });
    expect(statusCode).toBe(400);
    expect((await ask('방 '.repeat(2_500))).searchType).toBe('sale');
  });
});
