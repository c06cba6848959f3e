import { randomUUID } from 'node:crypto';
import type { SignInProvider, UserRole } from '@maru/listing/people';
import type pg from 'pg';
import { Repository } from '../db/repository.ts';
import { insertRow } from '../db/rows.ts';
import { isAfter, sql } from '../db/sql.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { endSessionsIn, revokeIn } from './sessions.ts';

/** `setting`: `ADMIN_EMAILS`; `admin`: another admin; `profile`: a realtor's profile was created or deleted. */
export type RoleSource = 'setting' | 'admin' | 'profile';

export interface Account {
  userId: string;
  role: UserRole;
  /** Origin of the role; null for the initial role, or one set before this was recorded. */
  roleSource: RoleSource | null;
  roleGivenBy: string | null;
  roleChangedAt: Date | null;
  name: string;
  /** Lower case, NFC; null when the provider gave none. */
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

export interface StoredConsent {
  kind: string;
  given: boolean;
  textVersion: string;
  textHash: string;
  locale: 'en' | 'ko';
  source: string;
  at: Date;
}

export interface StoredCommute {
  address: string;
  latitude: number | null;
  longitude: number | null;
  transportation: string;
}

export interface Profile {
  account: Account;
  providers: SignInProvider[];
  consents: StoredConsent[];
  commuteAddresses: StoredCommute[];
}

export interface ProfileEdit
  extends Partial<Pick<Account, 'name' | 'phone' | 'locale' | 'units' | 'currency'>> {
  picture?: null;
  consents?: StoredConsent[];
  commuteAddresses?: StoredCommute[];
}

export const ACCOUNT = sql`user_id as "userId", role, role_source as "roleSource", role_given_by as "roleGivenBy",
  role_changed_at as "roleChangedAt", name, email, email_verified as "emailVerified", phone, locale, picture,
  units, currency, created_at as "createdAt", updated_at as "updatedAt",
  deletion_requested_at as "deletionRequestedAt", deletion_due_at as "deletionDueAt"`;

export class Accounts extends Repository {
  async find(userId: string): Promise<Account | undefined> {
    return await this.queryRow<Account>(sql`select ${ACCOUNT} from account where user_id = ${userId}`);
  }

  async findProfile(userId: string): Promise<Profile | undefined> {
    return await this.snapshot((client) => findProfileIn(client, userId));
  }

  /**
   * `conflict`: changed since `ifUpdatedAt`; `consent_missing`: addresses without that consent, whose withdrawal
   * deletes them.
   */
  async updateProfile(
    userId: string,
    edit: ProfileEdit,
    { now, ifUpdatedAt }: { now: Date; ifUpdatedAt?: Date },
  ): Promise<Profile | 'conflict' | 'consent_missing' | undefined> {
    return await this.transaction(async (client) => {
      const current = await sql<Account>`
        select ${ACCOUNT} from account where user_id = ${userId} for update`.row(client);
      if (current === undefined) return undefined;
      if (ifUpdatedAt !== undefined && current.updatedAt.getTime() !== ifUpdatedAt.getTime())
        return 'conflict';
      const consents = new Map((await loadConsents(client, userId)).map((one) => [one.kind, one.given]));
      for (const { kind, given } of edit.consents ?? []) consents.set(kind, given);
      const mayKeep = consents.get('commute_address') === true;
      if ((edit.commuteAddresses ?? []).length > 0 && !mayKeep) return 'consent_missing';

      for (const one of edit.consents ?? []) {
        await insertRow(client, 'consent', { userId, ...one });
      }
      if (edit.commuteAddresses !== undefined || !mayKeep) {
        await client.query(sql`delete from commute_address where user_id = ${userId}`);
        for (const [position, one] of (edit.commuteAddresses ?? []).entries()) {
          const { address, latitude, longitude, transportation } = one;
          const row = { userId, position, address, latitude, longitude, transportation };
          await insertRow(client, 'commute_address', row);
        }
      }
      const { name, phone, locale, picture, units, currency } = { ...current, ...edit };
      // Strictly increasing, so that two changes within a millisecond do not share a version.
      const updatedAt = new Date(Math.max(now.getTime(), current.updatedAt.getTime() + 1));
      await client.query(sql`
        update account
        set name = ${name}, phone = ${phone}, locale = ${locale}, picture = ${picture}, units = ${units},
          currency = ${currency},
          updated_at = ${updatedAt} where user_id = ${userId}`);
      return await findProfileIn(client, userId);
    });
  }

