import { type Listing, type ListingMedia, unstatedListing } from '@maru/listing';
import type { DisplayRules } from '@maru/listing/display';
import type { ChangeSet, PlacedListing } from '../listings/change-set.ts';

export function createListing(own: Partial<Listing> = {}): Listing {
  const listingKey = own.listingKey ?? 'k1';
  return {
    ...unstatedListing({
      dataset: 'kc',
      provider: 'reso',
      listingKey,
      standardStatus: 'Active',
      modificationTimestamp: '2026-11-02T10:00:00.000Z',
    }),
    listingId: `OC-${listingKey}`,
    originatingSystemName: 'Test MLS',
    propertyType: 'Residential',
    propertySubType: 'Single Family Residence',
    mlsStatus: 'Active',
    listPrice: 900_000,
    originalListPrice: 900_000,
    listingContractDate: '2026-11-01',
    onMarketDate: '2026-11-01',
    originalEntryTimestamp: '2026-11-01T10:00:00.000Z',
    photosChangeTimestamp: '2026-11-01T10:00:00.000Z',
    unparsedAddress: '123 Oak St, Irvine, CA 92620',
    streetNumber: '123',
    streetName: 'Oak St',
    city: 'Irvine',
    countyOrParish: 'Orange',
    stateOrProvince: 'CA',
    postalCode: '92620',
    latitude: 33.71,
    longitude: -117.77,
    bedroomsTotal: 3,
    bathroomsTotalInteger: 3,
    bathroomsTotalDecimal: 2.5,
    bathroomsFull: 2,
    bathroomsHalf: 1,
    livingArea: 1_800,
    lotSizeSquareFeet: 5_000,
    storiesTotal: 2,
    yearBuilt: 1998,
    garageSpaces: 2,
    associationYN: true,
    associationFee: 120,
    associationFeeFrequency: 'Monthly',
    publicRemarks: 'A bright house near the park.',
    virtualTourURLUnbranded: 'https://tours.example/k1',
    media: [1, 2].map((order) => createMedia({ mediaKey: `${listingKey}-${order}`, order })),
    photosCount: 2,
    listAgentKey: 'a1',
    listAgentFullName: 'Ann Agent',
    listAgentStateLicense: '01234567',
    listOfficeKey: 'o1',
    listOfficeName: 'Oak Realty',
    listOfficePhone: '949-555-0100',
    ...own,
  };
}

export function createMedia(own: Partial<ListingMedia> = {}): ListingMedia {
  return {
    mediaKey: 'm1',
    mediaUrl: `https://pictures.example/${own.mediaKey ?? 'm1'}.jpg`,
    order: 1,
    mediaCategory: 'Photo',
    shortDescription: null,
    imageWidth: 1_600,
    imageHeight: 1_067,
    mediaAlteration: [],
    ...own,
  };
}

export function createPlaced(own: Partial<Listing> = {}): PlacedListing {
  const listing = createListing(own);
  return {
    listing,
    raw: { ListingKey: listing.listingKey, PrivateRemarks: 'The key is below the mat.' },
    placeIds: {
      state: 'ca',
      county: 'orange-county-ca',
      city: 'irvine-ca',
      zip: '92620',
      neighborhoods: ['northwood-irvine-ca'],
    },
    postalCentre: { latitude: 33.7, longitude: -117.75 },
  };
}

export function createRules(own: Partial<DisplayRules> = {}): DisplayRules {
  return {
    advertisingBroker: { name: 'B', licenseNumber: '01', phone: '949-555-0101', email: 'b@example.com' },
    source: 'Test MLS',
    disclaimer: 'Deemed reliable, not guaranteed.',
    timeZone: null,
    allowSold: false,
    allowHistory: false,
    contactMembers: false,
    listingAgentContact: false,
    coListingAgentContact: false,
    maxResults: null,
    maxStaleHours: null,
    sample: true,
    labels: {},
    ...own,
  };
}

export function createChangeSet(own: Partial<ChangeSet> = {}): ChangeSet {
  return {
    dataset: 'kc',
    provider: 'reso',
    rules: createRules(),
    seenAt: new Date('2026-11-20T12:00:00Z'),
    cursor: null,
    upserts: [],
    removals: [],
    quarantined: [],
    ...own,
  };
}
