import pg from 'pg';
import { clientConfig } from './connection.ts';

const RETRY_MS = 1_000;
const CHANGE_CHANNEL = 'maru_change';
/** `maru_session`: a session ended or a role changed; `maru_site`: the owner changed something. */
const CHANNELS = [CHANGE_CHANNEL, 'maru_session', 'maru_site'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Listens on its own connection. Notifications are lost while it reconnects, so every new connection notifies all. */
export class ChangeListener {
  readonly #databaseUrl: string;
  readonly #log: (line: string) => void;
  readonly #listeners = new Map<() => void, Channel>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isDown = false;

  constructor(databaseUrl: string, log: (line: string) => void) {
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void, channel: Channel = CHANGE_CHANNEL): () => void {
    // A wrapper, so that the same function can be subscribed twice.
    const own = () => listener();
    this.#listeners.set(own, channel);
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
    client.on('notification', ({ channel }) => this.#wake(channel));
    try {
      await client.connect();
      await client.query(CHANNELS.map((channel) => `listen ${channel}`).join('; '));
      if (this.#isDown) this.#log('database: change listener reconnected');
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
    if (!this.#isDown) this.#log('database: change listener disconnected; reconnecting');
    this.#isDown = true;
    this.#retry = setTimeout(() => void this.#connect(), RETRY_MS);
  }

  #wake(channel?: string): void {
    for (const [listener, own] of this.#listeners) if (channel === undefined || channel === own) listener();
  }
}
