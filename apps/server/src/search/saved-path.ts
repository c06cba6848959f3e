import { type ParsedQuery, parseSearchQuery, searchPath } from '@maru/listing/search';

/**
 * Parses the URL of a results page (without /ko) as a saved search; undefined when it is none. Invalid or outdated
 * parameters are reported in `problems` and dropped. Page number, view and open home are not part of a search.
 */
export function parseSavedPath(path: string): (ParsedQuery & { path: string }) | undefined {
  const match = /^\/homes\/for_(sale|rent)(?:\/([a-z0-9-]{1,100}))?\/?(?:\?(.*))?$/.exec(path);
  if (match === null) return undefined;
  const [, searchType = 'sale', place, text = ''] = match;
  const params = new URLSearchParams(text);
  const places = place === undefined ? [] : [place, ...params.getAll('place')];
  for (const key of ['page', 'searchType', 'place']) params.delete(key);
  params.set('searchType', searchType);
  for (const one of places) params.append('place', one);
  const { query, problems } = parseSearchQuery(params);
  return { query, problems, path: searchPath(query) };
}
