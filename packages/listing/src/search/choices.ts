import { FACINGS, type Facing, type SearchQuery } from './search-query.ts';

/** Minimum spaces. */
export const PARKING_CHOICES = [1, 2, 3, 4] as const;
/** Maximum days. */
export const DAYS_CHOICES = [1, 3, 7, 14, 30, 90] as const;
/** Percent; 0 is any cut. */
export const CUT_CHOICES = [0, 3, 5, 10] as const;

export const CHOICE_FILTERS = [
  'stories',
  'parking',
  'facing',
  'new',
  'senior',
  'dom',
  'cut',
  'open',
] as const;
export type ChoiceFilter = (typeof CHOICE_FILTERS)[number];

export const CHOICE_VALUES = {
  stories: [{ min: 1, max: 1 }, { min: 2 }],
  parking: PARKING_CHOICES.map((min) => ({ min })),
  facing: FACINGS.map((side) => [side]),
  new: [true],
  senior: [false, true],
  dom: DAYS_CHOICES.map((max) => ({ max })),
  cut: CUT_CHOICES,
  open: ['any', 'weekend'],
} as const satisfies { [Filter in ChoiceFilter]: readonly NonNullable<SearchQuery[Filter]>[] };

/** Number of homes per option of rarely used filters (`want=choices`). Each count ignores its own filter. */
export interface Choices {
  stories: { one: number; more: number };
  parking: number[];
  facing: Record<Facing, number>;
  new: number;
  senior: { without: number; only: number };
  dom: number[];
  cut: number[];
  open: { any: number; weekend: number };
}

/** Assembles the counts; `totals` has those of each filter in the order of CHOICE_VALUES. */
export function buildChoices(totals: Readonly<Record<ChoiceFilter, readonly number[]>>): Choices {
  const [one = 0, more = 0] = totals.stories;
  const [without = 0, only = 0] = totals.senior;
  const [any = 0, weekend = 0] = totals.open;
  return {
    stories: { one, more },
    parking: [...totals.parking],
    facing: Object.fromEntries(
      FACINGS.map((side, at) => [side, totals.facing[at] ?? 0]),
    ) as Choices['facing'],
    new: totals.new[0] ?? 0,
    senior: { without, only },
    dom: [...totals.dom],
    cut: [...totals.cut],
    open: { any, weekend },
  };
}
