import type { FeedProvider, Listing } from '@maru/listing';
import { normalizeListing } from './normalize/listing.ts';
import { findMarketMap } from './slipstream/market-map.ts';
import { toResoRow } from './slipstream/slipstream-row.ts';

/** `raw` is that of an upsert or a quarantined row. */
export function normalizeRaw(
  raw: unknown,
  from: { dataset: string; provider: FeedProvider; providerDataset?: string },
): { listing: Listing } | { reason: string } {
  const { dataset, provider, providerDataset } = from;
  if (provider !== 'slipstream') return normalizeListing(raw, { dataset, provider });
  const map = findMarketMap(providerDataset ?? dataset);
  return normalizeListing(toResoRow(raw, { map, shelf: guessShelf(raw) }), { dataset, provider });
}

/** Rows do not name their service; sales are recognized by close price or date. */
function guessShelf(raw: unknown): 'listings' | 'sales' {
  if (typeof raw !== 'object' || raw === null) return 'listings';
  const { salePrice, saleDate } = raw as Record<string, unknown>;
  return (salePrice ?? saleDate) ? 'sales' : 'listings';
}
