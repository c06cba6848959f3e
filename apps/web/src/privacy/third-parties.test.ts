import { expect, test } from 'vitest';
import { buildPageView } from '../browser/navigation-guard.ts';
import { type AdapterWindow, scrubText } from './adapters.ts';
import type { Consent } from './consent.ts';
import { isOptedOut } from './opt-out.ts';
import { type Browser, thirdParties } from './third-parties.ts';

const SERVICES = {
  analytics: { id: 'G-1', scriptUrl: 'https://a.example/gtag/js' },
  tagManager: { id: 'GTM-1', scriptUrl: 'https://t.example/gtm.js' },
  errorTracking: { url: 'https://e.example/api/7/envelope/', key: 'k' },
  experiments: true as const,
};
const VIEW = buildPageView({
  path: '/ko/irvine-ca',
  search: { _source: 'user', q: 'secret words' },
  route: 'search-address',
});

const RECEIPT = buildPageView({
  path: '/ko/receipt',
  search: { token: 'a-secret' },
  route: 'receipt',
  isSecret: true,
});

function world(first: Consent, services: Parameters<typeof thirdParties>[0] = SERVICES) {
  let consent = first;
  let changed = () => {};
  let heard: ((error: unknown) => void) | undefined;
  const page: AdapterWindow = {};
  const scripts: string[] = [];
  const sent: { address: string; body: string }[] = [];
  const asked: string[] = [];
  const shown: Record<string, string>[] = [];
  const kept = new Map<string, string>();
  const cookies = new Set<string>();
  const browser: Browser = {
    consent: () => consent,
    watchConsent: (work) => {
      changed = work;
    },
    page,
    load: (address) => void scripts.push(address),
    origin: 'https://maru.example',
    now: () => 1_000,
    randomId: () => '01234567-89ab-cdef-0123-456789abcdef',
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    send: (address, body) => void sent.push({ address, body }),
    listenForErrors: (work) => {
      heard = work;
      return () => {
        heard = undefined;
      };
    },
    showAssignments: (assignments) => void shown.push(assignments),
    forgetCookies: () => cookies.clear(),
  };
  const one = thirdParties(services, browser, {
    assign: async (visitor) => {
      asked.push(visitor);
      return { order: 'by_price' };
    },
    release: 'build-1',
  });
  const say = async (next: Consent) => {
    consent = next;
    changed();
    await new Promise((done) => setTimeout(done));
  };
  const nothing = () =>
    [scripts, sent, asked, page.dataLayer ?? [], [...kept]].every((list) => list.length === 0);
  return {
    one,
    say,
    page,
    scripts,
    sent,
    asked,
    shown,
    kept,
    cookies,
    nothing,
    fail: (error: unknown) => heard?.(error),
  };
}

test('nothing of a third party is loaded before somebody agrees', async () => {
  for (const consent of ['open', 'no', 'signal'] as const) {
    const { one, say, nothing, fail } = world(consent);
    one.view(VIEW);
    fail(new Error('x'));
    await say(consent);
    expect([consent, nothing()]).toEqual([consent, true]);
  }
});

test('once somebody agrees each service is loaded once, and told the page without what was typed', async () => {
  const { one, say, scripts, page, sent, asked, shown, fail } = world('open');
  one.view(VIEW);
  await say('yes');
  await say('yes');
  expect(scripts).toEqual(['https://a.example/gtag/js?id=G-1', 'https://t.example/gtm.js?id=GTM-1']);
  expect(asked).toEqual(['0123456789abcdef0123456789abcdef']);
  expect(shown.at(-1)).toEqual({ order: 'by_price' });
  const layer = JSON.stringify((page.dataLayer ?? []).map((call) => ({ ...(call as object) })));
  expect(layer).toContain('https://maru.example/irvine-ca');
  expect(layer).toContain('"source":"user"');
  expect(layer).toContain('by_price');
  fail(new TypeError('no map for 010-1234-5678 of a.b@c.example at /x?q=secret'));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.address).toBe('https://e.example/api/7/envelope/?sentry_key=k&sentry_version=7');
  const event = JSON.parse(sent[0]?.body.split('\n')[2] ?? '');
  expect(event).toMatchObject({
    release: 'build-1',
    request: { url: '/irvine-ca' },
    exception: { values: [{ type: 'TypeError', value: 'no map for [number] of [e-mail] at /x' }] },
  });
  expect(layer + sent[0]?.body).not.toMatch(/secret|1234-5678|c\.example/);
  for (let more = 0; more < 30; more += 1) fail(new Error('again'));
  expect(sent).toHaveLength(10);
});

test('all fall silent when the agreement is taken back, and start again with the next', async () => {
  const { one, say, page, sent, kept, fail, shown } = world('yes');
  one.view(VIEW);
  await say('yes');
  one.view(VIEW);
  const before = page.dataLayer?.length;
  await say('no');
  fail(new Error('x'));
  one.view(VIEW);
  expect(page.dataLayer?.length).toBe(before);
  expect(page['ga-disable-G-1']).toBe(true);
  expect([sent.length, kept.size, shown.at(-1)]).toEqual([0, 0, {}]);
  await say('yes');
  one.view(VIEW);
  expect(page['ga-disable-G-1']).toBe(false);
});

test('a page whose address is a secret starts nothing, nor does any page after it in the same document', async () => {
  const { one, say, nothing, fail } = world('yes');
  one.view(RECEIPT);
  fail(new Error('x'));
  await say('yes');
  one.view(VIEW);
  await say('yes');
  expect([nothing(), one.isRunning()]).toEqual([true, false]);
});

test('what runs knows that it must not be where the address is a secret, and is told nothing of it', async () => {
  const { one, say, page, sent, fail } = world('yes');
  one.view(VIEW);
  await say('yes');
  const before = page.dataLayer?.length;
  expect(one.isRunning()).toBe(true);
  one.view(RECEIPT);
  fail(new Error('x'));
  one.view(VIEW);
  expect([page.dataLayer?.length, sent.length, page['ga-disable-G-1']]).toEqual([before, 0, true]);
});

test('an agreement that is taken back leaves nothing, also where a secret address has ended what ran', async () => {
  const { one, say, kept, cookies } = world('yes');
  one.view(VIEW);
  await say('yes');
  cookies.add('_ga');
  one.view(RECEIPT);
  await say('no');
  expect([cookies.size, kept.size]).toEqual([0, 0]);
});

test('of a message that was sent the services hear that there was one, and in which form of the page', async () => {
  const { one, say, page } = world('yes');
  one.contacted();
  one.view(VIEW);
  await say('yes');
  one.contacted();
  const calls = (page.dataLayer ?? []).map((call) => Object.values(call as object));
  expect(calls).toContainEqual(['event', 'generate_lead', { order: 'by_price' }]);
  expect(page.dataLayer).toContainEqual({ event: 'contacted', experiments: { order: 'by_price' } });
});

test('the browser’s own signal is a no', () => {
  expect(isOptedOut({ globalPrivacyControl: true })).toBe(true);
  for (const browser of [{}, { globalPrivacyControl: false }, { globalPrivacyControl: '1' }])
    expect(isOptedOut(browser)).toBe(false);
});

test('an error’s text keeps no address, number or query', () => {
  expect(scrubText('at https://maru.example/a?msg=hi (x@y.z) +1 (949) 555-0100')).toBe(
    'at https://maru.example/a [e-mail] [number]',
  );
  expect(scrubText('x'.repeat(1_000))).toHaveLength(300);
});
