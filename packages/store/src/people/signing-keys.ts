import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';

/** A key pair for access tokens, as JSON Web Keys. */
export interface StoredKey {
  kid: string;
  publicJwk: Record<string, unknown>;
  privateJwk: Record<string, unknown>;
  createdAt: Date;
  /** Published but not used before this time. */
  activeFrom: Date;
  /** Everything it signed has expired after this time. */
  retiresAt: Date;
}

const KEY_LOCK = 0x6b_65_79_73;

export class SigningKeys extends Repository {
  async list(now: Date): Promise<StoredKey[]> {
    return await this.query<StoredKey>(KEYS, [now]);
  }

  /** Calls `makeKey` under a lock, which may return another key, and deletes retired ones. Returns all keys. */
  async renew(
    now: Date,
    makeKey: (keys: readonly StoredKey[]) => Promise<StoredKey | undefined>,
  ): Promise<StoredKey[]> {
    return await this.transaction(async (client) => {
      await client.query(sql`select pg_advisory_xact_lock(${KEY_LOCK})`);
      const { rows } = await client.query<StoredKey>(KEYS, [now]);
      const key = await makeKey(rows);
      if (key === undefined) return rows;
      await client.query(sql`delete from signing_key where retires_at <= ${now}`);
      await insertRow(client, 'signing_key', { ...key });
      return [...rows, key];
    });
  }
}

const KEYS = `select kid, public_jwk as "publicJwk", private_jwk as "privateJwk", created_at as "createdAt",
    active_from as "activeFrom", retires_at as "retiresAt"
  from signing_key where retires_at > $1 order by active_from, kid`;
