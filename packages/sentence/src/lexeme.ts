import type { RangeFilter } from '@maru/listing/search';

/** The topic of a number: a range filter of the address, or one that needs extra handling. */
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

/** A unit after a number. */
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

/** The bound of a number. `decade` is 대 and "the 800s": the range of its last digit. */
export type Bound = 'max' | 'min' | 'below' | 'above' | 'about' | 'exact' | 'decade' | 'between';

/** The meaning of one phrase of either language. A phrase may have several meanings depending on context. */
export type Lexeme =
  /** No meaning of its own: articles, "homes", "찾아줘". */
  | { k: 'noise' }
  /** A Korean particle, joined to the preceding word. */
  | { k: 'particle' }
  /** A switch without a number. */
  | { k: 'flag'; flag: string }
  /** Takes a number; `post` if the noun may follow it ("3 beds"). */
  | { k: 'topic'; topic: Topic; post?: true }
  | { k: 'unit'; unit: Unit }
  /** `side`: before or after its number. */
  /** `unit`: a unit that it implies; "min" may be a unit itself. */
  | { k: 'bound'; bound: Bound; side: 'before' | 'after' | 'both'; unit?: Unit }
  /** Between two numbers. */
  | { k: 'to' }
  | { k: 'and' }
  /** `without` negates, `any` means that it does not matter. */
  | { k: 'not'; mode: 'without' | 'any'; side: 'before' | 'after' }
  | { k: 'month' }
  | { k: 'mode'; by: 'car' | 'transit' | 'walk' | 'bicycle' }
  | { k: 'in' }
  | { k: 'nearme' }
  /** About residents, or a proxy for that: never a filter (rule R46). */
  | { k: 'people'; about: 'people' | 'schools' | 'safety' }
  /** "area", "많은": part of an adjacent phrase of this kind, else meaningless. */
  | { k: 'around' }
  | { k: 'number'; value: number }
  /** A duration in one word, in days: 일주일, "past week". */
  | { k: 'span'; days: number }
  /** Relative days: 0 today, 1 tomorrow, 100 the first of next month. */
  | { k: 'day'; offset: number }
  | { k: 'weekday'; day: number }
  /** A known word without a filter, so that a joined word is recognized: 바다 in 바다뷰. */
  | { k: 'foreign' };
