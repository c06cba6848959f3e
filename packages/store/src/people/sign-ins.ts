import type { SignInProvider, UserRole } from '@maru/listing/people';
import { MINUTE_MS } from '@maru/listing/time';
import type pg from 'pg';
import { withClient } from '../db/connection.ts';
import { lockByName } from '../db/locks.ts';
import { Repository } from '../db/repository.ts';
import { insertRow, upsertRow } from '../db/rows.ts';
import { sql } from '../db/sql.ts';
import { writeAuditIn } from '../site/audit-log.ts';
import { ACCOUNT, type Account, createAccountIn, type RoleSource, setRoleIn } from './accounts.ts';
import { hashToken, type OpenSession, SESSION_MAX_AGE, startSessionIn } from './sessions.ts';

/** Time limit for completing a sign-in at a provider. */
const ATTEMPT_LASTS = 15 * MINUTE_MS;
/** Time limit for proving the second account when two are to be joined. */
const PENDING_LASTS = 15 * MINUTE_MS;

export interface SignInAttempt {
  provider: SignInProvider;
  nonce: string;
  codeVerifier: string;
  redirectUrl: string;
  locale: 'en' | 'ko';
}

/** Identity confirmed by a provider. `email` is verified, lower case, NFC. */
export interface ProvenIdentity {
  provider: SignInProvider;
  subject: string;
  email: string;
  name: string;
  picture: string | null;
  locale: 'en' | 'ko';
}

export type SignInOutcome =
  | { kind: 'signed_in'; session: OpenSession; account: Account; isNew: boolean; joined: string[] }
  /** The address belongs to an account with this provider, which must be proven as well. */
  | { kind: 'join'; provider: SignInProvider };

export class SignIns extends Repository {
  readonly #sessionMaxAge: number;

  constructor(pool: pg.Pool, { sessionMaxAge = SESSION_MAX_AGE }: { sessionMaxAge?: number } = {}) {
    super(pool);
    this.#sessionMaxAge = sessionMaxAge;
  }

  /** `browser` is the secret in the browser's cookie; only that browser can complete the attempt. */
  async startAttempt(own: SignInAttempt & { state: string; browser: string; now: Date }): Promise<void> {
    const { state, browser, provider, nonce, codeVerifier, redirectUrl, locale, now } = own;
    const secrets = { stateHash: hashToken(state), browserHash: hashToken(browser) };
    const row = { ...secrets, provider, nonce, codeVerifier, redirectUrl, locale, createdAt: now };
    await withClient(this.pool, (client) => insertRow(client, 'sign_in_attempt', row));
  }

  /** `unknown`: never started, consumed or expired; `other_browser`: the cookie differs or is missing. */
  async takeAttempt(own: {
    state: string;
    browser: string | undefined;
    provider: SignInProvider;
    now: Date;
  }): Promise<SignInAttempt | 'unknown' | 'other_browser'> {
    const { state, browser = '', provider, now } = own;
    const since = new Date(now.getTime() - ATTEMPT_LASTS);
    const taken = await this.query<SignInAttempt>(sql`
      delete from sign_in_attempt
      where state_hash = ${hashToken(state)} and browser_hash = ${hashToken(browser)} and provider = ${provider}
        and created_at > ${since}
      returning provider, nonce, code_verifier as "codeVerifier", redirect_url as "redirectUrl", locale`);
    if (taken[0] !== undefined) return taken[0];
    const known = await this.query(sql`
      select 1 from sign_in_attempt
      where state_hash = ${hashToken(state)} and provider = ${provider} and created_at > ${since}`);
    return known.length > 0 ? 'other_browser' : 'unknown';
  }

  /** Whether this is the first use of the token; remembered until `expiresAt`. */
  async spend(token: string, expiresAt: Date): Promise<boolean> {
    const rows = await this.query(sql`
      insert into spent_token (token_hash, expires_at) values (${hashToken(token)}, ${expiresAt})
      on conflict do nothing returning 1`);
    return rows.length > 0;
  }

