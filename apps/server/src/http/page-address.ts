/** First segments that are never pages; unknown paths below them get a plain 404. */
const NOT_PAGES =
  /^\/(api|maru|v1|assets|builds|tiles|media|og|uploads|docs|dev|healthz|readyz|metrics|\.well-known)(\/|$)/;
const FILE_ENDING =
  /\.(js|mjs|css|map|json|xml|txt|ico|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|php|aspx?|env|webmanifest)$/i;

/** Whether a path belongs to a page, existing or not, rather than to a file or an API route. */
export function isPageAddress(pathname: string): boolean {
  // Files and API routes have no language prefix: `/ko/maru` gets the 404 page.
  return !NOT_PAGES.test(pathname) && !FILE_ENDING.test(pathname);
}
