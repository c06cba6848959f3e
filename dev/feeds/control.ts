import type { IncomingMessage } from 'node:http';
import { type FaultQueue, isWireFault, parseFaults } from './faults.ts';
import type { Listings } from './odata-listings.ts';
import { ODataFault, type Row } from './odata-value.ts';

export interface ControlParts {
  listings: Listings;
  faults: FaultQueue;
  now: () => Date;
  /** Registers fields that only added rows have. */
  learn?: (rows: readonly Row[]) => void;
  /** Commands of this server only. */
  own?: Record<string, (json: unknown) => number>;
}

/**
 * `POST /control/{verb}` changes the simulated feed: `change` and `add` take rows, `remove` and `touch` keys, `fault`
 * faults (dev/feeds/faults.ts), `clear` `{"kind"?}`. Returns how many rows or faults were affected.
 * @throws ODataFault 400 for an unknown fault, 404 for an unknown verb.
 */
export function control(
  verb: string,
  json: unknown,
  parts: ControlParts,
): { count: number; keys?: string[] } {
  const { listings, faults, now } = parts;
  const list = (Array.isArray(json) ? json : [json]) as Row[];
  const keys = () => list.map((one) => String((one as Row | null)?.ListingKey ?? one));
  if (verb === 'change' || verb === 'add') {
    const count = verb === 'change' ? listings.change(list, now()) : listings.add(list, now());
    parts.learn?.(list);
    return { count };
  }
  if (verb === 'remove') return { count: listings.remove(keys()) };
  if (verb === 'touch') return { count: listings.touch(keys(), now()) };
  if (verb === 'fault') {
    const requested = parseFaults(json);
    const hit: string[] = [];
    for (const fault of requested) {
      if (isWireFault(fault.kind)) faults.add(fault);
      else hit.push(...listings.applyFault(fault, now()));
    }
    return { count: requested.length, keys: hit };
  }
  if (verb === 'clear') {
    const kind = (json as { kind?: string } | null)?.kind;
    return { count: faults.clear(kind) + listings.clearFaults(kind, now()) };
  }
  const own = parts.own?.[verb];
  if (own !== undefined) return { count: own(json) };
  const known = ['change', 'add', 'remove', 'touch', 'fault', 'clear', ...Object.keys(parts.own ?? {})];
  throw new ODataFault(404, `control supports ${known.join(', ')}, and truth and requests by GET`);
}

/** The requests of a server, newest last, without tokens. */
export class RequestLog {
  readonly #entries: { method: string; url: string; status: number }[] = [];

  add(request: IncomingMessage, status: number): void {
    const url = (request.url ?? '').replace(/((?:access_)?token|license\w*|authorization)=[^&]*/gi, '$1=…');
    this.#entries.push({ method: request.method ?? '', url, status });
    if (this.#entries.length > 10_000) this.#entries.splice(0, 5_000);
  }

  entries(): readonly { method: string; url: string; status: number }[] {
    return this.#entries;
  }
}
