import { expect, test } from 'vitest';
import { homeAnswer } from '../testing-home.ts';
import { homeJsonLd } from './json-ld.ts';

const page = {
  address: 'https://maru.example/ca/irvine/123-oak-st-92620/h7k2m9',
  origin: 'https://maru.example',
  name: '123 Oak St, Irvine, CA 92620',
  language: 'en-US',
};

test('a home is a listing with an offer and a place, of what is stated alone', () => {
  const said = homeJsonLd(homeAnswer({ bedroomsTotal: 4, livingArea: 1_850 }), page);
  expect(said).toMatchObject({
    '@type': 'RealEstateListing',
    url: page.address,
    offers: { price: 1_250_000, priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
    provider: { name: 'Oak Realty' },
    mainEntity: {
      '@type': 'SingleFamilyResidence',
      numberOfBedrooms: 4,
      floorSize: { value: 1_850, unitCode: 'FTK' },
      address: { streetAddress: '123 Oak St', addressLocality: 'Irvine', postalCode: '92620' },
      geo: { latitude: 33.7 },
    },
  });
  expect(said.mainEntity).not.toHaveProperty('yearBuilt');
  expect(said).not.toHaveProperty('image');
  expect(homeJsonLd(homeAnswer({ listPrice: null }), page)).not.toHaveProperty('offers');
});

test('an address that is withheld is nowhere in it, nor its position', () => {
  const home = { ...homeAnswer({ unitNumber: '7B' }), addressWithheld: true };
  const text = JSON.stringify(homeJsonLd(home, { ...page, name: 'Address withheld, Irvine' }).mainEntity);
  expect(text).not.toContain('Oak St');
  expect(text).not.toContain('7B');
  expect(text).not.toContain('geo');
  expect(text).toContain('92620');
});

test('a rent is by the month, with the fees that must be paid, and their parts (rule R26)', () => {
  const offerOf = (requiredMonthlyFees: number | null) =>
    homeJsonLd({ ...homeAnswer({ listPrice: 3_200, requiredMonthlyFees }), searchType: 'rent' }, page).offers;
  const plain = { price: 3_200, priceSpecification: { unitCode: 'MON', price: 3_200 } };
  expect(offerOf(null)).toMatchObject(plain);
  expect(offerOf(0)).toMatchObject(plain);
  expect(offerOf(100)).toMatchObject({
    price: 3_300,
    priceSpecification: {
      '@type': 'CompoundPriceSpecification',
      price: 3_300,
      priceComponent: [
        { unitCode: 'MON', price: 3_200 },
        { unitCode: 'MON', price: 100 },
      ],
    },
  });
});
