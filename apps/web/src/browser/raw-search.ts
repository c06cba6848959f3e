/** Codec of an address's query as plain text (the router's own writes JSON). Repeated keys become lists; commas and colons stay. */

export function parseRawSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = Object.hasOwn(search, key) ? search[key] : undefined;
    if (before === undefined) search[key] = value;
    else search[key] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return search;
}

export function formatRawSearch(search: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parts.push(`${escapePart(key)}=${escapePart(String(one))}`);
    }
  }
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function escapePart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%2C/g, ',').replace(/%3A/g, ':');
}
