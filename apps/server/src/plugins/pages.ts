import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Transport } from '@maru/contract/client';
import { SEARCH_TYPES } from '@maru/listing';
import { SIGN_IN_PROVIDERS } from '@maru/listing/people';
import { isUnavailable } from '@maru/store';
import { LOCALE_COOKIE, LOCALES, type Locale, localeOfPath, localePath } from '@maru/words';
import { compileMessages } from '@maru/words/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../env.ts';
import { MAIN_THREAD } from '../front-door/admission.ts';
import { inTurn, shareWork } from '../front-door/current-visit.ts';
import { FairQueue } from '../front-door/fair-queue.ts';
import { ApiError } from '../http/api-error.ts';
import { canonicalPath } from '../http/canonical-path.ts';
import { isKnown } from '../http/conditional-request.ts';
import { EncodedBody, sendEncoded } from '../http/encoded-body.ts';
import { LONGEST_PAGE_PATH, shortLocation } from '../http/location.ts';
import { isPageAddress } from '../http/page-address.ts';
import { type CachedPage, PageCache } from '../http/page-cache.ts';
import { plainFault } from '../http/plain-page.ts';
import { preferredLocale } from '../http/preferred-locale.ts';
import type { Parts } from '../parts.ts';
import { contentSecurityPolicy, foreignSources } from './content-security-policy.ts';
import { errorBody, sendNotFound } from './errors.ts';
import { loadBuiltSite, loadDevelopmentSite, type Web } from './web-build.ts';

type SiteSettings = NonNullable<Parameters<Web['render']>[1]['site']>;

/** Cache lifetime of a rendered page in ms, also while the index changes (rule S16.1), except by a home's own change. */
const FRESH_FOR = 3_000;
/** Cache lifetime in ms while nothing changes; limited because pages show relative times. */
const KEEP_FOR = 60_000;
/** Of the locale cookie (rule S9.1). */
const YEAR_S = 365 * 24 * 60 * 60;
/** Brotli quality: 7 % smaller than with 4 for a millisecond on another thread. */
const PAGE_QUALITY = 5;
/**
 * Pages rendered at once: they share one thread, so that more would only make each of them slower. Not counted while they wait for the
 * database.
 */
const RENDERED_AT_ONCE = 2;
/** How long a page waits for its turn at most (ms). */
const RENDER_PATIENCE = 2_000;
/**
 * Serves the files of the build and renders all other GETs on the server, always as for an anonymous visitor. Pages are
 * cached for a few seconds by URL (which includes the locale), messages, their home and index version, and sent with an ETag and a
 * Content-Security-Policy that allows our inline scripts by hash. Returns the static paths (without /ko) that search
 * engines may index.
 */
