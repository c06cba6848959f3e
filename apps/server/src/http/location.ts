/**
 * Maximum length of a page's path, in characters. The longest of ours, in percent-encoded Korean, has a few hundred.
 */
export const LONGEST_PAGE_PATH = 1_000;
/**
 * Maximum length of a `Location` header, in characters. nginx buffers 4 KB of response headers and answers 502 above
 * that.
 */
export const LONGEST_LOCATION = 2_000;

/** The location, without its query if that would make it too long. */
export function shortLocation(location: string): string {
  return location.length <= LONGEST_LOCATION ? location : (location.split('?', 1)[0] ?? '');
}
