import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { CATALOGUES } from './catalogue.ts';
import { compileMessage, compileMessages } from './compile-message.ts';
import { formatCompiled } from './compiled-message.ts';
import { LANGUAGE_TAGS, LOCALES } from './locale.ts';
import { findPlaceholders } from './word-problems.ts';

test('every message says what the reference implementation of ICU says', () => {
  const wrong: { key: string; said: string; reference: string }[] = [];
  for (const locale of LOCALES) {
    const language = LANGUAGE_TAGS[locale];
    for (const [key, text] of Object.entries(CATALOGUES[locale])) {
      const names = findPlaceholders(text);
      // Texts where only text can stand would be no numbers.
      const isNumber = (name: string) => new RegExp(`\\{${name},\\s*(plural|number)`).test(text);
      const reference = new IntlMessageFormat(text, language);
      const message = compileMessage(text);
      for (const number of names.length === 0 ? [0] : [0, 1, 2, 12_345.6]) {
        const values = Object.fromEntries(names.map((name) => [name, isNumber(name) ? number : `<${name}>`]));
        const said = formatCompiled(message, language, values);
        const expected = String(reference.format(values));
        if (said !== expected) wrong.push({ key, said, reference: expected });
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('and so does any other: plurals, choices, numbers, quotes, nested as one likes', () => {
  const word = fc.constantFrom('home', ' 채', "''", "'{x}'", ' · ', '1.5 ');
  const message = fc.letrec<{ text: string; part: string }>((tie) => ({
    text: fc
      .array(fc.oneof({ depthSize: 'small' }, word, tie('part')), { maxLength: 4 })
      .map((all) => all.join('')),
    part: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('{who}', '{count}', '{count, number}', '{share, number, percent}'),
      tie('text').map((text) => `{count, plural, =0 {none} one {# ${text}} other {# of ${text}}}`),
      tie('text').map((text) => `{who, select, mom {엄마 ${text}} other {${text}}}`),
    ),
  })).text;
  fc.assert(
    fc.property(
      message,
      fc.constantFrom('mom', 'dad'),
      fc.nat({ max: 3_000 }),
      fc.constantFrom(...LOCALES),
      (text, who, count, locale) => {
        const language = LANGUAGE_TAGS[locale];
        const values = { who, count, share: count / 7 };
        expect(formatCompiled(compileMessage(text), language, values)).toBe(
          String(new IntlMessageFormat(text, language).format(values)),
        );
      },
    ),
  );
});

test('a value that was forgotten is said to the caller, not to the reader', () => {
  const message = compileMessage('{count} homes in {place}');
  expect(() => formatCompiled(message, 'en-US', { count: 1 })).toThrow('place');
  expect(() => formatCompiled(compileMessage('{toString}'), 'en-US', {})).toThrow('toString');
  expect(formatCompiled(compileMessage('No homes'), 'en-US')).toBe('No homes');
});

test('of many, one that cannot be read leaves the others as they are', () => {
  const faults: string[] = [];
  const compiled = compileMessages({ good: '{n} homes', bad: '{n homes' }, (_, key) => void faults.push(key));
  expect([Object.keys(compiled), faults]).toEqual([['good'], ['bad']]);
  expect(() => compileMessages({ bad: '{n homes' })).toThrow();
});
