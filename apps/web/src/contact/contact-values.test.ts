import type { ConsentText } from '@maru/contract';
import { describe, expect, test } from 'vitest';
import {
  type ContactForm,
  type ContactValues,
  checkContact,
  isOtherRecipient,
  keepDraft,
  loadDraft,
  onceKeyFor,
  toContactBody,
  toContactField,
} from './contact-values.ts';

const CONSENTS: ConsentText[] = [
  { kind: 'call', version: 'v1', text: 'call' },
  { kind: 'marketing', version: 'v1', text: 'marketing' },
  { kind: 'lender', version: 'v2', text: 'lender' },
];
const FORM: ContactForm = {
  target: { homeId: 'h3kq9z' },
  timeZone: 'America/Los_Angeles',
  answeredBy: { recipientId: 'realtor:1:abc' },
  consents: CONSENTS,
  locale: 'ko',
  url: '/ko/ca/irvine/1-oak-92620/h3kq9z',
};
const VALUES: ContactValues = {
  name: ' 김서연 ',
  email: ' seoyeon@example.com',
  phone: ' ',
  message: '문의드려요.\n',
  slots: ['', '2026-11-28T10:00', ''],
  consents: { call: true },
};

describe('what is sent', () => {
  test('is what was typed, to whom the form named, with every box as it stood', () => {
    expect(toContactBody(VALUES, FORM)).toEqual({
      name: '김서연',
      email: 'seoyeon@example.com',
      message: '문의드려요.',
      homeId: 'h3kq9z',
      recipientId: 'realtor:1:abc',
      slots: [{ start: '2026-11-28T18:00:00.000Z' }],
      consents: [
        { kind: 'call', version: 'v1', accepted: true },
        { kind: 'marketing', version: 'v1', accepted: false },
        { kind: 'lender', version: 'v2', accepted: false },
      ],
      locale: 'ko',
      url: FORM.url,
    });
  });

  test('has one key however often it is sent, and another once it says something else', () => {
    let made = 0;
    const makeKey = () => `k${++made}`;
    const first = onceKeyFor(toContactBody(VALUES, FORM), undefined, makeKey);
    expect(onceKeyFor(toContactBody(VALUES, FORM), first, makeKey)).toBe(first);
    expect(onceKeyFor(toContactBody({ ...VALUES, message: '다시' }, FORM), first, makeKey).key).toBe('k2');
  });
});

describe('what is refused', () => {
  test('is found before a request, where none is needed', () => {
    expect(checkContact(VALUES)).toEqual({});
    expect(checkContact({ ...VALUES, name: ' ', email: 'seoyeon@', message: '' })).toEqual({
      name: 'missing',
      message: 'missing',
      email: 'malformed',
    });
    expect(checkContact({ ...VALUES, email: '' })).toEqual({ email: 'missing' });
  });

  test('is shown at the field, a time where it was typed', () => {
    const fieldOf = (path: string) => toContactField(path.split('.'), VALUES);
    expect(fieldOf('phone')).toBe('phone');
    expect(fieldOf('slots.0.start')).toBe('slots.1');
    expect(fieldOf('slots.4.start')).toBeUndefined();
    expect(fieldOf('consents.0')).toBeUndefined();
  });

  test('may be that somebody else answers by now', () => {
    const fields = [{ field: 'recipientId', reason: 'expired' as const }];
    const data = { code: 'conflict' as const, fields };
    expect(isOtherRecipient({ statusCode: 409, data })).toBe(true);
    expect(isOtherRecipient({ statusCode: 409 })).toBe(false);
    expect(isOtherRecipient({ statusCode: 400, data })).toBe(false);
  });
});

describe('what was typed', () => {
  test('is kept for its home until it is sent', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    keepDraft('h1', { values: VALUES, open: true }, storage);
    expect(loadDraft('h1', storage)).toEqual({ values: VALUES, open: true });
    expect(loadDraft('h2', storage)).toBeUndefined();
    keepDraft('h1', undefined, storage);
    expect(loadDraft('h1', storage)).toBeUndefined();
    storage.setItem('contact/draft/h1', '{"values":');
    expect(loadDraft('h1', storage)).toBeUndefined();
  });

  test('is not kept where the browser keeps nothing, and nothing breaks', () => {
    const refusing = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
      removeItem: () => {},
    };
    expect(() => keepDraft('h1', { values: VALUES, open: true }, refusing)).not.toThrow();
    expect(loadDraft('h1', undefined)).toBeUndefined();
  });
});

test('a tour needs a time, a question does not', () => {
  const values = { ...VALUES, slots: ['', '', ''] as const };
  expect(checkContact(values)).toEqual({});
  expect(checkContact(values, true)).toEqual({ 'slots.0': 'missing' });
});
