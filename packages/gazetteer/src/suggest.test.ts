import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildGazetteer } from '../../../dev/scripts/build-gazetteer.ts';
import { Gazetteer } from './gazetteer.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await Gazetteer.load(await buildGazetteer());
});

const suggest = (text: string, locale: 'en' | 'ko' = 'ko') => gazetteer.suggest(text, { locale, limit: 10 });
const ids = (text: string, locale: 'en' | 'ko' = 'ko') => suggest(text, locale).map(({ place }) => place.id);
const resolve = (text: string) => {
  const resolved = gazetteer.resolve(text, { locale: 'en' });
  return 'place' in resolved ? resolved.place.id : 'ambiguous' in resolved ? 'ambiguous' : 'nearest';
};

describe('English', () => {
  it.each([
    ['Irvine', 'irvine-ca'],
    ['irvine', 'irvine-ca'],
    ['IRVINE', 'irvine-ca'],
    ['Irvine, CA', 'irvine-ca'],
    ['irvine ca', 'irvine-ca'],
    ['irvine california', 'irvine-ca'],
    ['California Irvine', 'irvine-ca'],
    ['irvine-ca', 'irvine-ca'],
    ['Irvine city', 'irvine-ca'],
    ['irvine ky', 'irvine-ky'],
    ['buenapark', 'buena-park-ca'],
    ['La Canada', 'la-canada-flintridge-ca'],
    ['la cañada flintridge', 'la-canada-flintridge-ca'],
    ['Orange County', 'orange-county-ca'],
    ['orange county, fl', 'orange-county-fl'],
    ['St. Louis', 'st-louis-mo'],
    ['saint louis mo', 'st-louis-mo'],
    ['Koreatown', 'koreatown-los-angeles-ca'],
    ['koreatown los angeles', 'koreatown-los-angeles-ca'],
    ['DTLA', 'downtown-los-angeles-ca'],
    ['los angeles', 'los-angeles-ca'],
    ['LA', 'los-angeles-ca'],
    ['new york', 'new-york-ny'],
    ['Washington, DC', 'washington-dc'],
    ['Irvine, CA 92620', '92620'],
    ['92620', '92620'],
    ['92620-1234', '92620'],
    ['orleans parish', 'orleans-parish-la'],
    ['ＩＲＶＩＮＥ', 'irvine-ca'],
    ['Irvine, Calif', 'irvine-ca'],
  ])('%s is %s', (text, id) => {
    expect(suggest(text, 'en')[0]).toMatchObject({ matched: 'exact', place: { id } });
  });

  it.each([
    ['irv', 'irvine-ca'],
    ['fuller', 'fullerton-ca'],
    ['irvine, c', 'irvine-ca'],
    ['los ang', 'los-angeles-ca'],
    ['926', '92602'],
  ])('%s begins like %s', (text, id) => {
    expect(ids(text, 'en')).toContain(id);
  });

  it.each([
    ['irvien', 'irvine-ca', 'Irvine'],
    ['fulerton', 'fullerton-ca', 'Fullerton'],
    ['sandiago', 'san-diego-ca', 'San Diego'],
    ['torance', 'torrance-ca', 'Torrance'],
    ['irvien, ca', 'irvine-ca', 'Irvine'],
    ['cuppertino', 'cupertino-ca', 'Cupertino'],
  ])('%s is taken for a slip of %s', (text, id, meant) => {
    expect(suggest(text, 'en')[0]).toMatchObject({ matched: 'typo', place: { id }, didYouMean: meant });
  });
});

