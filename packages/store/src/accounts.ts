import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { query, withWrite } from './connection.ts';

export type Role = 'user' | 'realtor' | 'admin';

/** The person behind a sign-in. */
export interface Account {
  userId: string;
  role: Role;
  name: string;
  /** Lower-cased, NFC; null when the provider told none. */
  email: string | null;
  emailVerified: boolean;
  /** E.164. */
  phone: string | null;
  locale: 'en' | 'ko';
  picture: string | null;
  units: string | null;
  currency: string | null;
  createdAt: Date;
  updatedAt: Date;
  deletionRequestedAt: Date | null;
  deletionDueAt: Date | null;
}

export type NewAccount = Pick<Account, 'name' | 'email' | 'emailVerified' | 'locale'> &
  Partial<Pick<Account, 'role' | 'picture' | 'phone'>>;

export const ACCOUNT = `user_id as "userId", role, name, email, email_verified as "emailVerified", phone, locale, picture,
  units, currency, created_at as "createdAt", updated_at as "updatedAt",
  deletion_requested_at as "deletionRequestedAt", deletion_due_at as "deletionDueAt"`;

/** The accounts of people, in the store. */
export class Accounts {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async find(userId: string): Promise<Account | undefined> {
    const rows = await query<Account>(this.#pool, `select ${ACCOUNT} from account where user_id = $1`, [
      userId,
    ]);
    return rows[0];
  }

  /** Makes an account without an identity: sign-in makes one with it (`SignIns`). */
  async create(account: NewAccount, now: Date): Promise<Account> {
    return await withWrite(this.#pool, (client) => createAccountIn(client, account, now));
  }

  /** Tokens of another role are refused from now on, on every node. False when there is no such account. */
  async setRole(userId: string, role: Role, now: Date): Promise<boolean> {
    const rows = await query(
      this.#pool,
      `update account set role = $2, updated_at = $3 where user_id = $1 returning user_id`,
      [userId, role, now],
    );
    return rows.length > 0;
  }
}

/** In a transaction of the caller. */
export async function createAccountIn(
  client: pg.ClientBase,
  { name, email, emailVerified, locale, role = 'user', picture = null, phone = null }: NewAccount,
  now: Date,
): Promise<Account> {
  const { rows } = await client.query<Account>(
    `insert into account (user_id, role, name, email, email_verified, phone, locale, picture, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning ${ACCOUNT}`,
    [randomUUID(), role, name, email, emailVerified, phone, locale, picture, now],
  );
  return rows[0]!;
}
