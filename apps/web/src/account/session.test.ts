import type { Transport, TransportRequest } from '@maru/contract/client';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { keepOwnDraft, loadOwnDraft } from '../browser/tab-draft.ts';
import type { AccountState } from './account-state.ts';
import { Session } from './session.ts';
import { TokenStore } from './token-store.ts';

/** A server that knows one living session, told apart by its access tokens, and browsers over one storage. */
let good: Set<string>;
let cookie: 'good' | 'gone' | 'busy' | 'away';
let answers: Partial<
  Record<string, () => { status: number; body?: unknown } | Promise<{ status: number; body?: unknown }>>
>;
let asked: string[];
let minted: number;
let kept: Map<string, string>;
let turn: Promise<unknown>;
beforeEach(() => {
  good = new Set(['first']);
  cookie = 'good';
  answers = {};
  asked = [];
  minted = 0;
  kept = new Map();
  turn = Promise.resolve();
});

const unauthorized = { status: 401, body: { statusCode: 401, statusMessage: '', message: '' } };
const transport: Transport = async ({ method, path, authorization }: TransportRequest) => {
  const call = `${method} ${path}`;
  asked.push(call);
  await Promise.resolve();
  const own = answers[call];
  if (own !== undefined) return { body: undefined, ...(await own()) };
  if (path === '/api/auth/token/refresh') {
    if (cookie === 'away') throw new Error('Network Error');
    if (cookie === 'busy') return { status: 503, body: undefined };
    if (cookie === 'gone') return unauthorized;
    minted += 1;
    good.add(`minted ${minted}`);
    return { status: 200, body: { accessToken: `minted ${minted}` } };
  }
  if (!good.has((authorization ?? '').replace('Bearer ', ''))) return unauthorized;
  if (path === '/v1/auth/token/valid') return { status: 200, body: { valid: true } };
  if (path === '/v1/user') return { status: 200, body: { id: 'u1', name: '김하나' } };
  return { status: 200, body: { ended: 1 } };
};

/** One tab. */
function open(page = '/homes/for_sale?beds=3-') {
  const states: AccountState[] = [];
  const gone: string[] = [];
  const log: string[] = [];
  const tokens = new TokenStore({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    clear: () => kept.clear(),
  });
  const session = new Session({
    tokens,
    transport,
    tell: (state) => states.push(state),
    go: (path) => gone.push(path),
    here: () => page,
    alone: (work) => {
      const mine = turn.then(work);
      turn = mine.catch(() => undefined);
      return mine;
    },
    log: (message) => log.push(message),
  });
  return { session, tokens, states, gone, log, state: () => states.at(-1)?.status };
}
const settle = () => new Promise((done) => setTimeout(done));

describe('loading the user', () => {
  test('a good token is validated, then the user is loaded', async () => {
    const tab = open();
    tab.tokens.keep('first');
    await tab.session.load();
    expect(asked).toEqual(['GET /v1/auth/token/valid', 'GET /v1/user']);
    expect(tab.states.map((one) => one.status)).toEqual(['loading', 'signed-in']);
    expect(tab.states.at(-1)).toMatchObject({ user: { name: '김하나', commuteAddress: undefined } });
  });

  test('without a token nobody is asked', async () => {
    const tab = open();
    await tab.session.load();
    expect(asked).toEqual([]);
    expect(tab.state()).toBe('signed-out');
  });

  test('a revoked token is cleared, and the browser lands where logged-out people do', async () => {
    const tab = open();
    tab.tokens.keep('first');
    answers['GET /v1/auth/token/valid'] = () => ({ status: 200, body: { valid: false } });
    await tab.session.load();
    expect(tab.tokens.token()).toBeUndefined();
    expect(tab.state()).toBe('signed-out');
    expect(tab.gone).toEqual(['/?isLoggedIn=false']);
  });

  for (const [what, fail] of [
    ['breaks', () => ({ status: 500 })],
    ['is busy', () => ({ status: 503 })],
    ['cannot be reached', () => Promise.reject(new Error('Network Error'))],
  ] as const) {
    test(`a validation that ${what} is logged, and on this page nobody is signed in; the token stays`, async () => {
      const tab = open();
      tab.tokens.keep('first');
      answers['GET /v1/auth/token/valid'] = fail;
      await tab.session.load();
      expect(tab.state()).toBe('signed-out');
      expect(tab.tokens.token()).toBe('first');
      expect(tab.log).toHaveLength(1);
      expect(tab.gone).toEqual([]);
    });
  }

  test('an expired token is refreshed first, unseen', async () => {
    const tab = open();
    tab.tokens.keep('expired');
    await tab.session.load();
    expect(tab.state()).toBe('signed-in');
    expect(tab.tokens.token()).toBe('minted 1');
    expect(tab.gone).toEqual([]);
  });
});

