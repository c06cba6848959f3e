import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Email, line, prose, Slug } from './schemas.ts';

const ajv = new Ajv({ strict: false });
const isName = ajv.compile(line(100));
const isEmail = ajv.compile(Email);
const isProse = ajv.compile(prose(100));
const isSlug = ajv.compile(Slug);

describe('one line of text', () => {
  test('never has a line break or another control character in it, whatever is around it', () => {
    const control = fc.constantFrom(
      '\r',
      '\n',
      '\r\n',
      '\0',
      '\u0001',
      '\u001f',
      '\u007f',
      '\u0085',
      '\u2028',
      '\u2029',
    );
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40 }),
        control,
        fc.string({ maxLength: 40 }),
        (before, sign, after) => {
          expect(isName(`${before}${sign}${after}`)).toBe(false);
        },
      ),
    );
  });

  test.each(['Minji Park', '박민지', "O'Neil-Kim, Jr.", '😀 Park', 'José'])('%s is one', (name) => {
    expect(isName(name)).toBe(true);
  });

  test.each(['', ' ', '\u00a0 \u3000', 'x'.repeat(101)])('“%s” is none', (name) => {
    expect(isName(name)).toBe(false);
  });
});

describe('an e-mail address', () => {
  test.each(['a@b.co', 'first.last+home@mail.example.co.kr', "o'neil@example.com", 'x@xn--9n2bp8q.com'])(
    '%s is one',
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );

  test.each([
    'a@b',
    '.a@b.co',
    'a..b@c.co',
    'a@b.co ',
    'a b@c.co',
    '"a b"@c.co',
    'a@[127.0.0.1]',
    'Name <a@b.co>',
    'a@b.co,c@d.co',
    'a@b.co\nBcc: c@d.co',
    'a@-b.co',
    `${'a'.repeat(250)}@b.co`,
  ])('%s is none', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  test('with a sign that could end a header or begin another address is none, for any text', () => {
    const sign = fc.constantFrom('\r', '\n', ',', ';', '<', '>', ' ', '\t', '\0', '(', ')', ':', '"', '\\');
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), sign, fc.string({ maxLength: 20 }), (before, one, after) => {
        expect(isEmail(`${before}${one}${after}@example.com`)).toBe(false);
        expect(isEmail(`a@${before}${one}${after}.com`)).toBe(false);
      }),
    );
  });
});

test('a message may have lines, but not be blank', () => {
  expect([isProse('Hello\nthere'), isProse(' \n\t '), isProse('')]).toEqual([true, false, false]);
});

test('a slug is lower-case letters, digits and hyphens', () => {
  expect([isSlug('irvine-ca'), isSlug('92620'), isSlug('Irvine'), isSlug('-x'), isSlug('a/b')]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
