import { MINUTE_MS } from '@maru/listing/time';
import type { Credential } from '../connection.ts';
import { type Session, SessionToken } from '../session-token.ts';

const TOKEN_HEADER = 'HJI-Slipstream-Token';

export interface SlipstreamAccount {
  /** Immediate when no login is needed. */
  ready(signal: AbortSignal): Promise<void>;
  /** A credential for one kind of request, with its own meaning of 404. */
  credential(): SlipstreamCredential;
}

export interface SlipstreamCredential extends Credential {
  /** A 403, 404 or 500 occurred despite a new token: for a while it does not count as an expired token. */
  noteFruitlessRenewal(): void;
}

const DEFAULT_LIFE = 24 * 60 * MINUTE_MS;
/** Statuses that may indicate an expired token (rule F82). */
const EXPIRED_TOKEN_STATUSES = [401, 403, 404, 500];
/** All but 401 usually mean something else: after a fruitless renewal they are taken literally for this long. */
const FRUITLESS_RENEWAL_MS = 5 * MINUTE_MS;

export const isApiKey = (token: string): boolean => /^s9-/i.test(token);

export function createKeyAccount(key: string): SlipstreamAccount {
  return {
    ready: async () => {},
    credential: () => ({
      sign: async ({ headers }) => {
        headers.authorization = `Bearer ${key}`;
      },
      secrets: () => [key],
      noteFruitlessRenewal: () => {},
    }),
  };
}

/** Exchanges a license key for a session token, renewed before expiry and when rejected. */
export class LicenseAccount implements SlipstreamAccount {
  readonly #license: string;
  readonly #now: () => number;
  readonly #session: SessionToken;

  constructor(license: string, login: () => Promise<Session>, now: () => number) {
    this.#license = license;
    this.#now = now;
    this.#session = new SessionToken(login, now, DEFAULT_LIFE);
  }

  async ready(signal: AbortSignal): Promise<void> {
    await this.#session.current(signal);
  }

  credential(): SlipstreamCredential {
    let believedUntil = Number.NEGATIVE_INFINITY;
    return {
      renewOn: EXPIRED_TOKEN_STATUSES,
      sign: async ({ headers }, signal) => {
        headers[TOKEN_HEADER] = (await this.#session.current(signal)).token;
      },
      secrets: () => [this.#license, ...this.#session.secrets()],
      renew: async (status, signal, request) => {
        if (status !== 401 && this.#now() < believedUntil) return false;
        this.#session.drop(request.headers[TOKEN_HEADER]);
        await this.#session.current(signal);
        return true;
      },
      noteFruitlessRenewal: () => {
        believedUntil = this.#now() + FRUITLESS_RENEWAL_MS;
      },
    };
  }
}
