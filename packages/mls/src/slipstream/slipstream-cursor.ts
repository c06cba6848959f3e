import type { WalkPosition } from './listing-walk.ts';

export interface SlipstreamCursor {
  listings: WalkPosition | null;
  sales: WalkPosition | null;
  loaded: boolean;
  /** Tells which batches the caller has stored. */
  batch: number;
}

const START: SlipstreamCursor = { listings: null, sales: null, loaded: false, batch: 0 };

/** An unreadable cursor restarts from the beginning: slow, but nothing is lost. */
export function parseSlipstreamCursor(text: string | null): SlipstreamCursor {
  let json: unknown;
  try {
    json = JSON.parse(text ?? 'null');
  } catch {
    return START;
  }
  if (typeof json !== 'object' || json === null) return START;
  const told = json as Record<string, unknown>;
  return {
    listings: parsePosition(told.listings),
    sales: parsePosition(told.sales),
    loaded: told.loaded === true,
    batch: typeof told.batch === 'number' && Number.isSafeInteger(told.batch) ? told.batch : 0,
  };
}

export function formatSlipstreamCursor(cursor: SlipstreamCursor): string {
  return JSON.stringify(cursor);
}

function parsePosition(json: unknown): WalkPosition | null {
  if (typeof json !== 'object' || json === null) return null;
  const { t, keys } = json as Record<string, unknown>;
  if (typeof t !== 'number' || !Number.isSafeInteger(t) || t < 0) return null;
  return { t, keys: Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [] };
}
