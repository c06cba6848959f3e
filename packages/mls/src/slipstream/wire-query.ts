import type { FeedRange } from '../feed.ts';

/** The server silently ignores unknown names (rule F9) and returns more than requested: names are checked. */
const PARAMETERS = [
  'market',
  'id',
  'property',
  'listingType',
  'status',
  'listPrice',
  'size',
  'beds',
  'baths',
  'modifiedDate',
  'address.city',
  'address.state',
  'address.zip',
  'polygon',
  'pageNumber',
  'pageSize',
  'sortField',
  'sortOrder',
  'images',
  'details',
  'extended',
  'features',
  'openHouses',
] as const;
export type Parameter = (typeof PARAMETERS)[number];
export type WireQuery = { readonly [name in Parameter]?: string | number | boolean };

/** The largest page size seen in clients (rule F85). */
export const MAX_ROWS = 1000;
/** Everything that a listing has. */
export const WHOLE_ROW: WireQuery = {
  details: true,
  features: true,
  extended: true,
  images: true,
  openHouses: true,
};

/**
 * Values are fully encoded: an operator is part of its value, and some stacks truncate after a bare ">" (rule F8).
 * @throws TypeError for unknown names
 */
export function formatQuery(query: WireQuery): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (!(PARAMETERS as readonly string[]).includes(name)) {
      throw new TypeError(`"${name}" is not a SlipStream parameter`);
    }
    if (value !== undefined) parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  return parts.join('&');
}

/** `min:max`, `>=min` or `<=max` as one value; two parameters do not form a range (rule F8). */
export function formatRange(range: FeedRange | undefined): string | undefined {
  const { min, max } = range ?? {};
  if (min !== undefined && max !== undefined) return `${min}:${max}`;
  if (min !== undefined) return `>=${min}`;
  return max === undefined ? undefined : `<=${max}`;
}
