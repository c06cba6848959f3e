import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Parameters, SlipstreamFault } from './slipstream-query.ts';

export interface AccessOptions {
  /** Licences as the provider gives them out: four groups of four. */
  licenses: readonly string[];
  /** API keys (`s9-<uuid>`), private and public alike: they do not expire. */
  keys: readonly string[];
  /** How long a token lives; 24 hours when absent. */
  tokenSeconds?: number | undefined;
  /** How a dead token is answered; clients have met all three. 403 when absent. */
  deadTokenStatus?: 401 | 403 | 404 | undefined;
}

const DAY_SECONDS = 86_400;

/** Who may ask: session tokens bought with a licence, and API keys (rule F82). */
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
   * A new session; `expires` in epoch seconds.
   * @throws SlipstreamFault 400 without a licence, 401 for one that is not valid.
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
   * Lets a request pass that carries a living token or a key, each in any of its positions.
   * @throws SlipstreamFault 401 without credentials or for a key that is none, the set status for a dead token.
   */
  check(request: IncomingMessage, parameters: Parameters, now: Date): void {
    const authorization = request.headers.authorization ?? parameters.get('authorization');
    const key = authorization?.replace(/^Bearer\s+/i, '').trim();
    if (key !== undefined && this.#keys.has(key)) return;
    const header = request.headers['hji-slipstream-token'];
    const token = (typeof header === 'string' ? header : undefined) ?? parameters.get('token');
    if (token !== undefined) {
      const expires = this.#expiries.get(token);
      // As the vendor's own client has it: dead when now > expires.
      if (expires !== undefined && now.getTime() / 1000 <= expires) return;
      throw new SlipstreamFault(this.deadTokenStatus, 'The token is invalid or has expired.');
    }
    throw new SlipstreamFault(401, key === undefined ? 'Credentials are required.' : 'Invalid API key.');
  }

  /** Every session ends now. */
  revoke(): number {
    const ended = this.#expiries.size;
    this.#expiries.clear();
    return ended;
  }
}