describe('Korean while it is typed', () => {
  it.each([
    ['ㅇㅂㅇ', 'irvine-ca'],
    ['ㅍㄹㅌ', 'fullerton-ca'],
    ['ㅂㅇㄴㅍㅋ', 'buena-park-ca'],
    ['어ㅂㅇ', 'irvine-ca'],
    ['ㅌㄹㅅ', 'torrance-ca'],
    ['풀ㄹㅌ', 'fullerton-ca'],
  ])('%s (초성) is %s', (text, id) => {
    const found = suggest(text).find(({ place }) => place.id === id);
    expect(found?.matched).toBe('initials');
    expect(ids(text).indexOf(id)).toBeLessThan(3);
  });

  it.each([
    ['어바이', 'irvine-ca'],
    ['어', 'irvine-ca'],
    ['얼바', 'irvine-ca'],
    ['풀ㄹ', 'fullerton-ca'],
    ['풀러', 'fullerton-ca'],
    ['풀러ㅌ', 'fullerton-ca'],
    ['부에나팍', 'buena-park-ca'],
    ['오렌지 카운', 'orange-county-ca'],
    ['로스앤', 'los-angeles-ca'],
  ])('%s (half typed) lists %s', (text, id) => {
    expect(ids(text)).toContain(id);
  });

  it('finds every place of the table by every beginning of its Korean name', () => {
    for (const id of [
      'irvine-ca',
      'fullerton-ca',
      'buena-park-ca',
      'torrance-ca',
      'koreatown-los-angeles-ca',
      'palisades-park-nj',
    ]) {
      const name = gazetteer.findPlace(id)?.nameKo ?? '';
      for (let length = 2; length <= name.length; length++)
        expect(ids(name.slice(0, length)), name.slice(0, length)).toContain(id);
    }
  });

  it.each([
    ['어바인시', 'irvine-ca'],
    ['어바인 시', 'irvine-ca'],
    ['어바인, CA', 'irvine-ca'],
    ['캘리포니아 어바인', 'irvine-ca'],
    ['어바인 캘리포니아', 'irvine-ca'],
    ['가주 어바인시', 'irvine-ca'],
    ['부에나 파크', 'buena-park-ca'],
    ['리버사이드 카운티', 'riverside-county-ca'],
    ['워싱턴 DC', 'washington-dc'],
    ['k타운', 'koreatown-los-angeles-ca'],
    ['어바인 우드버리', 'woodbury-irvine-ca'],
    ['글렌데일 애리조나', 'glendale-az'],
  ])('%s is %s', (text, id) => {
    expect(suggest(text)[0]).toMatchObject({ matched: 'exact', place: { id } });
  });

  it.each([
    ['쑤와니', 'suwanee-ga'],
    ['얼바안', 'irvine-ca'],
    ['토랜쓰', 'torrance-ca'],
    ['훌러턴', 'fullerton-ca'],
    ['산디애고', 'san-diego-ca'],
    ['에너하임', 'anaheim-ca'],
    ['가든그로부', 'garden-grove-ca'],
    ['죤스크릭', 'johns-creek-ga'],
    ['센터빌르', 'centreville-va'],
  ])('%s, a spelling not in the table, is taken for %s', (text, id) => {
    expect(suggest(text)[0]).toMatchObject({ matched: 'typo', place: { id } });
  });

  it.each([
    ['부애나', 'buena-park-ca'],
    ['뉴푸트', 'newport-beach-ca'],
    ['펠리새이즈', 'palisades-park-nj'],
    ['huntingtun be', 'huntington-beach-ca'],
    ['rancho cucomo', 'rancho-cucamonga-ca'],
  ])('%s, half typed and misspelled, lists %s', (text, id) => {
    expect(ids(text)).toContain(id);
  });

  it('does not take 어빙 for 어바인, nor 루이빌 for 루이스빌', () => {
    expect(ids('어빙')[0]).toBe('irving-tx');
    expect(ids('루이빌')[0]).toBe('louisville-ky');
    expect(ids('루이스빌')[0]).toBe('lewisville-tx');
  });
});

describe('The wrong keyboard', () => {
  it.each([
    ['djqkdls', 'irvine-ca', '어바인'],
    ['djfqkdls', 'irvine-ca', '얼바인'],
    ['vnffjxjs', 'fullerton-ca', '풀러턴'],
    ['xhfjstm', 'torrance-ca', '토런스'],
    ['ㅑㄱ퍄ㅜㄷ', 'irvine-ca', 'irvine'],
    ['려ㅣㅣㄷㄱ새ㅜ', 'fullerton-ca', 'fullerton'],
    ['DJQKDLS', 'irvine-ca', '어바인'],
    ['djqk', 'irvine-ca', '어바'],
  ])('%s is offered as %s, "%s"', (text, id, meant) => {
    expect(suggest(text)[0]).toMatchObject({ matched: 'layout', place: { id }, didYouMean: meant });
  });

  it('is only tried when the text as written finds nothing', () => {
    for (const text of ['la', 'irvine', 'orange', '어바인', 'ㅇㅂㅇ']) {
      for (const { matched } of suggest(text)) expect(matched).not.toBe('layout');
    }
  });
});

