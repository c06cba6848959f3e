import { DAY_MS } from '@maru/listing/time';
import { barePath, LANGUAGE_TAGS, type Locale, localePath, type MessageKey } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import type { Browser, BrowserContext, Locator, Page, Response } from 'playwright-core';

export interface VisitorOptions {
  locale?: Locale;
  /** 390 is a phone (844 high, touch), 1440 a desktop (900 high). */
  width?: 390 | 1440;
  /** `false`: no script runs. */
  script?: boolean;
  dark?: boolean;
  /**
   * `false`: a browser without WebGL. A wide search page then says that it has no map, a phone's keeps its plain one.
   * `'undrawn'`: the map works, and its canvas stays empty.
   */
  map?: boolean | 'drawn' | 'undrawn';
  /** Failed responses and errors that this test expects: `"404 /maru/v1/home"`. */
  mayFail?: RegExp;
  /**
   * Allows requests to the simulated Kakao and Google, which are other processes of this machine, and 401 responses of the API:
   * access tokens expire within seconds in tests, and the client refreshes them.
   */
  signsIn?: boolean;
  /** Shows Google's One Tap prompt. Otherwise its own cookie says that it was dismissed. */
  oneTap?: boolean;
  userAgent?: string;
}

/** Google's identity script, which the front page loads. */
const IDENTITY_SCRIPT = /^http:\/\/127\.0\.0\.1:\d+\/gsi\/client$/;
const THIS_MACHINE = /^http:\/\/127\.0\.0\.1:\d+\//;
const HEIGHTS = { 390: 844, 1440: 900 };

/**
 * One visitor with a fresh browser profile. Console errors, uncaught errors, failed requests, requests to other hosts
 * and violations of the Content-Security-Policy are collected in `faults`, which must be empty at the end.
 */
export class Visitor {
  readonly page: Page;
  readonly locale: Locale;
  readonly width: 390 | 1440;
  readonly faults: string[] = [];
  readonly #baseUrl: string;
  readonly #context: BrowserContext;
  readonly #options: VisitorOptions;

  private constructor(baseUrl: string, context: BrowserContext, page: Page, options: VisitorOptions) {
    this.#baseUrl = baseUrl;
    this.#context = context;
    this.#options = options;
    this.page = page;
    this.locale = options.locale ?? 'en';
    this.width = options.width ?? 1440;
    this.#listen();
  }

  static async arrive(browser: Browser, baseUrl: string, options: VisitorOptions = {}): Promise<Visitor> {
    const { locale = 'en', width = 1440, script = true, dark = false, map = true } = options;
    const phone = width === 390;
    const context = await browser.newContext({
      viewport: { width, height: HEIGHTS[width] },
      locale: LANGUAGE_TAGS[locale],
      colorScheme: dark ? 'dark' : 'light',
      javaScriptEnabled: script,
      isMobile: phone,
      hasTouch: phone,
      baseURL: baseUrl,
      userAgent: options.userAgent,
    });
    if (options.oneTap !== true) {
      const putAway = encodeURIComponent(JSON.stringify({ i_l: 1, i_p: Date.now() + DAY_MS }));
      await context.addCookies([{ name: 'g_state', value: putAway, url: baseUrl }]);
    }
    // Generous for a busy machine. No expectation depends on the time that something took.
    context.setDefaultTimeout(30_000);
    if (script) await context.addInitScript(watchPage);
    if (script && map === false) await context.addInitScript(disableWebgl);
    if (script && map === 'undrawn') await context.addInitScript(disableDrawing);
    return new Visitor(baseUrl, context, await context.newPage(), options);
  }

  /** The visited site, without a trailing slash. */
  get baseUrl(): string {
    return this.#baseUrl;
  }

  get context(): BrowserContext {
    return this.#context;
  }

  /** A message of the site in the visitor's language. */
  say(key: MessageKey, values: Record<string, string | number> = {}): string {
    return formatMessage(this.locale, key, values as Record<string, string>);
  }

