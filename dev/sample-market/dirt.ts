import type { HomeFacts } from './home-facts.ts';
import type { ResoRow } from './reso-row.ts';

/** A data fault of real feeds (docs/feeds.md, Pitfalls): how to apply and how to detect it. */
export interface Dirt {
  readonly name: string;
  /** Homes that it can apply to; by default all. */
  fits?(home: HomeFacts): boolean;
  soil(row: ResoRow, home: HomeFacts): void;
  isIn(row: ResoRow): boolean;
}

const isBuilt = (home: HomeFacts) => home.kind !== 'land';
const isHouse = (home: HomeFacts) => home.kind === 'house';
const isSale = (home: HomeFacts) => !home.rent;
/** `Media` is a lazy getter, so it is redefined. */
const withMedia = (row: ResoRow, change: (media: ResoRow[]) => ResoRow[]) => {
  const media = change(row.Media as ResoRow[]);
  Object.defineProperty(row, 'Media', { value: media, enumerable: true, configurable: true, writable: true });
};
const mediaHas = (row: ResoRow, has: (one: ResoRow) => boolean) => (row.Media as ResoRow[]).some(has);
const text = (row: ResoRow, field: string) => String(row[field] ?? '');
/** Zero-width no-break space: RESO's own list of Basement has "Full Exposure" with and without it (7.32). */
const INVISIBLE = '\ufeff';

