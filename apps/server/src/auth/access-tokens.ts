import { USER_ROLES, type UserRole } from '@maru/listing/people';
import type { OpenSession, Store } from '@maru/store';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { EndedSessions } from './ended-sessions.ts';
import { SigningKeys } from './signing-keys.ts';

/** Lifetime of an access token in seconds (rule S11.1). */
const ACCESS_TOKEN_SECONDS = 15 * 60;
const AUDIENCE = 'maru';
const TYPE = 'at+jwt';
const LONGEST = 2_000;
const ROLES: ReadonlySet<unknown> = new Set(USER_ROLES);

/** The authenticated caller of a request. */
export interface Caller {
  userId: string;
  role: UserRole;
  sessionId: string;
  /** Time of the sign-in in seconds since the epoch (claim `auth_time`); 0 when the token has none. */
  authTime: number;
}

/** `issuer` is the site's URL. */
export function createAccessTokens(options: {
  store: Store;
  issuer: string;
  /** Lifetime in seconds; default 900. */
  seconds?: number;
  now?: () => number;
}): AccessTokens {
  const { store, issuer, seconds = ACCESS_TOKEN_SECONDS, now } = options;
  const keys = new SigningKeys({ stored: store.signingKeys, now });
  const ended = new EndedSessions({ store, lifetime: seconds * 1_000, now });
  return new AccessTokens({ keys, ended, issuer, seconds, now });
}

/** Access tokens: JWT with a lifetime of 15 minutes, signed with Ed25519 and verified without the store. */
export class AccessTokens {
  /** For /.well-known/jwks.json. */
  readonly keys: SigningKeys;
  readonly #ended: EndedSessions;
  readonly #issuer: string;
  readonly #seconds: number;
  readonly #now: () => number;

  constructor(options: {
    keys: SigningKeys;
    ended: EndedSessions;
    issuer: string;
    seconds: number;
    now?: () => number;
  }) {
    this.keys = options.keys;
    this.#ended = options.ended;
    this.#issuer = options.issuer;
    this.#seconds = options.seconds;
    this.#now = options.now ?? Date.now;
  }

  /** Issues a token that expires no later than its session. */
  async issue({
    userId,
    role,
    sessionId,
    signedInAt,
    expiresAt,
  }: Pick<OpenSession, 'userId' | 'role' | 'sessionId' | 'signedInAt'> &
    Partial<Pick<OpenSession, 'expiresAt'>>): Promise<string> {
    const { kid, key } = await this.keys.signer();
    const now = Math.floor(this.#now() / 1000);
    const end = Math.floor((expiresAt?.getTime() ?? Number.POSITIVE_INFINITY) / 1000);
    const claims = { sid: sessionId, role, auth_time: Math.floor(signedInAt.getTime() / 1000) };
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: TYPE })
      .setIssuer(this.#issuer)
      .setAudience(AUDIENCE)
      .setSubject(userId)
      .setIssuedAt(now)
      .setExpirationTime(Math.min(now + this.#seconds, end))
      .sign(key);
  }

  /**
   * Verifies a token. Undefined when it is forged, expired, for another audience or of an unknown key, or when its
   * session has ended or its owner's role has changed.
   * @throws when no key could ever be loaded
   */
  async check(token: string): Promise<Caller | undefined> {
    const caller = await this.read(token);
    return caller === undefined || (await this.#ended.has(caller)) ? undefined : caller;
  }

  /** Like `check`, but accepts tokens of ended sessions, for callers that query the store themselves. */
  async read(token: string): Promise<Caller | undefined> {
    if (token.length > LONGEST) return undefined;
    try {
      const { alg, kid } = decodeProtectedHeader(token);
      if (alg !== 'EdDSA' || typeof kid !== 'string') return undefined;
      const key = await this.keys.verifier(kid);
      if (key === undefined) return undefined;
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['EdDSA'],
        issuer: this.#issuer,
        audience: AUDIENCE,
        typ: TYPE,
        currentDate: new Date(this.#now()),
        requiredClaims: ['exp', 'sub', 'sid'],
      });
      const { sub, sid, role, auth_time: authTime } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string' || !ROLES.has(role)) return undefined;
      return {
        userId: sub,
        sessionId: sid,
        role: role as UserRole,
        authTime: typeof authTime === 'number' ? authTime : 0,
      };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
