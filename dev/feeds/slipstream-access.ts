import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Parameters, SlipstreamFault } from './slipstream-query.ts';

export interface AccessOptions {
  /** Licenses in the provider's form: four groups of four. */
  licenses: readonly string[];
  /** API keys (`s9-<uuid>`), private and public: they do not expire. */
  keys: readonly string[];
  /** Lifetime of a token; by default 24 hours. */
  tokenSeconds?: number | undefined;
  /** Status for an expired token; clients have met all three. By default 403. */
  deadTokenStatus?: 401 | 403 | 404 | undefined;
}

const DAY_SECONDS = 86_400;

/** Authentication: session tokens obtained with a license, and API keys (rule F82). */
export class SlipstreamAccess {
  readonly #licenses: ReadonlySet<string>;
  readonly #keys: ReadonlySet<string>;
  readonly #expiries = new Map<string, number>();
  tokenSeconds: number;
  deadTokenStatus: 401 | 403 | 404;

  constructor({ licenses, keys, tokenSeconds = DAY_SECONDS, deadTokenStatus = 403 }: AccessOptions) {
    this.#licenses = new Set(licenses.map((one) => one.toUpperCase()));
    this.#keys = new Set(keys);
    this.tokenSeconds = tokenSeconds;
    this.deadTokenStatus = deadTokenStatus;
  }

  /**
   * Creates a session; `expires` is in epoch seconds.
   * @throws SlipstreamFault 400 without a license, 401 for an invalid one.
   */
  authenticate(parameters: Parameters, now: Date): { token: string; expires: number } {
    const license = parameters.get('license', 'licenseKey');
    if (license === undefined) throw new SlipstreamFault(400, 'The parameter "license" is required.');
    if (!this.#licenses.has(license.toUpperCase())) throw new SlipstreamFault(401, 'Invalid license key.');
    const token = `HJI-${randomUUID().toUpperCase()}`;
    const expires = Math.floor(now.getTime() / 1000) + this.tokenSeconds;
    this.#expiries.set(token, expires);
    return { token, expires };
  }

  /**
   * Accepts a request with a valid token or key, in any of their positions.
   * @throws SlipstreamFault 401 without credentials or for an unknown key, the configured status for an expired
   * token.
   */
  check(request: IncomingMessage, parameters: Parameters, now: Date): void {
    const authorization = request.headers.authorization ?? parameters.get('authorization');
    const key = authorization?.replace(/^Bearer\s+/i, '').trim();
    if (key !== undefined && this.#keys.has(key)) return;
    const header = request.headers['hji-slipstream-token'];
    const token = (typeof header === 'string' ? header : undefined) ?? parameters.get('token');
    if (token !== undefined) {
      const expires = this.#expiries.get(token);
      // As in the vendor's own client: expired when now > expires.
      if (expires !== undefined && now.getTime() / 1000 <= expires) return;
      throw new SlipstreamFault(this.deadTokenStatus, 'The token is invalid or has expired.');
    }
    throw new SlipstreamFault(401, key === undefined ? 'Credentials are required.' : 'Invalid API key.');
  }

  /** Ends all sessions; returns how many there were. */
  revoke(): number {
    const ended = this.#expiries.size;
    this.#expiries.clear();
    return ended;
  }
}