/** All data faults of the market, one per row. Their number is odd, so that each affects rentals and sales alike. */
export const DIRT: readonly Dirt[] = [
  {
    name: 'price 0',
    fits: isSale,
    soil: (row) => put(row, { ListPrice: 0 }),
    isIn: (row) => row.ListPrice === 0,
  },
  {
    name: 'price 1',
    fits: isSale,
    soil: (row) => put(row, { ListPrice: 1 }),
    isIn: (row) => row.ListPrice === 1,
  },
  {
    name: 'rent of ten million',
    fits: (home) => home.rent,
    soil: (row) => put(row, { ListPrice: 10_000_000 }),
    isIn: (row) => row.PropertyType === 'Residential Lease' && row.ListPrice === 10_000_000,
  },
  {
    name: '33 bedrooms',
    fits: isBuilt,
    soil: (row) => put(row, { BedroomsTotal: 33 }),
    isIn: (row) => row.BedroomsTotal === 33,
  },
  {
    name: 'year 0',
    fits: isBuilt,
    soil: (row) => put(row, { YearBuilt: 0 }),
    isIn: (row) => row.YearBuilt === 0,
  },
  {
    name: 'year 9999',
    fits: isBuilt,
    soil: (row) => put(row, { YearBuilt: 9999 }),
    isIn: (row) => row.YearBuilt === 9999,
  },
  {
    name: '0 square feet',
    fits: isBuilt,
    soil: (row) => put(row, { LivingArea: 0 }),
    isIn: (row) => row.LivingArea === 0,
  },
  {
    name: 'no position: latitude and longitude 0',
    soil: (row) => put(row, { Latitude: 0, Longitude: 0 }),
    isIn: (row) => row.Latitude === 0,
  },
  {
    name: 'latitude and longitude exchanged',
    soil: (row) => put(row, { Latitude: row.Longitude, Longitude: row.Latitude }),
    isIn: (row) => Number(row.Latitude) < -60,
  },
  {
    name: 'longitude without its minus',
    soil: (row) => put(row, { Longitude: -Number(row.Longitude) }),
    isIn: (row) => Number(row.Longitude) > 60,
  },
  {
    name: 'a display flag that cannot be read',
    soil: (row) => put(row, { InternetEntireListingDisplayYN: 'maybe' }),
    isIn: (row) => row.InternetEntireListingDisplayYN === 'maybe',
  },
  {
    name: 'an address flag that cannot be read',
    soil: (row) => put(row, { InternetAddressDisplayYN: 'see broker' }),
    isIn: (row) => row.InternetAddressDisplayYN === 'see broker',
  },
  {
    name: 'a zero-width character in a vocabulary value',
    fits: isBuilt,
    soil: (row) =>
      put(row, {
        Heating: ['Central', `Forced${INVISIBLE} Air`],
        PropertySubType: `${text(row, 'PropertySubType')}\u200b`,
      }),
    isIn: (row) => JSON.stringify(row.Heating).includes(INVISIBLE),
  },
  {
    name: 'a value that is in no vocabulary',
    fits: isBuilt,
    soil: (row) => put(row, { Cooling: ['Swamp Box', 'Central Air'], View: ['Partial Peek-a-boo'] }),
    isIn: (row) => JSON.stringify(row.Cooling).includes('Swamp Box'),
  },
  {
    name: 'a subtype that is in no vocabulary',
    fits: isHouse,
    soil: (row) => put(row, { PropertySubType: 'Barndominium' }),
    isIn: (row) => row.PropertySubType === 'Barndominium',
  },
  {
    name: 'numbers as text',
    fits: isBuilt,
    soil: (row) =>
      put(row, {
        ListPrice: `$${String(row.ListPrice).replace(/\B(?=(\d{3})+$)/g, ',')}.00`,
        BedroomsTotal: String(row.BedroomsTotal),
        LivingArea: String(row.LivingArea).replace(/\B(?=(\d{3})+$)/g, ','),
        YearBuilt: String(row.YearBuilt),
        Latitude: String(row.Latitude),
        Longitude: String(row.Longitude),
      }),
    isIn: (row) => typeof row.ListPrice === 'string',
  },
  {
    name: 'empty texts for what is not known',
    soil: (row) =>
      put(row, {
        SubdivisionName: '',
        UnitNumber: row.UnitNumber ?? '',
        CloseDate: row.CloseDate ?? '',
        AvailabilityDate: row.AvailabilityDate ?? '',
        HighSchool: '',
        AssociationFeeFrequency: row.AssociationFeeFrequency ?? '',
        CoListAgentFullName: '',
        MLSAreaMajor: '',
      }),
    isIn: (row) => row.SubdivisionName === '',
  },
  {
    name: 'blanks around the city',
    soil: (row) => put(row, { City: `  ${text(row, 'City')} ` }),
    isIn: (row) => text(row, 'City').startsWith('  '),
  },
  {
    name: 'a city in capitals',
    soil: (row) => put(row, { City: text(row, 'City').toUpperCase() }),
    isIn: (row) => /^[A-Z ]{3,}$/.test(text(row, 'City')),
  },
  {
    name: 'a county that says so',
    soil: (row) => put(row, { CountyOrParish: `${text(row, 'CountyOrParish')} County` }),
    isIn: (row) => text(row, 'CountyOrParish').endsWith(' County'),
  },
  {
    name: 'a ZIP+4',
    soil: (row) =>
      put(row, { PostalCode: `${text(row, 'PostalCode')}-${1000 + (Number(row.PostalCode) % 8999)}` }),
    isIn: (row) => /^\d{5}-\d{4}$/.test(text(row, 'PostalCode')),
  },
  {
    name: 'a state in small letters',
    soil: (row) => put(row, { StateOrProvince: text(row, 'StateOrProvince').toLowerCase() }),
    isIn: (row) => /^[a-z]{2}$/.test(text(row, 'StateOrProvince')),
  },
  {
    name: 'HTML in the remarks',
    soil: (row) =>
      put(row, {
        PublicRemarks: `<p><b>Open plan</b> &amp; move-in ready.<br/>${text(row, 'PublicRemarks')}</p><script>alert("offer")</script> <a href="https://tours.example.com">Tour</a>`,
      }),
    isIn: (row) => text(row, 'PublicRemarks').includes('<script>'),
  },
  {
    name: 'very long remarks',
    soil: (row) => put(row, { PublicRemarks: Array(60).fill(text(row, 'PublicRemarks')).join('\r\n\r\n') }),
    isIn: (row) => text(row, 'PublicRemarks').length > 8000,
  },
  {
    name: 'emoji in the remarks',
    soil: (row) => put(row, { PublicRemarks: `✨🏡 JUST LISTED 🏡✨ ${text(row, 'PublicRemarks')} 📞👍🏽` }),
    isIn: (row) => text(row, 'PublicRemarks').includes('🏡'),
  },
  {
    name: 'Korean in the remarks',
    soil: (row) =>
      put(row, {
        PublicRemarks: `${text(row, 'PublicRemarks')} 한국어 상담 가능합니다. 채광이 좋고 주방을 새로 고친 집입니다.`,
      }),
    isIn: (row) => text(row, 'PublicRemarks').includes('한국어'),
  },
  {
    name: 'text that was decoded wrongly',
    soil: (row) =>
      put(row, { PublicRemarks: `Itâ€™s close to shops and cafÃ©s. ${text(row, 'PublicRemarks')}` }),
    isIn: (row) => text(row, 'PublicRemarks').includes('â€™'),
  },
  {
    name: 'yes and no as letters and numbers',
    fits: isBuilt,
    soil: (row) =>
      put(row, {
        PoolPrivateYN: row.PoolPrivateYN === true ? 'Y' : 'N',
        AssociationYN: row.AssociationYN === true ? '1' : '0',
        InternetAddressDisplayYN: 'Y',
        CoolingYN: 'true',
      }),
    isIn: (row) => row.CoolingYN === 'true',
  },
  {
    name: 'characters that a database refuses',
    soil: (row) =>
      put(row, { PublicRemarks: `${text(row, 'PublicRemarks')} \u0000\u0007 Call for details.\ud83c` }),
    isIn: (row) => text(row, 'PublicRemarks').includes('\u0000'),
  },
  {
    name: 'remarks that tell a withheld address',
    fits: (home) => home.lot.unit === null,
    soil: (row) =>
      put(row, {
        InternetAddressDisplayYN: false,
        PublicRemarks: `Welcome to ${text(row, 'StreetNumber')} ${text(row, 'StreetName')} ${text(row, 'StreetSuffix')}! ${text(row, 'PublicRemarks')}`,
      }),
    isIn: (row) =>
      row.InternetAddressDisplayYN === false && /^Welcome to \d/.test(text(row, 'PublicRemarks')),
  },
  {
    name: 'one media key for two pictures',
    soil: (row) =>
      withMedia(row, (media) =>
        media.map((one, at) => (at === 1 ? { ...one, MediaKey: media[0]!.MediaKey } : one)),
      ),
    isIn: (row) =>
      new Set((row.Media as ResoRow[]).map((one) => one.MediaKey)).size < (row.Media as ResoRow[]).length,
  },
  {
    name: 'a picture that is not for the public',
    soil: (row) =>
      withMedia(row, (media) =>
        media.map((one, at) => (at === media.length - 1 ? { ...one, Permission: ['Agent Only'] } : one)),
      ),
    isIn: (row) => mediaHas(row, (one) => JSON.stringify(one.Permission) === '["Agent Only"]'),
  },
  {
    name: 'a deleted picture',
    soil: (row) =>
      withMedia(row, (media) =>
        media.map((one, at) => (at === media.length - 1 ? { ...one, MediaStatus: 'Deleted' } : one)),
      ),
    isIn: (row) => mediaHas(row, (one) => one.MediaStatus === 'Deleted'),
  },
  {
    name: 'a picture whose address is dead',
    soil: (row) =>
      withMedia(row, (media) =>
        media.map((one, at) =>
          at === media.length - 1
            ? { ...one, MediaURL: String(one.MediaURL).replace(/\/\d+\.jpg/, '/404.jpg') }
            : one,
        ),
      ),
    isIn: (row) => mediaHas(row, (one) => String(one.MediaURL).includes('/404.jpg')),
  },
  {
    name: 'no pictures at all',
    soil: (row) => {
      withMedia(row, () => []);
      put(row, { PhotosCount: 0 });
    },
    isIn: (row) => row.PhotosCount === 0,
  },
  {
    name: 'a parcel number of zeros',
    soil: (row) => put(row, { ParcelNumber: '000-000-00' }),
    isIn: (row) => row.ParcelNumber === '000-000-00',
  },
  {
    name: 'no street number yet',
    fits: (home) => home.kind === 'land' || home.kind === 'house',
    soil: (row) =>
      put(row, {
        StreetNumber: '0',
        StreetNumberNumeric: 0,
        UnparsedAddress: `0 ${text(row, 'StreetName')} ${text(row, 'StreetSuffix')}`,
      }),
    isIn: (row) => row.StreetNumber === '0',
  },
  {
    name: 'an association fee without a frequency',
    fits: (home) => home.hasAssociation,
    soil: (row, home) =>
      put(row, { AssociationYN: true, AssociationFee: home.associationFee, AssociationFeeFrequency: null }),
    isIn: (row) => Number(row.AssociationFee) > 0 && row.AssociationFeeFrequency === null,
  },
  {
    name: 'a list sent as one text',
    fits: isBuilt,
    soil: (row) => put(row, { Appliances: (row.Appliances as string[]).join(','), Flooring: 'Tile, Wood' }),
    isIn: (row) => typeof row.Appliances === 'string',
  },
];

const BY_NAME = new Map(DIRT.map((one) => [one.name, one]));

/** The kind at position `turn` of a round robin, or the next one that applies to the home. */
export function dirtFor(turn: number, home: HomeFacts): string {
  for (let more = 0; more < DIRT.length; more++) {
    const dirt = DIRT[(turn + more) % DIRT.length]!;
    if (dirt.fits?.(home) ?? true) return dirt.name;
  }
  return 'a city in capitals';
}

export function applyDirt(row: ResoRow, home: HomeFacts): void {
  if (home.dirt !== null) BY_NAME.get(home.dirt)?.soil(row, home);
}

/** All 81 combinations of true, false and absent for the four display flags. */
export const FLAG_COMBINATIONS: readonly (readonly (boolean | null)[])[] = Array.from(
  { length: 81 },
  (_, at) => [27, 9, 3, 1].map((weight) => [true, false, null][Math.floor(at / weight) % 3]!),
);

function put(row: ResoRow, fields: ResoRow): void {
  Object.assign(row, fields);
}
