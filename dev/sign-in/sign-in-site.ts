import { startTestApp, type TestApp } from '../../apps/server/src/testing/testing-app.ts';
import { BrowserLike } from './browser-like.ts';
import { ADMIN_EMAIL } from './people.ts';
import { type RunningProvider, startProvider } from './provider.ts';
import { signInSettings } from './sign-in-service.ts';

type Provider = 'kakao' | 'google';
type Form = { person: string; clock?: 'off' } | { end: string };

/** For tests: a site without pages that uses the simulated providers. */
export class SignInSite {
  readonly kakao: RunningProvider;
  readonly google: RunningProvider;
  readonly site: TestApp;
  readonly url: string;
  readonly #clock: { ahead: number };

  static async start(): Promise<SignInSite> {
    const [kakao, google] = await Promise.all([startProvider('kakao'), startProvider('google')]);
    const clock = { ahead: 0 };
    const env = signInSettings({
      pid: 0,
      providers: { kakao: { ...kakao, port: 0 }, google: { ...google, port: 0 } },
      scriptUrl: `${google.issuer}/gsi/client`,
      shareScriptUrl: '',
      adminEmail: ADMIN_EMAIL,
    });
    const site = await startTestApp({ env, listen: true, now: () => Date.now() + clock.ahead });
    return new SignInSite({ kakao, google, site, clock });
  }

  private constructor(own: {
    kakao: RunningProvider;
    google: RunningProvider;
    site: TestApp;
    clock: { ahead: number };
  }) {
    this.kakao = own.kakao;
    this.google = own.google;
    this.site = own.site;
    this.url = own.site.url;
    this.#clock = own.clock;
  }

  /** Sets how far the site's clock is ahead (ms). */
  set ahead(ms: number) {
    this.#clock.ahead = ms;
  }

  /** Resets the clock and the faults of the providers. */
  reset(): void {
    this.ahead = 0;
    this.kakao.setFault(undefined);
    this.google.setFault(undefined);
  }

  async close(): Promise<void> {
    await this.site.close();
    await Promise.all([this.kakao.close(), this.google.close()]);
  }

  /** Opens the provider's page; `choose` submits a choice and follows redirects to a page of the site. */
  async begin(browser: BrowserLike, provider: Provider, redirectUrl = '/') {
    const start = `${this.url}/v1/oauth/${provider}?${new URLSearchParams({ redirectUrl })}`;
    const page = await browser.go(start, this.isPage);
    return {
      page,
      choose: async (form: Form, stopAt: (to: URL) => boolean = this.isPage) => {
        const body = new URLSearchParams(form as Record<string, string>);
        return await browser.go(page.url, stopAt, { method: 'POST', body });
      },
    };
  }

  readonly isPage = (to: URL): boolean => to.origin === this.url && !to.pathname.startsWith('/v1/');

  async signIn(provider: Provider, person: string, browser = new BrowserLike()) {
    const { choose } = await this.begin(browser, provider);
    const end = new URL((await choose({ person })).url);
    return { browser, end };
  }

  async refresh(browser: BrowserLike): Promise<{ status: number; accessToken: string }> {
    const answer = await browser.ask(`${this.url}/api/auth/token/refresh`, { method: 'POST' });
    const { accessToken = '' } = (await answer.json()) as { accessToken?: string };
    return { status: answer.status, accessToken };
  }

  async call(path: string, accessToken: string, init: RequestInit = {}) {
    const answer = await fetch(`${this.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${accessToken}`, ...(init.headers as Record<string, string>) },
    });
    return { status: answer.status, body: await answer.json() };
  }

  /** Number of rows of a table. */
  async count(table: string): Promise<number> {
    const { rows } = await this.site.parts.store.pool.query(`select count(*) as n from ${table}`);
    return Number(rows[0].n);
  }
}
