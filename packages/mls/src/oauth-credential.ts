import { MINUTE_MS } from '@maru/listing/time';
import { type Credential, parseJson, readBodyText } from './connection.ts';
import type { FeedParts } from './feed.ts';
import { FeedError } from './feed-error.ts';
import type { OAuthSettings } from './feed-settings.ts';
import { readRecord } from './normalize/coerce.ts';
import { type Session, SessionToken } from './session-token.ts';

/** RFC 6749, 5.1 recommends `expires_in`; a token without one is renewed after this long. */
const DEFAULT_LIFE = 60 * MINUTE_MS;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 64 * 1024;

/** Signs with a bearer token by the grant `client_credentials` (RFC 6749, 4.4; rule F110). */
export function oauthCredential(dataset: string, settings: OAuthSettings, parts: FeedParts): Credential {
  const now = parts.now ?? Date.now;
  const session = new SessionToken(() => logIn(dataset, settings, parts), now, DEFAULT_LIFE);
  return {
    sign: async ({ headers }, signal) => {
      headers.authorization = `Bearer ${(await session.current(signal)).token}`;
    },
    secrets: () => [settings.clientSecret, ...session.secrets()],
    renew: async (_, signal, { headers }) => {
      session.drop(headers.authorization?.replace(/^Bearer /, ''));
      await session.current(signal);
      return true;
    },
  };
}

/** @throws FeedError, retryable unless the server refuses the client; its text has no secret */
async function logIn(
  dataset: string,
  { tokenUrl, clientId, clientSecret, scope, clientAuth }: OAuthSettings,
  parts: FeedParts,
): Promise<Session> {
  const fail = (message: string, status: number | null) =>
    new FeedError(`${dataset}: token request ${message}`, {
      retryable: status === null || status === 429 || status >= 500,
      status,
      request: 'POST to the token address',
    });
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (scope !== null) form.set('scope', scope);
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': 'maru' };
  if (clientAuth === 'basic') {
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':');
    headers.authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  } else {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  const signal = AbortSignal.timeout(parts.timeoutMs ?? TIMEOUT_MS);
  // The secret is sent to this URL only: redirects are not followed.
  const request = { method: 'POST', headers, body: form, signal, redirect: 'manual' } as const;
  const answer = await (parts.fetch ?? fetch)(tokenUrl, request).catch(() => {
    throw fail('got no response', null);
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw fail(`was refused with ${answer.status}`, answer.status);
  }
  const text = await readBodyText(answer, MAX_BYTES).catch(() => '');
  if (text === undefined) throw fail('has an answer that is too large', answer.status);
  const { access_token: token, expires_in: seconds } = readRecord(parseJson(text));
  // Other characters would break the header.
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,8000}$/.test(token))
    throw fail('got a response without a token', answer.status);
  const life = Number(seconds ?? Number.NaN) * 1000;
  return { token, expiresAt: Number.isFinite(life) ? (parts.now ?? Date.now)() + life : null };
}
