import type pg from 'pg';
import { query, withWrite } from '../db/connection.ts';

/** A key pair that signs access tokens, as JSON Web Keys. */
export interface StoredKey {
  kid: string;
  publicJwk: Record<string, unknown>;
  privateJwk: Record<string, unknown>;
  createdAt: Date;
  /** Before this instant it is published and not used. */
  activeFrom: Date;
  /** After this instant nothing that it signed can still be good. */
  retiresAt: Date;
}

/** Any constant; nodes that look at the keys at the same moment must make one between them. */
const KEY_LOCK = 0x6b_65_79_73;

/** The keys of access tokens: in the store, so that all nodes sign and check with the same ones. */
export class SigningKeys {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** All that are not retired, oldest first. */
  async list(now: Date): Promise<StoredKey[]> {
    return await query<StoredKey>(this.#pool, KEYS, [now]);
  }

  /**
   * Lets `makeKey` say, under a lock, whether the keys that there are need another one; throws away those that are
   * retired. Answers all.
   */
  async renew(
    now: Date,
    makeKey: (keys: readonly StoredKey[]) => Promise<StoredKey | undefined>,
  ): Promise<StoredKey[]> {
    return await withWrite(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [KEY_LOCK]);
      const { rows } = await client.query<StoredKey>(KEYS, [now]);
      const key = await makeKey(rows);
      if (key === undefined) return rows;
      await client.query('delete from signing_key where retires_at <= $1', [now]);
      await client.query(
        `insert into signing_key (kid, public_jwk, private_jwk, created_at, active_from, retires_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [
          key.kid,
          JSON.stringify(key.publicJwk),
          JSON.stringify(key.privateJwk),
          key.createdAt,
          key.activeFrom,
          key.retiresAt,
        ],
      );
      return [...rows, key];
    });
  }
}

const KEYS = `select kid, public_jwk as "publicJwk", private_jwk as "privateJwk", created_at as "createdAt",
    active_from as "activeFrom", retires_at as "retiresAt"
  from signing_key where retires_at > $1 order by active_from, kid`;
