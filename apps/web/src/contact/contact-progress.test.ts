import type { ReceiptAnswer } from '@maru/contract';
import { expect, test } from 'vitest';
import { isReceiptToken, listSteps } from './contact-progress.ts';

const SENT: ReceiptAnswer = {
  contactId: 'c1',
  name: '김서연',
  email: 'seoyeon@example.com',
  phone: null,
  message: '문의드려요.',
  locale: 'ko',
  home: null,
  slots: [],
  answeredBy: {
    recipientId: 'realtor:1:abc',
    role: 'realtor',
    name: 'Jane Kim',
    nameKo: null,
    licenseNumber: '01234568',
    licenseState: 'CA',
    brokerName: 'Maru Realty',
    byMailOnly: false,
  },
  state: 'new',
  createdAt: '2026-11-21T18:00:00.000Z',
  deliveredAt: '2026-11-21T18:00:02.000Z',
  openedAt: null,
  answeredAt: null,
  closedAt: null,
  withdrawnAt: null,
  doNotContactAt: null,
  replies: [],
  consents: [],
};
const told = (contact: ReceiptAnswer) =>
  listSteps(contact).map(({ step, at }) => `${step} ${at === null ? '-' : '+'}`);

test('what has been stands before what has not', () => {
  expect(told(SENT)).toEqual(['sent +', 'delivered +', 'opened -', 'answered -', 'closed -']);
});

test('an appointment stands there once there is one', () => {
  const contact = { ...SENT, state: 'appointment' as const, openedAt: SENT.createdAt };
  expect(told(contact)).toContain('appointment +');
});

test('of one who has it by mail alone nothing is claimed after the delivery', () => {
  const answeredBy = { ...SENT.answeredBy, byMailOnly: true };
  expect(told({ ...SENT, answeredBy })).toEqual(['sent +', 'delivered +']);
});

test('after a withdrawal only what has been is left', () => {
  const contact = { ...SENT, openedAt: SENT.createdAt, withdrawnAt: '2026-11-22T00:00:00.000Z' };
  expect(told(contact)).toEqual(['sent +', 'delivered +', 'opened +', 'withdrawn +']);
});

test('what cannot be a secret is not asked for', () => {
  expect(isReceiptToken('a'.repeat(43))).toBe(true);
  for (const text of ['', 'abc', 'a'.repeat(44), `${'a'.repeat(42)}/`, undefined, ['a'.repeat(43)]]) {
    expect(isReceiptToken(text)).toBe(false);
  }
});
