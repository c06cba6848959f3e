/** Fields of a record that the owner of the site may correct; `CORRECTABLE` says how. */
export const CORRECTABLE_FIELDS = [
  'bedroomsTotal',
  'bathroomsTotalDecimal',
  'livingArea',
  'lotSizeSquareFeet',
  'yearBuilt',
  'storiesTotal',
  'garageSpaces',
  /** USD per month. */
  'associationFee',
  'taxAnnualAmount',
  'taxAssessedValue',
  'taxOtherAnnualAssessmentAmount',
  'streetNumber',
  'streetName',
  'unitNumber',
  'city',
  'postalCode',
  'position',
] as const;
export type CorrectableField = (typeof CORRECTABLE_FIELDS)[number];

/** Null: not stated. Of `position` "33.6846,-117.8265". */
export type CorrectedValue = string | number | null;

export interface ListingCorrection {
  field: CorrectableField;
  value: CorrectedValue;
  /** An instant. */
  correctedAt: string;
}

/** A correction that holds, with what the feed says instead. */
export interface AppliedCorrection extends ListingCorrection {
  feedValue: CorrectedValue;
}
