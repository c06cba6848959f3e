import type { HomeAnswer } from '@maru/contract';
import { readMarketDay, toStatusFilter } from '@maru/listing';
import { leadPrice } from '@maru/listing/money';
import { formatStreet } from '@maru/listing/places';
import { pricedHome } from './home-words.ts';

const TYPES: Partial<Record<HomeAnswer['homeType'], string>> = {
  house: 'SingleFamilyResidence',
  condo: 'Apartment',
  coop: 'Apartment',
  apartment: 'Apartment',
};

const AVAILABILITY: Record<string, string> = {
  active: 'https://schema.org/InStock',
  pending: 'https://schema.org/LimitedAvailability',
  coming: 'https://schema.org/PreOrder',
  sold: 'https://schema.org/SoldOut',
};

/**
 * A home as schema.org RealEstateListing, with nothing beyond the page. A withheld address is reduced to city and ZIP code,
 * without a position. Values that are not stated are left out.
 *
 * @param address the page's absolute URL
 * @param name the name of the home on the page
 */
export function homeJsonLd(
  home: HomeAnswer,
  { address, origin, name, language }: { address: string; origin: string; name: string; language: string },
): Record<string, unknown> {
  const { listing, addressWithheld } = home;
  const isRent = home.searchType === 'rent';
  const isOpen = !addressWithheld;
  const status = toStatusFilter(listing.standardStatus);
  const fees = isRent ? (listing.requiredMonthlyFees ?? 0) : 0;
  const price = leadPrice(pricedHome(home));
  return omitEmpty({
    '@context': 'https://schema.org',
    '@type': 'RealEstateListing',
    '@id': address,
    url: address,
    name,
    inLanguage: language,
    datePosted: readMarketDay(listing, home.source.asOf ?? listing.modificationTimestamp),
    dateModified: listing.modificationTimestamp,
    image: home.photos.slice(0, 6).map((one) => `${origin}/media/${one.photo}/1280.webp`),
    provider: omitEmpty({
      '@type': 'RealEstateAgent',
      name: listing.listOfficeName,
      telephone: listing.listOfficePhone,
    }),
    offers:
      price === null
        ? null
        : omitEmpty({
            '@type': 'Offer',
            businessFunction: `http://purl.org/goodrelations/v1#${isRent ? 'LeaseOut' : 'Sell'}`,
            price,
            priceCurrency: 'USD',
            // The total price and its parts (rule R26).
            priceSpecification: !isRent
              ? null
              : fees === 0
                ? monthlyPrice(price)
                : {
                    '@type': 'CompoundPriceSpecification',
                    price,
                    priceCurrency: 'USD',
                    priceComponent: [monthlyPrice(price - fees), monthlyPrice(fees)],
                  },
            availability: status === undefined ? null : (AVAILABILITY[status] ?? null),
          }),
    mainEntity: omitEmpty({
      '@type': TYPES[home.homeType] ?? (home.homeType === 'land' ? 'Place' : 'Residence'),
      numberOfBedrooms: listing.bedroomsTotal,
      numberOfBathroomsTotal: listing.bathroomsTotalDecimal,
      yearBuilt: listing.yearBuilt,
      floorSize:
        listing.livingArea === null
          ? null
          : { '@type': 'QuantitativeValue', value: listing.livingArea, unitCode: 'FTK' },
      address: omitEmpty({
        '@type': 'PostalAddress',
        streetAddress: isOpen
          ? formatStreet({ streetLine: home.streetLine, unitNumber: listing.unitNumber }) || null
          : null,
        addressLocality: listing.city,
        addressRegion: listing.stateOrProvince,
        postalCode: listing.postalCode,
        addressCountry: 'US',
      }),
      geo:
        isOpen && listing.latitude !== null && listing.longitude !== null
          ? { '@type': 'GeoCoordinates', latitude: listing.latitude, longitude: listing.longitude }
          : null,
    }),
  });
}

const monthlyPrice = (price: number) => ({
  '@type': 'UnitPriceSpecification',
  price,
  priceCurrency: 'USD',
  unitCode: 'MON',
});

function omitEmpty(parts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).filter(([, one]) => one !== null && !(Array.isArray(one) && one.length === 0)),
  );
}