  /** Opens a page; `path` is the English form, /ko is added for a Korean visitor. Resolves when the page is hydrated. */
  async open(path: string): Promise<Response> {
    const answer = await this.page.goto(localePath(this.locale, path), { waitUntil: 'domcontentloaded' });
    if (answer === null) throw new Error(`no response for ${path}`);
    await this.settle();
    return answer;
  }

  /** Waits for the heading, the fonts and hydration. */
  async settle(): Promise<void> {
    await this.heading.waitFor();
    if (this.#options.script === false) return;
    await this.heading.evaluate(async (heading) => {
      const alive = () => Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
      while (heading.isConnected && !alive()) await new Promise((next) => requestAnimationFrame(next));
      await document.fonts.ready;
    });
    // Event handlers are attached in the next frame.
    await this.waitForFrames();
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  /** Path and query of the page, partly decoded for readability; without /ko. */
  get address(): string {
    const { pathname, search } = new URL(this.page.url());
    return barePath(pathname) + search;
  }

  get query(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  /** Waits for work that the page deferred to the next frames. */
  async waitForFrames(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
  }

  /** A swipe with one finger. */
  async swipe(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    const session = await this.#context.newCDPSession(this.page);
    const touch = (type: 'touchStart' | 'touchMove', share: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }],
      });
    await touch('touchStart', 0);
    for (const share of [0.25, 0.5, 0.75, 1]) await touch('touchMove', share);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await session.detach();
  }

  /** Multiplies the browser's default font size for pages that are opened from now on. */
  async scaleFont(times: number): Promise<void> {
    const session = await this.#context.newCDPSession(this.page);
    await session.send('Page.enable');
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } });
  }

  /** The sum of all layout shifts so far (CLS without session windows). */
  layoutShift(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { __shift: number }).__shift);
  }

  async leave(): Promise<void> {
    // A routed response may still be pending when the test ends.
    await Promise.all(this.#context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
    await this.#context.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#context.close();
  }

  #listen(): void {
    const { page } = this;
    const path = (url: string) => url.replace(this.#baseUrl, '');
    const note = (fault: string) => {
      const expired = this.#options.signsIn === true && /^401 \/v1\//.test(fault);
      if (!expired && !this.#options.mayFail?.test(fault)) this.faults.push(fault);
    };
    page.on('console', (message) => {
      // The network events below say more.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      note(`console: ${message.text().slice(0, 600)}`);
    });
    page.on('pageerror', (error) => note(`uncaught: ${error.message.slice(0, 600)}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // With scripts disabled the browser reports skipped script requests as a policy violation.
      const noScript = this.#options.script === false && reason === 'csp';
      // Aborted: superseded by a newer request, or the page was left.
      if (reason !== 'net::ERR_ABORTED' && !noScript) note(`${reason} ${path(request.url())}`);
    });
    page.on('response', (response) => {
      const isPage = response.request().isNavigationRequest();
      if (response.status() >= 400 && !isPage) note(`${response.status()} ${path(response.url())}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      const ours =
        url.startsWith(`${this.#baseUrl}/`) ||
        /^(data|blob|about):/.test(url) ||
        IDENTITY_SCRIPT.test(url) ||
        (this.#options.signsIn === true && THIS_MACHINE.test(url));
      if (!ours) note(`request to another host: ${url.slice(0, 200)}`);
    });
  }
}

/** Runs in every page before its own script. */
function watchPage(): void {
  const seen = window as unknown as { __shift: number };
  seen.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
      if (!entry.hadRecentInput) seen.__shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`blocked by the policy: ${event.violatedDirective} ${event.blockedURI}`);
  });
}

/** Runs in every page before its own script: disables WebGL. */
function disableWebgl(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    ...rest: unknown[]
  ) {
    return kind.includes('webgl') ? null : getContext.call(this, kind as '2d', ...(rest as []));
  } as typeof getContext;
}

/** Runs in every page before its own script: WebGL's drawing calls do nothing. */
function disableDrawing(): void {
  const { prototype } = WebGL2RenderingContext;
  for (const call of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const)
    prototype[call] = () => {};
}
