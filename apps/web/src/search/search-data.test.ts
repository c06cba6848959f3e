import type { Client } from '@maru/contract/client';
import { ApiError } from '@maru/contract/client';
import { expect, test } from 'vitest';
import type { LoaderContext } from '../page-module.ts';
import { keepAnswer, loadSearch, type SearchData } from './search-data.ts';

const place = { slug: 'irvine-ca', name: 'Irvine', nameKo: '어바인', kind: 'city', stateCode: 'CA' };
const shown = {
  place,
  parents: [],
  children: [],
  answer: { total: 312, listings: [] },
  now: 1,
} as unknown as SearchData;

const contextOf = (fault: Error, address = 'irvine-ca') => {
  const refuse = () => Promise.reject(fault);
  const client = { findPlace: refuse, listHomes: refuse } as unknown as Client;
  keepAnswer(client, shown);
  return {
    params: { searchType: 'sale', address },
    search: { bbox: '-117.9,33.6,-117.7,33.8', zoom: '12' },
    client,
    locale: 'en',
    signal: new AbortController().signal,
  } as unknown as LoaderContext<Record<string, string>>;
};

test('without a network a map that is moved keeps the last homes on the screen', async () => {
  const data = await loadSearch(contextOf(new Error('Network Error')));
  expect(data).toMatchObject({ failed: true, place, answer: { total: 312 } });
  expect(data.query.bbox).toEqual([-117.9, 33.6, -117.7, 33.8]);
});

test('another place than the one on the screen is not answered with it', async () => {
  await expect(loadSearch(contextOf(new Error('Network Error'), 'tustin-ca'))).rejects.toThrow(
    'Network Error',
  );
});

test('a refusal is no lost connection', async () => {
  const refusal = new ApiError({ statusCode: 404, statusMessage: '' } as ApiError['body']);
  await expect(loadSearch(contextOf(refusal))).rejects.toBe(refusal);
});
