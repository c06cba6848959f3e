import { randomUUID } from 'node:crypto';
import type { FieldProblem, RealtorAnswer, RealtorEdit } from '@maru/contract';
import { scanFairHousing } from '@maru/listing/display';
import { mayEditRealtor, normalizeLicense } from '@maru/listing/people';
import type { Realtor, RealtorProfile, ReviewFinding } from '@maru/store';
import type { FastifyInstance } from 'fastify';
import { realtorAnswer, unknownPlaces } from '../../contacts/agent-answer.ts';
import { normalizeEmail, toFinding } from '../../contacts/new-contact.ts';
import { loadOwnRealtor } from '../../contacts/own-realtor.ts';
import { normalizePhone } from '../../contacts/phone-number.ts';
import { ApiError, invalidRequest, orNotFound } from '../../http/api-error.ts';
import { createAudit } from '../../http/audit.ts';
import { askedVersion, onceKey, reusedKey, stale, versionTag } from '../../http/conditional-request.ts';
import { listByTime, timeCursor } from '../../http/cursor.ts';
import { serve } from '../../http/serve.ts';
import type { RealtorPictures } from '../../media/realtor-pictures.ts';
import type { Parts } from '../../parts.ts';

type RealtorParts = Pick<Parts, 'store' | 'gazetteer' | 'now'> & { realtorPictures: RealtorPictures };

/** /realtor, and its verification by an admin. */
export function registerRealtorRoutes(app: FastifyInstance, parts: RealtorParts): void {
  const { store, realtorPictures } = parts;
  const now = () => new Date(parts.now());
  const audit = createAudit(parts);
  const answer = async (realtor: Realtor, isOwn: boolean): Promise<RealtorAnswer> => {
    const picture = await realtorPictures.findAddress(realtor.pictureId, realtor.verification === 'verified');
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
      { findings: findProblems(body), now: now(), once: onceKey(request, 'realtor') },
    );
    if (made === 'reused') throw reusedKey();
    if (made === 'taken') throw new ApiError(409, 'already_exists');
    if (made === 'no_upload') throw new ApiError(404, 'upload_not_found');
    reply.header('etag', versionTag(made.version));
    return await answer(made, true);
  });

  serve(app, 'listRealtors', async ({ query, caller }) => {
    if (query.mine === true) {
      // A person has one profile, hence one page; a malformed cursor is a 400 on every page.
      timeCursor(query.cursor);
      const own = await store.realtors.findByUser(caller.userId);
      return { items: own === undefined ? [] : [await answer(own, true)] };
    }
    const isAdmin = caller.role === 'admin';
    const verification = isAdmin ? query.verification : 'verified';
    const list = await listByTime(query, {
      find: (after, limit) => store.realtors.list({ verification, after, limit }),
      idOf: (realtor) => realtor.realtorId,
      answer: (realtor) => answer(realtor, mayEditRealtor(caller, realtor)),
    });
    // For admins the list includes unpublished profiles, with the fields that only their owners see.
    if (isAdmin) await audit(caller, 'realtor.list', 'realtor', { items: list.items.length });
    return list;
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
    const { caller, body } = request;
    const { uploadId, ...edit } = body;
    const account = await store.accounts.find(caller.userId);
    // Invalid input is reported before a missing profile.
    checkedProfile(edit, account?.locale ?? 'en', parts);
    const realtor = await loadOwnRealtor(request.params.id, caller, parts);
    const licensed =
      edit.licenseNumber === undefined && edit.licenseState === undefined
        ? {}
        : { licenseNumber: realtor.licenseNumber, licenseState: realtor.licenseState };
    const profile = checkedProfile({ ...licensed, ...edit }, account?.locale ?? 'en', parts);
    if (uploadId) await realtorPictures.settle(uploadId, caller.userId);
    const updated = await store.realtors.update(
      realtor.realtorId,
      { profile, uploadId },
      { actorId: caller.userId, version: askedVersion(request), findings: findProblems(body), now: now() },
    );
    const made = orNotFound(updated, 'realtor_not_found');
    if (made === 'stale') throw stale();
    if (made === 'no_upload') throw new ApiError(404, 'upload_not_found');
    if ('licenseChangeableAt' in made) throw changedTooOften(made.licenseChangeableAt, now());
    reply.header('etag', versionTag(made.version));
    return await answer(made, true);
  });

  serve(app, 'deleteRealtor', async (request, reply) => {
    const { caller, params } = request;
    const { realtorId } = await loadOwnRealtor(params.id, caller, parts);
    const by = { actorId: caller.userId, version: askedVersion(request), now: now() };
    const done = orNotFound(await store.realtors.delete(realtorId, by), 'realtor_not_found');
    if (done === 'stale') throw stale();
    return reply.send();
  });

  serve(app, 'verifyRealtor', async (request, reply) => {
    const { verification, note = null } = request.body;
    const by = { actorId: request.caller.userId, version: askedVersion(request), now: now() };
    const verified = await store.realtors.verify(request.params.id, { verification, note }, by);
    const made = orNotFound(verified, 'realtor_not_found');
    // The license may have changed since the admin looked it up.
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

/** 429 for a license that was changed as often as is allowed in a day; names the field. */
function changedTooOften(until: Date, now: Date): ApiError {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  const fields = [{ field: 'licenseNumber', reason: 'too_often' as const }];
  return new ApiError(429, 'too_many_requests', { data: { fields }, retryAfter });
}

/** Normalizes the given members for the store. @throws ApiError 400 for what the schema does not check */
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
  problems.push(...unknownPlaces(given.places, gazetteer));
  for (const field of ['languages', 'places', 'specialties', 'dailySummary'] as const) {
    if (given[field] !== undefined) profile[field] = given[field] as never;
  }
  if (problems.length > 0) throw invalidRequest(problems);
  return profile;
}

/** Suspicious phrases in the texts of a profile. */
function findProblems(given: RealtorEdit): ReviewFinding[] {
  return (['name', 'nameKo', 'bioEn', 'bioKo'] as const).flatMap((field) =>
    scanFairHousing(given[field] ?? '').map((found) => toFinding(field, found)),
  );
}
