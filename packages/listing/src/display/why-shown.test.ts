import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ShownFacts, whyShown } from './why-shown.ts';

const good: ShownFacts = {
  dataset: 'kc',
  listingKey: 'k1',
  searchType: 'sale',
  standardStatus: 'Active',
  internetEntireListingDisplayYN: null,
  feedTypes: [],
  isHomeOffer: true,
  isRetired: false,
  isTakenDown: false,
  allowSold: false,
  isDatasetHidden: false,
  isFeedStale: false,
  modifiedAt: 1,
};
const findReasons = (own: Partial<ShownFacts>) => whyShown([{ ...good, ...own }])[0]?.reasons;

test.each([
  ['nothing bars it; not said is not restricted', {}, []],
  ['the seller bars it', { internetEntireListingDisplayYN: false }, ['seller_opt_out']],
  ['its row is licensed for VOW only', { feedTypes: ['VOW'] }, ['not_licensed']],
  ['one of its licences is IDX', { feedTypes: ['VOW', 'IDX'] }, []],
  ['it offers no home', { isHomeOffer: false }, ['not_a_home']],
  ['the feed no longer has it', { isRetired: true }, ['retired']],
  ['it was taken down', { isTakenDown: true }, ['taken_down']],
  ['it is sold and that may not be told', { standardStatus: 'Closed' }, ['sold_not_allowed']],
  ['it is sold and that may be told', { standardStatus: 'Closed', allowSold: true }, []],
  ['its status is in no search', { standardStatus: 'Withdrawn' }, ['status_hidden']],
  ['its dataset is hidden', { isDatasetHidden: true }, ['dataset_hidden']],
  ['its feed is silent', { isFeedStale: true }, ['feed_stale']],
  ['several things at once', { isRetired: true, isTakenDown: true }, ['taken_down', 'retired']],
])('%s', (_, own, reasons) => {
  expect(findReasons(own)).toEqual(reasons);
});

test('of several the active one stands for the home, then the newest; one for each kind of offer', () => {
  const verdicts = whyShown([
    { ...good, listingKey: 'pending', standardStatus: 'Pending', modifiedAt: 9 },
    { ...good, listingKey: 'old', modifiedAt: 1 },
    { ...good, listingKey: 'new', modifiedAt: 5 },
    { ...good, listingKey: 'barred', modifiedAt: 7, isRetired: true },
    { ...good, listingKey: 'rent', searchType: 'rent', modifiedAt: 2 },
  ]);
  expect(verdicts.filter((one) => one.isChosen).map((one) => one.listingKey)).toEqual(['new', 'rent']);
});

test('whoever is chosen has nothing against it, and nobody is chosen twice', () => {
  const fact = fc.record({
    listingKey: fc.constantFrom('a', 'b', 'c', 'd'),
    standardStatus: fc.constantFrom('Active', 'Pending', 'Closed', 'Withdrawn', 'Nonsense'),
    searchType: fc.constantFrom('sale', 'rent'),
    isRetired: fc.boolean(),
    isTakenDown: fc.boolean(),
    modifiedAt: fc.integer(),
  });
  fc.assert(
    fc.property(fc.array(fact), (facts) => {
      const given = facts.map((one) => ({ ...good, ...one }));
      const verdicts = whyShown(given);
      expect(verdicts).toHaveLength(given.length);
      const chosen = verdicts.filter((one) => one.isChosen);
      expect(chosen.every((one) => one.reasons.length === 0)).toBe(true);
      expect(chosen.length).toBeLessThanOrEqual(2);
    }),
  );
});
