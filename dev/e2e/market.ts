import { inject } from 'vitest';
import type { Site } from './start-site.ts';

type Row = Record<string, unknown>;

/** The sample market behind the product: what its feed says of a home, and how a test makes something happen there. */
export class Market {
  readonly #feed: Site['market'];

  constructor(feed: Site['market'] = inject('site').market) {
    this.#feed = feed;
  }

  /** The record as the feed gives it, with what no visitor may see. @throws Error when the feed has none */
  async record(listingKey: string): Promise<Row> {
    return this.#ask(`/Property('${encodeURIComponent(listingKey)}')`);
  }

  /** Changes fields of a record now, as its agent would. */
  async change(listingKey: string, fields: Row): Promise<void> {
    await this.#ask('/control/change', [{ ListingKey: listingKey, ...fields }]);
  }

  async #ask(path: string, body?: unknown): Promise<Row> {
    const answer = await fetch(this.#feed.baseUrl + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.#feed.token}`, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`the feed answered ${answer.status} to ${path}`);
    return (await answer.json()) as Row;
  }
}
