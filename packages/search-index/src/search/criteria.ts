import { NULLABLE_FILTERS } from '@maru/listing/search';

/**
 * The criteria that a row may fail, one bit each. A row matches when its fails are 0, and nearly matches when they
 * are a power of two: such rows are what a facet without its own filter counts in addition to matches.
 */
export const CRITERIA = [
  ...NULLABLE_FILTERS,
  'wholeCost',
  'type',
  'status',
  'open',
  'cut',
  'keyword',
] as const;
export type Criterion = (typeof CRITERIA)[number];
export const FAILS = Object.fromEntries(CRITERIA.map((criterion, i) => [criterion, 1 << i])) as Record<
  Criterion,
  number
>;
