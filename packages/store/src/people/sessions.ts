import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { SignInProvider, UserRole } from '@maru/listing/people';
import { DAY_MS } from '@maru/listing/time';
import type pg from 'pg';
import { afterCommit } from '../db/connection.ts';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { writeAuditIn } from '../site/audit-log.ts';

/** A session without a refresh for this long ends. */
const IDLE = 60 * DAY_MS;
/** Maximum lifetime of a session from its sign-in, regardless of refreshes. Default of `SESSION_MAX_DAYS`. */
export const SESSION_MAX_AGE = 180 * DAY_MS;
/** A used refresh token is accepted for this long, for concurrent tabs and lost responses (rule S11.2). */
const GRACE = 10_000;
/** Retention of used tokens; later they count as unknown. */
const REMEMBERED = 30 * DAY_MS;
const MAX_LISTED = 100;
export const SESSION_CHANNEL = 'maru_session';

/** A session just started or refreshed. `refreshToken` is the secret for the browser. */
export interface OpenSession {
  sessionId: string;
  userId: string;
  role: UserRole;
  refreshToken: string;
  /** Time of the sign-in: claim `auth_time` of its access tokens. Unaffected by refreshes. */
  signedInAt: Date;
  expiresAt: Date;
}

export type RefreshOutcome =
  | { kind: 'refreshed'; session: OpenSession }
  /** `reused`: an old token was used, and the session was ended for it. */
  | { kind: 'refused'; reason: 'unknown' | 'ended' | 'expired' | 'reused'; userId?: string };

export interface SessionRow {
  sessionId: string;
  userId: string;
  provider: SignInProvider;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
}

/** Sessions as families of refresh tokens, stored as hashes. */
export class Sessions extends Repository {
  readonly #maxAge: number;

  constructor(pool: pg.Pool, { maxAge = SESSION_MAX_AGE }: { maxAge?: number } = {}) {
    super(pool);
    this.#maxAge = maxAge;
  }