describe('a token that expires while one reads', () => {
  test('is refreshed once for all who wait, the calls are made again, and the user is loaded again', async () => {
    const tab = open();
    tab.tokens.keep('first');
    await tab.session.load();
    good.clear();
    asked = [];
    const lists = await Promise.all(Array.from({ length: 5 }, () => tab.session.client.listDevices()));
    await settle();
    expect(lists).toHaveLength(5);
    expect(minted).toBe(1);
    expect(asked.filter((one) => one === 'GET /v1/user')).toHaveLength(1);
    expect(tab.state()).toBe('signed-in');
  });

  test('without a good cookie the user is removed, the browser goes to /login knowing the way back, and the call is refused', async () => {
    const tab = open('/ko/homes/for_sale?beds=3-');
    tab.tokens.keep('first');
    await tab.session.load();
    good.clear();
    cookie = 'gone';
    await expect(tab.session.client.listDevices()).rejects.toMatchObject({ statusCode: 401 });
    expect(tab.state()).toBe('signed-out');
    expect(tab.tokens.token()).toBeUndefined();
    expect(tab.gone).toEqual(['/login?ended=1&redirectUrl=%2Fko%2Fhomes%2Ffor_sale%3Fbeds%3D3-']);
  });

  test('whose refresh cannot be asked is kept, so that /login can try again', async () => {
    for (const way of ['busy', 'away'] as const) {
      const tab = open();
      tab.tokens.keep('expired');
      cookie = way;
      await tab.session.load();
      expect(tab.state()).toBe('signed-out');
      expect(tab.tokens.token()).toBe('expired');
      expect(tab.gone).toHaveLength(1);
      const login = open('/ko/login?ended=1');
      await login.session.load();
      expect(login.gone).toEqual([]);
      cookie = 'good';
      await login.session.load();
      expect(login.state()).toBe('signed-in');
    }
  });
});

describe('two tabs', () => {
  test('share one refresh', async () => {
    const [one, other] = [open(), open()];
    one.tokens.keep('expired');
    await Promise.all([one.session.load(), other.session.load()]);
    expect(minted).toBe(1);
    expect([one.state(), other.state()]).toEqual(['signed-in', 'signed-in']);
  });

  test('what one does to the token, the other follows', async () => {
    const [one, other] = [open(), open()];
    await one.session.begin('first');
    await other.session.follow();
    expect(other.state()).toBe('signed-in');
    await one.session.signOut();
    await other.session.follow();
    expect(other.state()).toBe('signed-out');
  });
});

describe('signing in and out', () => {
  test('the token of a sign-in is collected by its cookie', async () => {
    const tab = open('/login/redirect');
    expect(await tab.session.collect()).toBe('signed-in');
    expect(tab.tokens.token()).toBe('minted 1');
    expect(tab.state()).toBe('signed-in');
    cookie = 'gone';
    const other = open();
    other.tokens.forget();
    expect(await other.session.collect()).toBe('refused');
    expect(other.state()).toBe('signed-out');
    cookie = 'away';
    expect(await open().session.collect()).toBe('failed');
  });

  test('an older token that turns out to be revoked does not undo it', async () => {
    const tab = open('/login/redirect');
    tab.tokens.keep('first');
    const waiting = Promise.withResolvers<{ status: number; body: unknown }>();
    answers['GET /v1/auth/token/valid'] = () => waiting.promise;
    const load = tab.session.load();
    expect(await tab.session.collect()).toBe('signed-in');
    waiting.resolve({ status: 200, body: { valid: false } });
    await load;
    expect(tab.tokens.token()).toBe('minted 1');
    expect(tab.state()).toBe('signed-in');
    expect(tab.gone).toEqual([]);
  });

  test('a fresh token that is refused all the same is no sign-in, and no reason to try for ever', async () => {
    const tab = open();
    tab.tokens.keep('first');
    answers['GET /v1/auth/token/valid'] = () => unauthorized;
    await tab.session.load();
    expect(minted).toBe(1);
    expect(tab.states.at(-1)).toEqual({ status: 'signed-out', unknown: true });
  });

  test('signing out clears the token and lands on the front page', async () => {
    const tab = open();
    await tab.session.begin('first');
    await tab.session.signOut({ everywhere: true });
    expect(tab.tokens.token()).toBeUndefined();
    expect(tab.state()).toBe('signed-out');
    expect(tab.gone).toEqual(['/?isLoggedIn=false']);
  });

  test('whose session ended long ago is signed out all the same, and not sent to /login', async () => {
    const tab = open();
    await tab.session.begin('first');
    good.clear();
    cookie = 'gone';
    await tab.session.signOut();
    expect(tab.gone).toEqual(['/?isLoggedIn=false']);
  });

  test('takes away what is half written, which a session that ends by itself leaves', async () => {
    const inTab = new Map<string, string>();
    const storage = {
      getItem: (key: string) => inTab.get(key) ?? null,
      setItem: (key: string, value: string) => void inTab.set(key, value),
      removeItem: (key: string) => void inTab.delete(key),
    };
    vi.stubGlobal('sessionStorage', storage);
    onTestFinished(() => void vi.unstubAllGlobals());
    const write = () => keepOwnDraft('u1/notes/1', { notes: 'Call' }, storage);
    const isThere = () => loadOwnDraft('u1/notes/1', storage) !== undefined;
    const [tab, other] = [open(), open()];
    await tab.session.begin('first');
    await other.session.follow();
    write();
    good.clear();
    cookie = 'gone';
    expect(await tab.session.refresh('first')).toBeUndefined();
    expect(isThere()).toBe(true);
    good = new Set(['second']);
    await tab.session.begin('second');
    await tab.session.signOut();
    expect(isThere()).toBe(false);
    write();
    await other.session.follow();
    expect(isThere()).toBe(false);
  });

  test('when the server cannot be told one is still signed in', async () => {
    const tab = open();
    await tab.session.begin('first');
    answers['POST /v1/user/me/sign-out'] = () => ({ status: 503 });
    await expect(tab.session.signOut()).rejects.toMatchObject({ statusCode: 503 });
    expect(tab.tokens.token()).toBe('first');
    expect(tab.state()).toBe('signed-in');
    expect(tab.gone).toEqual([]);
  });
});

