export {
  CORRECTABLE_FIELDS,
  type CorrectableField,
  type CorrectedValue,
  type ListingCorrection,
} from './correctable-fields.ts';
export {
  PLACING_FIELDS,
  parseCorrection,
  readCorrectable,
  withCorrections,
  withoutCorrections,
} from './corrections.ts';
