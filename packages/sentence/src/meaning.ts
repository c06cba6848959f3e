import {
  FEATURES,
  type Feature,
  HOME_TYPES,
  type HomeType,
  type SearchType,
  STATUS_FILTERS,
  type StatusFilter,
} from '@maru/listing';
import {
  FACINGS,
  type Facing,
  NULLABLE_FILTERS,
  type RangeFilter,
  type SearchQuery,
  type Sort,
} from '@maru/listing/search';

/** A range of tokens, end not included. */
export type Span = readonly [from: number, to: number];

interface Claim {
  key: RangeFilter;
  min?: number;
  max?: number;
  span: Span;
}

/**
 * The search understood so far. Clauses may come in any order and repeat: lists grow, ranges intersect, and
 * contradictions are returned as not understood.
 */
export class Meaning {
  saysSale = false;
  saysRent = false;
  /** Where rent was stated, in case sale was too. */
  rentSpan: Span | undefined;
  readonly query: Partial<SearchQuery> = {};
  #claims: Claim[] = [];
  readonly #types = new Set<HomeType>();
  readonly #notTypes = new Set<HomeType>();
  readonly #has = new Set<Feature>();
  readonly #lacks = new Set<Feature>();
  readonly #facing = new Set<Facing>();
  readonly #notFacing = new Set<Facing>();
  readonly #status = new Set<StatusFilter>();
  readonly #q: string[] = [];
  readonly #not: string[] = [];
  hasUnknowns = false;

  range(key: RangeFilter, min: number | undefined, max: number | undefined, span: Span): void {
    this.#claims.push({ key, min, max, span });
  }
  /** The same, in place of what was said of it before. */
  rangeInstead(key: RangeFilter, min: number | undefined, max: number | undefined, span: Span): void {
    this.#claims = this.#claims.filter((claim) => claim.key !== key);
    this.range(key, min, max, span);
  }
  type(type: HomeType, wanted: boolean): void {
    (wanted ? this.#types : this.#notTypes).add(type);
  }
  has(feature: Feature): void {
    this.#has.add(feature);
  }
  lacks(feature: Feature): void {
    this.#lacks.add(feature);
  }
  facing(side: Facing, wanted: boolean): void {
    (wanted ? this.#facing : this.#notFacing).add(side);
  }
  status(group: StatusFilter): void {
    this.#status.add(group);
  }
  isSold(): boolean {
    return this.#status.has('sold');
  }
  sort(sort: Sort): void {
    // Of several, the first in the order of the list, so that the order of clauses does not matter.
    if (this.query.sort === undefined || sort < this.query.sort) this.query.sort = sort;
  }
  keyword(text: string, wanted: boolean): void {
    const plain = text.replaceAll('"', '').trim();
    if (plain === '') return;
    (wanted ? this.#q : this.#not).push(/\s/.test(plain) ? `"${plain}"` : plain);
  }

  /** The search, and the spans of contradictions. */
  finish(searchType: SearchType): { query: SearchQuery; contradictions: Span[] } {
    const query: SearchQuery = { ...this.query, searchType };
    const contradictions: Span[] = [];
    for (const [key, claims] of Map.groupBy(this.#claims, (claim) => claim.key)) {
      const mins = claims.flatMap(({ min }) => (min === undefined ? [] : [min]));
      const maxs = claims.flatMap(({ max }) => (max === undefined ? [] : [max]));
      const min = mins.length > 0 ? Math.max(...mins) : undefined;
      const max = maxs.length > 0 ? Math.min(...maxs) : undefined;
      if (min !== undefined && max !== undefined && min > max) {
        contradictions.push(...claims.map(({ span }) => span));
      } else {
        query[key] = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
      }
    }
    const types = selectWanted(HOME_TYPES, this.#types, this.#notTypes);
    if (types.length > 0) query.type = types;
    if (this.#has.size > 0) query.has = FEATURES.filter((feature) => this.#has.has(feature));
    if (this.#lacks.size > 0) query.lacks = FEATURES.filter((feature) => this.#lacks.has(feature));
    const sides = selectWanted(FACINGS, this.#facing, this.#notFacing);
    if (sides.length > 0) query.facing = sides;
    if (this.#status.size > 0) query.status = STATUS_FILTERS.filter((group) => this.#status.has(group));
    if (this.#q.length > 0) query.q = [...new Set(this.#q)].sort().join(' ').slice(0, 200);
    if (this.#not.length > 0) query.not = [...new Set(this.#not)].sort().join(' ').slice(0, 200);
    if (this.hasUnknowns) {
      const unk = NULLABLE_FILTERS.filter((filter) => query[filter] !== undefined);
      if (unk.length > 0) query.unk = unk;
    }
    return { query, contradictions };
  }
}

/** Wanted values minus unwanted ones; all but the unwanted ones when only those were stated. */
function selectWanted<T>(all: readonly T[], wanted: ReadonlySet<T>, unwanted: ReadonlySet<T>): T[] {
  if (wanted.size > 0) return all.filter((one) => wanted.has(one) && !unwanted.has(one));
  return unwanted.size > 0 ? all.filter((one) => !unwanted.has(one)) : [];
}
