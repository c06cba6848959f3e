import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairMojibake } from './mojibake.ts';

const readAs = (encoding: string, text: string) =>
  new TextDecoder(encoding).decode(new TextEncoder().encode(text));

describe('repairMojibake', () => {
  it('repairs UTF-8 that was read as Windows-1252 or Latin-1', () => {
    expect(repairMojibake('Youâ€™ll notice a 3â€“car garage')).toBe('You’ll notice a 3–car garage');
    expect(repairMojibake('You\u00e2\u0080\u0099ll')).toBe('You’ll');
    expect(repairMojibake('CafÃ© Ã€ la carte, 20Â° warmer')).toBe('Café À la carte, 20° warmer');
    expect(repairMojibake(readAs('windows-1252', '어바인 “집”'))).toBe('어바인 “집”');
  });

  it('repairs text that was misread twice', () => {
    expect(repairMojibake(readAs('windows-1252', readAs('windows-1252', 'it’s')))).toBe('it’s');
  });

  it('leaves correct text alone', () => {
    for (const text of [
      'Ängby Ålesund',
      'Côte d’Azur',
      'São Paulo',
      'Â',
      'â€',
      '120 m², 3½ baths',
      '어바인',
      'naïve — “yes”',
    ]) {
      expect(repairMojibake(text)).toBe(text);
    }
  });

  it('repairs any text that was misread completely, and never throws', () => {
    // With a separator: "é’’" may also be a misread Chinese character.
    const words = fc.string({
      unit: fc.constantFrom('a', ' ', '’s', '– ', 'éa', 'ño', '집 ', '² ', '“ '),
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, (text) => {
        expect(repairMojibake(readAs('windows-1252', text))).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.nat(0x30ff).map((code) => String.fromCharCode(code)) }), (text) => {
        expect(typeof repairMojibake(text)).toBe('string');
      }),
    );
  });
});
