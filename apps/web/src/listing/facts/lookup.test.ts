import { STANDARD_STATUSES } from '@maru/listing';
import { CATALOGUES, compileMessages } from '@maru/words/server';
import { expect, test } from 'vitest';
import { createWords } from '../../i18n/words.tsx';
import { statusText } from '../card/status-text.ts';
import { lookupText } from './lookup.ts';

const ko = createWords('ko', compileMessages(CATALOGUES.ko), '');
const en = createWords('en', compileMessages(CATALOGUES.en), '');

/** Closed lookups and the common values of open ones (RESO Data Dictionary 2.0): each must have Korean words. */
const COMMON: Record<string, string> = {
  propertySubType:
    'Apartment|Cabin|Condominium|Duplex|Manufactured Home|Mobile Home|Multi Family|Quadruplex|Single Family Residence|Stock Cooperative|Townhouse|Triplex|Unimproved Land',
  cooling:
    'Ceiling Fan(s)|Central Air|Ductless|Dual|Electric|Evaporative Cooling|Heat Pump|None|Wall/Window Unit(s)|Whole House Fan|Zoned',
  heating:
    'Baseboard|Central|Electric|Fireplace(s)|Floor Furnace|Forced Air|Heat Pump|Natural Gas|None|Radiant|Solar|Wall Furnace|Zoned',
  laundryFeatures:
    'Common Area|Electric Dryer Hookup|Gas Dryer Hookup|In Garage|In Kitchen|In Unit|Inside|Laundry Closet|Laundry Room|None|Upper Level|Washer Hookup',
  parkingFeatures:
    'Assigned|Attached|Carport|Covered|Detached|Direct Access|Driveway|Garage|Garage Door Opener|Guest|None|Off Street|On Street|Tandem|Unassigned|Underground',
  view: 'City|City Lights|Canyon|Golf Course|Hills|Lake|Mountain(s)|Neighborhood|None|Ocean|Panoramic|Park/Greenbelt|Pool|Territorial|Trees/Woods|Valley|Water',
  flooring: 'Bamboo|Carpet|Ceramic Tile|Concrete|Hardwood|Laminate|Luxury Vinyl|Marble|Stone|Tile|Vinyl|Wood',
  appliances:
    'Dishwasher|Disposal|Double Oven|Dryer|Electric Range|Gas Cooktop|Gas Range|Microwave|Oven|Range|Range Hood|Refrigerator|Washer|Water Softener|Tankless Water Heater',
  structureType:
    'Duplex|Hotel/Motel|House|Manufactured House|Mixed Use|Multi Family|Office|Quadruplex|Townhouse|Triplex',
  securityFeatures:
    '24 Hour Security|Carbon Monoxide Detector(s)|Fire Sprinkler System|Gated Community|Gated with Guard|Security System|Smoke Detector(s)',
  tenantPays: 'All Utilities|Cable TV|Electricity|Gas|Internet|Parking Fee|Trash Collection|Water',
  ongoingFees: 'HOA Fee|Other|Parking Fee|Pet Fee',
  petsAllowed: 'Breed Restrictions|Call|Cats OK|Dogs OK|No|Number Limit|Size Limit|Yes',
  furnished: 'Furnished|Negotiable|Partially|Unfurnished',
  leaseTerm:
    '12 Months|24 Months|3 Months|6 Months|9 Months|Month To Month|Negotiable|None|Other|Renewal Option|Short Term Lease|Weekly',
  associationFeeFrequency:
    'Annually|Bi-Monthly|Bi-Weekly|Daily|Monthly|One Time|Quarterly|Seasonal|Semi-Annually|Semi-Monthly|Weekly',
  directionFaces: 'East|North|Northeast|Northwest|South|Southeast|Southwest|West',
  specialListingConditions:
    'Auction|In Foreclosure|Notice Of Default|Probate Listing|Real Estate Owned|Short Sale|Standard|Third Party Approval|Trust',
  mediaAlteration:
    'Decluttered - Item Removed|Model Home|Other Media Modification|Twilight Conversion|Virtual Enhancements|Virtual Renovation|Virtual Staging - Item Addition',
};

test('every status is said in Korean, and a rental is never for sale', () => {
  for (const status of STANDARD_STATUSES) {
    for (const type of ['sale', 'rent'] as const) {
      expect(statusText(status, type, ko).text).toMatch(/^[\p{Script=Hangul} ]+$/u);
    }
  }
  expect(statusText('Active', 'rent', ko).text).toBe('임대 가능');
  expect(statusText('Active', 'sale', en).text).toBe('For sale');
});

test.each(Object.entries(COMMON))('the common values of %s have Korean words', (field, values) => {
  const untranslated = values.split('|').filter((value) => lookupText(field, value, ko).lang === 'en');
  expect(untranslated).toEqual([]);
});

test('one word of the dictionary may mean two things', () => {
  expect(lookupText('associationFeeIncludes', 'Water', ko).text).toBe('수도');
  expect(lookupText('view', 'Water', ko).text).toBe('수변');
});

test('a value without words of ours is shown as reported, as English', () => {
  expect(lookupText('cooling', 'Ice House', ko)).toEqual({ text: 'Ice House', lang: 'en' });
  expect(lookupText('cooling', 'Ice House', en)).toEqual({ text: 'Ice House' });
  expect(lookupText('cooling', '???', ko)).toEqual({ text: '???', lang: 'en' });
});
