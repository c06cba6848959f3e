import { chooseApiUrl } from '@maru/contract/client';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../env.ts';

type Own = Pick<Settings, 'mode' | 'publicUrl'>;

/**
 * The address of the site as this request means it: the one that visitors use; in trial mode, where every loopback name
 * answers, the one that was asked for, since cookies are its own. Without a slash at its end.
 */
export function siteOf(request: FastifyRequest, { mode, publicUrl }: Own): string {
  return mode === 'production' ? publicUrl : `${new URL(publicUrl).protocol}//${request.host}`;
}

/**
 * Where a page of the site finds the Common API, as `siteOf` in all else: a sign-in at a provider must end on the host
 * where it began, since the cookies by which the browser is known again are that host's.
 */
export function signInSiteOf(
  request: FastifyRequest,
  settings: Own & Pick<Settings, 'commonApiUrl'>,
): string {
  const site = siteOf(request, settings);
  return chooseApiUrl(settings.commonApiUrl, new URL(site).host) || site;
}

/** Whether the call comes from a page of this site. A request without `Origin` is not one that another site made. */
export function isOwnOrigin(request: FastifyRequest, settings: Own): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === new URL(siteOf(request, settings)).origin;
}
