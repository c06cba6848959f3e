import { randomUUID } from 'node:crypto';
import type { FieldProblem, RealtorAnswer, RealtorEdit } from '@maru/contract';
import { scanFairHousing } from '@maru/listing/display';
import { mayEditRealtor, normalizeLicense } from '@maru/listing/people';
import type { Realtor, RealtorProfile, ReviewFinding } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../auth/access-tokens.ts';
import { realtorAnswer } from '../../contacts/agent-answer.ts';
import { findingOf, normalizeEmail } from '../../contacts/new-contact.ts';
import { normalizePhone } from '../../contacts/phone-number.ts';
import { ApiError, invalidRequest } from '../../http/api-error.ts';
import { askedVersion, onceKey, reusedKey, stale, versionTag } from '../../http/conditional-request.ts';
import { timeCursor, timePage } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { RealtorPictures } from '../../media/realtor-pictures.ts';
import type { Parts } from '../../parts.ts';

type RealtorParts = Pick<Parts, 'store' | 'gazetteer' | 'now'> & { realtorPictures: RealtorPictures };

const PAGE_SIZE = 20;

/** /realtor in full, and its verification by an admin. */
export function registerRealtorRoutes(app: FastifyInstance, parts: RealtorParts): void {
  const { store, realtorPictures } = parts;
  const now = () => new Date(parts.now());
  const answer = async (realtor: Realtor, isOwn: boolean): Promise<RealtorAnswer> => {
    const picture = await realtorPictures.addressOf(realtor.pictureId, realtor.verification === 'verified');
    return realtorAnswer(realtor, { isOwn, picture }, parts.gazetteer);
  };

  serve(app, 'createRealtor', async (request, reply) => {
    const { userId } = request.caller;
    const { body } = request;
    const account = await store.accounts.find(userId);
    const profile = checkedProfile(
      { ...EMPTY, licenseState: 'CA', dailySummary: true, ...body },
      account?.locale ?? 'en',
      parts,
    );
    const email = profile.email ?? account?.email ?? undefined;
    if (email === undefined) throw invalidRequest([{ field: 'email', reason: 'missing' }]);
    if (body.uploadId) await realtorPictures.settle(body.uploadId, userId);
    const made = await store.realtors.create(
      {
        realtorId: randomUUID(),
        userId,
        profile: { ...profile, email } as RealtorProfile,
        uploadId: body.uploadId ?? null,
      },
      { findings: findingsOf(body), now: now(), once: onceKey(request, 'realtor') },
    );
    if (made === 'reused') throw reusedKey();
    if (made === 'taken') throw new ApiError(409, 'already_exists');
    if (made === 'no_upload') throw new ApiError(404, 'upload_not_found');
    reply.header('etag', versionTag(made.version));
    return await answer(made, true);
  });

  serve(app, 'listRealtors', async ({ query, caller }) => {
    const { userId, role } = caller;
    const { mine, verification, cursor, limit = PAGE_SIZE } = query;
    const after = timeCursor(cursor);
    if (mine === true) {
      const own = await store.realtors.findByUser(userId);
      return { items: own === undefined ? [] : [await answer(own, true)] };
    }
    const found = await store.realtors.list({
      verification: role === 'admin' ? verification : 'verified',
      after,
      limit: limit + 1,
    });
    const { page, next } = timePage(found, limit, (realtor) => realtor.realtorId);
    // To an admin it shows profiles that are not public, with what only their owners see.
    if (role === 'admin') {
      await store.audit.write({
        actorId: userId,
        action: 'realtor.list',
        subject: 'realtor',
        facts: { items: page.length },
        at: now(),
      });
    }
    const items = page.map((realtor) => answer(realtor, mayEditRealtor({ userId, role }, realtor)));
    return { items: await Promise.all(items), ...(next === undefined ? {} : { next }) };
  });

  serve(app, 'requestUpload', async ({ query, caller }, reply) => {
    const { type, size } = query;
    const { expiresAt, ...upload } = await realtorPictures.announce(caller.userId, type, size);
    reply.header('cache-control', 'private, no-store');
    return { ...upload, method: 'PUT' as const, expiresAt: expiresAt.toISOString() };
  });

  serve(app, 'findRealtor', async ({ params, caller }, reply) => {
    const realtor = await store.realtors.find(params.id);
    const isOwn = realtor !== undefined && mayEditRealtor(caller, realtor);
    if (realtor === undefined || (realtor.verification !== 'verified' && !isOwn)) {
      throw new ApiError(404, 'realtor_not_found');
    }
    reply.header('etag', versionTag(realtor.version));
    reply.header('cache-control', isOwn ? 'private, no-store' : 'no-cache');
    reply.header('vary', 'authorization');
    return await answer(realtor, isOwn);
  });

  serve(app, 'updateRealtor', async (request, reply) => {
    const { caller } = request;
    const { body } = request;
    const { uploadId, ...edit } = body;
    const account = await store.accounts.find(caller.userId);
    // What is wrong whoever's profile it is, before whether there is one.
    checkedProfile(edit, account?.locale ?? 'en', parts);
    const realtor = await findOwn(request.params.id, caller, parts);
    const licensed =
      edit.licenseNumber === undefined && edit.licenseState === undefined
        ? {}
        : { licenseNumber: realtor.licenseNumber, licenseState: realtor.licenseState };
    const profile = checkedProfile({ ...licensed, ...edit }, account?.locale ?? 'en', parts);
    if (uploadId) await realtorPictures.settle(uploadId, caller.userId);
    const made = await store.realtors.update(
      realtor.realtorId,
      { profile, uploadId },
      { actorId: caller.userId, version: askedVersion(request), findings: findingsOf(body), now: now() },
    );
    if (made === undefined) throw new ApiError(404, 'realtor_not_found');
    if (made === 'stale') throw stale();
    if (made === 'no_upload') throw new ApiError(404, 'upload_not_found');
    if ('licenseChangeableAt' in made) throw changedTooOften(made.licenseChangeableAt, now());
    reply.header('etag', versionTag(made.version));
    return await answer(made, true);
  });

  serve(app, 'deleteRealtor', async (request, reply) => {
    const { caller } = request;
    const { realtorId } = await findOwn(request.params.id, caller, parts);
    const by = { actorId: caller.userId, version: askedVersion(request), now: now() };
    const done = await store.realtors.delete(realtorId, by);
    if (done === undefined) throw new ApiError(404, 'realtor_not_found');
    if (done === 'stale') throw stale();
    return reply.send();
  });

  serve(app, 'verifyRealtor', async (request, reply) => {
    const { verification, note = null } = request.body;
    const by = { actorId: request.caller.userId, version: askedVersion(request), now: now() };
    const made = await store.realtors.verify(request.params.id, { verification, note }, by);
    if (made === undefined) throw new ApiError(404, 'realtor_not_found');
    // The licence may be another one by now than the admin has looked up.
    if (made === 'stale') throw stale();
    reply.header('etag', versionTag(made.version));
    return await answer(made, true);
  });
}

