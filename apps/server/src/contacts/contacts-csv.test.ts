import type { ContactAnswer } from '@maru/contract';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactsCsv } from './contacts-csv.ts';

const contact = (own: Partial<ContactAnswer>): ContactAnswer => ({
  contactId: 'c',
  side: 'received',
  name: 'Minji',
  email: 'minji@example.com',
  phone: null,
  message: 'Hello',
  locale: 'ko',
  home: null,
  slots: [],
  notices: [],
  answeredBy: {
    recipientId: 'r',
    role: 'realtor',
    name: 'Jane Kim',
    nameKo: null,
    licenseNumber: '01234567',
    licenseState: 'CA',
    brokerName: 'Maru Realty',
    byMailOnly: false,
  },
  state: 'new',
  createdAt: '2026-11-21T10:00:00.000Z',
  deliveredAt: null,
  openedAt: null,
  answeredAt: null,
  closedAt: null,
  withdrawnAt: null,
  doNotContactAt: null,
  notes: null,
  consents: [],
  replies: [],
  ...own,
});

test('no cell is a formula for a spreadsheet, and every cell comes back as it was', () => {
  const sharp = ['=1+1', '+HYPERLINK("x")', '-2', '@SUM(A1)', '\t=1', '\r=1', '＝1', '"a",b', 'two\nlines'];
  fc.assert(
    fc.property(fc.constantFrom(...sharp), fc.string({ unit: 'grapheme' }), (start, rest) => {
      const text = start + rest;
      const csv = contactsCsv([contact({ name: text, message: text, notes: text })], {
        locale: 'en',
        withHeader: false,
      });
      const [row] = parse(csv, { record_delimiter: '\r\n' }) as string[][];
      for (const at of [2, 8, 12]) {
        expect(row?.[at]).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
        expect(row?.[at]?.replace(/^'/, '')).toBe(text);
      }
    }),
  );
});

test('a line of a message is no row of its own, whatever ends it', () => {
  for (const end of ['\n', '\r', '\r\n']) {
    const message = `Hello${end}=WEBSERVICE("x")${end}=1+1`;
    const csv = contactsCsv([contact({ message })], { locale: 'en', withHeader: false });
    for (const record_delimiter of ['\n', '\r\n']) {
      const rows = parse(csv, { record_delimiter, trim: true }) as string[][];
      expect(rows).toHaveLength(1);
      expect(rows[0]?.[8]).toBe(message);
    }
  }
});

test('the first page names the columns in the reader’s language, the others do not', () => {
  const rows = (locale: 'en' | 'ko', withHeader: boolean) =>
    (parse(contactsCsv([contact({})], { locale, withHeader })) as string[][]).length;
  expect([rows('ko', true), rows('ko', false)]).toEqual([2, 1]);
  expect(contactsCsv([], { locale: 'ko', withHeader: true })).toMatch(/[가-힣]/);
});