  /** @throws when there is no such account */
  async start(own: NewSession): Promise<OpenSession> {
    return await this.transaction((client) => startSessionIn(client, { ...own, maxAge: this.#maxAge }));
  }

  /** Within the grace period a used token gets the same successor again; an older one ends the session. */
  async refresh(own: { refreshToken: string; userAgent: string; now: Date }): Promise<RefreshOutcome> {
    return await this.transaction((client) => refreshIn(client, { ...own, maxAge: this.#maxAge }));
  }

  /** The owner's current role; undefined when the session has ended or belongs to another user. */
  async findRole(
    { sessionId, userId }: { sessionId: string; userId: string },
    now: Date,
  ): Promise<UserRole | undefined> {
    const [role] = await this.queryColumn<UserRole>(sql`
      select a.role from session s join account a on a.user_id = s.user_id
      where s.session_id = ${sessionId} and s.user_id = ${userId} and s.ended_at is null and s.expires_at > ${now}
        and s.created_at > ${this.#oldest(now)}`);
    return role;
  }

  /** Active sessions, last used first, at most 100. */
  async list(userId: string, now: Date): Promise<SessionRow[]> {
    return await this.query<SessionRow>(sql`
      select session_id as "sessionId", user_id as "userId", provider, user_agent as "userAgent",
        created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt"
      from session
      where user_id = ${userId} and ended_at is null and expires_at > ${now} and created_at > ${this.#oldest(now)}
      order by last_seen_at desc, session_id limit ${MAX_LISTED}`);
  }

  async count(userId: string, now: Date): Promise<number> {
    const [count = 0] = await this.queryColumn<number>(sql`
      select count(*) from session
      where user_id = ${userId} and ended_at is null and expires_at > ${now}
        and created_at > ${this.#oldest(now)}`);
    return count;
  }

  #oldest(now: Date): Date {
    return new Date(now.getTime() - this.#maxAge);
  }

  /**
   * Returns how many. Their access tokens are rejected by this process when the promise resolves
   * (`Store.onRevocation`).
   */
  async end(own: { userId: string; sessionId?: string; reason: string; now: Date }): Promise<number> {
    return await this.transaction((client) => endSessionsIn(client, own));
  }

  /** Sessions ended and roles changed since then, whose access tokens may not have expired. */
  async listRevoked(
    since: Date,
  ): Promise<{ sessions: string[]; roles: { userId: string; role: UserRole }[] }> {
    const sessions = await this.queryColumn(sql`select session_id from session where ended_at > ${since}`);
    const roles = await this.query<{ userId: string; role: UserRole }>(sql`
      select user_id as "userId", role from account where role_changed_at > ${since}`);
    return { sessions, roles };
  }

  /** Deletes expired rows. Call it hourly. Returns the number of sessions. */
  async sweep(now: Date): Promise<number> {
    const remembered = new Date(now.getTime() - REMEMBERED);
    await this.query(sql`delete from refresh_token where used_at < ${remembered}`);
    const ended = await this.query(sql`
      delete from session where ended_at < ${remembered} or expires_at < ${remembered} returning session_id`);
    return ended.length;
  }
}

interface NewSession {
  userId: string;
  provider: SignInProvider;
  userAgent: string;
  now: Date;
}

/** Within the caller's transaction. */
export async function startSessionIn(
  client: pg.ClientBase,
  { userId, provider, userAgent, now, maxAge }: NewSession & { maxAge: number },
): Promise<OpenSession> {
  const role = await findRoleIn(client, userId);
  if (role === undefined) throw new Error(`account ${userId} does not exist`);
  const sessionId = randomUUID();
  const refreshToken = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + Math.min(IDLE, maxAge));
  await insertRow(client, 'session', {
    sessionId,
    userId,
    provider,
    userAgent: truncateUserAgent(userAgent),
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
  });
  await insertRow(client, 'refresh_token', { tokenHash: hashToken(refreshToken), sessionId, issuedAt: now });
  return { sessionId, userId, role, refreshToken, signedInAt: now, expiresAt };
}

async function findRoleIn(client: pg.ClientBase, userId: string): Promise<UserRole | undefined> {
  return (await sql`select role from account where user_id = ${userId}`.column<UserRole>(client))[0];
}

/** Within the caller's transaction. Returns the number of ended sessions. */
export async function endSessionsIn(
  client: pg.ClientBase,
  own: { userId: string; sessionId?: string | null; reason: string; now: Date },
): Promise<number> {
  const { userId, sessionId = null, reason, now } = own;
  const sessions = await sql`
    update session set ended_at = ${now}, ended_reason = ${reason}
    where user_id = ${userId} and (${sessionId}::text is null or session_id = ${sessionId}) and ended_at is null
      and expires_at > ${now}
    returning session_id`.column(client);
  if (sessions.length > 0) await revokeIn(client, { sessions, roles: [] });
  return sessions.length;
}

/** Access tokens invalidated by a committed transaction: ended sessions, accounts with a new role. */
export interface Revocation {
  sessions: readonly string[];
  roles: readonly { userId: string; role: UserRole }[];
}
type Listener = (revocation: Revocation) => void;

const listeners = new WeakMap<pg.Pool, Set<Listener>>();

/** Calls `listener` for each revocation that this process commits through the pool. Returns the function that unsubscribes. */
export function subscribeToRevocations(pool: pg.Pool, listener: Listener): () => void {
  const own = listeners.get(pool) ?? new Set<Listener>();
  listeners.set(pool, own);
  own.add(listener);
  return () => own.delete(listener);
}

/** On commit, publishes the revocation to this process and notifies the other nodes. */
export async function revokeIn(client: pg.ClientBase, revocation: Revocation): Promise<void> {
  afterCommit(client, (pool) => {
    for (const listener of listeners.get(pool) ?? []) listener(revocation);
  });
  await client.query(sql`select pg_notify(${SESSION_CHANNEL}::text, '')`);
}

interface TokenRow {
  used_at: Date | null;
  successor_salt: Buffer | null;
}

async function refreshIn(
  client: pg.ClientBase,
  own: { refreshToken: string; userAgent: string; now: Date; maxAge: number },
): Promise<RefreshOutcome> {
  const { refreshToken, userAgent, now, maxAge } = own;
  // The row lock serializes all refreshes of a session.
  const row = await sql<{
    session_id: string;
    user_id: string;
    created_at: Date;
    expires_at: Date;
    ended_at: Date | null;
  }>`
    select session_id, user_id, created_at, expires_at, ended_at from session
    where session_id = (select session_id from refresh_token where token_hash = ${hashToken(refreshToken)})
    for update`.row(client);
  if (row === undefined) return { kind: 'refused', reason: 'unknown' };
  const { session_id: sessionId, user_id: userId, created_at: signedInAt } = row;
  const endsBy = signedInAt.getTime() + maxAge;
  if (row.ended_at !== null) return { kind: 'refused', reason: 'ended', userId };
  if (row.expires_at <= now || endsBy <= now.getTime()) return { kind: 'refused', reason: 'expired', userId };

  const given = await loadTokenIn(client, refreshToken);
  if (given.used_at !== null && now.getTime() - given.used_at.getTime() > GRACE) {
    await endSessionsIn(client, { userId, sessionId, reason: 'reused', now });
    await writeAuditIn(client, { actorId: null, now }, 'session.end_reused', userId, { sessionId });
    return { kind: 'refused', reason: 'reused', userId };
  }
  const role = await findRoleIn(client, userId);
  if (role === undefined) return { kind: 'refused', reason: 'ended', userId };

  let next = refreshToken;
  if (given.used_at === null) {
    const salt = randomBytes(32);
    next = deriveSuccessor(refreshToken, salt);
    await client.query(sql`
      update refresh_token set used_at = ${now}, successor_salt = ${salt}
      where token_hash = ${hashToken(refreshToken)}`);
    await insertRow(client, 'refresh_token', { tokenHash: hashToken(next), sessionId, issuedAt: now });
  } else {
    // A concurrent request of the same browser was first: return the same token, or its successor.
    let { successor_salt: salt } = given;
    while (salt !== null) {
      next = deriveSuccessor(next, salt);
      ({ successor_salt: salt } = await loadTokenIn(client, next));
    }
  }
  const expiresAt = new Date(Math.min(now.getTime() + IDLE, endsBy));
  await client.query(sql`
    update session set last_seen_at = ${now}, expires_at = ${expiresAt}, user_agent = ${truncateUserAgent(userAgent)}
    where session_id = ${sessionId}`);
  return {
    kind: 'refreshed',
    session: { sessionId, userId, role, refreshToken: next, signedInAt, expiresAt },
  };
}

async function loadTokenIn(client: pg.ClientBase, token: string): Promise<TokenRow> {
  const row = await sql<TokenRow>`
    select used_at, successor_salt from refresh_token where token_hash = ${hashToken(token)}`.row(client);
  if (row === undefined) throw new Error('refresh token without a successor');
  return row;
}

function truncateUserAgent(userAgent: string): string {
  return userAgent.replaceAll('\u0000', '').slice(0, 400);
}

/** SHA-256: tokens have 256 random bits, so no slow hash is needed. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function deriveSuccessor(token: string, salt: Buffer): string {
  return createHmac('sha256', salt).update(token).digest('base64url');
}
