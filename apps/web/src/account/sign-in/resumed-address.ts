/** Of the router's location: the path without /ko, and the query as it stands in the address, with its `?`. */
interface Location {
  pathname: string;
  searchStr: string;
}

/** The address with members of its query set, or with null left out; the others stay as they are, repeated ones too. */
export function addressWith(
  { pathname, searchStr }: Location,
  changes: Readonly<Record<string, string | null>>,
): string {
  const query = new URLSearchParams(searchStr);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
