import { expect, test } from 'vitest';
import {
  changedPath,
  compareLooks,
  countChanges,
  findNews,
  parseSearchLooks,
  parseSearchPath,
  type SearchLook,
  takeLook,
} from './search-look.ts';

const at = '2026-11-20T08:00:00.000Z';
const look = (homes: SearchLook['homes']): SearchLook => ({
  at,
  total: homes === null ? 900 : Object.keys(homes).length,
  homes,
});

test('seven changes since one last looked: four new, two cheaper, one gone (rule R72)', () => {
  const before = look({ a: 900_000, b: 800_000, c: 700_000, d: null, e: 500_000 });
  const now = look({ f: 1, g: 2, h: 3, i: null, a: 880_000, b: 799_999, d: 600_000, e: 500_000 });
  expect(compareLooks(before, now)).toEqual({
    fresh: ['f', 'g', 'h', 'i'],
    cheaper: ['a', 'b'],
    dearer: [],
    gone: ['c'],
  });
});

test('nothing has changed between a look and itself; a dearer home is no cheaper one', () => {
  const one = look({ a: 1, b: null });
  expect(compareLooks(one, one)).toEqual({ fresh: [], cheaper: [], dearer: [], gone: [] });
  expect(compareLooks(look({ a: 1 }), look({ a: 2 }))?.dearer).toEqual(['a']);
});

test('too many homes are not told apart', () => {
  expect(compareLooks(look(null), look({ a: 1 }))).toBeNull();
  expect(compareLooks(look({ a: 1 }), look(null))).toBeNull();
});

test('a look takes every page, and gives up at once where there are too many', async () => {
  const pages: string[] = [];
  const client = (total: number) => ({
    listHomes: async ({ query }: { query?: unknown } = {}) => {
      pages.push(String(query));
      const page = Number(new URLSearchParams(String(query)).get('page') ?? 1);
      const listings = Array.from({ length: Math.min(40, total - (page - 1) * 40) }, (_, index) => ({
        homeId: `h${(page - 1) * 40 + index}`,
        listPrice: 100 + index,
      }));
      return { total, pageSize: 40, listings };
    },
  });
  const signal = new AbortController().signal;
  const query = parseSearchPath('/homes/for_rent/irvine-ca?beds=3-&page=7').query;
  const all = await takeLook(query, client(95) as never, signal);
  expect(Object.keys(all.homes ?? {})).toHaveLength(95);
  expect(pages).toHaveLength(3);
  expect(pages[0]).toContain('searchType=rent');
  expect(pages[0]).toContain('place=irvine-ca');
  expect((await takeLook(query, client(401) as never, signal)).homes).toBeNull();
});

test('of a search with too many homes to keep the server counts what has changed, from its own time', async () => {
  const asked: string[] = [];
  const client = {
    listHomes: async () => ({ total: 6_000, pageSize: 40, listings: [] }),
    countNews: async ({ query }: { query: string }) => {
      asked.push(query);
      return { at: '2026-11-21T09:00:00.000Z', total: 6_000, fresh: 30, cheaper: 12 };
    },
  } as never;
  const path = '/homes/for_sale/ca?beds=3-';
  const { query } = parseSearchPath(path);
  const { signal } = new AbortController();
  const first = await findNews(query, undefined, client, signal);
  expect(first).toEqual({ now: { at: '2026-11-21T09:00:00.000Z', total: 6_000, homes: null } });
  const second = await findNews(query, { ...first.now, at }, client, signal);
  expect(asked.map((one) => new URLSearchParams(one).get('since'))).toEqual([null, at]);
  expect(countChanges(second)).toEqual([
    { kind: 'fresh', count: 30 },
    { kind: 'cheaper', count: 12 },
  ]);
  expect(changedPath(path, 'cheaper', { ...first.now, at })).toBe(
    `/homes/for_sale/ca?beds=3-&since=cut,${at}`,
  );
  // A search that had few homes then, and has many now.
  expect(countChanges(await findNews(query, look({ a: 1 }), client, signal))).toHaveLength(2);
});

test('an address whose filter is no more says so and still asks the rest', () => {
  const { query, problems } = parseSearchPath('/homes/for_sale/irvine-ca?beds=3-&moonlight=1&has=teleporter');
  expect(query).toMatchObject({ searchType: 'sale', place: 'irvine-ca', beds: { min: 3 } });
  expect(problems.length).toBeGreaterThan(0);
});

test('storage may hold anything', () => {
  for (const text of [null, '', '[]', 'null', '{"a":1}', '{"a":{"at":"x","total":1,"homes":{}}}']) {
    expect(parseSearchLooks(text)).toEqual({});
  }
  const kept = { '/homes/for_sale': look({ a: 1 }) };
  expect(parseSearchLooks(JSON.stringify(kept))).toEqual(kept);
});
