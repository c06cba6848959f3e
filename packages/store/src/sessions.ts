import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Role } from './accounts.ts';
import { query, withWrite } from './connection.ts';

/** Days without a refresh after which a browser is signed out. */
const IDLE_DAYS = 60;
const DAY = 86_400_000;

/** A session whose owner has just shown that it is theirs. `refreshToken` is the secret to hand to the browser. */
export interface OpenSession {
  sessionId: string;
  userId: string;
  role: Role;
  refreshToken: string;
  expiresAt: Date;
}

/** Signed-in browsers: families of refresh tokens, of which only hashes are kept. */
export class Sessions {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** @throws when there is no such account. */
  async start(own: { userId: string; provider: string; userAgent: string; now: Date }): Promise<OpenSession> {
    return await withWrite(this.#pool, (client) => startSessionIn(client, own));
  }

  /** Ends the session at once; false when it had ended before, or is not of this user. */
  async end(own: { sessionId: string; userId: string; reason: string; now: Date }): Promise<boolean> {
    const { sessionId, userId, reason, now } = own;
    const rows = await query(
      this.#pool,
      `update session set ended_at = $3, ended_reason = $4
       where session_id = $1 and user_id = $2 and ended_at is null returning session_id`,
      [sessionId, userId, now, reason],
    );
    return rows.length > 0;
  }
}

/** In a transaction of the caller. */
export async function startSessionIn(
  client: pg.ClientBase,
  { userId, provider, userAgent, now }: { userId: string; provider: string; userAgent: string; now: Date },
): Promise<OpenSession> {
  const account = await client.query<{ role: Role }>('select role from account where user_id = $1', [userId]);
  const role = account.rows[0]?.role;
  if (role === undefined) throw new Error(`account ${userId}: there is none to start a session for`);
  const sessionId = randomUUID();
  const refreshToken = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + IDLE_DAYS * DAY);
  await client.query(
    `insert into session (session_id, user_id, provider, user_agent, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, $4, $5, $5, $6)`,
    [sessionId, userId, provider, userAgent.slice(0, 400), now, expiresAt],
  );
  await client.query('insert into refresh_token (token_hash, session_id, issued_at) values ($1, $2, $3)', [
    hashOf(refreshToken),
    sessionId,
    now,
  ]);
  return { sessionId, userId, role, refreshToken, expiresAt };
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token after this one. */
export function successorOf(token: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(token).digest('base64url');
}