const EMPTY = {
  nameKo: null,
  officeName: null,
  phone: null,
  bioEn: null,
  bioKo: null,
  languages: [],
  places: [],
  specialties: [],
};

/** @throws ApiError 404 when it is another's: nothing says whether there is one */
async function findOwn(realtorId: string, caller: Caller, { store }: RealtorParts): Promise<Realtor> {
  const realtor = await store.realtors.find(realtorId);
  if (realtor === undefined || !mayEditRealtor(caller, realtor)) throw new ApiError(404, 'realtor_not_found');
  return realtor;
}

/** 429 for a licence that was changed as often as it may be in a day, with the field that was refused. */
function changedTooOften(until: Date, now: Date): ApiError {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const fields = [{ field: 'licenseNumber', reason: 'too_often' as const }];
  return new ApiError(429, 'too_many_requests', { data: { fields }, retryAfter });
}

/** The members that were given, as they are kept. @throws ApiError 400 for what the schema cannot see */
function checkedProfile(
  { uploadId, ...given }: RealtorEdit,
  locale: 'en' | 'ko',
  { gazetteer }: RealtorParts,
): Partial<RealtorProfile> {
  const problems: FieldProblem[] = [];
  const profile: Partial<RealtorProfile> = {};
  for (const field of ['name', 'brokerName'] as const) {
    const value = given[field];
    if (value !== undefined) profile[field] = value.trim();
  }
  for (const field of ['nameKo', 'officeName', 'bioEn', 'bioKo'] as const) {
    const value = given[field];
    if (value !== undefined) profile[field] = value === null ? null : value.trim();
  }
  if (given.licenseNumber !== undefined && given.licenseState !== undefined) {
    const license = normalizeLicense(given.licenseState, given.licenseNumber);
    if (license === undefined) problems.push({ field: 'licenseNumber', reason: 'malformed' });
    profile.licenseNumber = license ?? '';
    profile.licenseState = given.licenseState;
  }
  if (given.email !== undefined) profile.email = normalizeEmail(given.email);
  if (given.phone !== undefined) {
    const phone = given.phone === null ? null : normalizePhone(given.phone, locale);
    if (phone === undefined) problems.push({ field: 'phone', reason: 'malformed' });
    profile.phone = phone ?? null;
  }
  for (const [at, slug] of (given.places ?? []).entries()) {
    if (gazetteer.findPlace(slug) === undefined)
      problems.push({ field: `places.${at}`, reason: 'unknown_value' });
  }
  for (const field of ['languages', 'places', 'specialties', 'dailySummary'] as const) {
    if (given[field] !== undefined) profile[field] = given[field] as never;
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return profile;
}

function findingsOf(given: RealtorEdit): ReviewFinding[] {
  return (['name', 'nameKo', 'bioEn', 'bioKo'] as const).flatMap((field) =>
    scanFairHousing(given[field] ?? '').map((found) => findingOf(field, found)),
  );
}
