import { randomUUID } from 'node:crypto';
import type { OwnShortlist, ShortlistAnswer } from '@maru/contract';
import type { Shortlist, ShortlistRow } from '@maru/store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../auth/same-secret.ts';
import { ApiError, invalidRequest, orNotFound } from '../../http/api-error.ts';
import { serve } from '../../http/serve.ts';
import type { Parts } from '../../parts.ts';
import { hashKey, makeKey, openKey, sealKey } from '../../site/shortlist-keys.ts';

type ShortlistParts = Pick<Parts, 'store' | 'now'>;

/** /maru/v1/shortlist: lists that a family votes on by a secret link (rule R74). Responses are not cached. */
export async function registerShortlistRoutes(app: FastifyInstance, parts: ShortlistParts): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply) => {
      reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
    });
    registerVoting(scope, parts);
    registerOwning(scope, parts);
  });
}

function registerVoting(app: FastifyInstance, { store, now }: ShortlistParts): void {
  serve(app, 'createShortlist', async ({ body, caller }) => {
    const { name, homes } = body;
    const [key, ownerKey] = [makeKey(), makeKey()];
    const userId = caller?.userId ?? null;
    const made = await store.shortlists.create({
      shortlistId: randomUUID(),
      keyHash: hashKey(key),
      ownerHash: hashKey(ownerKey),
      userId,
      sealedKey: userId === null ? null : sealKey(key, await loadSecret(store)),
      name,
      homeIds: homes,
      now: new Date(now()),
    });
    if (made === 'too_many') throw new ApiError(409, 'too_many_saved');
    if (made === 0) throw new ApiError(404, 'home_not_found', { data: { homeId: homes[0] ?? '' } });
    const shortlist = toAnswer(await load(key, store));
    return { key, ownerKey, path: shortlistPath(key), shortlist };
  });

  serve(app, 'findShortlist', async ({ params }) => toAnswer(await load(params.key, store)));

  serve(app, 'voteOnShortlist', async ({ params, body }) => {
    const { shortlistId } = await load(params.key, store);
    const { personKey, votes: told, ...person } = body;
    const votes = told.map((one, index) => {
      const at = Date.parse(one.at);
      if (Number.isNaN(at)) throw invalidRequest([{ field: `votes.${index}.at`, reason: 'malformed' }]);
      return { ...one, at };
    });
    const voter = { ...person, secretHash: hashKey(personKey) };
    const outcome = await store.shortlists.vote(shortlistId, voter, votes, new Date(now()));
    if (outcome === 'gone') throw new ApiError(404, 'shortlist_not_found');
    if (outcome === 'not_you') throw new ApiError(403, 'forbidden');
    if (outcome === 'full') throw new ApiError(409, 'shortlist_full');
    return toAnswer(await load(params.key, store));
  });
}

function registerOwning(app: FastifyInstance, { store, now }: ShortlistParts): void {
  serve(app, 'updateShortlist', async (request) => {
    const { key } = request.params;
    const { ownerKey, ...edit } = request.body;
    const { shortlistId } = await loadOwn(key, ownerKey, request, store);
    if (!(await store.shortlists.update(shortlistId, edit, new Date(now())))) {
      throw new ApiError(409, 'shortlist_full');
    }
    return toAnswer(await load(key, store));
  });

  serve(app, 'revokeShortlist', async (request) => {
    const { shortlistId } = await loadOwn(request.params.key, request.body.ownerKey, request, store);
    await store.shortlists.revoke(shortlistId);
    return { ok: true as const };
  });

  serve(app, 'listShortlists', async ({ caller }) => ({
    items: await listOwn(caller.userId, store),
  }));

  serve(app, 'claimShortlist', async ({ body, caller }) => {
    const { key, ownerKey } = body;
    const { userId } = caller;
    const list = await load(key, store);
    if (!isSameSecret(hashKey(ownerKey), list.ownerHash)) throw new ApiError(403, 'forbidden');
    // A list that has an owner keeps that owner.
    if (list.userId === null) {
      const sealedKey = sealKey(key, await loadSecret(store));
      if (!(await store.shortlists.claim(list.shortlistId, userId, sealedKey)))
        throw new ApiError(409, 'too_many_saved');
    }
    return { items: await listOwn(userId, store) };
  });
}

/** The page of a list, without /ko. */
function shortlistPath(key: string): string {
  return `/shortlist?key=${key}`;
}

async function load(key: string, { shortlists }: Parts['store']): Promise<Shortlist> {
  return orNotFound(await shortlists.find(hashKey(key)), 'shortlist_not_found');
}

/** @throws ApiError 404 when there is no such list, 403 when the caller does not own it */
async function loadOwn(
  key: string,
  ownerKey: string | undefined,
  { caller }: Pick<FastifyRequest, 'caller'>,
  store: Parts['store'],
): Promise<Shortlist> {
  const list = await load(key, store);
  const hasKey = ownerKey !== undefined && isSameSecret(hashKey(ownerKey), list.ownerHash);
  const isOnAccount = caller !== undefined && caller.userId === list.userId;
  if (!hasKey && !isOnAccount) throw new ApiError(403, 'forbidden');
  return list;
}

async function listOwn(userId: string, store: Parts['store']): Promise<OwnShortlist[]> {
  const secret = await loadSecret(store);
  const rows = await store.shortlists.listByOwner(userId);
  return rows.map(({ sealedKey, createdAt, ...row }: ShortlistRow) => {
    const key = openKey(sealedKey, secret);
    return { ...row, key, path: shortlistPath(key), createdAt: createdAt.toISOString() };
  });
}

function loadSecret({ secrets }: Parts['store']): Promise<Buffer> {
  return secrets.load('shortlist');
}

function toAnswer({ name, createdAt, homes, people, votes }: Shortlist): ShortlistAnswer {
  return {
    name,
    createdAt: createdAt.toISOString(),
    homes: homes.map(({ homeId, addedAt }) => ({ homeId, addedAt: addedAt.toISOString() })),
    people,
    votes: votes.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
  };
}
