import type { ProviderName } from './provider-shape.ts';

/** The part of a browser that sign-in needs: keeps cookies by host and path, and follows redirects. */
export class BrowserLike {
  readonly #jars = new Map<string, Map<string, { value: string; path: string }>>();
  /** All visited addresses. */
  readonly history: string[] = [];
  readonly headers: Record<string, string>;

  constructor(headers: Record<string, string> = {}) {
    this.headers = headers;
  }

  /** Sends one request without following redirects. */
  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    this.history.push(url);
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(init.headers as Record<string, string> | undefined),
        cookie: this.cookiesFor(url),
      },
    });
    this.#keep(url, answer);
    return answer;
  }

  /**
   * Follows redirects until a response is no redirect or the address matches `stopAt`; returns the last address and
   * response.
   */
  async go(url: string, stopAt: (url: URL) => boolean = () => false, init: RequestInit = {}): Promise<Visit> {
    let next = url;
    let requestInit = init;
    for (let steps = 0; steps < 20; steps += 1) {
      const answer = await this.ask(next, requestInit);
      const location = answer.headers.get('location');
      if (location === null) return { url: next, answer };
      next = new URL(location, next).href;
      requestInit = {};
      if (stopAt(new URL(next))) return { url: next, answer };
    }
    throw new Error(`redirect loop: ${this.history.join(' ')}`);
  }

  cookiesFor(url: string): string {
    const { host, pathname } = new URL(url);
    return [...(this.#jars.get(host) ?? [])]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  /** All cookies of an origin. */
  cookies(origin: string): { name: string; value: string; path: string }[] {
    return [...this.#findJar(new URL(origin).host)].map(([name, cookie]) => ({ name, ...cookie }));
  }

  /** The value of the cookie whose name has this prefix. */
  cookie(origin: string, beginning: string): string | undefined {
    const found = [...(this.#jars.get(new URL(origin).host) ?? [])].find(([name]) =>
      name.startsWith(beginning),
    );
    return found?.[1].value;
  }

  setCookie(origin: string, name: string, value: string, path = '/'): void {
    this.#findJar(new URL(origin).host).set(name, { value, path });
  }

  forgetCookies(origin: string): void {
    this.#jars.delete(new URL(origin).host);
  }

  #findJar(host: string): Map<string, { value: string; path: string }> {
    const jar = this.#jars.get(host) ?? new Map();
    this.#jars.set(host, jar);
    return jar;
  }

  #keep(url: string, answer: Response): void {
    const jar = this.#findJar(new URL(url).host);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const readAttribute = (wanted: string) =>
        attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const expires = readAttribute('expires');
      const isExpired =
        readAttribute('max-age') === '0' ||
        value === '' ||
        (expires !== undefined && Date.parse(expires) <= Date.now());
      if (isExpired) jar.delete(name);
      else jar.set(name, { value, path: readAttribute('path') ?? '/' });
    }
  }
}

/** Signs in as a person of dev/sign-in through a provider; the session's cookies are then in `browser`. */
export async function signInAs(
  browser: BrowserLike,
  site: string,
  provider: ProviderName,
  person: string,
): Promise<void> {
  const isOurPage = (to: URL) => to.origin === site && !to.pathname.startsWith('/v1/');
  const page = await browser.go(`${site}/v1/oauth/${provider}`, isOurPage);
  const body = new URLSearchParams({ person });
  await browser.go(page.url, isOurPage, { method: 'POST', body });
}

export interface Visit {
  url: string;
  answer: Response;
}
