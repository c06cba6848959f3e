import type { AddressInfo } from 'node:net';
import { type Listing, parseHomeType, parseSearchType } from '@maru/listing';
import { createFeed, normalizeListing } from '@maru/mls';
import { expect, it } from 'vitest';
import { createMarket } from '../sample-market/index.ts';
import { createSlipstreamServer } from './slipstream-server.ts';

/** Fields stated in both formats; apart from a hidden address, they must be equal. */
const SAME = [
  ...(['listingKey', 'listingId', 'standardStatus', 'propertySubType', 'listPrice'] as const),
  ...([
    'originalListPrice',
    'closePrice',
    'closeDate',
    'listingContractDate',
    'city',
    'countyOrParish',
  ] as const),
  ...(['stateOrProvince', 'postalCode', 'subdivisionName', 'bedroomsTotal', 'bathroomsFull'] as const),
  ...([
    'bathroomsHalf',
    'bathroomsTotalDecimal',
    'livingArea',
    'yearBuilt',
    'storiesTotal',
    'cooling',
  ] as const),
  ...(['heating', 'view', 'appliances', 'laundryFeatures', 'parkingFeatures', 'garageSpaces'] as const),
  ...(['associationFee', 'associationFeeFrequency', 'taxAnnualAmount', 'petsAllowed', 'leaseTerm'] as const),
  ...(['availabilityDate', 'poolPrivateYN', 'spaYN', 'highSchoolDistrict', 'listAgentFullName'] as const),
  ...(['listAgentDirectPhone', 'listOfficeName'] as const),
] satisfies (keyof Listing)[];
const ADDRESS_FIELDS = ['streetNumber', 'streetName', 'latitude', 'longitude'] satisfies (keyof Listing)[];

it('a market read through SlipStream has the same listings with the same facts, without what is withheld', async () => {
  const now = new Date();
  const market = createMarket({ seed: 33, size: 900, now });
  const [, dataset] = market.datasets;
  const { server } = createSlipstreamServer({
    dataset,
    licenses: ['AAAA-BBBB-CCCC-DDDD'],
    keys: ['s9-1'],
    drawPhoto: (path) => market.drawPhoto(path),
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const feed = createFeed(
      {
        dataset: dataset.dataset,
        provider: 'slipstream',
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        token: 'AAAA-BBBB-CCCC-DDDD',
        mediaHosts: [],
        display: {} as never,
      },
      { pageSize: 60 },
    );
    const read = new Map<string, Listing>();
    for await (const batch of feed.changes(null, new AbortController().signal)) {
      expect(batch.quarantined).toEqual([]);
      for (const { listing } of batch.upserts) read.set(listing.listingKey, listing);
    }

    const wanted = new Map<string, Listing>();
    for (const { listingKey } of dataset.stamps()) {
      const row = dataset.findRow(listingKey)!;
      if (row.InternetEntireListingDisplayYN === false) continue;
      if (/Withdrawn|Canceled|Expired|Hold|Delete|Incomplete/.test(String(row.StandardStatus))) continue;
      const found = normalizeListing(row, { dataset: dataset.dataset, provider: 'slipstream' });
      if ('listing' in found) wanted.set(listingKey, found.listing);
    }
    expect([...read.keys()].sort()).toEqual([...wanted.keys()].sort());
    let hidden = 0;
    for (const [key, listing] of wanted) {
      const own = read.get(key)!;
      const isHidden = listing.internetAddressDisplayYN === false;
      if (isHidden) hidden += 1;
      const of = (from: Listing, names: readonly (keyof Listing)[]) =>
        Object.fromEntries(names.map((name) => [name, from[name]]));
      expect(of(own, SAME)).toEqual(of(listing, SAME));
      expect(parseKind(own)).toEqual(parseKind(listing));
      expect(of(own, ADDRESS_FIELDS)).toEqual(
        isHidden
          ? { streetNumber: null, streetName: null, latitude: null, longitude: null }
          : of(listing, ADDRESS_FIELDS),
      );
      expect([own.media.length, own.photosCount]).toEqual([listing.media.length, listing.media.length]);
    }
    expect(hidden).toBeGreaterThan(0);
  } finally {
    server.close().closeAllConnections();
  }
});

/** The format does not distinguish a home in a park, but sale or rent, house or land. */
const parseKind = (listing: Listing) => [parseSearchType(listing.propertyType), parseHomeType(listing)];
