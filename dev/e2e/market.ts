import { inject } from 'vitest';
import type { SiteFeed } from './start-site.ts';

type Row = Record<string, unknown>;

/**
 * Cities where tests change homes, one for each test file: files run in parallel, and no test counts homes or compares
 * prices there. Irvine and its county are for tests that only read.
 */
export const CHANGED_IN = {
  costs: 'fullerton-ca',
  prices: 'los-angeles-ca',
  alerts: 'buena-park-ca',
  records: 'torrance-ca',
} as const;

/** The two simulated MLSs behind the product: reads and changes their records. */
export class Market {
  readonly #bridge: SiteFeed;
  readonly #slipstream: SiteFeed;

  constructor({ bridge, slipstream } = inject('site').market) {
    this.#bridge = bridge;
    this.#slipstream = slipstream;
  }

  /** The record of the Bridge feed, with its confidential fields. @throws Error when there is none */
  async record(listingKey: string): Promise<Row> {
    const { dataset } = this.#bridge;
    const path = `/api/v2/OData/${dataset}/Property('${encodeURIComponent(listingKey)}')`;
    return await ask(this.#bridge, path);
  }

  /** Changes fields of a record, as its agent would, in the feed that has it. @throws Error when neither has it */
  async change(listingKey: string, fields: Row): Promise<void> {
    for (const feed of [this.#bridge, this.#slipstream]) {
      const { count } = await ask(feed, '/control/change', [{ ListingKey: listingKey, ...fields }]);
      if (count === 1) return;
    }
    throw new Error(`no feed has a listing ${listingKey}`);
  }
}

async function ask(feed: SiteFeed, path: string, body?: unknown): Promise<Row> {
  const answer = await fetch(feed.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${feed.controlToken}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`feed: HTTP ${answer.status} for ${path}`);
  return (await answer.json()) as Row;
}
