import type { Resource } from './market-tables.ts';
import { hashString, type Listings } from './odata-listings.ts';
import type { Row } from './odata-value.ts';

/**
 * Converts a RESO row to Bridge's form (rules F64, F70): its own timestamp, `Coordinates` [longitude, latitude],
 * `FeedTypes`, `BathroomsTotalDecimal`, local fields under the dataset's prefix, inline pictures.
 */
export function createRowConverter(listings: Listings): (resource: Resource, row: Row) => Row {
  const prefix = formatPrefix(listings.name);
  return (resource, row) => {
    if (resource !== 'Property') {
      return { BridgeModificationTimestamp: row.ModificationTimestamp ?? null, ...row };
    }
    const key = String(row.ListingKey);
    const luck = hashString(key);
    // Not licensed, so absent; a licensed field without a value is null.
    const {
      BuyerAgencyCompensation: _amount,
      BuyerAgencyCompensationType: _type,
      StreetNumberNumeric: _number,
      SecurityDeposit: deposit,
      ...dressed
    } = row;
    dressed.BridgeModificationTimestamp = listings.has(key) ? listings.providerStamp(key) : null;
    dressed.Coordinates = readCoordinatePair(row);
    // A combined feed states for every row under which of the application's licenses it comes.
    const isLicensed = Array.isArray(row.FeedTypes) && row.FeedTypes.length > 0;
    if (!isLicensed) dressed.FeedTypes = luck % 5 === 0 ? ['IDX', 'VOW'] : ['IDX'];
    dressed.BathroomsTotalDecimal = countBathrooms(row);
    const assessment = row.TaxOtherAnnualAssessmentAmount ?? null;
    dressed[`${prefix}_MelloRoos`] = assessment;
    // One association in three has only a local field for it.
    if (luck % 3 === 0 && assessment !== null) dressed.TaxOtherAnnualAssessmentAmount = null;
    dressed[`${prefix}_SecurityDeposit`] = deposit ?? null;
    if (Array.isArray(dressed.Media)) {
      dressed.Media = (dressed.Media as Row[]).map((one) => ({
        ...one,
        MimeType: 'image/jpeg',
        MediaObjectID: String(one.Order ?? ''),
        ClassName: row.PropertyType ?? null,
      }));
    }
    return dressed;
  };
}

/** Whether a field of Property is made by `createRowConverter` and not the market's own. */
export const isConverted = (field: string): boolean =>
  /^(Bridge|Coordinates$|FeedTypes$|BathroomsTotalDecimal$|Media$|TaxOtherAnnual)|^[A-Z0-9]+_/.test(field);

/** `sample` → `SAMPLE`: the prefix of a dataset's local fields. */
const formatPrefix = (dataset: string): string => dataset.toUpperCase().replace(/[^A-Z0-9]/g, '');

function readCoordinatePair({ Longitude, Latitude }: Row): [number, number] | null {
  if (Longitude === null || Longitude === undefined || Latitude === null || Latitude === undefined)
    return null;
  return [Number(Longitude), Number(Latitude)];
}

function countBathrooms(row: Row): number | null {
  const { BathroomsFull: full, BathroomsHalf: half, BathroomsTotalInteger: total } = row;
  if (full !== null && full !== undefined) return Number(full) + Number(half ?? 0) / 2;
  return total === null || total === undefined ? null : Number(total);
}
