import type { UserCase } from '@maru/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError, orNotFound } from '../../http/api-error.ts';
import { createAudit } from '../../http/audit.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';

/** One account for admins, its role and its sessions. The list is `GET /v1/user/list`. */
export function registerAdminUserRoutes(app: FastifyInstance, parts: Pick<Parts, 'store' | 'now'>): void {
  const { store } = parts;
  const now = () => new Date(parts.now());
  const audit = createAudit(parts);

  serve(app, 'findUserCase', async ({ params, caller }) => {
    const found = await userCase(params.id);
    await audit(caller, 'user.read_person', params.id);
    return found;
  });

  serve(app, 'changeRole', async ({ params, body, caller }) => {
    const { id } = params;
    const actorId = caller.userId;
    const changed = await store.accounts.changeRole(id, body.newRole, { actorId, now: now() });
    const outcome = orNotFound(changed, 'user_not_found');
    // An admin must remain, or nobody could make another.
    if (outcome === 'not_admin' && id === actorId) throw new ApiError(409, 'conflict');
    // The caller lost the role during this call, so their token is no longer valid.
    if (outcome === 'not_admin') throw new ApiError(401, 'unauthorized');
    return await userCase(id);
  });

  serve(app, 'endSessions', async ({ params, caller }) => {
    const { id } = params;
    await userCase(id);
    const ended = await store.sessions.end({ userId: id, reason: 'admin', now: now() });
    await audit(caller, 'session.end_all', id, { ended });
    return { ended };
  });

  async function userCase(userId: string): Promise<UserCase> {
    const [found, sessions, realtor] = await Promise.all([
      store.accounts.findProfile(userId),
      store.sessions.count(userId, now()),
      store.realtors.findByUser(userId),
    ]);
    const { account, providers } = orNotFound(found, 'user_not_found');
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
