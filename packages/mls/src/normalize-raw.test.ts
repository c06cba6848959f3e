import { describe, expect, it } from 'vitest';
import { normalizeListing } from './normalize/listing.ts';
import { normalizeRaw } from './normalize-raw.ts';

const item = {
  id: 'SR1',
  listingType: 'Rental',
  status: 'Active',
  listPrice: 3200,
  modifiedDate: 1_503_703_680,
  address: { deliveryLine: '12 Oak St', city: 'Irvine', state: 'CA', zip: '92620' },
};

describe('normalizeRaw', () => {
  it('a stored row of any provider is normalized as by its feed', () => {
    expect(normalizeRaw(item, { dataset: 'crmls', provider: 'slipstream' })).toMatchObject({
      listing: {
        listingKey: 'SR1',
        propertyType: 'Residential Lease',
        standardStatus: 'Active',
        listPrice: 3200,
      },
    });
    const { status: _, ...sale } = { ...item, listingType: 'Residential', saleDate: 1_504_051_200 };
    expect(normalizeRaw(sale, { dataset: 'crmls', provider: 'slipstream' })).toMatchObject({
      listing: { standardStatus: 'Closed', closeDate: '2017-08-30' },
    });
    const row = { ListingKey: 'B1', ModificationTimestamp: '2026-01-01T00:00:00Z', StandardStatus: 'Active' };
    expect(normalizeRaw(row, { dataset: 'x', provider: 'bridge' })).toEqual(
      normalizeListing(row, { dataset: 'x', provider: 'bridge' }),
    );
    expect(normalizeRaw(null, { dataset: 'crmls', provider: 'slipstream' })).toHaveProperty('reason');
  });
});
