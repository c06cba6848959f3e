export interface BridgeAddress {
  /** The OData service root of the dataset: `…/api/v2/OData/{dataset}`, with a feed-type segment where one is given. */
  root: string;
  version: 2 | 3;
}

/**
 * Where a Bridge dataset is asked, from whatever the owner wrote: the host; the host with `/api/v2` or `/api/v3`;
 * with `/OData`; with `/OData/{dataset}`, and `/idx` behind it. v2 is the default (rule F61).
 */
export function parseBridgeAddress(baseUrl: string, dataset: string): BridgeAddress {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  const found = /^(.*?)(\/api\/v(\d+))?(\/odata(?:\/([^/]+))?(\/(?:idx|vow|bbo))?)?$/i.exec(path);
  const [, before = '', api, version, odata, inPath, feedType = ''] = found ?? [];
  // "/OData" without "/api/…" stands behind some proxy of the owner's own: taken as it is.
  const face = api ?? (odata === undefined ? '/api/v2' : '');
  const own = inPath ?? encodeURIComponent(dataset);
  return {
    root: `${url.origin}${before}${face}/OData/${own}${feedType}`,
    version: version === '3' ? 3 : 2,
  };
}
