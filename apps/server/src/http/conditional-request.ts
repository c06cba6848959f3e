import type { IncomingHttpHeaders } from 'node:http';
import type { OnceKey } from '@maru/store';
import type { FastifyRequest } from 'fastify';
import { ApiError, invalidRequest } from './api-error.ts';

/** The ETag of a versioned resource. */
export function versionTag(version: number): string {
  return `"${version}"`;
}

/** Whether `If-None-Match` names the response in any encoding; it may be a list, and proxies may have weakened the tags. */
export function isKnown(etag: string, { 'if-none-match': known }: IncomingHttpHeaders): boolean {
  if (known === undefined) return false;
  const name = nameInTag(etag);
  return known.split(',').some((one) => nameInTag(one) === name);
}

const nameInTag = (etag: string) => /^\s*(?:W\/)?"([^"]*?)(?:-br|-gzip)?"\s*$/.exec(etag)?.[1];

/**
 * The version of `If-Match`; undefined when absent or `*`. A foreign tag becomes version 0, which never matches (412).
 */
export function askedVersion({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const given = headers['if-match'];
  if (given === undefined || given.trim() === '*') return undefined;
  const [, version] = /^(?:W\/)?"(\d{1,9})"$/.exec(given.trim()) ?? [];
  return version === undefined ? 0 : Number(version);
}

/** 412: the resource has changed since the caller's version. */
export function stale(): ApiError {
  return new ApiError(412, 'precondition_failed');
}

/** The `Idempotency-Key` of a request. @throws ApiError 400 when malformed */
export function onceKey(request: FastifyRequest, call: string): OnceKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw invalidRequest([{ field: 'Idempotency-Key', reason: 'malformed' }]);
  }
  // Anonymous callers share one scope, so their keys must not be guessable (plain-forms.ts).
  const who = request.caller?.userId ?? 'anonymous';
  return { scope: `${call} ${who}`, key, body: JSON.stringify(request.body ?? null) };
}

/** For an `Idempotency-Key` that is reused with a different body. */
export function reusedKey(): ApiError {
  return new ApiError(422, 'idempotency_key_reused');
}
