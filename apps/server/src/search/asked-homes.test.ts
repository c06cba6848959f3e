import type { KeywordHomes, SearchQuery } from '@maru/listing/search';
import { TooCommonWords } from '@maru/store';
import { expect, test } from 'vitest';
import { runVisit, suspendWhileWaiting } from '../front-door/current-visit.ts';
import { findAskedHomes } from './asked-homes.ts';

type Run = <T>(work: () => Promise<T>) => Promise<T>;

function findWith(
  query: Partial<SearchQuery>,
  findByKeyword: (query: SearchQuery, run: Run) => Promise<KeywordHomes | undefined>,
) {
  const store = { findByKeyword, findChangedHomes: async () => new Set(['a', 'b']) };
  const addresses = { findOnStreet: () => ({ name: 'Oak St', homeIds: new Set(['b', 'c']) }) };
  return findAskedHomes({ searchType: 'sale', ...query }, {
    store,
    addresses,
    isReady: () => true,
  } as never);
}

test('what has unwanted words is left out of what a street and changes leave', async () => {
  const notIn = new Set(['b']);
  const find = async () => ({ notIn });
  expect(await findWith({ not: 'pool' }, find)).toEqual({ notIn });
  const all = { not: 'pool', street: 'oak-st', since: { at: 0 } };
  expect(await findWith(all, find)).toEqual({ notIn, in: new Set(['b']) });
  expect(await findWith({ q: 'pool', street: 'oak-st' }, async () => ({ in: new Set(['c', 'd']) }))).toEqual({
    in: new Set(['c']),
  });
});

test('words that too many homes have are 400 and name the field', async () => {
  const find = findWith({ q: 'the' }, async () => {
    throw new TooCommonWords('q');
  });
  await expect(find).rejects.toMatchObject({
    statusCode: 400,
    code: 'words_too_common',
    data: { fields: [{ field: 'q', reason: 'too_many' }] },
  });
});

test('one address has one query of words at a time, others have theirs meanwhile', async () => {
  let running: string[] = [];
  const gates: (() => void)[] = [];
  const ask = (address: string, q: string) =>
    runVisit({ address, place: undefined, waits: 0 }, () =>
      findWith({ q }, (_, run) =>
        run(async () => {
          running.push(q);
          const onEnd = suspendWhileWaiting();
          await new Promise<void>((done) => gates.push(done));
          onEnd();
          running = running.filter((one) => one !== q);
          return { in: new Set<string>() };
        }),
      ),
    );
  const flood = ['a', 'b', 'c'].map((q) => ask('192.0.2.1', q));
  const visitor = ask('192.0.2.2', 'd');
  await expect.poll(() => running).toEqual(['a', 'd']);
  gates.pop()?.();
  await visitor;
  expect(running).toEqual(['a']);
  for (let left = flood.length; left > 0; left -= 1) {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    expect(running).toHaveLength(1);
    gates.shift()?.();
  }
  await Promise.all(flood);
});
