import { type Client, createClient, fetchTransport } from '@maru/contract/client';
import type { SignInProvider } from '@maru/listing/people';
import { localePath } from '@maru/words';
import type { Locator } from 'playwright-core';
import { BrowserLike, signInAs } from '../sign-in/browser-like.ts';
import type { Visitor } from './visitor.ts';

const TOKEN_KEY = 'auth/access-token';

/** Page object of the sign-in pages and the account menu. */
export class AccountScreen {
  readonly visitor: Visitor;

  constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  get signInLink(): Locator {
    return this.visitor.page
      .getByRole('banner')
      .getByRole('link', { name: this.visitor.say('account.sign_in'), exact: true });
  }

  get menuButton(): Locator {
    return this.visitor.page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(this.visitor.say('account.menu')) });
  }

  get menu(): Locator {
    return this.visitor.page.getByRole('navigation', { name: this.visitor.say('account.menu') });
  }

  providerLink(provider: SignInProvider): Locator {
    return this.visitor.page.getByRole('link', { name: this.visitor.say(`login.with.${provider}`) });
  }

  /** Goes from the login page to the provider and back. `choice` is a person of dev/sign-in, or an error of the provider. */
  async choose(
    provider: SignInProvider,
    choice: { person: string; clockOff?: boolean } | { end: string },
  ): Promise<void> {
    const { page } = this.visitor;
    await this.providerLink(provider).click();
    const [name, value] = 'person' in choice ? ['person', choice.person] : ['end', choice.end];
    const button = page.locator(`button[name=${name}][value=${value}]`);
    await button.waitFor();
    if ('person' in choice && choice.clockOff) await page.locator('input[name=clock]').check();
    await button.click();
    await page.waitForURL(
      (url) => /^\/(ko\/)?(?!login\/redirect)/.test(url.pathname) && url.hostname === 'localhost',
    );
    await page.waitForURL((url) => !url.pathname.endsWith('/login/redirect'));
    await this.visitor.settle();
  }

  /**
   * Signs in and opens a page; resolves when the header shows the person. Bypasses the provider's pages, which
   * `accounts.test.ts` covers: the browser starts at the redirect back from the provider.
   */
  async signIn(provider: SignInProvider, person: string, path = '/my-page?tab=profile'): Promise<void> {
    const { visitor } = this;
    const browser = new BrowserLike();
    await signInAs(browser, visitor.baseUrl, provider, person);
    const { hostname } = new URL(visitor.baseUrl);
    const cookies = browser.cookies(visitor.baseUrl);
    await visitor.context.addCookies(cookies.map((one) => ({ ...one, domain: hostname, httpOnly: true })));
    const back = localePath(visitor.locale, path);
    await visitor.page.goto(
      localePath(visitor.locale, `/login/redirect?redirectUrl=${encodeURIComponent(back)}`),
    );
    await visitor.page.waitForURL((url) => !url.pathname.endsWith('/login/redirect'));
    await visitor.settle();
    await this.menuButton.waitFor();
  }

  /** The stored access token; empty when there is none. */
  token(): Promise<string> {
    return this.visitor.page.evaluate((key) => localStorage.getItem(key) ?? '', TOKEN_KEY);
  }

  /** Waits until the stored token has expired. @returns the expired token */
  async waitForTokenExpiry(): Promise<string> {
    const token = await this.token();
    await this.visitor.page.waitForFunction(
      (given) => JSON.parse(atob(given.split('.')[1] ?? '')).exp * 1_000 < Date.now() - 50,
      token,
    );
    return token;
  }

  /** A client of the API for the signed-in person. Refreshes the page's token first, since it may expire at any moment. */
  async api(baseUrl: string): Promise<Client> {
    const token = await this.visitor.page.evaluate(async (key) => {
      const answer = await fetch('/api/auth/token/refresh', { method: 'POST' });
      if (!answer.ok) throw new Error(`token refresh failed: ${answer.status}`);
      const { accessToken } = (await answer.json()) as { accessToken: string };
      localStorage.setItem(key, accessToken);
      return accessToken;
    }, TOKEN_KEY);
    const authorization = `Bearer ${token}`;
    const transport = fetchTransport(baseUrl, this.visitor.locale);
    return createClient((request) => transport({ ...request, authorization }));
  }
}
