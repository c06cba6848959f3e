import type { SearchAnswer, SearchRequest } from './search-engine.ts';
import { FACINGS, type Facing, type SearchQuery } from './search-query.ts';

/** The fewest parking spaces that one chooses from. */
export const PARKING_CHOICES = [1, 2, 3, 4] as const;
/** Days that a home has been offered at most. */
export const DAYS_CHOICES = [1, 3, 7, 14, 30, 90] as const;
/** Percent that a price has come down by; 0 is any cut. */
export const CUT_CHOICES = [0, 3, 5, 10] as const;

/**
 * How many homes choosing a value would give, for filters that few open: asked beside an answer (`want=choices`), as
 * searches of their own, each without the filter it counts for. Whatever engine answers them counts alike.
 */
export interface Choices {
  stories: { one: number; more: number };
  /** By PARKING_CHOICES, "at least". */
  parking: number[];
  facing: Record<Facing, number>;
  new: number;
  /** Communities with an age limit: left out, or only those. */
  senior: { without: number; only: number };
  /** By DAYS_CHOICES, "at most". */
  dom: number[];
  /** By CUT_CHOICES, "at least". */
  cut: number[];
  open: { any: number; weekend: number };
}

/** The engine as far as it is needed; only totals are asked for. */
export type Count = (request: SearchRequest) => Promise<Pick<SearchAnswer, 'total'>>;

/** Asks one search after the other, so that a page of counts never crowds out somebody's results. */
export async function countChoices(request: SearchRequest, count: Count): Promise<Choices> {
  const { page: _page, sort: _sort, ...query } = request.query;
  const totalWith = async (choice: Partial<SearchQuery>): Promise<number> => {
    const asked: SearchRequest = { ...request, query: { ...query, ...choice }, want: new Set(['total']) };
    return (await count(asked)).total;
  };
  const totalsOf = async <T>(values: readonly T[], choiceOf: (value: T) => Partial<SearchQuery>) => {
    const totals: number[] = [];
    for (const value of values) totals.push(await totalWith(choiceOf(value)));
    return totals;
  };
  const [one = 0, more = 0] = await totalsOf([{ min: 1, max: 1 }, { min: 2 }], (stories) => ({ stories }));
  const parking = await totalsOf(PARKING_CHOICES, (min) => ({ parking: { min } }));
  const facing = await totalsOf(FACINGS, (side) => ({ facing: [side] }));
  const cut = await totalsOf(CUT_CHOICES, (percent) => ({ cut: percent }));
  const dom = await totalsOf(DAYS_CHOICES, (max) => ({ dom: { max } }));
  const [without = 0, only = 0] = await totalsOf([false, true], (senior) => ({ senior }));
  const [any = 0, weekend = 0] = await totalsOf(['any', 'weekend'], (open) => ({ open }));
  return {
    stories: { one, more },
    parking,
    facing: Object.fromEntries(FACINGS.map((side, at) => [side, facing[at] ?? 0])) as Record<Facing, number>,
    new: await totalWith({ new: true }),
    senior: { without, only },
    dom,
    cut,
    open: { any, weekend },
  };
}
