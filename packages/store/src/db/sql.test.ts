import pg from 'pg';
import { expect, test } from 'vitest';
import { isAfter, join, raw, sql } from './sql.ts';

test('values become parameters in their order, and parts are embedded with theirs', () => {
  const isOf = sql`user_id = ${'u1'} and kind = ${'x'}`;
  const statement = sql`select ${raw('name')} from thing where at > ${1} and ${isOf} limit ${20}`;
  expect(statement.text).toBe('select name from thing where at > $1 and user_id = $2 and kind = $3 limit $4');
  expect(statement.values).toEqual([1, 'u1', 'x', 20]);
  const both = join([sql`a = ${1}`, isOf], ' and ');
  expect([both.text, both.values]).toEqual(['a = $1 and user_id = $2 and kind = $3', [1, 'u1', 'x']]);
});

test('a part with parameters is no text', () => {
  expect(`${sql`kind = 'x'`}`).toBe(`kind = 'x'`);
  expect(() => `${sql`kind = ${'x'}`}`).toThrow(TypeError);
});

test('pg reads the text and the values and nothing else', () => {
  const query = new pg.Query(sql`select ${1}` as never) as unknown as Record<string, unknown>;
  expect(query).toMatchObject({ text: 'select $1', values: [1] });
  for (const option of ['name', 'rows', 'types', 'binary', 'portal', 'callback'])
    expect(query[option] || undefined, option).toBeUndefined();
});

test('a list goes on after a position', () => {
  expect(isAfter('at, id', undefined).text).toBe('true');
  const after = { at: '2026-11-20T00:00:00.000Z', id: 'x' };
  expect(isAfter('at, id', after).text).toBe('(at, id) < ($1::timestamptz, $2::text)');
  expect(isAfter('at, id', after, 'asc').text).toBe('(at, id) > ($1::timestamptz, $2::text)');
});
