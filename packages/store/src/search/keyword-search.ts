import type { SearchType } from '@maru/listing';
import { isPrefix, type KeywordQuery, type KeywordTerm, parseKeyword } from '@maru/listing/search';
import type pg from 'pg';
import { joinShared, queryColumn } from '../db/connection.ts';
import { Repository } from '../db/repository.ts';

export interface KeywordQuestion {
  q?: string | undefined;
  not?: string | undefined;
  searchType: SearchType;
}

/** Limits of the cache: results, and ids in all of them. */
const MAX_ANSWERS = 200;
const MAX_IDS = 2_000_000;

/** Homes whose public remarks match (`keyword` of @maru/listing), cached until a listing changes. */
export class KeywordSearch extends Repository {
  readonly #answers = new Map<string, { homeIds: Promise<ReadonlySet<string>>; size: number }>();
  #sequences = '';

  async find({ q, not, searchType }: KeywordQuestion): Promise<ReadonlySet<string> | undefined> {
    const asked = parseKeyword(q, not);
    if (asked.wanted.length === 0 && asked.unwanted.length === 0) return undefined;
    await this.#forgetIfChanged();
    const key = JSON.stringify([searchType, asked]);
    const known = this.#answers.get(key);
    if (known !== undefined) {
      // Move to the end: least recently used first.
      this.#answers.delete(key);
      this.#answers.set(key, known);
      return await joinShared(this.pool, known.homeIds);
    }
    const answer = { homeIds: findHomes(this.pool, searchType, asked), size: 0 };
    this.#answers.set(key, answer);
    try {
      const homeIds = await answer.homeIds;
      answer.size = homeIds.size;
      this.#forgetMost();
      return homeIds;
    } catch (error) {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
      throw error;
    }
  }

  async #forgetIfChanged(): Promise<void> {
    const [sequences] = await this.queryColumn(
      `select coalesce(string_agg(dataset || ' ' || sequence, ',' order by dataset), '') from feed_state`,
    );
    if (sequences !== this.#sequences) this.#answers.clear();
    this.#sequences = sequences!;
  }

  #forgetMost(): void {
    let ids = [...this.#answers.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of this.#answers) {
      if (this.#answers.size <= MAX_ANSWERS && ids <= MAX_IDS) return;
      this.#answers.delete(key);
      ids -= size;
    }
  }
}

async function findHomes(
  pool: pg.Pool,
  searchType: SearchType,
  { wanted, unwanted }: KeywordQuery,
): Promise<ReadonlySet<string>> {
  const homeIds =
    wanted.length > 0
      ? await queryColumn(
          pool,
          `select h.home_id from listing_text t
           join home h on h.dataset = t.dataset and h.listing_key = t.listing_key
           where h.search_type = $1 and t.words @@ $2::tsquery`,
          [searchType, formatTsquery({ wanted, unwanted })],
        )
      : // Whatever has none of the words, also what has no text at all.
        await queryColumn(
          pool,
          `select h.home_id from home h where h.search_type = $1 and not exists (
             select from listing_text t
             where t.dataset = h.dataset and t.listing_key = h.listing_key and t.words @@ $2::tsquery)`,
          [searchType, unwanted.map(formatPhrase).join(' | ')],
        );
  return new Set(homeIds);
}

/** Safe for any input: words contain only letters and digits. */
export function formatTsquery({ wanted, unwanted }: KeywordQuery): string {
  return [...wanted.map(formatPhrase), ...unwanted.map((term) => `!${formatPhrase(term)}`)].join(' & ');
}

function formatPhrase(term: KeywordTerm): string {
  return `(${term.map((word) => `'${word}'${isPrefix(word) ? ':*' : ''}`).join(' <-> ')})`;
}
