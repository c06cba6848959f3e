export interface BridgeAddress {
  /** OData service root of the dataset: `…/api/v2/OData/{dataset}`, optionally with a feed-type segment. */
  root: string;
  version: 2 | 3;
}

/** From the host, with or without `/api/v2|v3`, `/OData`, `/OData/{dataset}` and `/idx`. Default is v2 (rule F61). */
export function parseBridgeAddress(baseUrl: string, dataset: string): BridgeAddress {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  const found = /^(.*?)(\/api\/v(\d+))?(\/odata(?:\/([^/]+))?(\/(?:idx|vow|bbo))?)?$/i.exec(path);
  const [, before = '', api, version, odata, inPath, feedType = ''] = found ?? [];
  // "/OData" without "/api/…" is a proxy of the owner's; use it unchanged.
  const face = api ?? (odata === undefined ? '/api/v2' : '');
  const own = inPath ?? encodeURIComponent(dataset);
  return {
    root: `${url.origin}${before}${face}/OData/${own}${feedType}`,
    version: version === '3' ? 3 : 2,
  };
}
