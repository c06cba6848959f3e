export const REPORT_REASONS = [
  'wrong_facts',
  'not_available',
  'wrong_place',
  'wrong_photos',
  'fraud',
  'discrimination',
  'copyright',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
