import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLease, LEASE_LAWS, LEASE_RULES, type LeaseQuestion, MAX_LEASE_TEXT } from './lease-check.ts';

const day = '2026-11-21';
const findRules = (text: string, more: Partial<LeaseQuestion> = {}) =>
  checkLease({ text, day, isInKorean: false, ...more }).map(({ rule }) => rule);

/** Clauses as leases have them, and what to ask about in each. */
const CLAUSES: [clause: string, expected: string[], more?: Partial<LeaseQuestion>][] = [
  [
    'Monthly rent is $3,000. Tenant shall pay a security deposit of $9,000 before occupancy.',
    ['deposit_over_cap'],
  ],
  ['Rent: $2,500 per month. Security deposit: $5,000, equal to two months.', ['deposit_small_owner']],
  ['The security deposit equals three (3) months rent.', ['deposit_over_cap']],
  ['The cleaning deposit of $400 is non-refundable.', ['deposit_not_refundable']],
  [
    'Landlord will return the security deposit, less deductions, within 45 days after Tenant moves out.',
    ['deposit_late_return'],
  ],
  [
    'The term is twelve months, from December 1, 2026 to November 30, 2027.',
    ['translation_duty'],
    { isInKorean: true },
  ],
  [
    'Tenant waives any right to a translation of this agreement.',
    ['translation_waived'],
    { isInKorean: true },
  ],
  ['Monthly rent is $2,000. A late fee of 10% of the rent is due after the third day.', ['late_fee_high']],
  ['Late charge: $50 per day until the rent is paid in full.', ['late_fee_daily']],
  ['A non-negotiable application fee of $95 per adult is due with this form.', ['screening_fee_high']],
  ['Landlord may enter the premises at any time without prior notice.', ['entry_without_notice']],
  [
    'Tenant accepts the unit as is and waives all rights to repair. Tenant shall provide a refrigerator.',
    ['habitability_waived', 'no_refrigerator'],
  ],
  ['Rent shall be paid in cash on the first day of each month.', ['rent_cash_only']],
  ['If Tenant moves out early, all remaining rent for the term becomes due at once.', ['rest_of_rent_due']],
  ['Send the deposit by Zelle to hold the unit. No Section 8.', ['pay_before_viewing', 'no_vouchers']],
  ['월세는 $3,000이고 보증금은 $9,000입니다.', ['deposit_over_cap']],
];

describe('a lease is looked through', () => {
  it.each(CLAUSES)('%s', (clause, expected, more) => {
    expect(findRules(clause, more)).toEqual(expected);
  });

  it('a fair lease raises nothing', () => {
    const fair =
      'Monthly rent is $3,000, due on the first. Security deposit: $3,000, returned within 21 days with an itemized list. ' +
      'A late fee of $100 is due when rent is more than 5 days late. The application fee was $50. ' +
      'Landlord may enter with 24 hours of written notice. A Korean translation of this lease is attached.';
    expect(findRules(fair, { isInKorean: true })).toEqual([]);
    expect(findRules('', { isInKorean: true })).toEqual([]);
  });

  it('law that did not hold yet is not held against it', () => {
    expect(findRules('Tenant shall provide a refrigerator.', { day: '2025-12-31' })).toEqual([]);
    expect(findRules('Monthly rent is $3,000. Security deposit: $6,000.', { day: '2024-06-01' })).toEqual([]);
    expect(findRules('Monthly rent is $3,000. Security deposit: $6,000.')).toEqual(['deposit_small_owner']);
  });

  it('a month-to-month lease needs no translation', () => {
    expect(findRules('This is a month-to-month tenancy.', { isInKorean: true })).toEqual([]);
  });

  it('quotes what it means, where it stands, and has a law of a day for every rule', () => {
    const text = `${CLAUSES.map(([clause]) => clause).join('\n')}\n`;
    for (const { quote, start, rule } of checkLease({ text, day, isInKorean: false })) {
      expect(text.slice(start, start + quote.length)).toBe(quote);
      expect(LEASE_LAWS[rule].from <= day).toBe(true);
    }
    expect(Object.keys(LEASE_LAWS).sort()).toEqual([...LEASE_RULES].sort());
  });

  it('no text breaks it, or is too long for it', () => {
    const pieces = [
      'deposit',
      ' rent',
      '$1,000',
      ' late fee',
      ' per day',
      '.',
      '\n',
      ' translation',
      '보증금',
      '\ud800',
      ' 3 ',
      '%',
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { maxLength: 80 }),
        fc.boolean(),
        (said, isInKorean) => {
          const text = said.join('');
          for (const { quote, start } of checkLease({ text, day, isInKorean })) {
            expect(text.slice(start, start + quote.length)).toBe(quote);
          }
        },
      ),
      { numRuns: 200 },
    );
    const length = process.env.MARU_TEST_LONG === '1' ? 2 * MAX_LEASE_TEXT : 20_000;
    for (const piece of [
      'deposit ',
      'late fee ',
      '$1,000 ',
      'rent $',
      'waives ',
      'deposit return ',
      '.',
      'a',
    ]) {
      checkLease({ text: piece.repeat(length / piece.length), day, isInKorean: true });
    }
  });
});
