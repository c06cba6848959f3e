import { randomBytes } from 'node:crypto';
import type { UserRole } from '@maru/listing/people';
import type { NewAccount } from '@maru/store';
import type { Caller } from '../auth/access-tokens.ts';
import type { Parts } from '../parts.ts';

export interface TestCaller extends Caller {
  signedInAt: Date;
  accessToken: string;
  refreshToken: string;
  headers: { authorization: string };
}

/** For tests: creates a signed-in account with that role; `headers` authenticate its requests. */
export async function createCaller(
  { store, accessTokens, now }: Pick<Parts, 'store' | 'accessTokens' | 'now'>,
  own: { role: UserRole } & Partial<NewAccount>,
): Promise<TestCaller> {
  const at = new Date(now());
  const account = await store.accounts.create(
    {
      name: `Test ${own.role}`,
      email: `${own.role}-${randomBytes(6).toString('hex')}@example.com`,
      emailVerified: true,
      locale: 'en',
      ...own,
    },
    at,
  );
  const session = await store.sessions.start({
    userId: account.userId,
    provider: 'kakao',
    userAgent: '',
    now: at,
  });
  const accessToken = await accessTokens.issue(session);
  const { userId, role, sessionId, refreshToken, signedInAt } = session;
  return {
    userId,
    role,
    sessionId,
    signedInAt,
    authTime: Math.floor(signedInAt.getTime() / 1000),
    refreshToken,
    accessToken,
    headers: { authorization: `Bearer ${accessToken}` },
  };
}
