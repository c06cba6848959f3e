import { parseInstant } from './normalize/coerce.ts';
import type { Position } from './resource-walk.ts';

export interface Cursor {
  property: Position | null;
  member: Position | null;
  office: Position | null;
  openHouse: Position | null;
  loaded: boolean;
  /** Tells which batches the caller has stored. */
  batch: number;
}

const START: Cursor = {
  property: null,
  member: null,
  office: null,
  openHouse: null,
  loaded: false,
  batch: 0,
};

/** An unreadable cursor restarts from the beginning: slow, but nothing is lost. */
export function parseCursor(text: string | null): Cursor {
  if (text === null) return START;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return START;
  }
  if (typeof json !== 'object' || json === null) return START;
  const told = json as Record<string, unknown>;
  const property = parsePosition(told.property);
  return {
    property,
    member: parsePosition(told.member),
    office: parsePosition(told.office),
    openHouse: parsePosition(told.openHouse),
    loaded: told.loaded === true,
    batch: typeof told.batch === 'number' && Number.isSafeInteger(told.batch) ? told.batch : 0,
  };
}

export function formatCursor(cursor: Cursor): string {
  return JSON.stringify(cursor);
}

function parsePosition(json: unknown): Position | null {
  if (typeof json !== 'object' || json === null) return null;
  const { t, k } = json as Record<string, unknown>;
  if (typeof t !== 'string' || parseInstant(t) === null) return null;
  return { t, k: typeof k === 'string' || typeof k === 'number' ? k : null };
}
