import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { CATALOGUES } from './catalogue.ts';
import { pseudoMessage } from './pseudo-locale.ts';

/** The names of the placeholders of a message, nested ones included. */
function placeholders(message: string): string[] {
  const names = new Set<string>();
  const visit = (parts: readonly Record<string, unknown>[]) => {
    for (const part of parts) {
      if (part.type !== 0 && typeof part.value === 'string') names.add(part.value);
      for (const option of Object.values((part.options ?? {}) as Record<string, { value: typeof parts }>)) {
        visit(option.value);
      }
      if (Array.isArray(part.children)) visit(part.children);
    }
  };
  visit(new IntlMessageFormat(message, 'en-US').getAst() as unknown as Record<string, unknown>[]);
  return [...names].sort();
}

/** The words of a message that a reader sees, in any of its branches. */
function literals(message: string): string {
  const visit = (parts: readonly Record<string, unknown>[]): string =>
    parts
      .map((part) => {
        if (part.type === 0) return String(part.value);
        const branches = Object.values((part.options ?? {}) as Record<string, { value: typeof parts }>);
        return branches.map((branch) => visit(branch.value)).join(' ');
      })
      .join(' ');
  return visit(new IntlMessageFormat(message, 'en-US').getAst() as unknown as Record<string, unknown>[]);
}

const { en, ko } = CATALOGUES;

test('both languages have the same keys', () => {
  expect(Object.keys(ko).sort()).toEqual(Object.keys(en).sort());
});

test('a message has the same placeholders in both languages', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect({ key, names: placeholders(ko[key]) }).toEqual({ key, names: placeholders(en[key]) });
  }
});

test('English has no Hangul, and Korean messages are Korean', () => {
  const latinOnly = Object.entries(ko).filter(([, text]) => {
    const words = literals(text).replace(/[^\p{L}]/gu, '');
    return words.length > 3 && !/\p{Script=Hangul}/u.test(words);
  });
  // Names that are written alike in both languages.
  // The sentence about 평 explains that very word.
  const allowed = /^((site|language|unit|brand)\.|sentence\.pyeong$)/;
  expect(latinOnly.filter(([key]) => !allowed.test(key))).toEqual([]);
  expect(
    Object.entries(en).filter(([key, text]) => /\p{Script=Hangul}/u.test(text) && !allowed.test(key)),
  ).toEqual([]);
});

test('words that machine translation gets wrong are not used (rule R20)', () => {
  const wrong: [RegExp, RegExp][] = [
    [/\bstate\b/i, /상태/],
    [/\blistings?\b/i, /목록/],
    [/\blot\b/i, /많이/],
  ];
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    for (const [english, korean] of wrong) {
      if (english.test(en[key]))
        expect({ key, text: ko[key] }).not.toEqual({ key, text: expect.stringMatching(korean) });
    }
  }
});

test('no message but those of the admin pages names a command, a setting or a file', () => {
  const developerText = /\b(?:npm|npx|node|env)\b|(?:^|\s)--(?:\s|\w)|\b[A-Z]{2,}_[A-Z_]+|\bFILE\b/;
  for (const messages of [en, ko])
    expect(
      Object.entries(messages).filter(([key, text]) => !key.startsWith('admin.') && developerText.test(text)),
    ).toEqual([]);
});

test('every message stays a message in the pseudo-locale, with its placeholders and longer words', () => {
  for (const [key, message] of Object.entries(en)) {
    const pseudo = pseudoMessage(message);
    expect(placeholders(pseudo), key).toEqual(placeholders(message));
    expect(/^⟦[\s\S]*⟧$/.test(pseudo), key).toBe(true);
  }
  expect(pseudoMessage('{count, plural, one {# home} other {# homes}} in {place}')).toBe(
    '⟦{count, plural, one {# hóméé} other {# hóméés}} ín {place}⟧',
  );
});