  /** Newest first, after the account `after` if given. */
  async list(options: {
    role?: UserRole;
    email?: string;
    /** Prefix of the email address or name, lower case. */
    startsWith?: string;
    after?: { createdAt: Date; userId: string };
    limit: number;
  }): Promise<Account[]> {
    const { role = null, email = null, startsWith = '', after, limit } = options;
    const prefix = `${startsWith.replace(/[\\%_]/g, '\\$&')}%`;
    return await this.query<Account>(sql`
      select ${ACCOUNT} from account
      where (${role}::text is null or role = ${role}) and (${email}::text is null or email = ${email})
        ${startsWith === '' ? sql`` : sql`and (email like ${prefix} or lower(name) like ${prefix})`}
        and ${isAfter('created_at, user_id', after && { at: after.createdAt, id: after.userId })}
      order by created_at desc, user_id desc limit ${limit}`);
  }

  /** Creates an account without an identity; `SignIns` creates accounts with one. */
  async create(account: NewAccount, now: Date): Promise<Account> {
    return await this.transaction((client) => createAccountIn(client, account, now));
  }

  /** Changes the role; tokens with the old role are rejected on every node from now on. False when unchanged. */
  async setRole(userId: string, role: UserRole, now: Date): Promise<boolean> {
    return await this.transaction((client) => setRoleIn(client, userId, { role }, now));
  }

  /** `not_admin`: the actor is none (any more), or would remove their own role: one admin always remains. */
  async changeRole(
    userId: string,
    role: UserRole,
    { actorId, now }: { actorId: string; now: Date },
  ): Promise<'changed' | 'same' | 'not_admin' | undefined> {
    return await this.transaction(async (client) => {
      // Locks the actor's row: of two admins who demote each other, the second is no longer admin.
      const [actorRole] = await sql`
        select role from account where user_id = ${actorId} for share`.column(client);
      if (actorRole !== 'admin' || (userId === actorId && role !== 'admin')) return 'not_admin';
      const [from] = await sql`
        select role from account where user_id = ${userId} for update`.column<UserRole>(client);
      if (from === undefined) return undefined;
      if (from === role) return 'same';
      await setRoleIn(client, userId, { role, source: 'admin', givenBy: actorId }, now);
      if (from === 'admin' || role === 'admin') {
        await client.query(sql`
          update account set admin_taken_at = ${role === 'admin' ? null : now} where user_id = ${userId}`);
      }
      await writeAuditIn(client, { actorId, now }, 'user.change_role', userId, { from, to: role });
      return 'changed';
    });
  }

  /** Schedules deletion at `dueAt`, or keeps an earlier schedule; returns the time. Undefined: no such account. */
  async requestDeletion(userId: string, dueAt: Date, now: Date): Promise<Date | undefined> {
    return await this.transaction(async (client) => {
      const row = await sql<{ due: Date; is_new: boolean }>`
        with before as (select deletion_due_at from account where user_id = ${userId} for update)
        update account set deletion_due_at = coalesce(account.deletion_due_at, ${dueAt}),
          deletion_requested_at = coalesce(deletion_requested_at, ${now}), updated_at = ${now}
        from before where user_id = ${userId}
        returning account.deletion_due_at as due, before.deletion_due_at is null as is_new`.row(client);
      if (row?.is_new) {
        await writeAuditIn(client, { actorId: userId, now }, 'account.request_deletion', userId);
      }
      return row?.due;
    });
  }

