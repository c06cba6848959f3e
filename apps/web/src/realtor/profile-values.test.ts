import type { RealtorAnswer } from '@maru/contract';
import { expect, test } from 'vitest';
import { EMPTY_PROFILE, toProfileForm, toRealtorBody, toRealtorEdit } from './profile-values.ts';

test('what is empty is nothing, and a missing address is the account’s own', () => {
  const body = toRealtorBody({
    ...EMPTY_PROFILE,
    name: ' Jane Kim ',
    licenseNumber: '01234567',
    brokerName: 'Maru Realty',
  });
  expect(body).toMatchObject({ name: 'Jane Kim', nameKo: null, licenseState: 'CA', bioKo: null });
  expect(body).not.toHaveProperty('email');
});

test('a profile that is read and sent unchanged is the same profile', () => {
  const realtor = {
    name: 'Jane Kim',
    nameKo: '김제인',
    licenseNumber: '01234567',
    licenseState: 'CA',
    brokerName: 'Maru Realty',
    officeName: null,
    email: 'jane@example.com',
    phone: '+19495550100',
    bioEn: 'Hello.',
    bioKo: null,
    languages: ['ko', 'en'],
    places: [{ slug: 'irvine-ca', kind: 'city', name: 'Irvine', nameKo: '어바인' }],
    specialties: ['condo'],
    dailySummary: false,
  } as Partial<RealtorAnswer> as RealtorAnswer;
  expect(toRealtorBody(toProfileForm(realtor))).toMatchObject({
    ...realtor,
    languages: ['en', 'ko'],
    places: ['irvine-ca'],
  });
});

test('of a profile that there is only what was changed is sent', () => {
  const form = { ...EMPTY_PROFILE, name: 'Jane Kim', officeName: ' ', bioEn: ' Hello. ' };
  expect(toRealtorEdit(form, { bioEn: form.bioEn, officeName: form.officeName })).toEqual({
    officeName: null,
    bioEn: 'Hello.',
  });
  expect(toRealtorEdit(form, {})).toEqual({});
});
