import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { formatCursor, listByTime, parseCursor, timeCursor } from './cursor.ts';

test('a cursor is what it was made of', () => {
  fc.assert(
    fc.property(fc.integer(), fc.string(), (number, text) => {
      expect(parseCursor(formatCursor([number, text]), ['number', 'string'])).toEqual([number, text]);
    }),
  );
  expect(parseCursor(undefined, ['string'])).toBeUndefined();
});

test('anything else is refused, and never more than that', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => Buffer.from(text).toString('base64url')),
      ),
      (cursor) => {
        let key: unknown;
        try {
          key = timeCursor(cursor);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
          expect((error as ApiError).data.fields).toEqual([{ field: 'cursor', reason: 'malformed' }]);
        }
        expect(key).toBeUndefined();
      },
    ),
  );
});

test.each([
  '0000-01-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  '2026-11-21',
  '',
  'now',
  '1969-12-31T00:00:00.000Z',
])('a time that the store does not know is refused: %s', (at) => {
  expect(() => timeCursor(formatCursor([at, 'x']))).toThrow(ApiError);
});

test('a page has a cursor while something is left', async () => {
  const rows = [1, 2, 3].map((id) => ({ id: String(id), createdAt: new Date(1_000 * id) }));
  const list = {
    find: async (_: unknown, limit: number) => rows.slice(0, limit),
    idOf: (row: { id: string }) => row.id,
    answer: async (row: { id: string }) => Number(row.id),
  };
  const first = await listByTime({ limit: 2 }, list);
  expect(first.items).toEqual([1, 2]);
  expect(timeCursor(first.next)).toEqual({ at: '1970-01-01T00:00:02.000Z', id: '2' });
  expect(await listByTime({ limit: 3 }, list)).toEqual({ items: [1, 2, 3] });
});