  /** False when no deletion was scheduled. */
  async cancelDeletion(userId: string, now: Date): Promise<boolean> {
    return await this.transaction(async (client) => {
      const { rowCount } = await client.query(sql`
        update account set deletion_due_at = null, deletion_requested_at = null, updated_at = ${now}
        where user_id = ${userId} and deletion_due_at is not null`);
      if (!rowCount) return false;
      await writeAuditIn(client, { actorId: userId, now }, 'account.cancel_deletion', userId);
      return true;
    });
  }

  /**
   * Deletes due accounts, each in its own transaction, with other data by `forget`; returns them.
   * @throws AggregateError when some could not be deleted, after all the others
   */
  async deleteDue(
    now: Date,
    forget: (client: pg.ClientBase, userId: string) => Promise<void> = async () => undefined,
  ): Promise<string[]> {
    const due = await this.queryColumn(sql`
      select user_id from account where deletion_due_at <= ${now} order by deletion_due_at`);
    const deleted: string[] = [];
    const faults: unknown[] = [];
    for (const userId of due) {
      const isGone = await this.transaction(async (client) => {
        // The owner may have cancelled meanwhile.
        const { rowCount } = await client.query(sql`
          select 1 from account where user_id = ${userId} and deletion_due_at <= ${now} for update`);
        if (!rowCount) return false;
        await forget(client, userId);
        await endSessionsIn(client, { userId, reason: 'deleted', now });
        await client.query(sql`update session set user_agent = '' where user_id = ${userId}`);
        await client.query(sql`delete from account where user_id = ${userId}`);
        await writeAuditIn(client, { actorId: null, now }, 'account.delete', userId);
        return true;
      }).catch((error: unknown) => {
        faults.push(new Error(`account ${userId} could not be deleted`, { cause: error }));
        return false;
      });
      if (isGone) deleted.push(userId);
    }
    if (faults.length > 0) throw new AggregateError(faults, `${faults.length} accounts could not be deleted`);
    return deleted;
  }
}

const CONSENT = sql`kind, given, text_version as "textVersion", text_hash as "textHash", locale, source, at`;

async function loadConsents(client: pg.ClientBase, userId: string): Promise<StoredConsent[]> {
  return await sql<StoredConsent>`
    select distinct on (kind) ${CONSENT} from consent where user_id = ${userId}
    order by kind, consent_id desc`.all(client);
}

async function findProfileIn(client: pg.ClientBase, userId: string): Promise<Profile | undefined> {
  const account = await sql<Account>`select ${ACCOUNT} from account where user_id = ${userId}`.row(client);
  if (account === undefined) return undefined;
  const providers = await sql`
    select distinct provider from account_identity where user_id = ${userId}
    order by provider desc`.column<SignInProvider>(client);
  const commuteAddresses = await sql<StoredCommute>`
    select address, latitude, longitude, transportation from commute_address where user_id = ${userId}
    order by position`.all(client);
  return { account, providers, consents: await loadConsents(client, userId), commuteAddresses };
}

export async function createAccountIn(
  client: pg.ClientBase,
  { name, email, emailVerified, locale, role = 'user', picture = null, phone = null }: NewAccount,
  now: Date,
): Promise<Account> {
  const own = { userId: randomUUID(), role, name, email, emailVerified, phone, locale, picture };
  const row = { ...own, createdAt: now, updatedAt: now };
  return (await insertRow<Account>(client, 'account', row, `returning ${ACCOUNT}`))!;
}

/** Within the caller's transaction. False when unchanged or without such an account. */
export async function setRoleIn(
  client: pg.ClientBase,
  userId: string,
  given: { role: UserRole; source?: RoleSource | null; givenBy?: string | null },
  now: Date,
): Promise<boolean> {
  const { role, source = null, givenBy = null } = given;
  const { rowCount } = await client.query(sql`
    update account
    set role = ${role}, role_source = ${source}, role_given_by = ${givenBy}, role_changed_at = ${now},
      updated_at = ${now}
    where user_id = ${userId} and role <> ${role}`);
  if (!rowCount) return false;
  await revokeIn(client, { sessions: [], roles: [{ userId, role }] });
  return true;
}
