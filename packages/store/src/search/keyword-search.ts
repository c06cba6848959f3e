import {
  isPrefix,
  type KeywordHomes,
  type KeywordQuery,
  type KeywordTerm,
  parseKeyword,
  type SearchQuery,
} from '@maru/listing/search';
import type pg from 'pg';
import { joinShared, queryColumn } from '../db/connection.ts';
import { Repository } from '../db/repository.ts';
import { areaConditions, type Param } from './sql-area.ts';

/** The words of a search, and its area, which is used when too many homes of the country have them. */
export type KeywordQuestion = Pick<
  SearchQuery,
  'q' | 'not' | 'searchType' | 'place' | 'otherPlaces' | 'bbox' | 'poly' | 'near'
>;

/** Runs a query of the database: a caller can limit how many run at once. */
export type RunQuery = <T>(work: () => Promise<T>) => Promise<T>;

/** Ids that a query of words may return: reading more would hold the thread of the caller for more than some 50 ms. */
const MAX_FOUND = 100_000;
/** Limits of the cache: results, and ids in all of them. */
const MAX_ANSWERS = 200;
const MAX_IDS = 2_000_000;

/** More homes have the words than a search can tell apart. */
export class TooCommonWords extends Error {
  readonly field: 'q' | 'not';

  constructor(field: 'q' | 'not') {
    super('too many homes have these words');
    this.name = 'TooCommonWords';
    this.field = field;
  }
}

/** Undefined: more than the limit. */
type Found = ReadonlySet<string> | undefined;

/** Homes by the words of their public remarks (`keyword` of @maru/listing), cached until a listing changes. */
export class KeywordSearch extends Repository {
  readonly #answers = new Map<string, Found>();
  readonly #running = new Map<string, Promise<Found>>();
  readonly #most: number;
  #sequences = '';

  constructor(pool: pg.Pool, options: { most?: number } = {}) {
    super(pool);
    this.#most = options.most ?? MAX_FOUND;
  }

  /**
   * Only homes that have an unwanted word are read, never the many that have none: these are `notIn`.
   * @throws TooCommonWords
   */
  async find(question: KeywordQuestion, run: RunQuery): Promise<KeywordHomes | undefined> {
    const { wanted, unwanted } = parseKeyword(question.q, question.not);
    if (wanted.length === 0 && unwanted.length === 0) return undefined;
    await this.#forgetIfChanged();
    const words =
      wanted.length > 0 ? formatTsquery({ wanted, unwanted }) : unwanted.map(formatPhrase).join(' | ');
    const { searchType, place, otherPlaces, bbox, poly, near } = question;
    const hasShape = bbox !== undefined || poly !== undefined || near !== undefined;
    const area = hasShape ? { bbox, poly, near } : { place, otherPlaces };
    // A place stays the same while one looks around in it; a map is moved, and all its areas share an answer for the country.
    let found = place !== undefined && !hasShape ? undefined : await this.#read({ searchType }, words, run);
    if (found === undefined && (hasShape || place !== undefined))
      found = await this.#read({ searchType, ...area }, words, run);
    if (found === undefined) throw new TooCommonWords(wanted.length > 0 || !question.not ? 'q' : 'not');
    return wanted.length > 0 ? { in: found } : { notIn: found };
  }

  async #read(area: KeywordQuestion, words: string, run: RunQuery): Promise<Found> {
    const key = JSON.stringify([area, words]);
    if (this.#answers.has(key)) return this.#use(key);
    return await run(async () => {
      if (this.#answers.has(key)) return this.#use(key);
      const running = this.#running.get(key);
      if (running !== undefined) return await joinShared(this.pool, running);
      const sequences = this.#sequences;
      const made = this.#query(area, words).finally(() => this.#running.delete(key));
      this.#running.set(key, made);
      const found = await made;
      if (sequences === this.#sequences) this.#keep(key, found);
      return found;
    });
  }

  async #query(area: KeywordQuestion, words: string): Promise<Found> {
    const values: unknown[] = [];
    const param: Param = (value, type) => `$${values.push(value)}::${type}`;
    const conditions = [
      `search_type = ${param(area.searchType, 'text')}`,
      `words @@ ${param(words, 'tsquery')}`,
      ...areaConditions(area, param),
    ];
    const ids = await queryIds(
      this.pool,
      `select home_id from listing_text t join home h on h.dataset = t.dataset and h.listing_key = t.listing_key
       where ${conditions.join(' and ')} limit ${this.#most + 1}`,
      values,
    );
    return ids.size > this.#most ? undefined : ids;
  }

  async #forgetIfChanged(): Promise<void> {
    const [sequences] = await this.queryColumn(
      `select coalesce(string_agg(dataset || ' ' || sequence, ',' order by dataset), '') from feed_state`,
    );
    if (sequences !== this.#sequences) {
      this.#answers.clear();
      this.#running.clear();
    }
    this.#sequences = sequences!;
  }

  #use(key: string): Found {
    const found = this.#answers.get(key);
    // Moved to the end: least recently used first.
    this.#answers.delete(key);
    this.#answers.set(key, found);
    return found;
  }

  #keep(key: string, found: Found): void {
    this.#answers.set(key, found);
    let ids = [...this.#answers.values()].reduce((sum, one) => sum + (one?.size ?? 0), 0);
    for (const [oldest, one] of this.#answers) {
      if (this.#answers.size <= MAX_ANSWERS && ids <= MAX_IDS) return;
      this.#answers.delete(oldest);
      ids -= one?.size ?? 0;
    }
  }
}

/**
 * The ids that a statement selects as `home_id`. They come as one value: pg parses rows while the caller counts as waiting for
 * the database, so that nobody would be charged for 100,000 of them, which also take ten times as long.
 */
export async function queryIds(
  pool: pg.Pool,
  statement: string,
  values: unknown[],
): Promise<ReadonlySet<string>> {
  const [ids] = await queryColumn<string | null>(
    pool,
    `select string_agg(home_id, ' ') from (${statement}) found`,
    values,
  );
  return new Set(ids === null ? [] : ids!.split(' '));
}

/** Safe for any input: words contain only letters and digits. */
export function formatTsquery({ wanted, unwanted }: KeywordQuery): string {
  return [...wanted.map(formatPhrase), ...unwanted.map((term) => `!${formatPhrase(term)}`)].join(' & ');
}

function formatPhrase(term: KeywordTerm): string {
  return `(${term.map((word) => `'${word}'${isPrefix(word) ? ':*' : ''}`).join(' <-> ')})`;
}
