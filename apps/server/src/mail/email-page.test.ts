import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderEmail } from './email-page.ts';

test('what somebody wrote is text in both forms, never markup', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('<script>x</script>', '"><img src=x onerror=y>', "'&lt;"),
      (text, sharp) => {
        const said = `${text}${sharp}`;
        const { html } = renderEmail(
          'ko',
          said,
          [
            { kind: 'text', text: said },
            { kind: 'quote', text: said },
            { kind: 'notice', text: said },
            { kind: 'facts', rows: [[said, said]] },
            { kind: 'link', text: said, url: `https://example.com/?${said}` },
          ],
          said,
        );
        expect(html).not.toMatch(/<(script|img)/i);
        expect(html.match(/<a /g)).toHaveLength(1);
      },
    ),
  );
});

test('both forms say the same', () => {
  const { text, html } = renderEmail(
    'en',
    'Subject',
    [
      { kind: 'text', text: 'Hello.' },
      { kind: 'quote', text: 'two\nlines' },
      { kind: 'facts', rows: [['From', 'Minji']] },
      { kind: 'link', text: 'See it', url: 'https://example.com/a?b=1&c=2' },
    ],
    'From us.',
  );
  expect(text).toBe(
    'Hello.\n\n> two\n> lines\n\nFrom: Minji\n\nSee it:\nhttps://example.com/a?b=1&c=2\n\n-- \nFrom us.',
  );
  for (const said of [
    'Hello.',
    'two<br>\nlines',
    'Minji',
    'href="https://example.com/a?b=1&#38;c=2"',
    'From us.',
  ]) {
    expect(html).toContain(said);
  }
});
