/** What is passed on. */
export interface Shared {
  /** What its receiver reads before the link, in the page's language. */
  title: string;
  /** Without /ko; default: the page's address, without what is its visitor's own. */
  path?: string;
  /** Where the visitor commutes to, while the page reckons with it: goes along when ticked. */
  commute?: { name: string; at: readonly [latitude: number, longitude: number] };
}
