import type { IncomingMessage } from 'node:http';
import type { Limit } from '@maru/contract';
import type { Settings } from '../env.ts';
import { type Allowance, RateBudget } from './rate-budget.ts';
import { findNetwork, type Trust, unbelievedNetwork, visitorKey } from './visitor-address.ts';

const MINUTE = 60;
const HOUR = 3_600;
/** Limit of all addresses of an IPv6 /48 together, in limits of one address: a customer may have 65,536 of them. */
const NETWORK_SHARE = 10;

/** The budgets of the API's calls, and those of what is not a call: map tiles, pages, photos and other pictures, files of the build. */
export type Budget = Limit | 'tile' | 'page' | 'file' | 'asset';

/** What is left of the budget in which a request was counted. */
export interface Spent {
  budget: RateBudget;
  allowance: Allowance;
}

/** A sender of `X-Forwarded-For` whom `TRUST_PROXY` does not name. */
export interface Unbelieved {
  /** Its network, never the whole address. */
  network: string;
  /** When its last request came (ms since the epoch). */
  at: number;
}

/** The rate limits by address and by account: one object for the front door and the application. */
export class RateLimits {
  readonly trust: Trust;
  /** Called for the first such sender. */
  onUnbelieved: ((one: Unbelieved) => void) | undefined;
  #unbelieved: Unbelieved | undefined;
  readonly #budgets: Record<Budget, RateBudget>;
  /** Limits of networks, for messages and sign-ins, which affect other people. */
  readonly #ofNetworks: Partial<Record<Budget, RateBudget>>;

  constructor(settings: Settings, now?: () => number) {
    this.trust = settings.trustProxy;
    const budget = (name: Budget, most: number, seconds = MINUTE) =>
      new RateBudget({ name, most, seconds, now });
    this.#budgets = {
      default: budget('default', settings.callsAMinute),
      list: budget('list', settings.listsAMinute),
      suggest: budget('suggest', settings.suggestionsAMinute),
      source: budget('source', settings.sourceCallsAMinute),
      'sign-in': budget('sign-in', settings.signInsAMinute),
      tile: budget('tile', settings.tilesAMinute),
      page: budget('page', settings.pagesAMinute),
      file: budget('file', settings.filesAMinute),
      contact: budget('contact', settings.contactsAnHour, HOUR),
      // A page has about twenty files, which browsers keep: enough for 100 new visitors a minute behind one address.
      asset: budget('asset', Math.ceil(settings.filesAMinute / 3)),
    };
    this.#ofNetworks = {
      contact: budget('contact', NETWORK_SHARE * settings.contactsAnHour, HOUR),
      'sign-in': budget('sign-in', NETWORK_SHARE * settings.signInsAMinute),
    };
  }

  /** The limits by address that a setting determines. */
  list(): { name: Exclude<Budget, 'asset'>; calls: number; seconds: number }[] {
    const { asset: _, ...budgets } = this.#budgets;
    return Object.values(budgets).map(({ name, most, seconds }) => ({
      name: name as Exclude<Budget, 'asset'>,
      calls: most,
      seconds,
    }));
  }

  /** The last sender of `X-Forwarded-For` whom `TRUST_PROXY` does not name. */
  get unbelieved(): Unbelieved | undefined {
    return this.#unbelieved;
  }

  /** The address by which a request is counted. @see visitorKey */
  readAddress(request: IncomingMessage): string {
    const network = unbelievedNetwork(request, this.trust);
    if (network !== undefined) {
      const isFirst = this.#unbelieved === undefined;
      this.#unbelieved = { network, at: Date.now() };
      if (isFirst) this.onUnbelieved?.(this.#unbelieved);
    }
    return visitorKey(request, this.trust);
  }

  /** Counts a request of an address; `cost` in usual requests. */
  spendOfAddress(name: Budget, address: string, cost = 1): Spent {
    return this.#tighter(name, address, (budget, key) => budget.spend(key, cost));
  }

  /** What an address has left, without counting. */
  peekOfAddress(name: Budget, address: string): Spent {
    return this.#tighter(name, address, (budget, key) => budget.peek(key));
  }

  /** The limit of the address or of its network, whichever has less left. */
  #tighter(name: Budget, address: string, read: (budget: RateBudget, key: string) => Allowance): Spent {
    const own = { budget: this.#budgets[name], allowance: read(this.#budgets[name], address) };
    const network = findNetwork(address);
    const budget = this.#ofNetworks[name];
    if (network === undefined || budget === undefined) return own;
    const allowance = read(budget, network);
    return allowance.left < own.allowance.left ? { budget, allowance } : own;
  }

  /** Counts a request of an account, from any address. */
  spendOfAccount(name: Limit, userId: string, cost = 1): Spent {
    const budget = this.#budgets[name];
    return { budget, allowance: budget.spend(`account ${userId}`, cost) };
  }
}

/** draft-ietf-httpapi-ratelimit-headers-11. */
export const POLICY = 'ratelimit-policy';
export const LEFT = 'ratelimit';

/** The response headers that report what is left. */
export function formatRateHeaders({ budget, allowance }: Spent): Record<typeof POLICY | typeof LEFT, string> {
  return {
    [POLICY]: budget.policy,
    [LEFT]: `"${budget.name}";r=${Math.max(0, allowance.left)};t=${allowance.reset}`,
  };
}
