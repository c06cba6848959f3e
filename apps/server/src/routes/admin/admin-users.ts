import type { UserCase } from '@maru/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';

/** One account as the owner sees it, its role, and the end of its sessions. The list is `GET /v1/user/list`. */
export function registerAdminUserRoutes(
  app: FastifyInstance,
  { store, now: time }: Pick<Parts, 'store' | 'now'>,
): void {
  const now = () => new Date(time());

  serve(app, 'findUserCase', async ({ params, caller }) => {
    const { id } = params;
    const found = await userCase(id);
    const actorId = caller.userId;
    await store.audit.write({ actorId, action: 'user.read_person', subject: id, at: now() });
    return found;
  });

  serve(app, 'changeRole', async ({ params, body, caller }) => {
    const { id } = params;
    const { newRole } = body;
    const actorId = caller.userId;
    const outcome = await store.accounts.changeRole(id, newRole, { actorId, now: now() });
    if (outcome === undefined) throw new ApiError(404, 'user_not_found');
    // An admin must remain, or nobody could make another.
    if (outcome === 'not_admin' && id === actorId) throw new ApiError(409, 'conflict');
    // The role was taken from the caller while this call was under way: their token is no longer good.
    if (outcome === 'not_admin') throw new ApiError(401, 'unauthorized');
    return await userCase(id);
  });

  serve(app, 'endSessions', async ({ params, caller }) => {
    const { id } = params;
    await userCase(id);
    const at = now();
    const ended = await store.sessions.end({ userId: id, reason: 'admin', now: at });
    const actorId = caller.userId;
    await store.audit.write({ actorId, action: 'session.end_all', subject: id, facts: { ended }, at });
    return { ended };
  });

  async function userCase(userId: string): Promise<UserCase> {
    const [profile, sessions, realtor] = await Promise.all([
      store.accounts.findProfile(userId),
      store.sessions.count(userId, now()),
      store.realtors.findByUser(userId),
    ]);
    if (profile === undefined) throw new ApiError(404, 'user_not_found');
    const { account, providers } = profile;
    const { role, roleSource, roleGivenBy, roleChangedAt } = account;
    const isKnown = roleSource !== null && (role !== 'user' || roleSource === 'admin');
    const names = await store.desk.findNames([roleGivenBy]);
    return {
      id: account.userId,
      name: account.name,
      role,
      roleSource: {
        kind: isKnown ? roleSource : role === 'user' ? 'sign_up' : 'unknown',
        at: (isKnown && roleChangedAt?.toISOString()) || null,
        byId: isKnown ? roleGivenBy : null,
        byName: (isKnown && roleGivenBy !== null && names.get(roleGivenBy)) || null,
      },
      email: account.email,
      phone: account.phone,
      locale: account.locale,
      providers,
      sessions,
      realtorId: realtor?.realtorId ?? null,
      createdAt: account.createdAt.toISOString(),
      deletionAt: account.deletionDueAt?.toISOString() ?? null,
    };
  }
}
