import { expect, test } from 'vitest';
import { withTemplate } from './reply-form.tsx';

test('words that stand ready never take the place of what was typed', () => {
  expect(withTemplate('', '', 'Thank you.')).toBe('Thank you.');
  expect(withTemplate('See you.\n', '', 'Thank you.')).toBe('See you.\n\nThank you.');
  // One after the other, while nobody touches them.
  expect(withTemplate('Thank you.', 'Thank you.', 'When?')).toBe('When?');
  expect(withTemplate('See you.\n\nThank you.', 'Thank you.', 'When?')).toBe('See you.\n\nWhen?');
  expect(withTemplate('Thank you. Jane', 'Thank you.', 'When?')).toBe('Thank you. Jane\n\nWhen?');
  // An empty page.
  expect(withTemplate('Thank you.', 'Thank you.', '')).toBe('');
  expect(withTemplate('Thank you. Jane', 'Thank you.', '')).toBe('Thank you. Jane');
  expect(withTemplate('See you.', '', '')).toBe('See you.');
});
