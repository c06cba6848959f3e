import { localePath } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { SIGN_IN_FAILURES } from '../../packages/contract/src/people/sign-in-failure.ts';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { errand, IS_LONG, LANGUAGES, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import { textInWrongLanguage } from './wrong-language.ts';

const SEARCH = '/homes/for_sale/irvine-ca?price=-1500000&beds=3-';
const { baseUrl } = inject('site');

/** The test people, each with their provider. */
const ROLES = [
  { role: 'user', provider: 'kakao', person: 'minji', name: '김민지' },
  { role: 'realtor', provider: 'google', person: 'jane', name: 'Jane Kim' },
  { role: 'admin', provider: 'google', person: 'owner', name: 'Maru Owner' },
] as const;

describe('someone signs in', () => {
  for (const locale of LANGUAGES) {
    for (const [at, { role, provider, person, name }] of ROLES.entries()) {
      // In the short run one person for each provider, in one of the languages.
      if (!IS_LONG && (role === 'realtor' || (at % 2 === 0) !== (locale === 'ko'))) continue;
      errand(`as ${role} with ${provider}, and returns to the same page (${locale})`, async ({ meet }) => {
        const visitor = await meet({ locale, width: locale === 'ko' ? 390 : 1440, signsIn: true });
        const { page } = visitor;
        const account = new AccountScreen(visitor);
        const from = role === 'user' && locale === 'en' ? SEARCH : '/';
        await visitor.open(from);
        await account.signInLink.click();
        await visitor.heading.getByText(visitor.say('login.title')).waitFor();
        await account.choose(provider, { person });
        expect(visitor.address).toBe(from);
        expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${locale}`));
        await account.menuButton.click();
        await account.menu.getByText(name, { exact: true }).waitFor();
        const shown = account.menu.getByText(
          visitor.say(`account.role.${role === 'user' ? 'admin' : role}`),
          {
            exact: true,
          },
        );
        if (role === 'user') expect(await shown.count()).toBe(0);
        else await shown.waitFor();

        await account.menu
          .getByRole('button', { name: visitor.say('account.sign_out'), exact: true })
          .click();
        await page.waitForURL((url) => url.search === '?isLoggedIn=false');
        expect(visitor.address).toBe('/?isLoggedIn=false');
        expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${locale}`));
        await page.getByText(visitor.say('account.signed_out')).waitFor();
        await account.signInLink.waitFor();
        expect(await account.token()).toBe('');
      });
    }
  }

  errand('with One Tap on the front page', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', oneTap: true, signsIn: true });
    const { page } = visitor;
    const account = new AccountScreen(visitor);
    await visitor.open('/');
    const prompt = page.getByRole('dialog', { name: 'Sign in with Google' });
    await prompt.getByRole('button', { name: /Daniel Park/ }).click();
    await account.menuButton.waitFor();
    expect(visitor.address).toBe('/');
    await visitor.open('/');
    await account.menuButton.waitFor();
    expect(await prompt.count()).toBe(0);
  });

  errand('with One Tap, is refused, and reads the reason as plain text', async ({ meet }) => {
    const visitor = await meet({ oneTap: true, signsIn: true });
    const { page } = visitor;
    const msg = 'No. <b id="evil">Call</b> +1 900';
    await page.route('**/v1/oauth/google/one-tap', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ json: { success: 'fail', accessToken: '', msg } })
        : route.continue(),
    );
    await visitor.open('/');
    await page
      .getByRole('dialog', { name: 'Sign in with Google' })
      .getByRole('button', { name: /Jane/ })
      .click();
    await page.waitForURL((url) => url.searchParams.get('loginSuccess') === 'false');
    expect(visitor.query.get('msg')).toBe(msg);
    await page.getByRole('alert').getByText(msg, { exact: false }).waitFor();
    expect(await page.locator('#evil').count()).toBe(0);
    expect(await accessibilityFaults(visitor)).toEqual([]);
    await page.getByRole('button', { name: visitor.say('account.notice_close') }).click();
    await expect.poll(() => visitor.address).toBe('/');
  });

  errand('with the other provider, and links both to one account', async ({ meet }) => {
    const first = new AccountScreen(await meet({ signsIn: true }));
    await first.signIn('google', 'daniel');
    const visitor = await meet({ signsIn: true });
    const { page } = visitor;
    const account = new AccountScreen(visitor);
    await visitor.open('/login?redirectUrl=/my-page');
    await account.choose('kakao', { person: 'daniel' });
    await page.getByText(visitor.say('login.failed.join_google.title')).waitFor();
    expect(await account.providerLink('kakao').count()).toBe(0);
    await account.choose('google', { person: 'daniel' });
    await account.menuButton.waitFor();
    expect(visitor.address).toBe('/my-page');
    const { providers } = await (await account.api(baseUrl)).findUser();
    expect([...providers].sort()).toEqual(['google', 'kakao']);
  });
});