export async function registerPages(
  app: FastifyInstance,
  parts: Pick<Parts, 'settings' | 'engine' | 'index' | 'content' | 'now'>,
): Promise<{ indexedPaths: string[] }> {
  const { settings, engine, index, content, now } = parts;
  const site =
    settings.mode === 'development'
      ? await loadDevelopmentSite(app)
      : await loadBuiltSite(app, settings.webDist);
  const cache = new PageCache();
  const { origin } = new URL(settings.publicUrl);
  const allowed = foreignSources(settings);
  const rendering = new Map<string, Promise<CachedPage>>();
  /** By key: the responses that wait for a page in the making. */
  const waiting = new Map<string, ServerResponse[]>();
  const renders = new FairQueue({
    total: RENDERED_AT_ONCE,
    perKey: RENDERED_AT_ONCE,
    waiting: 1_000,
    waitingPerKey: 4 * settings.requestsInFlight,
    patience: RENDER_PATIENCE,
    ...MAIN_THREAD,
  });

  async function renderPage(address: string): Promise<CachedPage> {
    const time = now();
    const version = engine.version();
    const web = await site.load();
    const words = loadWords(web);
    const announcement = content.announcement(localeOfPath(splitAddress(address).pathname));
    const answer = await web.render(new Request(origin + address), {
      transport: (locale) => inProcess(app, locale),
      words,
      publicUrl: settings.publicUrl,
      assets: site.assets,
      site: { ...siteSettings(settings), ...(announcement === null ? {} : { announcement }) },
      buildId: site.buildId,
    });
    if (answer.status >= 500)
      app.log.error({ err: answer.fault, url: address.split('?')[0] }, 'page rendered with an error');
    const html = new EncodedBody(Buffer.from(answer.html), PAGE_QUALITY);
    const headers: Record<string, string> = {};
    answer.headers.forEach((value, name) => {
      headers[name] = name === 'location' ? shortLocation(value) : value;
    });
    headers['content-security-policy'] = contentSecurityPolicy(
      web.INLINE_SCRIPTS,
      settings.mode === 'development',
      allowed,
    );
    return {
      status: answer.status,
      headers,
      html,
      // Weak: the compressed forms differ in bytes.
      etag: `W/"${createHash('sha256').update(html.plain).digest('base64url').slice(0, 22)}"`,
      version,
      freshUntil: time + FRESH_FOR,
      keepUntil: time + KEEP_FOR,
    };
  }

  let made: { web: Web; version: string; words: Record<Locale, ReturnType<Web['createWords']>> } | undefined;
  function loadWords(web: Web) {
    const version = LOCALES.map((locale) => content.words(locale).version).join('.');
    if (made?.web !== web || made.version !== version) {
      const words = Object.fromEntries(
        LOCALES.map((locale) => {
          const set = content.words(locale);
          const onError = (error: Error) => app.log.error({ err: error }, 'message formatting failed');
          return [
            locale,
            web.createWords(locale, compileMessages(set.messages, onError), set.version, onError),
          ];
        }),
      ) as Record<Locale, ReturnType<Web['createWords']>>;
      made = { web, version, words };
    }
    return made.words;
  }

  /** @throws ApiError 503 when its turn does not come in time, or when all who waited for it have gone by then */
  function renderInTurn(address: string, key: string): Promise<CachedPage> {
    return inTurn(renders, async () => {
      if (waiting.get(key)?.every(({ destroyed }) => destroyed))
        throw new ApiError(503, 'busy', { retryAfter: 0 });
      return await renderPage(address);
    }).finally(() => waiting.delete(key));
  }

  const { ROUTES } = await site.load();
  const patterns = new Set(ROUTES.map(({ path }) => path));
  app.setNotFoundHandler(async (request, reply) => {
    const { pathname, search } = splitAddress(request.url);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !isPageAddress(pathname)) return sendNotFound(request, reply);
    if (pathname.length > LONGEST_PAGE_PATH) {
      const body = errorBody(localeOfPath(pathname), 414, 'uri_too_long');
      return sendPlainFault(reply, localeOfPath(pathname), 414, body.statusMessage);
    }
    // Browsers read `//host` as another site.
    if (pathname.startsWith('//')) {
      return reply.redirect(shortLocation(pathname.replace(/^\/+/, '/') + search), 301);
    }
    const canonical = canonicalPath(pathname, patterns);
    if (canonical !== undefined) return reply.redirect(shortLocation(canonical + search), 301);
    const choice = localeChoice(search);
    if (choice !== undefined) {
      return reply
        .header('set-cookie', `${LOCALE_COOKIE}=${choice.locale}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`)
        .header('cache-control', 'no-store')
        .redirect(shortLocation(pathname + choice.search), 302);
    }
    const redirect = localeRedirect(request);
    if (redirect !== undefined) {
      return reply
        .header('vary', 'Cookie, Accept-Language')
        .header('cache-control', 'private')
        .redirect(shortLocation(redirect), 302);
    }
    const address = pathname + search;
    // The version covers messages, rates, announcements and take-downs, so that an edit shows on the next page.
    const key = `${address}|${content.version()}|${hashHome(pathname)}`;
    const time = now();
    // In development each request renders the current code.
    const mayKeep = settings.mode !== 'development';
    let page = mayKeep ? cache.find(key, time, engine.version()) : undefined;
    if (page === undefined) {
      waiting.set(key, [...(waiting.get(key) ?? []), reply.raw]);
      try {
        page = await shareWork(rendering, key, () => renderInTurn(address, key));
      } catch (error) {
        return sendFault(error as Error, request, reply);
      }
      if (page.status === 200 && mayKeep && !isPrivate(page)) cache.keep(key, page);
    }
    return sendPage(page, request, reply);
  });
  const isKept = ({ index, needsQuery, path }: (typeof ROUTES)[number]) =>
    index && !needsQuery && !path.includes('$');
  return { indexedPaths: ROUTES.filter(isKept).map(({ path }) => path) };

  /**
   * Changes with what the index knows of the home in the path, so that its page shows a change at once, while other pages stay
   * in the cache (rule R3). Empty for other pages.
   */
  function hashHome(pathname: string): string {
    const homeId = pathname.slice(pathname.lastIndexOf('/') + 1);
    const cards = SEARCH_TYPES.flatMap((searchType) => index.findCard(homeId, searchType) ?? []);
    return cards.length === 0 ? '' : createHash('sha1').update(JSON.stringify(cards)).digest('base64url');
  }

  /** Only `/` negotiates the language: by the cookie, else by the browser’s languages (rule S10.6). */
  function localeRedirect(request: FastifyRequest): string | undefined {
    const { pathname, search } = splitAddress(request.url);
    if (pathname !== '/') return undefined;
    const kept = readCookies(request, LOCALE_COOKIE).find(isLocale);
    const locale = kept ?? preferredLocale(request.headers['accept-language']);
    return locale === 'ko' ? localePath('ko', `/${search}`) : undefined;
  }

  function sendFault(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const locale = localeOfPath(splitAddress(request.url).pathname);
    if (error instanceof ApiError) {
      const body = errorBody(locale, error.statusCode, error.code);
      reply.header('retry-after', String(error.retryAfter));
      return sendPlainFault(reply, locale, error.statusCode, body.statusMessage);
    }
    site.fixStack?.(error);
    const away = isUnavailable(error);
    request.log.error({ err: error, url: request.url.split('?')[0] }, 'page rendering failed');
    const status = away ? 503 : 500;
    const body = errorBody(locale, status, away ? 'unavailable' : 'internal');
    if (away) reply.header('retry-after', '5');
    return sendPlainFault(reply, locale, status, body.statusMessage);
  }
}

