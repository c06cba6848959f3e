import { ODataFault, type Row } from './odata-value.ts';

/**
 * Everything that can be made to go wrong with a simulated feed: one vocabulary for all simulators
 * (rule F98), so that one list of faults can be played to every client.
 */

/** Faults of an answer: each spoils the next `count` answers that it fits, then it is gone. */
export const WIRE_FAULTS = [
  /** The token is refused. */
  '401',
  /** The token is good, the dataset (market) is not granted to it. */
  '403',
  /** Listings may be searched but not replicated. */
  '403-replication',
  /** "Resource not found". */
  '404',
  '408',
  /** Past the limit of the hour, or of the minute: the headers say so too. */
  '429-hour',
  '429-burst',
  /** A proxy's page instead of an answer. */
  '500-html',
  '503',
  /** The answer comes after `delayMs`, its first half at once. */
  'slow',
  /** Half of the JSON, properly ended. */
  'truncated',
  /** Half of the JSON, then the connection breaks. */
  'cut',
  /** The connection breaks before the first byte. */
  'down',
  /** A filter on replication is a bad request. */
  '400-filter',
  /** The next link leads nowhere: 410. */
  'dead-next-link',
  /** A next link answers the page before it once more. */
  'repeated-page',
  /** The count says twice what is there. */
  'lying-count',
] as const;
export type WireFault = (typeof WIRE_FAULTS)[number];

/** Faults of the rows: they hold for `count` listings (or `keys`) until they are cleared. */
export const DATA_FAULTS = [
  /** Lists leave these listings out, though each is there when asked for by its key: a key walk that shrinks. */
  'hidden-rows',
  /** All at one instant: more than a page of them when `count` says so. */
  'tie',
  /** Stamps to the microsecond, a few of them apart by one microsecond only. */
  'microseconds',
  /** Stamps of the year 3000. */
  'future-stamps',
  /** A status, a kind and a cooling that no vocabulary knows. */
  'unknown-lookup',
  /** Fields that a page needs are left out. */
  'missing-fields',
  /** The same fields, null. */
  'null-fields',
  /** The first photo's address answers 404. */
  'dead-media',
  /** The listing has another key (MLS mergers): old key gone, new key there, same ListingId. Not undone by clearing. */
  're-keyed',
  /** Gone; back when cleared. */
  'vanished',
  /** Numbers as texts, "Y" for true, lists as texts with commas, dates with times. */
  'type-drift',
] as const;
export type DataFault = (typeof DATA_FAULTS)[number];

export type FaultKind = WireFault | DataFault;

/** One thing that goes wrong, as `POST /control/fault` takes it (one or a list). */
export interface Fault {
  kind: FaultKind;
  /** Wire: answers it spoils, 1 when absent. Data: listings it hits, 10 when absent; all when more than there are. */
  count?: number;
  /** Of a data fault: exactly these listings. */
  keys?: string[];
  /** Of `slow`; 3,000 when absent. */
  delayMs?: number;
  /** Of `429-…`: the Retry-After header, seconds or a date; none when absent. */
  retryAfter?: string;
  /** Of `microseconds`, `tie`, `future-stamps`: also the provider's own stamp, not the MLS's alone. */
  providerStamp?: boolean;
}

export const isWireFault = (kind: string): kind is WireFault => WIRE_FAULTS.some((one) => one === kind);
const isDataFault = (kind: string): kind is DataFault => DATA_FAULTS.some((one) => one === kind);

/**
 * Reads the body of `POST /control/fault`.
 * @throws ODataFault 400 for a kind that is none of ours.
 */
export function parseFaults(json: unknown): Fault[] {
  const list = (Array.isArray(json) ? json : [json]) as (Row | null)[];
  return list.map((one) => {
    const kind = String(one?.kind);
    if (!isWireFault(kind) && !isDataFault(kind)) {
      throw new ODataFault(400, `a fault is one of ${[...WIRE_FAULTS, ...DATA_FAULTS].join(', ')}`);
    }
    const count = Number(one?.count);
    return { ...one, kind, count: count >= 1 ? Math.floor(count) : undefined } as Fault;
  });
}

/** The wire faults that wait for an answer to spoil, in the order in which they were asked for. */
export class FaultQueue {
  readonly #waiting: Fault[] = [];

  constructor(faults: readonly Fault[] = []) {
    for (const fault of faults) this.add(fault);
  }

  add(fault: Fault): void {
    this.#waiting.push({ ...fault, count: fault.count ?? 1 });
  }

  /** Uses up one of the first fault that fits this request; most fit every request. */
  take(fits: (kind: WireFault) => boolean = () => true): Fault | undefined {
    const at = this.#waiting.findIndex(({ kind }) => fits(kind as WireFault));
    const fault = this.#waiting[at];
    if (fault === undefined) return undefined;
    fault.count = (fault.count ?? 1) - 1;
    if (fault.count <= 0) this.#waiting.splice(at, 1);
    return fault;
  }

  /** Drops the waiting faults of that kind, or all; answers how many there were. */
  clear(kind?: string): number {
    const before = this.#waiting.length;
    const kept = this.#waiting.filter((fault) => kind !== undefined && fault.kind !== kind);
    this.#waiting.splice(0, before, ...kept);
    return before - kept.length;
  }
}