test('one who is looked up again stays on the page meanwhile', async () => {
  const tab = open();
  await tab.session.begin('first');
  const before = tab.states.length;
  await tab.session.load();
  expect(tab.states.slice(before).map((one) => one.status)).toEqual(['signed-in']);
});

test('of two looks at who it is the newer one tells', async () => {
  const tab = open();
  tab.tokens.keep('first');
  const waiting = Promise.withResolvers<{ status: number; body: unknown }>();
  answers['GET /v1/user'] = () => waiting.promise;
  const slow = tab.session.load();
  await settle();
  answers['GET /v1/user'] = () => ({ status: 200, body: { id: 'u2', name: '이둘' } });
  await tab.session.load();
  waiting.resolve({ status: 200, body: { id: 'u1', name: '김하나' } });
  await slow;
  expect(tab.states.at(-1)).toMatchObject({ status: 'signed-in', user: { name: '이둘' } });
});

test('however calls, expiries and ends fall, tabs agree, and a spent token costs one refresh', async () => {
  const steps = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ do: fc.constant('call' as const), tab: fc.nat(2), wait: fc.boolean() }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('expire' as const), tab: fc.nat(2), wait: fc.boolean() }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constantFrom('sign-out', 'cookie-goes'),
          tab: fc.nat(2),
          wait: fc.boolean(),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('sign-in' as const), tab: fc.nat(2), wait: fc.boolean() }),
      },
    ),
    { maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      good = new Set();
      cookie = 'gone';
      answers = {};
      asked = [];
      minted = 0;
      kept = new Map();
      turn = Promise.resolve();
      const tabs = [open(), open(), open()];
      let expiries = 0;
      let signIns = 0;
      for (const step of all) {
        const tab = tabs[step.tab]!;
        const work = {
          call: () => tab.session.client.listDevices().catch(() => undefined),
          expire: async () => {
            if (good.size > 0) expiries += 1;
            good.clear();
          },
          'cookie-goes': async () => {
            good.clear();
            cookie = 'gone';
          },
          'sign-out': async () => {
            await tab.session.signOut().catch(() => undefined);
            cookie = 'gone';
          },
          'sign-in': async () => {
            cookie = 'good';
            signIns += 1;
            await tab.session.collect();
          },
        }[step.do]();
        if (step.wait) await work.then(settle);
      }
      await settle();
      await turn;
      await settle();
      // Each hears of what the others did last.
      for (const tab of tabs) await tab.session.follow();
      await settle();
      expect(minted).toBeLessThanOrEqual(expiries + signIns);
      const token = tabs[0]?.tokens.token();
      for (const tab of tabs) {
        expect(tab.tokens.token()).toBe(token);
        expect(tab.state()).toBe(token === undefined ? 'signed-out' : 'signed-in');
      }
      if (token !== undefined) expect(good.has(token)).toBe(true);
    }),
    { numRuns: process.env.MARU_TEST_LONG === '1' ? 20_000 : 150 },
  );
});