describe('signing in does not work', () => {
  errand('and gets a message with a next step', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390, signsIn: true });
    const { page } = visitor;
    const account = new AccountScreen(visitor);
    const back = localePath('ko', SEARCH);
    await visitor.open(`/login?redirectUrl=${encodeURIComponent(back)}`);
    await account.choose('kakao', { end: 'access_denied' });
    expect(new URL(page.url()).searchParams.get('error')).toBe('cancelled');
    await page.getByText(visitor.say('login.failed.cancelled.title'), { exact: true }).waitFor();
    expect(await accessibilityFaults(visitor)).toEqual([]);
    expect(await textInWrongLanguage(page, 'ko', ['Equal Housing Opportunity'])).toEqual([]);
    const on = page.getByRole('link', { name: visitor.say('login.without') });
    expect(await on.getAttribute('href')).toBe(back);
    await account.providerLink('kakao').waitFor();
  });

  // Which failure gives which code: apps/server/src/auth/sign-in.integration.test.ts.
  for (const code of SIGN_IN_FAILURES) {
    test(`the login page explains the failure and offers a next step: ${code}`, async () => {
      for (const locale of LANGUAGES) {
        const back = localePath(locale, SEARCH);
        const query = new URLSearchParams({ error: code, provider: 'kakao', redirectUrl: back });
        const html = await (await fetch(`${baseUrl}${localePath(locale, '/login')}?${query}`)).text();
        const name = { provider: formatMessage(locale, 'brand.kakao') };
        expect(html).toContain(escaped(formatMessage(locale, `login.failed.${code}.title`, name)));
        expect(html).toContain(escaped(formatMessage(locale, `login.failed.${code}.text`, name)));
        expect(html).toContain(`href="${escaped(back)}"`);
        expect(html).toContain(code === 'join_google' ? '"/v1/oauth/google?' : '"/v1/oauth/kakao?');
      }
    });
  }

  errand(
    'inside KakaoTalk with Google, and is sent to an external browser with the address kept',
    async ({ meet }) => {
      const visitor = await meet({
        locale: 'ko',
        width: 390,
        oneTap: true,
        userAgent:
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 KAKAOTALK 25.9.2',
      });
      const { page } = visitor;
      const account = new AccountScreen(visitor);
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(request.url()));
      await visitor.open('/');
      await page.waitForLoadState('networkidle');
      expect(scripts.filter((url) => url.includes('/gsi/'))).toEqual([]);

      const back = localePath('ko', SEARCH);
      await visitor.open(`/login?redirectUrl=${encodeURIComponent(back)}`);
      await account.providerLink('kakao').waitFor();
      expect(await account.providerLink('google').count()).toBe(0);
      const out = page.getByRole('link', { name: visitor.say('login.in_app.open') });
      const [scheme, kept] = ((await out.getAttribute('href')) ?? '').split('url=');
      expect(scheme).toBe('kakaotalk://web/openExternal?');
      const address = new URL(decodeURIComponent(kept ?? ''));
      expect(address.origin + address.pathname).toBe(`${baseUrl}/ko/login`);
      expect(address.searchParams.get('redirectUrl')).toBe(back);
      expect(await accessibilityFaults(visitor)).toEqual([]);
    },
  );
});

