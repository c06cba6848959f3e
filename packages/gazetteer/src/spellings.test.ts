import { beforeAll, describe, expect, it } from 'vitest';
import { buildGazetteer } from '../../../dev/scripts/build-gazetteer.ts';
import { Gazetteer } from './gazetteer.ts';
import { composeHangul, decomposeHangul } from './hangul.ts';
import spellingRows from './spelling-rows.json' with { type: 'json' };

/**
 * The place names of rule R77: the English name with its state, the standard Korean name, the variants. Independent of
 * the product's tables, so that a slip in those is seen. Where the formal spelling is rare, the common one is the
 * standard: 플라센티아, 산호세, 샌타클라라, 파라무스.
 */
const SPELLING_ROWS = Object.values(spellingRows).flat() as [english: string, ...spellings: string[]][];

/** Names that stand for several places: every one must be in the list, whichever is first (rule R14). */
const AMBIGUOUS = [
  '글렌데일',
  '오로라',
  '컬럼비아',
  '콜럼비아',
  '레이크우드',
  '레익우드',
  '더블린',
  '더블린시',
  '풀러',
  '코로나',
  '코로나시',
  '오렌지',
  '오렌지시',
];

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await Gazetteer.load(await buildGazetteer());
});

const findFirst = (text: string, locale: 'en' | 'ko' = 'ko') =>
  gazetteer.suggest(text, { locale, limit: 1 })[0];
const findIds = (text: string) =>
  gazetteer.suggest(text, { locale: 'ko', limit: 10 }).map(({ place }) => place.id);

describe('Every spelling of rule R77 finds the place of the English name (rule R21)', () => {
  it('has at least 400 spellings', () => {
    expect(SPELLING_ROWS.flatMap(([, ...spellings]) => spellings).length).toBeGreaterThanOrEqual(400);
  });

  it.each(SPELLING_ROWS.map(([english, ...spellings]) => ({ english, spellings })))(
    '$english: $spellings',
    ({ english, spellings }) => {
      const meant = findFirst(english, 'en');
      expect(meant?.matched, english).toBe('exact');
      expect(meant?.place.stateCode).toBe(english.slice(-2));
      const id = meant?.place.id ?? '';
      for (const spelling of spellings) {
        for (const typed of [
          spelling,
          spelling.replaceAll(' ', ''),
          ` ${spelling} `,
          spelling.normalize('NFD'),
        ]) {
          if (AMBIGUOUS.includes(spelling)) expect(findIds(typed), typed).toContain(id);
          else expect(findFirst(typed), typed).toMatchObject({ matched: 'exact', place: { id } });
        }
      }
      expect(meant?.place.nameKo).toBe(spellings[0]);
    },
  );

  it('resolves every spelling that is not ambiguous to one place, or asks', () => {
    for (const [english, ...spellings] of SPELLING_ROWS) {
      const id = findFirst(english, 'en')?.place.id;
      for (const spelling of spellings) {
        const resolved = gazetteer.resolve(spelling, { locale: 'ko' });
        if (AMBIGUOUS.includes(spelling)) expect(resolved, spelling).toHaveProperty('ambiguous');
        else if ('place' in resolved) expect(resolved.place.id, spelling).toBe(id);
        else if ('ambiguous' in resolved)
          expect(
            resolved.ambiguous.map((place) => place.id),
            spelling,
          ).toContain(id);
        else expect.fail(`${spelling} is not found`);
      }
    }
  });
});

describe('Spellings that no table has', () => {
  it('are listed when one letter of a known spelling is swapped, 98 times of 100 and more', () => {
    const swaps: Record<string, string> = {
      ㅐ: 'ㅔ',
      ㅔ: 'ㅐ',
      ㅓ: 'ㅗ',
      ㅗ: 'ㅓ',
      ㅍ: 'ㅎ',
      ㅅ: 'ㅆ',
      ㅏ: 'ㅐ',
    };
    let tried = 0;
    const missed: string[] = [];
    for (const [english, ...spellings] of SPELLING_ROWS) {
      const id = findFirst(english, 'en')?.place.id ?? '';
      for (const spelling of spellings.filter((text) => /^[가-힣 ]+$/.test(text))) {
        const letters = Array.from(decomposeHangul(spelling.replaceAll(' ', '')));
        letters.forEach((letter, i) => {
          const swapped = swaps[letter];
          if (swapped === undefined) return;
          const typed = composeHangul(letters.with(i, swapped).join(''));
          tried++;
          if (!findIds(typed).includes(id)) missed.push(`${typed} (${spelling})`);
        });
      }
    }
    expect(tried).toBeGreaterThan(1000);
    expect(missed.length / tried, missed.join(', ')).toBeLessThan(0.02);
  });
});

describe('States and regions', () => {
  it.each([
    ['캘리포니아', 'ca'],
    ['가주', 'ca'],
    ['캘리', 'ca'],
    ['캘리포니아주', 'ca'],
    ['뉴욕주', 'ny'],
    ['뉴저지', 'nj'],
    ['뉴져지', 'nj'],
    ['버지니아', 'va'],
    ['메릴랜드', 'md'],
    ['매릴랜드', 'md'],
    ['조지아', 'ga'],
    ['텍사스', 'tx'],
    ['워싱턴주', 'wa'],
    ['일리노이', 'il'],
    ['하와이', 'hi'],
    ['노스캐롤라이나', 'nc'],
    ['펜실베니아', 'pa'],
    ['남가주', 'southern-california-ca'],
    ['북가주', 'northern-california-ca'],
    ['인랜드', 'inland-empire-ca'],
    ['사우스베이', 'south-bay-ca'],
    ['밸리', 'san-fernando-valley-ca'],
    ['노바', 'northern-virginia-va'],
    ['북버지니아', 'northern-virginia-va'],
    ['California', 'ca'],
    ['Southern California', 'southern-california-ca'],
    ['오렌지 카운티', 'orange-county-ca'],
    ['페어팩스 카운티', 'fairfax-county-va'],
    ['킹 카운티', 'king-county-wa'],
  ])('%s is %s', (text, id) => {
    const first = findFirst(text);
    expect(first?.place.id, text).toBe(id);
  });

  it('knows the 주 form of every state', () => {
    for (const state of gazetteer.statesInOrder()) {
      if (state.id === 'dc' || state.nameKo === null) continue;
      expect(findFirst(`${state.nameKo}주`)?.place.id).toBe(state.id);
      expect(findFirst(`${state.nameKo} 주`)?.place.id).toBe(state.id);
    }
  });
});
