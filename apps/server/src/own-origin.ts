import type { FastifyRequest } from 'fastify';
import type { Settings } from './env.ts';

type Own = Pick<Settings, 'mode' | 'publicUrl'>;

/**
 * The address of the site as this request means it: the one that visitors use; in trial mode, where every loopback name
 * answers, the one that was asked for, since cookies are its own. Without a slash at its end.
 */
export function siteOf(request: FastifyRequest, { mode, publicUrl }: Own): string {
  return mode === 'production' ? publicUrl : `${new URL(publicUrl).protocol}//${request.host}`;
}

/** Whether the call comes from a page of this site. A request without `Origin` is not one that another site made. */
export function isOwnOrigin(request: FastifyRequest, settings: Own): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === new URL(siteOf(request, settings)).origin;
}