describe('a session', () => {
  errand('survives the expiry of its token during a search, unnoticed', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', signsIn: true });
    const { page } = visitor;
    const account = new AccountScreen(visitor);
    const screen = new SearchScreen(visitor);
    await account.signIn('kakao', 'minji', SEARCH);
    const before = await screen.listHomeIds();
    const spent = await account.waitForTokenExpiry();
    await page
      .getByRole('navigation', { name: visitor.say('search.type_label') })
      .getByRole('link', { name: visitor.say('search.rent'), exact: true })
      .click();
    await expect.poll(() => visitor.address).toContain('/homes/for_rent/irvine-ca');
    await expect.poll(() => screen.listHomeIds()).not.toEqual(before);

    await account.menuButton.click();
    await account.menu.getByRole('link', { name: visitor.say('my.devices') }).click();
    await page.getByText(visitor.say('devices.this')).waitFor();
    expect(await account.token()).not.toBe(spent);
    expect(visitor.address).toBe('/my-page?tab=devices');
    await account.menuButton.waitFor();
  });

  errand('that cannot be renewed ends at the login page, which leads back', async ({ meet }) => {
    const visitor = await meet({ signsIn: true, mayFail: /^401 / });
    const { page } = visitor;
    const account = new AccountScreen(visitor);
    await account.signIn('google', 'jane', '/my-page?tab=data');
    await account.waitForTokenExpiry();
    await visitor.context.clearCookies({ domain: 'localhost' });
    await page
      .getByRole('link', { name: visitor.say('my.devices') })
      .first()
      .click();
    await page.waitForURL((url) => url.pathname === '/login');
    await page.getByText(visitor.say('login.ended.title')).waitFor();
    expect(await account.token()).toBe('');
    await account.choose('google', { person: 'jane' });
    await account.menuButton.waitFor();
    expect(visitor.address).toBe('/my-page?tab=devices');
  });

  errand('is renewed once for two tabs', async ({ meet }) => {
    const visitor = await meet({ signsIn: true });
    const account = new AccountScreen(visitor);
    await account.signIn('google', 'jane');
    const other = await visitor.context.newPage();
    await other.goto('/my-page');
    const refreshes = countRefreshes(visitor.context);
    await account.waitForTokenExpiry();
    await Promise.all([visitor.page.reload(), other.reload()]);
    for (const page of [visitor.page, other]) {
      await page.getByRole('button', { name: new RegExp(visitor.say('account.menu')) }).waitFor();
    }
    expect(refreshes()).toBe(1);
    const tokens = await Promise.all(
      [visitor.page, other].map((page) => page.evaluate(() => localStorage.getItem('auth/access-token'))),
    );
    expect(tokens[0]).toBe(tokens[1]);

    // An action in one tab is reflected in the other.
    await account.menuButton.click();
    await account.menu.getByRole('button', { name: visitor.say('account.sign_out'), exact: true }).click();
    await visitor.page.waitForURL((url) => url.search === '?isLoggedIn=false');
    await other
      .getByRole('link', { name: visitor.say('account.sign_in') })
      .first()
      .waitFor();
  });

  errand('ends everywhere on sign-out from all devices', async ({ meet }) => {
    const [here, there] = [await meet({ signsIn: true }), await meet({ signsIn: true, mayFail: /^401 / })];
    const [phone, desktop] = [new AccountScreen(here), new AccountScreen(there)];
    // Other files sign in as other people at the same time.
    await phone.signIn('kakao', 'dohyun', '/my-page?tab=devices');
    await desktop.signIn('kakao', 'dohyun');
    await here.page
      .getByRole('main')
      .getByRole('button', { name: here.say('account.sign_out_everywhere') })
      .click();
    await here.page.waitForURL((url) => url.search === '?isLoggedIn=false');
    // Does not wait for the load event: a redirect to /login during the load would abort the reload.
    await there.page.evaluate(() => setTimeout(() => location.reload()));
    // Its token may have expired by now: then the refresh is refused.
    await there.page.waitForURL((url) => url.pathname === '/login' || url.search === '?isLoggedIn=false');
    await desktop.signInLink.waitFor();
    expect(await desktop.token()).toBe('');
  });
});

