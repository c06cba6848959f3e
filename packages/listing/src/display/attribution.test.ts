import { expect, test } from 'vitest';
import { unstatedListing } from '../listing/unstated-listing.ts';
import { buildAttribution } from './attribution.ts';

const bare = unstatedListing({
  dataset: 'kc',
  provider: 'bridge',
  listingKey: '1',
  standardStatus: 'Active',
  modificationTimestamp: '2026-11-01T08:00:00.000Z',
});
const rules = { source: 'Test MLS', disclaimer: 'Deemed reliable, not guaranteed.' };

test('pitfall F29: a listing never stands without its credit, whatever its row lacks', () => {
  expect(buildAttribution(bare, rules)).toEqual({
    text: 'Test MLS',
    disclaimer: 'Deemed reliable, not guaranteed.',
    copyright: null,
  });
});

test('pitfall F29: the row’s own contact, copyright and disclaimer are said beside the dataset’s', () => {
  const credited = {
    ...bare,
    listAgentFullName: 'Ann Agent',
    listOfficeName: 'Oak Realty',
    listOfficePhone: '949-555-0100',
    attributionContact: 'ann@oak.example',
    copyrightNotice: '© 2026 Test MLS',
    disclaimer: 'Sizes are estimates.',
  };
  expect(buildAttribution(credited, rules)).toEqual({
    text: 'Ann Agent · Oak Realty · ann@oak.example · Test MLS',
    disclaimer: 'Deemed reliable, not guaranteed. Sizes are estimates.',
    copyright: '© 2026 Test MLS',
  });
  expect(buildAttribution({ ...credited, attributionContact: null }, rules).text).toBe(
    'Ann Agent · Oak Realty · 949-555-0100 · Test MLS',
  );
});
