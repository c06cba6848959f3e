import { type Answer, Connection } from '../connection.ts';
import type { FeedParts } from '../feed.ts';
import { FeedError } from '../feed-error.ts';
import type { FeedSettings } from '../feed-settings.ts';
import { readRecord } from '../normalize/coerce.ts';
import { sharedLimiter } from '../rate-limiter.ts';
import type { Session } from '../session-token.ts';
import {
  createKeyAccount,
  isApiKey,
  LicenseAccount,
  type SlipstreamAccount,
  type SlipstreamCredential,
} from './slipstream-credential.ts';
import { formatQuery, type WireQuery } from './wire-query.ts';

/** Operations (rule F84) → name of the list in the response. */
const LISTS = {
  'listings/search': 'listings',
  'listings/get': 'listings',
  'listings/inactive/get': 'listings',
  'sales/search': 'sales',
  'sales/get': 'sales',
  'markets/get': 'markets',
  'markets/enumerate': 'values',
  'markets/agents/search': 'agents',
  'markets/offices/search': 'offices',
} as const;
export type Operation = keyof typeof LISTS;

/** `{"success":true,"result":{"total":N,"listings":[…],"paging":{"count":P,"number":n,"size":s}}}` */
export interface WirePage {
  rows: unknown[];
  total: number | null;
  isLast: boolean;
  /** ms */
  serverTime: number;
}

export interface Asking {
  priority: 'live' | 'bulk';
  signal: AbortSignal;
}

/** Response version expected by clients of 2016 … 2026 (rule F81); without it the format may change. */
const VERSION = 'v20191219';
/** Path prefixes: the usual one and the vendor's older one (rule F81). */
const FORMS = ['ws', 'v1'] as const;
/** No limits are documented; two is conservative (rule F83). */
const CONCURRENCY = 2;

export class SlipstreamService {
  readonly #market: string;
  readonly #dataset: string;
  readonly #account: SlipstreamAccount;
  readonly #connect: (credential: SlipstreamCredential) => Connection;
  /** One per kind of request, since the meaning of 404 differs. */
  readonly #lines = new Map<Operation, { credential: SlipstreamCredential; connection: Connection }>();
  readonly #login: Connection;
  readonly #forms: readonly string[];
  readonly #now: () => number;
  #form: string | null = null;
  #spelling: 'license' | 'licenseKey' = 'license';

  constructor(settings: FeedSettings, parts: FeedParts) {
    const { dataset, providerDataset, token } = settings;
    const base = settings.baseUrl.replace(/\/+$/, '');
    const given = FORMS.find((form) => base.toLowerCase().endsWith(`/${form}`));
    const host = given === undefined ? base : base.slice(0, -given.length - 1);
    this.#dataset = dataset;
    this.#market = providerDataset ?? dataset;
    this.#forms = given === undefined ? FORMS.map((form) => `${host}/${form}`) : [base];
    this.#now = parts.now ?? Date.now;
    this.#account = isApiKey(token)
      ? createKeyAccount(token)
      : new LicenseAccount(token, () => this.#authenticate(), this.#now);
    const limiter = parts.limiter ?? sharedLimiter(`${host} ${token}`, { concurrency: CONCURRENCY });
    this.#connect = (credential) => new Connection({ dataset, credential, limiter, parts, refusalIn });
    // The license key can only be sent in the URL (rule F82): it is added last, where no log or error contains it.
    this.#login = new Connection({
      dataset,
      credential: {
        sign: async ({ url }) => url.searchParams.set(this.#spelling, token),
        secrets: () => [token],
      },
      limiter: sharedLimiter(`${host} ${token} sign-in`, { concurrency: 1 }),
      parts,
      refusalIn,
    });
  }

