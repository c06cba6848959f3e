import { type ParsedQuery, parseSearchQuery, searchPath } from '@maru/listing';

/**
 * The search at the address of a results page (without /ko), as a saved search keeps it; undefined when it is no such
 * address. What is bad or no more of it stands in `problems` and is not asked. The page of results, how they are
 * shown and which home is open are left out: they are no part of what is searched.
 */
export function parseSavedPath(path: string): (ParsedQuery & { path: string }) | undefined {
  const match = /^\/homes\/for_(sale|rent)(?:\/([a-z0-9-]{1,100}))?\/?(?:\?(.*))?$/.exec(path);
  if (match === null) return undefined;
  const [, searchType = 'sale', place, text = ''] = match;
  const params = new URLSearchParams(text);
  for (const key of ['page', 'searchType', 'place']) params.delete(key);
  params.set('searchType', searchType);
  if (place !== undefined) params.set('place', place);
  const { query, problems } = parseSearchQuery(params);
  return { query, problems, path: searchPath(query) };
}
