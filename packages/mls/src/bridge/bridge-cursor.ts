import { type Progress, parsePosition, readProgress, readStored } from '../cursor.ts';
import { readRecord } from '../normalize/coerce.ts';
import type { Position } from '../resource-walk.ts';
import { BEGINNING, type ReplicaPlace, TIME_FIELDS } from './replication.ts';

/** Serialized as JSON below 8 kB. */
export interface BridgeCursor extends Progress {
  property: ReplicaPlace;
  member: ReplicaPlace;
  office: ReplicaPlace;
  /** The newest open house seen. */
  openHouse: Position | null;
}

const VERSION = 1;
const MAX_LINK_LENGTH = 2000;

/** A foreign cursor restarts from the beginning. */
export function parseBridgeCursor(text: string | null): BridgeCursor {
  const read = readStored(text);
  const stored = read.v === VERSION && read.provider === 'bridge' ? read : {};
  return {
    property: parsePlace(stored.property),
    member: parsePlace(stored.member),
    office: parsePlace(stored.office),
    openHouse: parsePosition(stored.openHouse),
    ...readProgress(stored),
  };
}

export function formatBridgeCursor(cursor: BridgeCursor): string {
  return JSON.stringify({ v: VERSION, provider: 'bridge', ...cursor });
}

function parsePlace(json: unknown): ReplicaPlace {
  const record = readRecord(json);
  const position = parsePosition(record.position);
  const field = TIME_FIELDS.find((one) => one === record.field) ?? BEGINNING.field;
  const link = typeof record.link === 'string' && record.link.length <= MAX_LINK_LENGTH ? record.link : null;
  return {
    link,
    position,
    field,
    pastFuture: record.pastFuture === true,
    disorder: record.disorder === true,
  };
}
