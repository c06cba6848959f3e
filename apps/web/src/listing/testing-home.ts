import type { HomeAnswer } from '@maru/contract';
import { unstatedListing } from '@maru/listing';

/** A home for tests: a plain one in Irvine, with what a test is about laid over its record. */
export function homeAnswer(more: Partial<HomeAnswer['listing']>): HomeAnswer {
  return {
    homeId: 'h7k2m9',
    path: '/ca/irvine/123-oak-st-92620/h7k2m9',
    searchType: 'sale',
    homeType: 'house',
    addressWithheld: false,
    streetLine: '123 Oak St',
    cityKo: '어바인',
    associationFeeMonthly: null,
    marketTime: { days: null, cumulativeDays: null, since: null, firstSince: null, listings: 1 },
    listing: { ...UNSTATED, ...PLAIN, ...more },
    corrections: [],
    photos: [],
    floorPlans: [],
    tours: [],
    openHouses: [],
    history: [],
    taxYears: [],
    unlevied: null,
    ledgerHash: '',
    confirmedAt: '2026-11-20T00:00:00.000Z',
    alsoListedAs: [],
    places: [],
    similar: [],
    source: {
      dataset: 'test',
      source: 'Test MLS',
      disclaimer: 'Deemed reliable.',
      advertisingBroker: {
        name: 'Maru Realty',
        licenseNumber: '01234567',
        phone: '1',
        email: 'a@example.com',
      },
      sample: false,
      logo: null,
      asOf: null,
      stale: false,
    },
    otherSources: [],
  };
}

const PLAIN = {
  city: 'Irvine',
  stateOrProvince: 'CA',
  postalCode: '92620',
  latitude: 33.7,
  longitude: -117.8,
  listPrice: 1_250_000,
  listAgentFullName: 'Jane Kim',
  listAgentStateLicense: '01234567',
  listOfficeName: 'Oak Realty',
};

/** A record that says nothing. */
const UNSTATED: HomeAnswer['listing'] = unstatedListing({
  dataset: 'test',
  provider: 'reso',
  listingKey: '1',
  standardStatus: 'Active',
  modificationTimestamp: '2026-11-20T00:00:00Z',
});
