import { ODataFault, type Row } from './odata-value.ts';

/**
 * The faults that simulated feeds can inject: one vocabulary for all simulators (rule F98), so that one list of
 * faults can be run against every client.
 */

/** Wire faults: each changes the next `count` responses that it applies to. */
export const WIRE_FAULTS = [
  /** The token is refused. */
  '401',
  /** The token is valid, but the dataset (market) is not granted to it. */
  '403',
  /** Listings may be searched but not replicated. */
  '403-replication',
  /** "Resource not found". */
  '404',
  '408',
  /** The hour's or the minute's limit is exceeded, also according to the headers. */
  '429-hour',
  '429-burst',
  /** A proxy's HTML error page. */
  '500-html',
  '503',
  /** The response is delayed by `delayMs`, except its first half. */
  'slow',
  /** Half of the JSON, with a regular end. */
  'truncated',
  /** Half of the JSON, then the connection breaks. */
  'cut',
  /** The connection breaks before the first byte. */
  'down',
  /** A filter on replication gets 400. */
  '400-filter',
  /** The next link gets 410. */
  'dead-next-link',
  /** A next link returns the previous page again. */
  'repeated-page',
  /** The count is twice the actual one. */
  'lying-count',
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

/** Data faults: they change `count` listings (or `keys`) until they are cleared. */
export const DATA_FAULTS = [
  /** Lists omit these listings although each is available by key: a key walk that shrinks. */
  'hidden-rows',
  /** All at one instant: more than a page of them if `count` says so. */
  'tie',
  /** Timestamps with microseconds, some of them only one microsecond apart. */
  'microseconds',
  /** Timestamps in the year 3000. */
  'future-stamps',
  /** A status, a property type and a cooling outside every vocabulary. */
  'unknown-lookup',
  /** Fields that a page needs are absent. */
  'missing-fields',
  /** The same fields, null. */
  'null-fields',
  /** The first photo's address returns 404. */
  'dead-media',
  /** The listing has another key (MLS mergers): the old key is gone, the ListingId stays. Not undone by clearing. */
  're-keyed',
  /** Gone; back when cleared. */
  'vanished',
  /** Numbers as strings, "Y" for true, lists as comma-separated strings, dates with times. */
  'type-drift',
] as const;
export type DataFault = (typeof DATA_FAULTS)[number];

export type FaultKind = WireFault | DataFault;

/** One fault, as `POST /control/fault` takes it (one or a list). */
export interface Fault {
  kind: FaultKind;
  /** Wire: number of responses, by default 1. Data: number of listings, by default 10; at most all. */
  count?: number;
  /** Data faults: exactly these listings. */
  keys?: string[];
  /** `slow`: by default 3,000. */
  delayMs?: number;
  /** `429-…`: the Retry-After header, seconds or a date; by default none. */
  retryAfter?: string;
  /** `microseconds`, `tie`, `future-stamps`: also the provider's own timestamp. */
  providerStamp?: boolean;
}

export const isWireFault = (kind: string): kind is WireFault => WIRE_FAULTS.some((one) => one === kind);
const isDataFault = (kind: string): kind is DataFault => DATA_FAULTS.some((one) => one === kind);

/**
 * Parses the body of `POST /control/fault`.
 * @throws ODataFault 400 for an unknown kind.
 */
export function parseFaults(json: unknown): Fault[] {
  const list = (Array.isArray(json) ? json : [json]) as (Row | null)[];
  return list.map((one) => {
    const kind = String(one?.kind);
    if (!isWireFault(kind) && !isDataFault(kind)) {
      throw new ODataFault(400, `a fault must be one of ${[...WIRE_FAULTS, ...DATA_FAULTS].join(', ')}`);
    }
    const count = Number(one?.count);
    return { ...one, kind, count: count >= 1 ? Math.floor(count) : undefined } as Fault;
  });
}

/** The pending wire faults in the order of their commands. */
export class FaultQueue {
  readonly #waiting: Fault[] = [];

  constructor(faults: readonly Fault[] = []) {
    for (const fault of faults) this.add(fault);
  }

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, count: fault.count ?? 1 });
  }

  /** Consumes one use of the first fault that applies to this request; most apply to every request. */
  take(fits: (kind: WireFault) => boolean = () => true): Fault | undefined {
    const at = this.#waiting.findIndex(({ kind }) => fits(kind as WireFault));
    const fault = this.#waiting[at];
    if (fault === undefined) return undefined;
    fault.count = (fault.count ?? 1) - 1;
    if (fault.count <= 0) this.#waiting.splice(at, 1);
    return fault;
  }

  /** Drops the pending faults of that kind, or all; returns how many there were. */
  clear(kind?: string): number {
    const before = this.#waiting.length;
    const kept = this.#waiting.filter((fault) => kind !== undefined && fault.kind !== kind);
    this.#waiting.splice(0, before, ...kept);
    return before - kept.length;
  }
}
