import pg from 'pg';
import { clientConfig } from './connection.ts';

const RETRY_MS = 1_000;

/**
 * Listens for commits on a connection of its own and connects again when it breaks. A wake-up says only "look":
 * one may be lost while the connection is down, so every new connection wakes too.
 */
export class ChangeListener {
  readonly #databaseUrl: string;
  readonly #log: (line: string) => void;
  readonly #listeners = new Set<() => void>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isDown = false;

  constructor(databaseUrl: string, log: (line: string) => void) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /** Answers the function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    // A wrapper of its own, so that the same function may be subscribed twice.
    const own = () => listener();
    this.#listeners.add(own);
    if (this.#client === undefined && this.#retry === undefined) void this.#connect();
    return () => {
      this.#listeners.delete(own);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#listeners.clear();
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    this.#retry = undefined;
    const client = new pg.Client(clientConfig(this.#databaseUrl));
    this.#client = client;
    client.on('error', () => this.#reconnectAfter(client));
    client.on('end', () => this.#reconnectAfter(client));
    client.on('notification', () => this.#wake());
    try {
      await client.connect();
      await client.query('listen maru_change');
      if (this.#isDown) this.#log('database: listening for changes again');
      this.#isDown = false;
      this.#wake();
    } catch {
      this.#reconnectAfter(client);
    }
  }

  #reconnectAfter(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    if (this.#isClosed) return;
    if (!this.#isDown) this.#log('database: lost the connection that listens for changes');
    this.#isDown = true;
    this.#retry = setTimeout(() => void this.#connect(), RETRY_MS);
  }

  #wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
