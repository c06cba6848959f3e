import { randomBytes } from 'node:crypto';
import { joinShared } from './connection.ts';
import { Repository } from './repository.ts';
import { sql } from './sql.ts';

/** Random keys shared by all processes, for signed URLs and receipts. Created on first use; never logged. */
export class Secrets extends Repository {
  readonly #known = new Map<string, Promise<Buffer>>();

  async load(name: string): Promise<Buffer> {
    let loading = this.#known.get(name);
    if (loading === undefined) {
      loading = this.#loadOrMake(name);
      this.#known.set(name, loading);
      loading.catch(() => this.#known.delete(name));
    }
    return await joinShared(this.pool, loading);
  }

  async #loadOrMake(name: string): Promise<Buffer> {
    await this.query(sql`
      insert into server_secret (name, secret) values (${name}, ${randomBytes(32).toString('base64url')})
      on conflict (name) do nothing`);
    const [secret] = await this.queryColumn(sql`select secret from server_secret where name = ${name}`);
    return Buffer.from(secret!, 'base64url');
  }
}
