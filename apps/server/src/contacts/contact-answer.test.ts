import type { Contact } from '@maru/store';
import { expect, test } from 'vitest';
import { contactAnswer } from './contact-answer.ts';

function readWithdrawn(message: string): string {
  const contact = { message, withdrawnAt: new Date(0), createdAt: new Date(0), consents: [], replies: [] };
  return contactAnswer({ ...contact, recipient: {} } as unknown as Contact, 'received').message;
}

test('the recipient of a withdrawn message reads no number and no address in it', () => {
  expect(
    readWithdrawn('Call +1 (213) 555-0123 or 213.555.0123, write <minji@example.com>, not before 10:30'),
  ).toBe('Call ••• or •••, write <•••>, not before 10:30');
});

test('a text made to be slow is read', () => {
  for (const text of [
    '김'.repeat(100_000),
    `${'a'.repeat(50_000)}@${'b'.repeat(50_000)}`,
    '('.repeat(100_000),
    `1${'('.repeat(100_000)}`,
  ]) {
    expect(readWithdrawn(text)).toBe(text);
  }
});
