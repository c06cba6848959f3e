import type { User } from '@maru/contract';
import { describe, expect, test } from 'vitest';
import { toProfileEdit, toProfileValues } from './profile-form.tsx';

const user: User = {
  id: 'u1',
  name: '김하나',
  email: 'hana@example.com',
  phone: '+19495550100',
  locale: 'ko',
  picture: null,
  role: 'user',
  units: 'pyeong',
  currency: null,
  providers: ['kakao'],
  consents: [
    { kind: 'marketing_email', text: '…', version: '3', given: false, answered: null },
    { kind: 'commute_address', text: '…', version: '7', given: true, answered: null },
  ],
  commuteAddresses: [],
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-01T00:00:00Z',
  deletionAt: null,
};

describe('an edit of the profile', () => {
  test('that changes nothing sends nothing', () => {
    expect(toProfileEdit(toProfileValues(user), user, '/my-page')).toEqual({});
    expect(
      toProfileEdit({ ...toProfileValues(user), name: ' 김하나 ', phone: ' +19495550100' }, user, '/my-page'),
    ).toEqual({});
  });

  test('sends what differs; nothing is null', () => {
    const values = {
      ...toProfileValues(user),
      name: 'Hana Kim',
      phone: ' ',
      units: '' as const,
      currency: 'KRW' as const,
    };
    expect(toProfileEdit(values, user, '/my-page')).toEqual({
      name: 'Hana Kim',
      phone: null,
      units: null,
      currency: 'KRW',
    });
  });

  test('says of a consent which words were agreed to, and where', () => {
    const values = { ...toProfileValues(user), consents: { marketing_email: true, commute_address: false } };
    expect(toProfileEdit(values, user, '/ko/my-page')).toEqual({
      consents: [
        { kind: 'marketing_email', given: true, version: '3', source: '/ko/my-page' },
        { kind: 'commute_address', given: false, version: '7', source: '/ko/my-page' },
      ],
    });
  });
});
