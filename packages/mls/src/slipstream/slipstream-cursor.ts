import { type Progress, readProgress, readStored } from '../cursor.ts';
import { readRecord } from '../normalize/coerce.ts';
import type { WalkPosition } from './listing-walk.ts';

export interface SlipstreamCursor extends Progress {
  listings: WalkPosition | null;
  sales: WalkPosition | null;
}

export function parseSlipstreamCursor(text: string | null): SlipstreamCursor {
  const stored = readStored(text);
  return {
    listings: parsePosition(stored.listings),
    sales: parsePosition(stored.sales),
    ...readProgress(stored),
  };
}

function parsePosition(json: unknown): WalkPosition | null {
  const { t, keys } = readRecord(json);
  if (typeof t !== 'number' || !Number.isSafeInteger(t) || t < 0) return null;
  return { t, keys: Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [] };
}