  /**
   * Signs in to the identity's account, or a new one. When another provider's account has the verified address, nobody
   * is signed in: the identity is pending until this browser proves that account. `adminEmails`: see
   * `applyAdminSettingIn`.
   */
  async signIn(own: {
    identity: ProvenIdentity;
    browser: string;
    userAgent: string;
    adminEmails: ReadonlySet<string>;
    now: Date;
  }): Promise<SignInOutcome> {
    const { identity, browser, userAgent, adminEmails, now } = own;
    return await this.transaction(async (client) => {
      // Serializes concurrent sign-ins with the same address.
      await lockByName(client, identity.email);
      const known = await findByIdentityIn(client, identity);
      let account = known;
      if (account === undefined) {
        const owner = await findEmailOwnerIn(client, identity.email);
        if (owner !== undefined) {
          await storePendingIn(client, { identity, browser, userId: owner.userId, now });
          return { kind: 'join', provider: owner.provider };
        }
        account = await createAccountIn(client, { ...identity, emailVerified: true }, now);
        await addIdentityIn(client, account.userId, identity, now);
        await writeAuditIn(client, { actorId: account.userId, now }, 'account.create', account.userId, {
          provider: identity.provider,
        });
      }
      const { userId } = account;
      await updateIdentityIn(client, userId, identity, now);
      await applyAdminSettingIn(client, { userId, proven: identity.email, adminEmails, now });
      const joined = await joinPendingIn(client, { userId, browser, now });
      const session = await startSessionIn(client, {
        userId,
        provider: identity.provider,
        userAgent,
        now,
        maxAge: this.#sessionMaxAge,
      });
      await writeAuditIn(client, { actorId: userId, now }, 'session.start', userId, {
        provider: identity.provider,
        sessionId: session.sessionId,
      });
      const current = await sql<Account>`
        select ${ACCOUNT} from account where user_id = ${userId}`.row(client);
      return { kind: 'signed_in', session, account: current!, isNew: known === undefined, joined };
    });
  }

  /** Deletes expired rows. Call it hourly. */
  async sweep(now: Date): Promise<void> {
    const over = new Date(now.getTime() - Math.max(ATTEMPT_LASTS, PENDING_LASTS));
    await this.query(sql`delete from sign_in_attempt where created_at < ${over}`);
    await this.query(sql`delete from pending_identity where created_at < ${over}`);
    await this.query(sql`delete from spent_token where expires_at < ${now}`);
  }
}

async function findByIdentityIn(
  client: pg.ClientBase,
  { provider, subject }: ProvenIdentity,
): Promise<Account | undefined> {
  return await sql<Account>`
    select ${ACCOUNT} from account where user_id =
      (select user_id from account_identity where provider = ${provider} and subject = ${subject})
      for update`.row(client);
}

async function findEmailOwnerIn(
  client: pg.ClientBase,
  email: string,
): Promise<{ userId: string; provider: SignInProvider } | undefined> {
  return await sql<{ userId: string; provider: SignInProvider }>`
    select e.user_id as "userId", i.provider from verified_email e
    join account_identity i on i.user_id = e.user_id
    where e.email = ${email} order by i.last_used_at desc, i.provider limit 1`.row(client);
}

async function addIdentityIn(
  client: pg.ClientBase,
  userId: string,
  { provider, subject, email }: Pick<ProvenIdentity, 'provider' | 'subject' | 'email'>,
  now: Date,
): Promise<void> {
  const row = { provider, subject, userId, email, emailVerified: true, createdAt: now, lastUsedAt: now };
  await insertRow(client, 'account_identity', row);
  await insertRow(client, 'verified_email', { email, userId }, 'on conflict do nothing');
}

