import type { SignInFailure } from '@maru/contract';
import type { SignInProvider } from '@maru/listing/people';
import type { ProvenIdentity } from '@maru/store';
import { type Locale, parseLocale } from '@maru/words';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import type { SignInSettings } from '../env.ts';
import { boundedFetch } from '../http/read-body.ts';

/** Timeout of a provider request, in seconds. */
const TIMEOUT = 5;
/** Maximum size of a provider response. */
const MAX_BYTES = 1024 * 1024;
/** Tolerated clock skew, in seconds. */
const CLOCK_TOLERANCE = 60;
/** Maximum age of a new ID token, in seconds; older ones mean that a clock is wrong. */
const FRESH = 600;
const LONGEST_NAME = 80;

/** Scopes per provider. Named explicitly, so that a scope that was declined can be granted the next time. */
const SCOPES: Record<SignInProvider, string> = {
  kakao: 'openid profile_nickname profile_image account_email',
  google: 'openid email profile',
};

/** A sign-in that failed for a reason that can be shown to the user. */
export class SignInFault extends Error {
  readonly failure: SignInFailure;
  constructor(failure: SignInFailure, options?: ErrorOptions) {
    super(failure, options);
    this.name = 'SignInFault';
    this.failure = failure;
  }
}

/** One OpenID Connect provider: https://openid.net/specs/openid-connect-core-1_0.html, section 3.1. */
export class SignInClient {
  readonly provider: SignInProvider;
  readonly clientId: string;
  readonly #settings: SignInSettings;
  readonly #now: () => number;
  readonly #patience: number;
  #configuration: Promise<openid.Configuration> | undefined;
  #keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  /** `patience`: timeout of a provider request, in seconds. */
  constructor(
    provider: SignInProvider,
    settings: SignInSettings,
    { now = Date.now, patience = TIMEOUT }: { now?: () => number; patience?: number } = {},
  ) {
    this.provider = provider;
    this.clientId = settings.clientId;
    this.#settings = settings;
    this.#now = now;
    this.#patience = patience;
  }

  /** The authorization URL to redirect the browser to. @throws SignInFault provider_down */
  async startUrl(own: {
    redirectUri: string;
    state: string;
    nonce: string;
    codeVerifier: string;
    locale: Locale;
    /** Forces the provider to authenticate the user again. */
    isFresh?: boolean;
  }): Promise<URL> {
    const configuration = await this.#discover();
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: own.redirectUri,
      scope: SCOPES[this.provider],
      state: own.state,
      nonce: own.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(own.codeVerifier),
      code_challenge_method: 'S256',
      // Google does not support `login`: https://developers.google.com/identity/openid-connect/openid-connect#prompt
      ...(this.provider === 'google' ? { prompt: 'select_account', hl: own.locale } : {}),
      ...(this.provider === 'kakao' && own.isFresh ? { prompt: 'login' } : {}),
    });
  }

  /**
   * Completes the code flow and returns the verified identity. `currentUrl` is the callback's URL with its query.
   * @throws SignInFault
   */
  async finish(
    currentUrl: URL,
    checks: { state: string; nonce: string; codeVerifier: string; locale: Locale },
  ): Promise<ProvenIdentity> {
    const configuration = await this.#discover();
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, currentUrl, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInFault('failed');
      this.#checkFresh(claims);
      // Kakao's ID token does not say whether the address is verified; its user info does.
      const needsMore = claims.email === undefined || claims.email_verified === undefined;
      const more = needsMore
        ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : undefined;
      return this.#readIdentity({ ...claims, ...more }, checks.locale);
    } catch (error) {
      throw toSignInFault(error);
    }
  }

  /** Verifies an ID token of One Tap. `isNonce` checks its nonce (undefined when it has none). @throws SignInFault */
  async readIdToken(
    idToken: string,
    locale: Locale,
    isNonce: (nonce: string | undefined) => boolean,
  ): Promise<{ identity: ProvenIdentity; nonce: string | undefined; expiresAt: Date; tokenId: string }> {
    const configuration = await this.#discover();
    const { jwks_uri: keys, issuer } = configuration.serverMetadata();
    if (keys === undefined) throw new SignInFault('failed');
    this.#keys ??= createRemoteJWKSet(new URL(keys), {
      timeoutDuration: this.#patience * 1_000,
      [customFetch]: boundedFetch(MAX_BYTES),
    });
    try {
      const { payload } = await jwtVerify(idToken, this.#keys, {
        algorithms: ['RS256', 'ES256'],
        // Google's own tokens have been seen with and without the scheme.
        issuer: [issuer, issuer.replace(/^https:\/\//, '')],
        audience: this.clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE,
        currentDate: new Date(this.#now()),
      });
      const nonce = typeof payload.nonce === 'string' ? payload.nonce : undefined;
      if (!isNonce(nonce)) throw new SignInFault('expired');
      this.#checkFresh(payload);
      const { exp = 0, iat = 0, jti } = payload;
      return {
        identity: this.#readIdentity(payload, locale),
        nonce,
        expiresAt: new Date((exp + CLOCK_TOLERANCE) * 1_000),
        tokenId: jti ?? String(iat),
      };
    } catch (error) {
      throw toSignInFault(error);
    }
  }

  /** The provider's discovery document, loaded once; retried after a failure. */
  async #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const isPlain = issuer.startsWith('http:');
    this.#configuration ??= openid
      .discovery(
        new URL(issuer),
        clientId,
        { [openid.clockTolerance]: CLOCK_TOLERANCE },
        clientSecret === '' ? openid.None() : openid.ClientSecretPost(clientSecret),
        {
          timeout: this.#patience,
          [openid.customFetch]: boundedFetch(MAX_BYTES),
          // Settings allow http only on loopback.
          execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
        },
      )
      .catch((error: unknown) => {
        this.#configuration = undefined;
        throw new SignInFault('provider_down', { cause: error });
      });
    return await this.#configuration;
  }

  #checkFresh({ iat }: JWTPayload): void {
    if (typeof iat !== 'number' || Math.abs(this.#now() / 1_000 - iat) > FRESH) {
      throw new SignInFault('clock_off');
    }
  }

  #readIdentity(claims: Record<string, unknown>, locale: Locale): ProvenIdentity {
    const { sub, email, email_verified: isVerified, picture } = claims;
    if (typeof sub !== 'string' || sub === '' || sub.length > 255) throw new SignInFault('failed');
    const address = normalizeEmail(email);
    // Some providers send booleans as strings.
    if (address === undefined || (isVerified !== true && isVerified !== 'true')) {
      throw new SignInFault('email_missing');
    }
    const own = parseLocale(typeof claims.locale === 'string' ? claims.locale : undefined);
    return {
      provider: this.provider,
      subject: sub,
      email: address,
      name: readName(claims) ?? address.split('@', 1)[0]!,
      picture: readPicture(picture),
      locale: own ?? locale,
    };
  }
}

