import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../env.ts';

type Own = Pick<Settings, 'mode' | 'publicUrl'>;

/** Cookies of the sign-in. All are HttpOnly and none contains personal data. */
const COOKIES = {
  /** The refresh token; sent only below /api/auth. */
  refresh: { name: 'maru-refresh', path: '/api/auth', seconds: 60 * 86_400 },
  /** Identifies the browser that began a sign-in at a provider. */
  browser: { name: 'maru-browser', path: '/v1/oauth', seconds: 3_600 },
  /** Seed of the One Tap nonce. */
  nonce: { name: 'maru-nonce', path: '/', seconds: 3_600 },
} as const;
export type CookieKind = keyof typeof COOKIES;

export function readCookie(request: FastifyRequest, kind: CookieKind, settings: Own): string | undefined {
  const value = request.cookies[cookieName(kind, settings)];
  return value === undefined || value === '' || value.length > 200 ? undefined : value;
}

export function writeCookie(reply: FastifyReply, kind: CookieKind, value: string, settings: Own): void {
  const { seconds } = COOKIES[kind];
  reply.setCookie(cookieName(kind, settings), value, { ...buildOptions(kind, settings), maxAge: seconds });
}

export function clearCookie(reply: FastifyReply, kind: CookieKind, settings: Own): void {
  reply.clearCookie(cookieName(kind, settings), buildOptions(kind, settings));
}

/**
 * Browsers share the cookies of a host among its ports, so several copies in trial mode need different names. With a
 * prefix the browser guarantees that the cookie was set over TLS
 * (https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis, 4.1.3.1).
 */
function cookieName(kind: CookieKind, { publicUrl }: Own): string {
  const { name } = COOKIES[kind];
  const { protocol, port } = new URL(publicUrl);
  return protocol === 'https:' ? `__Secure-${name}` : port === '' ? name : `${name}-${port}`;
}

function buildOptions(kind: CookieKind, { mode, publicUrl }: Own): CookieSerializeOptions {
  const isTrialOverHttp = mode !== 'production' && new URL(publicUrl).protocol === 'http:';
  return { path: COOKIES[kind].path, httpOnly: true, sameSite: 'lax', secure: !isTrialOverHttp };
}
