import type { FeedRange } from '../feed.ts';

/**
 * Every parameter that we may send. The server ignores a name that it does not know without a word
 * (rule F9), and a search then silently answers more than was asked, so that ours are held
 * to this list.
 */
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

/**
 * The query of a request, without "?". Values are encoded whole: an operator stands inside its value
 * (`modifiedDate=>=1`, sent as `%3E%3D1`), and some stacks cut what follows a bare ">" (rule F8).
 * @throws TypeError for a name that is none of the provider's.
 */
export function formatQuery(query: WireQuery): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(query)) {
    if (!(PARAMETERS as readonly string[]).includes(name)) {
      throw new TypeError(`"${name}" is no parameter of SlipStream`);
    }
    if (value !== undefined) parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  return parts.join('&');
}

/** `min:max`, `>=min` or `<=max`: always one value, since two of one name do not make a range (rule F8). */
export function formatRange(range: FeedRange | undefined): string | undefined {
  const { min, max } = range ?? {};
  if (min !== undefined && max !== undefined) return `${min}:${max}`;
  if (min !== undefined) return `>=${min}`;
  return max === undefined ? undefined : `<=${max}`;
}
