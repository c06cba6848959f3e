import { parseInstant, readRecord } from './normalize/coerce.ts';
import type { Position } from './resource-walk.ts';

/** Members of every feed's cursor. */
export interface Progress {
  /** Whether the initial load is complete. */
  loaded: boolean;
  /** Tells which batches the caller has stored. */
  batch: number;
}

export interface Cursor extends Progress {
  property: Position | null;
  member: Position | null;
  office: Position | null;
  openHouse: Position | null;
}

export function parseCursor(text: string | null): Cursor {
  const stored = readStored(text);
  return {
    property: parsePosition(stored.property),
    member: parsePosition(stored.member),
    office: parsePosition(stored.office),
    openHouse: parsePosition(stored.openHouse),
    ...readProgress(stored),
  };
}

export function formatCursor(cursor: object): string {
  return JSON.stringify(cursor);
}

/** Nothing for an unreadable cursor: the feed restarts from the beginning, which is slow but loses nothing. */
export function readStored(text: string | null): Record<string, unknown> {
  try {
    return readRecord(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

export function readProgress({ loaded, batch }: Record<string, unknown>): Progress {
  const isCount = typeof batch === 'number' && Number.isSafeInteger(batch);
  return { loaded: loaded === true, batch: isCount ? batch : 0 };
}

/** Longer keys are dropped, to keep cursors small; the resource is then read from `t` on. */
const MAX_KEY_LENGTH = 255;

export function parsePosition(json: unknown): Position | null {
  const { t, k } = readRecord(json);
  if (typeof t !== 'string' || parseInstant(t) === null) return null;
  const isKey = typeof k === 'number' || (typeof k === 'string' && k.length <= MAX_KEY_LENGTH);
  return { t, k: isKey ? k : null };
}
