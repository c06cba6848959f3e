export interface BridgeAddress {
  /** OData service root of the dataset: `…/api/v2/OData/{dataset}`, optionally with a feed-type segment. */
  root: string;
  version: 2 | 3;
}

/**
 * Derives the service root from a configured URL: the host, the host with `/api/v2` or `/api/v3`, with `/OData`, or
 * with `/OData/{dataset}` and optionally `/idx`. Default is v2 (rule F61).
 */
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