  /** Adds `market`. @throws FeedError */
  async fetchPage(operation: Operation, query: WireQuery, asking: Asking): Promise<WirePage> {
    const isOfMarket = operation === 'markets/get' || operation === 'markets/enumerate';
    const whole: WireQuery = isOfMarket ? { id: this.#market, ...query } : { market: this.#market, ...query };
    let page = readPage(await this.#ask(operation, formatQuery(whole), asking), operation, query);
    // A cache may return the previous page; an error follows if the retry does too.
    if (page === undefined)
      page = readPage(await this.#ask(operation, formatQuery(whole), asking), operation, query);
    if (page !== undefined) return page;
    throw new FeedError(`${this.#dataset}: server returned another page than ${query.pageNumber}`, {
      retryable: true,
      status: 200,
      request: `GET /${operation}`,
    });
  }

  async #ask(operation: Operation, query: string, { priority, signal }: Asking): Promise<Answer> {
    await this.#account.ready(signal);
    const forms = this.#form === null ? this.#forms : [this.#form];
    const { credential, connection } = this.#openLine(operation);
    for (const form of forms) {
      try {
        const answer = await connection.fetchJson(`${form}/${operation}?${query}`, { priority, signal });
        this.#form ??= form;
        return answer;
      } catch (error) {
        const status = error instanceof FeedError ? error.status : null;
        if (status === 403 || status === 404 || status === 500) credential.noteFruitlessRenewal();
        if (status !== 404 || form === forms.at(-1)) throw licenseError(error, operation);
      }
    }
    throw new FeedError(`${this.#dataset}: no known path responded`, {
      retryable: false,
      request: `GET /${operation}`,
    });
  }

  #openLine(operation: Operation): { credential: SlipstreamCredential; connection: Connection } {
    let line = this.#lines.get(operation);
    if (line === undefined) {
      const credential = this.#account.credential();
      line = { credential, connection: this.#connect(credential) };
      this.#lines.set(operation, line);
    }
    return line;
  }

  /** Tries the newer parameter name, then the older one, and the other path prefix after a 404. */
  async #authenticate(): Promise<Session> {
    const forms = this.#form === null ? this.#forms : [this.#form];
    let refusal: unknown;
    for (const form of forms) {
      const spellings =
        this.#spelling === 'license' ? (['license', 'licenseKey'] as const) : (['licenseKey'] as const);
      for (const spelling of spellings) {
        this.#spelling = spelling;
        try {
          const session = await this.#askToken(form);
          this.#form = form;
          return session;
        } catch (error) {
          if (!(error instanceof FeedError) || error.retryable) {
            this.#spelling = 'license';
            throw error;
          }
          refusal ??= error;
          if (error.status === 404) break;
        }
      }
      this.#spelling = 'license';
    }
    throw refusal;
  }

  async #askToken(form: string): Promise<Session> {
    const { json, serverTime } = await this.#login.fetchJson(`${form}/api/authenticate?version=${VERSION}`, {
      priority: 'live',
      signal: new AbortController().signal,
    });
    const { token, expires } = readRecord(readRecord(json).result);
    // Other characters would break the header or inject a line break.
    if (typeof token !== 'string' || !/^[\x21-\x7e]{1,500}$/.test(token)) {
      throw new FeedError(`${this.#dataset}: login response contains no token`, {
        retryable: false,
        status: 200,
        request: 'GET /api/authenticate',
      });
    }
    const seconds = Number(expires ?? Number.NaN);
    // By the server's clock, in case ours is wrong.
    const life = seconds * 1000 - serverTime;
    return { token, expiresAt: Number.isFinite(life) ? this.#now() + life : null };
  }
}

/** `undefined` when it is another page than requested. */
function readPage(
  { json, serverTime }: Answer,
  operation: Operation,
  query: WireQuery,
): WirePage | undefined {
  const result = readRecord(readRecord(json).result);
  const list = result[LISTS[operation]];
  const rows = Array.isArray(list) ? list : [];
  const paging = readRecord(result.paging);
  const count = readCount(paging.count);
  const requested = readCount(query.pageNumber) ?? 1;
  const number = readCount(paging.number) ?? requested;
  // A page beyond the last may return the last.
  const isBehind = count !== null && requested > Math.max(1, count);
  if (number !== requested && rows.length > 0 && !isBehind) return undefined;
  return {
    rows: isBehind ? [] : rows,
    total: readCount(result.total),
    isLast: rows.length === 0 || (count !== null && requested >= count),
    serverTime,
  };
}

/** The service rejects the market itself (rules F83, F58). */
function licenseError(error: unknown, operation: Operation): unknown {
  const isLost =
    operation === 'listings/search' && error instanceof FeedError && error.status === 403 && !error.fromProxy;
  if (!isLost) return error;
  const { message, request } = error;
  return new FeedError(message, { retryable: false, status: 403, request, licenseLost: true });
}

/** `{"success":false,"error":{"message":"…","code"?:…}}`, with any status including 200 (rule F83). */
function refusalIn(json: unknown): { status: number; message: string } | undefined {
  const body = readRecord(json);
  if (body.success === true && typeof body.result === 'object' && body.result !== null) return undefined;
  if (body.success !== false && body.result !== undefined && body.result !== null) return undefined;
  const { code, message } = readRecord(body.error);
  const status = Number(code);
  return {
    status: Number.isInteger(status) && status >= 400 && status <= 599 ? status : 400,
    message: typeof message === 'string' ? message.slice(0, 200) : 'no result',
  };
}

function readCount(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}
