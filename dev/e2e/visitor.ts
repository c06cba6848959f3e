import { DAY_MS } from '@maru/listing';
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
  /** `false`: a browser without WebGL. A wide search page then says that it has no map, a phone's keeps its plain one. */
  map?: boolean;
  /** Answers of the site that this errand provokes: `"404 /maru/v1/home"`. */
  mayFail?: RegExp;
  /**
   * The errand goes to Kakao or Google, which in the trial are other programs of this machine; and the tests' access tokens
   * soon expire, so that calls are refused once, and made again.
   */
  signsIn?: boolean;
  /** Google's prompt is shown; others have put it away before (its own cookie says so). */
  oneTap?: boolean;
  userAgent?: string;
}

/** Google's identity script is loaded on the front page, as a setting says. */
const IDENTITY_SCRIPT = /^http:\/\/127\.0\.0\.1:\d+\/gsi\/client$/;
const THIS_MACHINE = /^http:\/\/127\.0\.0\.1:\d+\//;
const HEIGHTS = { 390: 844, 1440: 900 };

/**
 * One person with a fresh browser profile. Whatever goes wrong behind the page (errors on the console, uncaught
 * errors, failed requests, anything asked of another host, anything that the Content-Security-Policy refused) is
 * written down in `faults`, which must be empty at the end.
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
    // Patience for a busy machine; what is expected never depends on how long it took.
    context.setDefaultTimeout(30_000);
    if (script) await context.addInitScript(watchPage);
    if (script && !map) await context.addInitScript(takeWebglAway);
    return new Visitor(baseUrl, context, await context.newPage(), options);
  }

  /** The site that is visited, without a slash at its end. */
  get baseUrl(): string {
    return this.#baseUrl;
  }

  get context(): BrowserContext {
    return this.#context;
  }

  /** Words of the site in the visitor's language. */
  say(key: MessageKey, values: Record<string, string | number> = {}): string {
    return formatMessage(this.locale, key, values as Record<string, string>);
  }

  /** Opens a page; `path` is the English form, /ko is added for a Korean reader. Answers when it can be used. */
  async open(path: string): Promise<Response> {
    const answer = await this.page.goto(localePath(this.locale, path), { waitUntil: 'domcontentloaded' });
    if (answer === null) throw new Error(`${path} gave no answer`);
    await this.settle();
    return answer;
  }

  /** Waits until what is on the screen answers to its reader: words, fonts, and the page taken over by its script. */
  async settle(): Promise<void> {
    await this.heading.waitFor();
    if (this.#options.script === false) return;
    await this.heading.evaluate(async (heading) => {
      const alive = () => Object.keys(heading).some((key) => key.startsWith('__reactFiber'));
      while (heading.isConnected && !alive()) await new Promise((next) => requestAnimationFrame(next));
      await document.fonts.ready;
    });
    // Its handlers come with the frame after.
    await this.breathe();
  }

  get heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  /** Path and query of the page, decoded enough to be read; without /ko. */
  get address(): string {
    const { pathname, search } = new URL(this.page.url());
    return barePath(pathname) + search;
  }

  get query(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  /** Lets the page's script do what it has put off until after the last key or press. */
  async breathe(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
  }

  /** A finger that is put down, moves and is lifted. */
  async sweep(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
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

  /** Opens pages from now on as where the browser's own letters are so many times as large. */
  async enlargeLetters(times: number): Promise<void> {
    const session = await this.#context.newCDPSession(this.page);
    await session.send('Page.enable');
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 * times, fixed: 13 * times } });
  }

  /** How far things jumped about so far, as the browser counts it (CLS without its window). */
  layoutShift(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { __shift: number }).__shift);
  }

  async leave(): Promise<void> {
    // An answer that a walk has changed may still be on its way when the walk is over.
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
      // What the network did is said better by the events below.
      if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
      note(`console: ${message.text().slice(0, 600)}`);
    });
    page.on('pageerror', (error) => note(`uncaught: ${error.message.slice(0, 600)}`));
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      // Where no script may run, the browser does not fetch any either, and calls that a policy.
      const noScript = this.#options.script === false && reason === 'csp';
      // A question given up for a newer one, or a page left.
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
      if (!ours) note(`asked another host: ${url.slice(0, 200)}`);
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
    console.error(`refused by the policy: ${event.violatedDirective} ${event.blockedURI}`);
  });
}

/** Likewise: no canvas draws by WebGL. */
function takeWebglAway(): void {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (
    this: HTMLCanvasElement,
    kind: string,
    ...rest: unknown[]
  ) {
    return kind.includes('webgl') ? null : getContext.call(this, kind as '2d', ...(rest as []));
  } as typeof getContext;
}
