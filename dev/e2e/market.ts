import { inject } from 'vitest';
import type { SiteFeed } from './start-site.ts';

type Row = Record<string, unknown>;

/**
 * Where errands change homes, each in a city of its own: errands run beside each other, and nobody counts homes or compares
 * prices there. Irvine and its county are for those who only look.
 */
export const CHANGED_IN = {
  costs: 'fullerton-ca',
  prices: 'los-angeles-ca',
  alerts: 'buena-park-ca',
  records: 'torrance-ca',
} as const;

/** The two MLSs behind the product: what is said there of a home, and how a test makes something happen to it. */
export class Market {
  readonly #bridge: SiteFeed;
  readonly #slipstream: SiteFeed;

  constructor({ bridge, slipstream } = inject('site').market) {
    this.#bridge = bridge;
    this.#slipstream = slipstream;
  }

  /** The record as the Bridge feed gives it, with what no visitor may see. @throws Error when it has none */
  async record(listingKey: string): Promise<Row> {
    const { dataset } = this.#bridge;
    const path = `/api/v2/OData/${dataset}/Property('${encodeURIComponent(listingKey)}')`;
    return await ask(this.#bridge, path);
  }

  /** Changes fields of a record now, as its agent would, in whichever of the two it stands. */
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
  if (!answer.ok) throw new Error(`the feed answered ${answer.status} to ${path}`);
  return (await answer.json()) as Row;
}