describe('a browser', () => {
  errand('deletes the storage of an older site on the first visit', async ({ meet }) => {
    const visitor = await meet();
    await visitor.context.addInitScript(() => {
      if (localStorage.getItem('appInitialized') === null)
        localStorage.setItem('auth/access-token', 'of old');
    });
    await visitor.open('/login');
    const kept = () => visitor.page.evaluate(() => Object.keys(localStorage));
    expect(await kept()).toEqual(['appInitialized']);
    await visitor.page.evaluate(() => localStorage.setItem('commute-address', '{}'));
    await visitor.page.reload();
    await visitor.settle();
    expect((await kept()).sort()).toEqual(['appInitialized', 'commute-address']);
  });

  errand('shows no user and deletes nothing while the session check has no answer', async ({ meet }) => {
    const visitor = await meet({ signsIn: true, mayFail: /^503 \/v1\/auth|^console: Who is signed in/ });
    const { page } = visitor;
    const account = new AccountScreen(visitor);
    await account.signIn('google', 'jane');
    await page.route('**/v1/auth/token/valid', (route) => route.fulfill({ status: 503, json: {} }));
    await page.reload();
    await page.getByRole('heading', { name: visitor.say('my.unknown.title') }).waitFor();
    await account.signInLink.waitFor();
    expect(await account.token()).not.toBe('');
    await page.unroute('**/v1/auth/token/valid');
    await page.getByRole('button', { name: visitor.say('account.try_again') }).click();
    await account.menuButton.waitFor();
  });
});

describe('my page', () => {
  for (const locale of pickVariants(0, LANGUAGES)) {
    errand(`is edited, exported and deleted (${locale})`, async ({ meet }) => {
      const visitor = await meet({
        locale,
        width: locale === 'ko' ? 1440 : 390,
        signsIn: true,
        mayFail: /^400 \/v1\/user$/,
      });
      const { page } = visitor;
      const account = new AccountScreen(visitor);
      await account.signIn('google', 'daniel');
      const phone = page.getByLabel(visitor.say('profile.phone'));
      const save = page.getByRole('button', { name: visitor.say('profile.save'), exact: true });
      await phone.fill('123 45');
      await save.click();
      await page.getByText(visitor.say('reason.malformed')).waitFor();
      expect(await phone.getAttribute('aria-invalid')).toBe('true');
      await phone.fill(locale === 'ko' ? '+82 10 1234 5678' : '(949) 555-0100');
      await page.getByText(visitor.say('unit.name_metric'), { exact: true }).click();
      await save.click();
      await page.getByText(visitor.say('profile.saved'), { exact: true }).waitFor();
      expect(await phone.inputValue()).toBe(locale === 'ko' ? '+821012345678' : '+19495550100');
      await phone.fill('');
      await save.click();
      await page.getByText(visitor.say('profile.saved'), { exact: true }).waitFor();

      for (const tab of ['my.profile', 'my.devices', 'my.data'] as const) {
        const rail = page.getByRole('navigation', { name: visitor.say('my.title') });
        // On a phone the last item of the bar opens the menu.
        if (visitor.width === 390) {
          await rail.getByRole('button', { name: visitor.say('site.all'), exact: true }).click();
          if (tab === 'my.profile') expect(await accessibilityFaults(visitor), 'all menu items').toEqual([]);
        }
        await rail
          .getByRole('link', { name: visitor.say(tab), exact: true })
          .filter({ visible: true })
          .click();
        await page.getByRole('heading', { level: 2, name: visitor.say(tab) }).waitFor();
        if (tab === 'my.devices') await page.getByText(visitor.say('devices.this')).waitFor();
        expect(await accessibilityFaults(visitor), tab).toEqual([]);
        expect(await textInWrongLanguage(page, locale, NAMES)).toEqual([]);
      }
      await account.menuButton.click();
      await account.menu.waitFor();
      expect(await accessibilityFaults(visitor), 'menu').toEqual([]);
      await page.keyboard.press('Escape');
      await account.menu.waitFor({ state: 'detached' });
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: visitor.say('data.export.do') }).click();
      expect((await download).suggestedFilename()).toMatch(/^maru-.*\.json$/);

      await page.getByRole('button', { name: visitor.say('data.delete.ask') }).click();
      await page.getByRole('button', { name: visitor.say('data.delete.yes') }).click();
      await page.getByRole('button', { name: visitor.say('data.delete.cancel') }).click();
      await page.getByText(visitor.say('data.delete.cancelled')).waitFor();
      expect((await (await account.api(baseUrl)).findUser()).deletionAt).toBeNull();
    });
  }
});

const NAMES = [
  'Equal Housing Opportunity',
  'Daniel Park',
  'daniel.park@example.com',
  'Chrome',
  'Linux',
  'Google',
];

/** Text as React escapes it in HTML. */
const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#x27;');

function countRefreshes(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/token/refresh')) count += 1;
  });
  return () => count;
}
