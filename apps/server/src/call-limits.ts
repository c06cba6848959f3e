import type { IncomingMessage } from 'node:http';
import { type Limit, ROUTES } from '@maru/contract';
import type { Settings } from './env.ts';
import { type Allowance, RateBudget } from './rate-budget.ts';
import { type Trust, unbelievedNetwork, visitorKey } from './visitor-address.ts';

const MINUTE = 60;
const HOUR = 3_600;
/** Calls of the API; scripts are not counted, pages and pictures at the front door, tiles where they are read. */
const COUNTED = /^\/(maru|v1|api)\//;
/** What is no call of the contract (callbacks of the providers) and belongs to signing in. */
const SIGN_IN = /^\/(v1\/oauth|api\/auth)\//;

/** What is counted beside calls: parts of the map that are read from the store, whole pages, photos and other pictures. */
type Budget = Limit | 'tile' | 'page' | 'file';

/** What is left of the budget that a call is counted in. */
export interface Spent {
  budget: RateBudget;
  allowance: Allowance;
}

/** Somebody who says for whom they ask, and is not believed. */
export interface Unbelieved {
  /** Where they stand, never the address in full. */
  network: string;
  /** Of the last such request (ms since the epoch). */
  at: number;
}

/** How many calls of each kind an address, and an account, may make: one object for the front door and the application. */
export class CallLimits {
  readonly trust: Trust;
  /** Called once, with the first of them. */
  onUnbelieved: ((one: Unbelieved) => void) | undefined;
  #unbelieved: Unbelieved | undefined;
  readonly #budgets: Record<Budget, RateBudget>;
  readonly #limitOf: ReadonlyMap<string, Limit>;

  constructor(settings: Settings, now?: () => number) {
    this.trust = settings.trustProxy;
    const budget = (name: Budget, most: number, seconds: number) =>
      new RateBudget({ name, most, seconds, ...(now === undefined ? {} : { now }) });
    this.#budgets = {
      default: budget('default', settings.callsAMinute, MINUTE),
      list: budget('list', settings.listsAMinute, MINUTE),
      suggest: budget('suggest', settings.suggestionsAMinute, MINUTE),
      source: budget('source', settings.sourceCallsAMinute, MINUTE),
      'sign-in': budget('sign-in', settings.signInsAMinute, MINUTE),
      contact: budget('contact', settings.contactsAnHour, HOUR),
      tile: budget('tile', settings.tilesAMinute, MINUTE),
      page: budget('page', settings.pagesAMinute, MINUTE),
      file: budget('file', settings.filesAMinute, MINUTE),
    };
    this.#limitOf = new Map(
      Object.values(ROUTES).map((one) => [
        `${one.method} ${one.path}`,
        (one as { limit?: Limit }).limit ?? 'default',
      ]),
    );
  }

  /** In which budget a request is counted; undefined when in none. `route` is its pattern, when there is one. */
  limitOf(method: string, route: string | undefined, url: string): Limit | undefined {
    if (!COUNTED.test(url)) return undefined;
    const called = method === 'HEAD' ? 'GET' : method;
    return this.#limitOf.get(`${called} ${route}`) ?? (SIGN_IN.test(url) ? 'sign-in' : 'default');
  }

  /** The last sender since the start that TRUST_PROXY does not name, though it says for whom it asks. */
  get unbelieved(): Unbelieved | undefined {
    return this.#unbelieved;
  }

  /** Counts a request of that address. */
  spendOfAddress(limit: Budget, request: IncomingMessage): Spent {
    const network = unbelievedNetwork(request, this.trust);
    if (network !== undefined) {
      const isFirst = this.#unbelieved === undefined;
      this.#unbelieved = { network, at: Date.now() };
      if (isFirst) this.onUnbelieved?.(this.#unbelieved);
    }
    return this.#spend(limit, visitorKey(request, this.trust));
  }

  /** Counts a request of that account, from wherever it comes. */
  spendOfAccount(limit: Limit, userId: string): Spent {
    return this.#spend(limit, `account ${userId}`);
  }

  #spend(limit: Budget, key: string): Spent {
    const budget = this.#budgets[limit];
    return { budget, allowance: budget.spend(key) };
  }
}

/** draft-ietf-httpapi-ratelimit-headers-11. */
export const POLICY = 'ratelimit-policy';
export const LEFT = 'ratelimit';

/** What is left, as the answer says it. */
export function rateHeadersOf({ budget, allowance }: Spent): Record<typeof POLICY | typeof LEFT, string> {
  return {
    [POLICY]: budget.policy,
    [LEFT]: `"${budget.name}";r=${Math.max(0, allowance.left)};t=${allowance.reset}`,
  };
}
