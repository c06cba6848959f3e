import type { HomeCardsAnswer, HomeListAnswer } from '@maru/contract';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, startLine } from '../../../../dev/line/line.ts';

let database: TestDatabase;
let line: Line;

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 120 });
  await line.follow();
});

afterAll(async () => {
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

const ask = (ids: readonly string[]) =>
  line.get(`/maru/v1/home/cards?${ids.map((id) => `homeId=${id}`).join('&')}`);

test('cards come as asked for, once each, with the same cost as on a list; who is gone is named', async () => {
  const list = (await line.list('searchType=sale&want=listings,costs')) as HomeListAnswer;
  const [first, second] = list.listings;
  if (first === undefined || second === undefined) throw new Error('The market is empty.');
  const { status, body } = await ask([second.homeId, 'nobody', first.homeId, second.homeId]);
  expect(status).toBe(200);
  const answer = body as HomeCardsAnswer;
  expect(answer.listings).toEqual([second, first]);
  expect(answer.gone).toEqual(['nobody']);
  expect(answer.loan).toEqual(list.loan);
  expect(answer.sources.map(({ dataset }) => dataset)).toContain(first.dataset);
  const one = await ask([first.homeId]);
  expect((one.body as HomeCardsAnswer).listings).toEqual([first]);
});

test('none, too many and what is no id are refused by field', async () => {
  for (const ids of [[], Array.from({ length: 51 }, (_, at) => `h${at}`), ['no id!']]) {
    const { status, body } = await ask(ids.map(encodeURIComponent));
    expect(status).toBe(400);
    expect(body.data.fields[0].field).toMatch(/^homeId/);
  }
});
