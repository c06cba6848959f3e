import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KIT_GROUPS, KIT_ITEMS, renterKit, STAYS } from './renter-kit.ts';

const listItems = (facts: Parameters<typeof renterKit>[0]) => renterKit(facts).flatMap(({ items }) => items);

it('an exchange visitor without a social security number brings the DS-2019 and the employer’s letter', () => {
  const items = listItems({ stay: 'exchange', hasSsn: false, hasCredit: false });
  expect(items).toEqual(
    expect.arrayContaining([
      'passport',
      'ds2019',
      'employer_letter',
      'no_ssn',
      'guarantor',
      'bank_statements',
    ]),
  );
  expect(items).not.toContain('i20');
  expect(items.indexOf('passport')).toBeLessThan(items.indexOf('employer_letter'));
});

it('a citizen with credit brings neither papers of a stay nor what stands in for credit', () => {
  const items = listItems({ stay: 'citizen', hasSsn: true, hasCredit: true });
  for (const item of ['passport', 'visa', 'i94', 'guarantor', 'foreign_credit'])
    expect(items).not.toContain(item);
  expect(items).toContain('credit_report');
});

it('names every paper at most once, in the order of its groups', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...STAYS),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (stay, hasSsn, hasCredit, isTransferred) => {
        const kit = renterKit({ stay, hasSsn, hasCredit, isTransferred });
        const items = kit.flatMap((one) => one.items);
        expect(new Set(items).size).toBe(items.length);
        const order = kit.map(({ group }) => KIT_GROUPS.indexOf(group));
        expect(order).toEqual([...order].sort((a, b) => a - b));
        expect(items).toContain('move_in_money');
      },
    ),
  );
  const all = STAYS.flatMap((stay) =>
    [true, false].flatMap((has) => listItems({ stay, hasSsn: has, hasCredit: has, isTransferred: true })),
  );
  expect([...new Set(all)].sort()).toEqual([...KIT_ITEMS].sort());
});