/** Updates the account's address when the provider reports a new one that nobody else has. */
async function updateIdentityIn(
  client: pg.ClientBase,
  userId: string,
  { provider, subject, email }: ProvenIdentity,
  now: Date,
): Promise<void> {
  const [old = null] = await sql`
    select email from account_identity where provider = ${provider} and subject = ${subject}
    for update`.column<string | null>(client);
  await client.query(sql`
    update account_identity set email = ${email}, email_verified = true, last_used_at = ${now}
    where provider = ${provider} and subject = ${subject}`);
  if (old === email) return;
  const claimed = await insertRow(
    client,
    'verified_email',
    { email, userId },
    'on conflict (email) do update set user_id = excluded.user_id where verified_email.user_id = excluded.user_id returning 1',
  );
  if (claimed === undefined) return;
  await client.query(sql`
    update account set email = ${email}, email_verified = true, updated_at = ${now}
    where user_id = ${userId} and (email is null or email = ${old})`);
  // Releases addresses that no provider of the account confirms any more.
  await client.query(sql`
    delete from verified_email e
    where user_id = ${userId} and email <> (select email from account where user_id = ${userId})
      and not exists (select 1 from account_identity i where i.user_id = ${userId} and i.email = e.email)`);
}

/**
 * Applies `ADMIN_EMAILS`: whoever has just verified a listed address becomes admin, unless another admin removed the
 * role. Admins by the setting alone lose it when none of their verified addresses is listed.
 */
async function applyAdminSettingIn(
  client: pg.ClientBase,
  own: { userId: string; proven: string; adminEmails: ReadonlySet<string>; now: Date },
): Promise<void> {
  const { userId, proven, adminEmails, now } = own;
  const emails = await sql`select email from verified_email where user_id = ${userId}`.column(client);
  // An identity may carry an address of another account; that proves only one of the two.
  const isNamed = emails.includes(proven) && adminEmails.has(proven);
  const found = await sql<{
    role: UserRole;
    source: RoleSource | null;
    mayRise: boolean;
    hasProfile: boolean;
  }>`
    select role, role_source as source,
      admin_taken_at is null or not exists (select 1 from account where role = 'admin') as "mayRise",
      exists (select 1 from realtor r where r.user_id = a.user_id) as "hasProfile"
    from account a where user_id = ${userId} for update of a`.row(client);
  const { role: from, source, mayRise, hasProfile } = found!;
  let to: UserRole = from;
  if (from !== 'admin' && isNamed && mayRise) to = 'admin';
  if (from === 'admin' && source === 'setting' && !emails.some((email) => adminEmails.has(email))) {
    to = hasProfile ? 'realtor' : 'user';
  }
  if (to === from) return;
  const given = to === 'admin' ? 'setting' : hasProfile ? 'profile' : null;
  await setRoleIn(client, userId, { role: to, source: given }, now);
  await writeAuditIn(client, { actorId: null, now }, 'account.set_role', userId, {
    from,
    to,
    source: 'setting',
  });
}

async function storePendingIn(
  client: pg.ClientBase,
  own: { identity: ProvenIdentity; browser: string; userId: string; now: Date },
): Promise<void> {
  const { provider, subject, email } = own.identity;
  await upsertRow(client, 'pending_identity', ['browserHash', 'provider', 'subject'], {
    browserHash: hashToken(own.browser),
    provider,
    subject,
    userId: own.userId,
    email,
    createdAt: own.now,
  });
}

/** Joins the pending identities of this browser to the account. Returns their providers. */
async function joinPendingIn(
  client: pg.ClientBase,
  { userId, browser, now }: { userId: string; browser: string; now: Date },
): Promise<string[]> {
  const { rows } = await client.query<{
    provider: SignInProvider;
    subject: string;
    email: string;
    created_at: Date;
  }>(sql`
    delete from pending_identity where browser_hash = ${hashToken(browser)} and user_id = ${userId}
    returning provider, subject, email, created_at`);
  const joined: string[] = [];
  for (const { provider, subject, email, created_at: createdAt } of rows) {
    if (now.getTime() - createdAt.getTime() > PENDING_LASTS) continue;
    // The address or the identity may belong to another account by now.
    const { rowCount } = await client.query(sql`
      select 1 from verified_email e where email = ${email} and user_id = ${userId}
        and not exists (select 1 from account_identity where provider = ${provider}
          and subject = ${subject})`);
    if (!rowCount) continue;
    await addIdentityIn(client, userId, { provider, subject, email }, now);
    await writeAuditIn(client, { actorId: userId, now }, 'account.join', userId, { provider });
    joined.push(provider);
  }
  return joined;
}