/** Fallback for requests that cannot be rendered. */
function sendPlainFault(reply: FastifyReply, locale: Locale, status: number, message: string): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .type('text/html; charset=utf-8')
    .send(plainFault(locale, message, status));
}

/** Pages with a secret in their URL must not be cached. */
function isPrivate({ headers }: CachedPage): boolean {
  return headers['cache-control'] !== undefined;
}

async function sendPage(
  page: CachedPage,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.code(page.status).headers(page.headers);
  const isFront = splitAddress(request.url).pathname === '/';
  reply.header('vary', isFront ? 'Cookie, Accept-Language, Accept-Encoding' : 'Accept-Encoding');
  if (!isPrivate(page)) {
    // A shared cache that ignores `Vary` would give `/` to visitors whom it sends elsewhere.
    const shared = isFront ? 'private' : 'public';
    reply.header('cache-control', page.status === 200 ? `${shared}, max-age=0, must-revalidate` : 'no-store');
  }
  if (page.status === 503) reply.header('retry-after', '5');
  if (page.status === 200) {
    reply.header('etag', page.etag);
    if (isKnown(page.etag, request.headers)) return reply.code(304).send();
  }
  return await sendEncoded(page.html, request, reply);
}

/**
 * Path and query of a request target, which may be absolute (`GET http://maru.example/x`). The result is always a path
 * of this site. Never throws.
 */
export function splitAddress(requestUrl: string): { pathname: string; search: string } {
  const own = requestUrl.replace(/^https?:\/\/[^/?#]*/i, '');
  const { pathname, search } = new URL(`http://localhost${own.startsWith('/') ? '' : '/'}${own}`);
  return { pathname, search };
}

/** In-process transport of the typed client: the same routes without a network. */
function inProcess(app: FastifyInstance, locale: Locale): Transport {
  return async ({ method, path, query, body, signal }) => {
    signal?.throwIfAborted();
    const answer = await app.inject({
      method: method as 'GET',
      url: query === '' ? path : `${path}?${query}`,
      headers: { 'accept-language': locale, host: 'localhost' },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
}

/** Settings for the browser, embedded in the document. Must not contain secrets. */
export function siteSettings(
  settings: Pick<
    Settings,
    | 'propertyApiUrl'
    | 'commonApiUrl'
    | 'kakao'
    | 'google'
    | 'googleIdentityScriptUrl'
    | 'mortgageRate'
    | 'wonRate'
    | 'googleMaps'
    | 'kakaoShare'
    | 'iconFallbackUrl'
    | 'translation'
    | 'thirdParties'
  >,
): SiteSettings {
  const { propertyApiUrl, commonApiUrl, googleIdentityScriptUrl } = settings;
  return {
    propertyApiUrl,
    commonApiUrl,
    providers: SIGN_IN_PROVIDERS.filter((provider) => settings[provider] !== null),
    oneTap: settings.google !== null && googleIdentityScriptUrl !== '',
    ...(settings.mortgageRate === null ? {} : { mortgageRate: settings.mortgageRate }),
    ...(settings.wonRate === null ? {} : { wonRate: settings.wonRate }),
    ...(settings.googleMaps === null ? {} : { googleMaps: settings.googleMaps }),
    ...(settings.kakaoShare === null ? {} : { kakaoShare: settings.kakaoShare }),
    ...(settings.iconFallbackUrl === '' ? {} : { iconFallbackUrl: settings.iconFallbackUrl }),
    ...(settings.translation === null ? {} : { canTranslate: true as const }),
    ...thirdPartySettings(settings.thirdParties),
  };
}

/** Third-party services that may be loaded with consent; undefined when none is configured. */
function thirdPartySettings({
  experiments,
  ...services
}: Settings['thirdParties']): Pick<SiteSettings, 'thirdParties'> {
  const set = Object.entries(services).filter(([, one]) => one !== null);
  const hasExperiments = Object.keys(experiments).length > 0;
  if (set.length === 0 && !hasExperiments) return {};
  return { thirdParties: { ...Object.fromEntries(set), ...(hasExperiments ? { experiments: true } : {}) } };
}

function readCookies(request: FastifyRequest, name: string): string[] {
  const pairs = (request.headers.cookie ?? '').split(';').map((part) => part.trim().split('='));
  return pairs.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []));
}

function isLocale(value: string): value is Locale {
  return (LOCALES as readonly string[]).includes(value);
}

/** The language that a link of the language switch chose without script, and the query without it. */
function localeChoice(search: string): { locale: Locale; search: string } | undefined {
  const parts = search.slice(1).split('&');
  const rest = parts.filter((part) => !part.startsWith(`${LOCALE_COOKIE}=`));
  if (rest.length === parts.length) return undefined;
  const locale = new URLSearchParams(search).get(LOCALE_COOKIE) ?? '';
  return isLocale(locale) ? { locale, search: rest.length === 0 ? '' : `?${rest.join('&')}` } : undefined;
}
