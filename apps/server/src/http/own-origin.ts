import { chooseApiUrl } from '@maru/contract/client';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../env.ts';

type Own = Pick<Settings, 'mode' | 'publicUrl'>;

/**
 * Base URL of the site for this request, without a trailing slash: PUBLIC_URL, or in trial mode the loopback host that
 * was requested, since cookies belong to that host.
 */
export function findSite(request: FastifyRequest, { mode, publicUrl }: Own): string {
  return mode === 'production' ? publicUrl : `${new URL(publicUrl).protocol}//${request.host}`;
}

/**
 * Base URL of the Common API for this request. A sign-in must end on the host where it began, because its cookies
 * belong to that host.
 */
export function findSignInSite(
  request: FastifyRequest,
  settings: Own & Pick<Settings, 'commonApiUrl'>,
): string {
  const site = findSite(request, settings);
  return chooseApiUrl(settings.commonApiUrl, new URL(site).host) || site;
}

/** Whether the request comes from a page of this site. Requests without `Origin` are not cross-site. */
export function isOwnOrigin(request: FastifyRequest, settings: Own): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === new URL(findSite(request, settings)).origin;
}
