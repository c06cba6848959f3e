import type { FeedProvider, Listing } from '@maru/listing';
import { normalizeListing } from './normalize/listing.ts';
import { findMarketMap } from './slipstream/market-map.ts';
import { resoRowOf } from './slipstream/slipstream-row.ts';

/**
 * A record as a feed gave it (`raw` of an upsert or of a quarantined row), normalised again: what today's
 * tables make of yesterday's row. Rows of `bridge` and `reso` have RESO names already, Slipstream's get them
 * first.
 */
export function normalizeRaw(
  raw: unknown,
  from: { dataset: string; provider: FeedProvider; providerDataset?: string },
): { listing: Listing } | { reason: string } {
  const { dataset, provider, providerDataset } = from;
  if (provider !== 'slipstream') return normalizeListing(raw, { dataset, provider });
  const map = findMarketMap(providerDataset ?? dataset);
  return normalizeListing(resoRowOf(raw, { map, shelf: shelfOf(raw) }), { dataset, provider });
}

/** Which service a row came from is not written in it; a sale tells by its price or day. */
function shelfOf(raw: unknown): 'listings' | 'sales' {
  if (typeof raw !== 'object' || raw === null) return 'listings';
  const { salePrice, saleDate } = raw as Record<string, unknown>;
  return (salePrice ?? saleDate) ? 'sales' : 'listings';
}
