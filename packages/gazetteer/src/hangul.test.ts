import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningDistance, jamoDistance, letterDistance } from './edit-distance.ts';
import { composeHangul, decomposeHangul, initialLetter } from './hangul.ts';
import { hangulToKeys, keysToHangul } from './keyboard-layout.ts';

const seed = Number(process.env.MARU_TEST_SEED ?? Date.now() % 1e9);
const runs = { seed, numRuns: process.env.MARU_TEST_LONG === '1' ? 20_000 : 500 };
const syllables = fc.string({
  unit: fc.integer({ min: 0xac00, max: 0xd7a3 }).map((code) => String.fromCodePoint(code)),
  maxLength: 12,
});

describe('Hangul letters', () => {
  it('come apart as they are typed', () => {
    expect(decomposeHangul('어바인')).toBe('ㅇㅓㅂㅏㅇㅣㄴ');
    expect(decomposeHangul('과값')).toBe('ㄱㅗㅏㄱㅏㅂㅅ');
    expect(decomposeHangul('K타운')).toBe('Kㅌㅏㅇㅜㄴ');
    expect(initialLetter('빠')).toBe('ㅃ');
  });

  it('any word taken apart and typed again is the same word', () => {
    fc.assert(
      fc.property(syllables, (word) => {
        expect(composeHangul(decomposeHangul(word))).toBe(word);
      }),
      runs,
    );
  });
});

describe('The two keyboards', () => {
  it('read each other', () => {
    expect(keysToHangul('djqkdls')).toBe('어바인');
    expect(keysToHangul('djfqkdls')).toBe('얼바인');
    expect(keysToHangul('vnffjxjs')).toBe('풀러턴');
    expect(keysToHangul('xhfjstm')).toBe('토런스');
    expect(hangulToKeys('ㅑㄱ퍄ㅜㄷ')).toBe('irvine');
    expect(hangulToKeys('려ㅣㅣㄷㄱ새ㅜ')).toBe('fullerton');
  });

  it('keys typed on the wrong one are got back', () => {
    const keys = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz '), maxLength: 30 });
    fc.assert(
      fc.property(keys, (text) => {
        expect(hangulToKeys(keysToHangul(text))).toBe(text);
      }),
      runs,
    );
  });

  it('so is any word', () => {
    fc.assert(
      fc.property(syllables, (word) => {
        expect(keysToHangul(hangulToKeys(word))).toBe(word);
      }),
      runs,
    );
  });
});

describe('Distance of spellings', () => {
  it('is small for what people swap', () => {
    const between = (a: string, b: string) => jamoDistance(decomposeHangul(a), decomposeHangul(b), 5);
    for (const [a, b] of [
      ['어바인', '얼바인'],
      ['산타', '샌타'],
      ['토런스', '토랜스'],
      ['풀러턴', '훌러턴'],
      ['시애틀', '씨애틀'],
      ['턴', '튼'],
      ['턴', '톤'],
      ['스', '즈'],
    ] as const) {
      expect(between(a, b), `${a} ${b}`).toBeLessThanOrEqual(0.5);
    }
    for (const [a, b] of [
      ['파크', '팍'],
      ['크리크', '크릭'],
      ['포트', '폿'],
    ] as const)
      expect(between(a, b), `${a} ${b}`).toBeLessThanOrEqual(1);
    expect(between('어바인', '풀러턴')).toBeGreaterThan(2);
  });

  it('is 0 for the same text, the same both ways, and above the limit once it is', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdㄱㅏㄹㅡ'), maxLength: 9 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        for (const measure of [jamoDistance, letterDistance]) {
          expect(measure(a, a, 3)).toBe(0);
          expect(measure(a, b, 99)).toBeCloseTo(measure(b, a, 99));
          expect(measure(a, b, 1) <= 1).toBe(measure(a, b, 99) <= 1);
        }
      }),
      runs,
    );
  });

  it('from a beginning is what the table says, as long as it is one edit', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(word, word, (a, more) => {
        for (const b of [`${more}aaaaaaa`, `${a}${more}`, `${a.slice(0, 2)}${more}${a.slice(3)}bbbb`]) {
          const wanted = letterDistance(a, b, 1, a.length);
          expect(beginningDistance(a, b), `${a} ${b}`).toBe(wanted > 1 ? 2 : wanted);
        }
      }),
      runs,
    );
  });

  it('counts an exchange of neighbours once', () => {
    expect(letterDistance('irvien', 'irvine', 2)).toBe(1);
  });
});
