import { invalidRequest } from './api-error.ts';

/** Encodes the key of the last item as an opaque cursor. */
export function formatCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/**
 * Decodes a cursor with members of these kinds; undefined without a cursor.
 * @throws ApiError 400 when malformed
 */
export function parseCursor<Kinds extends readonly ('string' | 'number')[]>(
  cursor: string | undefined,
  kinds: readonly [...Kinds],
): KeyOf<Kinds> | undefined {
  if (cursor === undefined) return undefined;
  const refusal = invalidRequest([{ field: 'cursor', reason: 'malformed' }]);
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw refusal;
  }
  const isOurs =
    Array.isArray(key) && key.length === kinds.length && key.every((one, at) => typeof one === kinds[at]);
  if (!isOurs || JSON.stringify(key).includes('\\u0000')) throw refusal;
  return key as KeyOf<Kinds>;
}

type KeyOf<Kinds extends readonly ('string' | 'number')[]> = {
  [At in keyof Kinds]: Kinds[At] extends 'string' ? string : number;
};

/** Cursor of lists ordered by time and id. */
export function timeCursor(cursor: string | undefined): { at: string; id: string } | undefined {
  const key = parseCursor(cursor, ['string', 'string']);
  if (key === undefined) return undefined;
  const [at, id] = key;
  const ms = Date.parse(at);
  // Rejects years before 1970 and after 9999 and dates such as 30 February, which PostgreSQL does not accept.
  if (!(ms > 0) || at.startsWith('+') || new Date(ms).toISOString() !== at) {
    throw invalidRequest([{ field: 'cursor', reason: 'malformed' }]);
  }
  return { at, id };
}

/** Items of a page, unless the query says how many. */
export const PAGE_SIZE = 20;

/**
 * The first `limit` of the items found, with the cursor after them. `found` has one item more where there is another page.
 * `keyOf`: of an item, for its cursor.
 */
export function cutPage<Item>(
  found: readonly Item[],
  limit: number,
  keyOf: (item: Item) => readonly (string | number)[],
): { items: Item[]; next?: string } {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return found.length <= limit || last === undefined ? { items } : { items, next: formatCursor(keyOf(last)) };
}

/** A page of a list that is ordered by time and id, with each row as `answer` sends it. */
export async function listByTime<Row extends { createdAt: Date }, Answer>(
  { cursor, limit = PAGE_SIZE }: { cursor?: string; limit?: number },
  list: {
    find: (after: { at: string; id: string } | undefined, limit: number) => Promise<readonly Row[]>;
    idOf: (row: Row) => string;
    answer: (row: Row) => Answer | Promise<Answer>;
  },
): Promise<{ items: Answer[]; next?: string }> {
  const found = await list.find(timeCursor(cursor), limit + 1);
  const { items, ...next } = cutPage(found, limit, (row) => [row.createdAt.toISOString(), list.idOf(row)]);
  return { items: await Promise.all(items.map(list.answer)), ...next };
}
