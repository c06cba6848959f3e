import type { ContactAnswer } from '@maru/contract';
import { expect, test } from 'vitest';
import { inboxOrder } from './realtor-contacts.tsx';

const contact = (contactId: string, minute: number, rest: Partial<ContactAnswer> = {}): ContactAnswer =>
  ({
    contactId,
    state: 'read',
    createdAt: `2026-11-21T18:${String(minute).padStart(2, '0')}:00.000Z`,
    withdrawnAt: null,
    ...rest,
  }) as ContactAnswer;

test('what waits to be opened stands first, then the newest', () => {
  const given = [
    contact('old', 1),
    contact('waits', 2, { state: 'new' }),
    contact('taken back', 3, { state: 'new', withdrawnAt: '2026-11-21T19:00:00.000Z' }),
    contact('newest', 4),
    contact('waits too', 0, { state: 'new' }),
  ];
  expect(inboxOrder(given).map(({ contactId }) => contactId)).toEqual([
    'waits',
    'waits too',
    'newest',
    'taken back',
    'old',
  ]);
});

test('one that comes twice stands there once, as it came last', () => {
  const given = [contact('a', 1, { state: 'new' }), contact('a', 1, { state: 'closed' })];
  expect(inboxOrder(given)).toEqual([contact('a', 1, { state: 'closed' })]);
});
