/** First segments that are never pages: an unknown address below them is a plain 404. */
const NOT_PAGES =
  /^\/(api|maru|v1|assets|builds|tiles|media|og|uploads|docs|dev|healthz|readyz|metrics|\.well-known)(\/|$)/;
const FILE_ENDING =
  /\.(js|mjs|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|php|aspx?|env|webmanifest)$/i;

/** Whether an address, without its query, is one of a page, there or not, rather than of a file or a call. */
export function isPageAddress(pathname: string): boolean {
  // Calls and files have no language: `/ko/maru` is an address that somebody mistyped, and gets a page that says so.
  return !NOT_PAGES.test(pathname) && !FILE_ENDING.test(pathname);
}
