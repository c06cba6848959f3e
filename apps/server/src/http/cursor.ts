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
  // Rejects years before 1970 and dates such as 30 February, which PostgreSQL does not accept.
  if (!(ms > 0) || new Date(ms).toISOString() !== at) {
    throw invalidRequest([{ field: 'cursor', reason: 'malformed' }]);
  }
  return { at, id };
}

/** Makes a page from a query for one item more than fits; that item tells whether a cursor is needed. */
export function timePage<Item extends { createdAt: Date }>(
  found: readonly Item[],
  limit: number,
  idOf: (item: Item) => string,
): { page: Item[]; next?: string } {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  if (found.length <= limit || last === undefined) return { page };
  return { page, next: formatCursor([last.createdAt.toISOString(), idOf(last)]) };
}
