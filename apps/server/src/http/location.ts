/** Of a page's path (characters): the longest of ours, in Korean and percent-encoded, has a few hundred. */
export const LONGEST_PAGE_PATH = 1_000;
/** Of a `Location` (characters). Proxies keep a response's headers in 4 KB (nginx) and answer 502 for longer ones. */
export const LONGEST_LOCATION = 2_000;

/** A `Location` as it is, or without its query where that would make it too long. */
export function shortLocation(location: string): string {
  return location.length <= LONGEST_LOCATION ? location : (location.split('?', 1)[0] ?? '');
}