describe('Names of several places (rule R14)', () => {
  it.each([
    ['글렌데일', ['glendale-ca', 'glendale-az']],
    ['glendale', ['glendale-ca', 'glendale-az']],
    ['오로라', ['aurora-co', 'aurora-il']],
    ['Aurora', ['aurora-co', 'aurora-il']],
    ['컬럼비아', ['columbia-md', 'columbia-sc', 'columbia-mo']],
    ['columbia', ['columbia-md', 'columbia-sc', 'columbia-mo']],
    ['레이크우드', ['lakewood-wa', 'lakewood-ca', 'lakewood-co', 'lakewood-nj']],
    ['더블린', ['dublin-ca', 'dublin-oh']],
    ['풀러', ['pooler-ga', 'fullerton-ca']],
    ['워싱턴', ['wa', 'washington-dc']],
    ['Washington', ['wa', 'washington-dc']],
    ['오렌지', ['orange-ca', 'orange-county-ca']],
    ['Orange', ['orange-ca', 'orange-county-ca']],
    ['코로나', ['corona-ca']],
  ])('%s lists %s and never jumps', (text, wanted) => {
    expect(ids(text)).toEqual(expect.arrayContaining(wanted));
    const resolved = gazetteer.resolve(text, { locale: 'ko' });
    expect(resolved).toHaveProperty('ambiguous');
    if ('ambiguous' in resolved)
      expect(resolved.ambiguous.map(({ id }) => id)).toEqual(expect.arrayContaining(wanted));
  });

  it('lists Glendale in California before the one in Arizona, with their states', () => {
    for (const text of ['글렌데일', 'Glendale']) {
      const [first, second] = suggest(text);
      expect([first?.place.id, second?.place.id]).toEqual(['glendale-ca', 'glendale-az']);
      expect([first?.place.stateCode, second?.place.stateCode]).toEqual(['CA', 'AZ']);
    }
  });

  it('puts the place with more homes first among equally good matches', () => {
    const counts: Record<string, number> = { 'aurora-il': 9, 'aurora-co': 2 };
    const [first] = gazetteer.suggest('오로라', { locale: 'ko', countHomes: (id) => counts[id] ?? 0 });
    expect(first?.place.id).toBe('aurora-il');
  });
});

describe('Resolving an address', () => {
  it.each([
    ['irvine-ca', 'irvine-ca'],
    ['Irvine', 'irvine-ca'],
    ['어바인', 'irvine-ca'],
    ['얼바인', 'irvine-ca'],
    ['92620', '92620'],
    ['Irvine, CA', 'irvine-ca'],
    ['ca', 'ca'],
    ['koreatown-los-angeles-ca', 'koreatown-los-angeles-ca'],
    ['로스앤젤레스', 'los-angeles-ca'],
    ['엘에이', 'los-angeles-ca'],
    ['New York', 'new-york-ny'],
    ['뉴욕', 'new-york-ny'],
    ['Glendale, AZ', 'glendale-az'],
    ['Auburn', 'ambiguous'],
    ['렉싱턴', 'ambiguous'],
    ['orange county', 'orange-county-ca'],
    ['midway-fl', 'ambiguous'],
    ['Glendale', 'ambiguous'],
    ['irvien', 'nearest'],
    ['qqxxzz', 'nearest'],
    ['00000', 'nearest'],
  ])('%s → %s', (text, outcome) => {
    expect(resolve(text)).toBe(outcome);
  });

  it('has suggestions for what it cannot find, Irvine first for irvien', () => {
    const nearest = gazetteer.resolve('irvien', { locale: 'en' });
    expect('nearest' in nearest && nearest.nearest[0]?.id).toBe('irvine-ca');
    for (const text of ['', 'qqxxzz', '뷁뷁뷁', 'irvinexyz123', '\ud800', '%%%']) {
      const resolved = gazetteer.resolve(text, { locale: 'ko' });
      expect('nearest' in resolved && resolved.nearest.length, text).toBeGreaterThan(0);
    }
  });

  it.each([
    ['san francisco bay area homes for sale cheap', 'san-francisco-ca'],
    ['irvine '.repeat(20), 'irvine-ca'],
    ['djqkdls'.repeat(20), 'irvine-ca'],
  ])('finds the beginning of a long text: %s', (text, slug) => {
    const resolved = gazetteer.resolve(text, { locale: 'en' });
    expect('nearest' in resolved && resolved.nearest[0]?.id).toBe(slug);
  });
});

describe('Any text', () => {
  it('gets an answer without an error, in at most the asked number', () => {
    const seed = Number(process.env.MARU_TEST_SEED ?? Date.now() % 1e9);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 40 }),
          fc.string({
            unit: fc.constantFrom(...'어바인ㅇㅂㅇㅏ풀러 턴,-ca9시카운티irv\ud800\udc00'),
            maxLength: 14,
          }),
        ),
        fc.integer({ min: 0, max: 12 }),
        (text, limit) => {
          expect(gazetteer.suggest(text, { locale: 'ko', limit }).length).toBeLessThanOrEqual(limit);
          gazetteer.resolve(text, { locale: 'en' });
        },
      ),
      { seed, numRuns: process.env.MARU_TEST_LONG === '1' ? 5000 : 200 },
    );
  });

  it('of 10,000 characters is cut to its first 100, broken surrogates and all', () => {
    for (const text of [
      '어바인'.repeat(4000),
      'a'.repeat(10_000),
      '\ud83d'.repeat(10_000),
      'ㅇ'.repeat(10_000),
      '9'.repeat(10_000),
    ]) {
      const cut = gazetteer.suggest(text.slice(0, 100), { locale: 'ko' });
      expect(gazetteer.suggest(text, { locale: 'ko' })).toEqual(cut);
    }
    expect(ids(`어바인${' '.repeat(9_997)}`)[0]).toBe('irvine-ca');
  });

  it('that is empty suggests nothing', () => {
    expect(suggest('')).toEqual([]);
    expect(suggest(' \n ')).toEqual([]);
  });
});
