import type { OnceKey } from '@maru/store';
import type { FastifyRequest } from 'fastify';
import { ApiError, invalidRequest } from './api-error.ts';

/** The ETag of a thing that counts its changes. */
export function versionTag(version: number): string {
  return `"${version}"`;
}

/**
 * The version that `If-Match` asks for; undefined without it and for `*`. A tag that we never gave is version 0, which
 * nothing has: the caller gets 412.
 */
export function askedVersion({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(given.trim()) ?? [];
  return version === undefined ? 0 : Number(version);
}

/** For what is no longer in the version that the caller knows. */
export function stale(): ApiError {
  return new ApiError(412, 'precondition_failed');
}

/** What `Idempotency-Key` has made before, for one caller and call. @throws ApiError 400 when it is no key */
export function onceKey(request: FastifyRequest, call: string): OnceKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalidRequest([{ field: 'Idempotency-Key', reason: 'malformed' }]);
  }
  // Strangers share one room: their keys must not be guessable from what they send (plain-forms.ts).
  const who = request.caller?.userId ?? 'anonymous';
  return { scope: `${call} ${who}`, key, body: JSON.stringify(request.body ?? null) };
}

/** For an `Idempotency-Key` that came with another body. */
export function reusedKey(): ApiError {
  return new ApiError(422, 'idempotency_key_reused');
}
