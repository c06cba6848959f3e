import { expect, test } from 'vitest';
import { parseRecentSearches, type RecentSearch, withSearch } from './recent-searches.ts';

const search = (path: string): RecentSearch => ({ name: path, path, kind: 'city' });

test('the newest is first, nothing is there twice, and there are at most six', () => {
  let list: RecentSearch[] = [];
  for (const path of ['/a', '/b', '/c', '/d', '/e', '/f', '/g', '/c']) list = withSearch(list, search(path));
  expect(list.map((one) => one.path)).toEqual(['/c', '/g', '/f', '/e', '/d', '/b']);
});

test('whatever else lies in the storage is dropped, addresses of other sites above all', () => {
  const stored = [
    search('/ok'),
    search('//evil.example'),
    search('/\\evil.example'),
    search('https://evil.example'),
    7,
    null,
    { path: '/x' },
  ];
  expect(parseRecentSearches(JSON.stringify(stored))).toEqual([search('/ok')]);
  expect(parseRecentSearches('{"a":1}')).toEqual([]);
  expect(parseRecentSearches(null)).toEqual([]);
});
