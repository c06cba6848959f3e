import { parseInstant, readRecord } from '../normalize/coerce.ts';
import type { Position } from '../resource-walk.ts';
import { BEGINNING, type ReplicaPlace, TIME_FIELDS } from './replication.ts';

/** Serialized as JSON below 8 kB. */
export interface BridgeCursor {
  property: ReplicaPlace;
  member: ReplicaPlace;
  office: ReplicaPlace;
  /** The newest open house seen. */
  openHouse: Position | null;
  loaded: boolean;
  /** Tells which batches the caller has stored. */
  batch: number;
}

const VERSION = 1;
const LONGEST_KEY = 255;
const LONGEST_LINK = 2000;

const START: BridgeCursor = {
  property: BEGINNING,
  member: BEGINNING,
  office: BEGINNING,
  openHouse: null,
  loaded: false,
  batch: 0,
};

/** An unreadable or foreign cursor restarts from the beginning: slow, but nothing is lost. */
export function parseBridgeCursor(text: string | null): BridgeCursor {
  if (text === null) return START;
  let told: Record<string, unknown>;
  try {
    told = readRecord(JSON.parse(text));
  } catch {
    return START;
  }
  if (told.v !== VERSION || told.provider !== 'bridge') return START;
  return {
    property: parsePlace(told.property),
    member: parsePlace(told.member),
    office: parsePlace(told.office),
    openHouse: parsePosition(told.openHouse),
    loaded: told.loaded === true,
    batch: typeof told.batch === 'number' && Number.isSafeInteger(told.batch) ? told.batch : 0,
  };
}

export function formatBridgeCursor(cursor: BridgeCursor): string {
  return JSON.stringify({ v: VERSION, provider: 'bridge', ...cursor });
}

function parsePlace(json: unknown): ReplicaPlace {
  const told = readRecord(json);
  const position = parsePosition(told.position);
  const field = TIME_FIELDS.find((one) => one === told.field) ?? BEGINNING.field;
  const link = typeof told.link === 'string' && told.link.length <= LONGEST_LINK ? told.link : null;
  return { link, position, field, pastFuture: told.pastFuture === true, disorder: told.disorder === true };
}

function parsePosition(json: unknown): Position | null {
  const { t, k } = readRecord(json);
  if (typeof t !== 'string' || parseInstant(t) === null) return null;
  const isKey = typeof k === 'number' || (typeof k === 'string' && k.length <= LONGEST_KEY);
  return { t, k: isKey ? k : null };
}
