import type { RangeFilter } from '@maru/listing/search';

/** What a number may be about: a range of the address, or one of what is not a plain range. */
export type Topic =
  | RangeFilter
  | 'rent'
  | 'area'
  | 'age'
  | 'down'
  | 'rate'
  | 'term'
  | 'lease'
  | 'commute'
  | 'movein'
  | 'keyword';

/** What follows a number and says of which kind it is. */
export type Unit =
  | 'pyeong'
  | 'sqm'
  | 'sqft'
  | 'acre'
  | 'piece'
  | 'cars'
  | 'floors'
  | 'year'
  | 'months'
  | 'weeks'
  | 'days'
  | 'hours'
  | 'minutes'
  | 'miles'
  | 'km'
  | 'percent';

/** Which side of a number is asked for. `decade` is 대 and "the 800s": the span of its last digit. */
export type Bound = 'max' | 'min' | 'below' | 'above' | 'about' | 'exact' | 'decade' | 'between';

/** What one phrase of either language says. A phrase may say different things in different places: see `or`. */
export type Lexeme =
  /** Says nothing of its own: articles, "homes", "찾아줘". */
  | { k: 'noise' }
  /** Korean, joined to what stands before it. */
  | { k: 'particle' }
  /** A wish that is on or off by itself. */
  | { k: 'flag'; flag: string }
  /** Wants a number; `post` where it is also written behind one ("3 beds"). */
  | { k: 'topic'; topic: Topic; post?: true }
  | { k: 'unit'; unit: Unit }
  /** `side`: where it stands, before or behind its number. */
  /** `unit`: what it says of the number besides; "min" may be a unit itself. */
  | { k: 'bound'; bound: Bound; side: 'before' | 'after' | 'both'; unit?: Unit }
  /** Between two numbers. */
  | { k: 'to' }
  | { k: 'and' }
  /** `without` asks for the contrary, `any` says that it does not matter. */
  | { k: 'not'; mode: 'without' | 'any'; side: 'before' | 'after' }
  | { k: 'month' }
  | { k: 'mode'; by: 'car' | 'transit' | 'walk' | 'bicycle' }
  | { k: 'in' }
  | { k: 'nearme' }
  /** About who lives somewhere, or a number that stands for that: never a filter (rule R46). */
  | { k: 'people'; about: 'people' | 'schools' | 'safety' }
  /** "area", "많은": part of such a phrase beside one, else nothing. */
  | { k: 'around' }
  | { k: 'number'; value: number }
  /** A stretch of time in one word, in days: 일주일, "past week". */
  | { k: 'span'; days: number }
  /** Relative days: 0 today, 1 tomorrow, 100 the first of the next month. */
  | { k: 'day'; offset: number }
  | { k: 'weekday'; day: number }
  /** Known to be none of ours, so that what is joined to it is read: 바다 of 바다뷰. */
  | { k: 'foreign' };