/** Lower case, NFC; undefined when it is not an email address. */
function normalizeEmail(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 254) return undefined;
  const address = value.trim().normalize('NFC').toLowerCase();
  return /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(address) ? address : undefined;
}

function readName({ name, nickname }: Record<string, unknown>): string | undefined {
  for (const given of [name, nickname]) {
    if (typeof given !== 'string') continue;
    const plain = given.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ').trim();
    if (plain !== '') return [...plain.normalize('NFC')].slice(0, LONGEST_NAME).join('');
  }
  return undefined;
}

function readPicture(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 1_000 || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
}

/** Maps errors of openid-client and jose to a reason for the user. */
function toSignInFault(error: unknown): SignInFault {
  if (error instanceof SignInFault) return error;
  const failure = ((): SignInFailure => {
    if (error instanceof openid.AuthorizationResponseError) return failureOfProvider(error.error);
    if (error instanceof openid.ResponseBodyError) {
      // The code was used, has expired or belongs to another client:
      // https://datatracker.ietf.org/doc/html/rfc6749#section-5.2
      return error.error === 'invalid_grant' ? 'expired' : error.status >= 500 ? 'provider_down' : 'failed';
    }
    if (error instanceof errors.JWTExpired) return 'clock_off';
    if (error instanceof errors.JWKSTimeout) return 'provider_down';
    if (error instanceof errors.JOSEError) return 'failed';
    const { code, cause } = error as { code?: string; cause?: unknown };
    if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'clock_off';
    if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'provider_down';
    if (cause instanceof Response && (cause.status >= 500 || cause.status === 429)) return 'provider_down';
    if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED') {
      const claim = (cause as { cause?: { claim?: string } } | undefined)?.cause?.claim;
      return claim === 'nonce' ? 'expired' : 'failed';
    }
    // `fetch` throws TypeError when the connection fails.
    return error instanceof TypeError && code === undefined ? 'provider_down' : 'failed';
  })();
  return new SignInFault(failure, { cause: error });
}

/** The `error` of an authorization response (RFC 6749, section 4.1.2.1; OpenID Connect, 3.1.2.6). */
export function failureOfProvider(code: string): SignInFailure {
  switch (code) {
    case 'access_denied':
      return 'cancelled';
    case 'consent_required':
    case 'interaction_required':
    case 'login_required':
    case 'account_selection_required':
      return 'denied';
    case 'server_error':
    case 'temporarily_unavailable':
      return 'provider_down';
    default:
      return 'failed';
  }
}
