import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import { apiOrigins, type Transport } from '@maru/contract/client';
import { SIGN_IN_PROVIDERS } from '@maru/listing/people';
import { isUnavailable } from '@maru/store';
import { LOCALE_COOKIE, LOCALES, type Locale, localeOfPath, localePath } from '@maru/words';
import { compileMessages } from '@maru/words/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../env.ts';
import { ALLOWANCE, busyTime } from '../front-door/admission.ts';
import { inTurn, joinShared } from '../front-door/current-visit.ts';
import { FairQueue } from '../front-door/fair-queue.ts';
import { networkOf } from '../front-door/visitor-address.ts';
import { ApiError } from '../http/api-error.ts';
import { canonicalPath } from '../http/canonical-path.ts';
import { EncodedBody } from '../http/encoded-body.ts';
import { LONGEST_PAGE_PATH, shortLocation } from '../http/location.ts';
import { isPageAddress } from '../http/page-address.ts';
import { type CachedPage, isKnown, PageCache } from '../http/page-cache.ts';
import { plainFault } from '../http/plain-fault.ts';
import { preferredLocale } from '../http/preferred-locale.ts';
import type { Parts } from '../parts.ts';
import { errorBody, sendNotFound } from './errors.ts';

type Web = typeof import('@maru/web/server');
type SiteSettings = NonNullable<Parameters<Web['render']>[1]['site']>;

const WEB = fileURLToPath(new URL('../../../web/', import.meta.url));
/** Polled by open pages (rule S4.5). */
const LATEST_BUILD = 'builds/latest.json';
/** Host of video frames, without cookies. */
const VIDEO_FRAMES = 'https://www.youtube-nocookie.com';
/** Cache lifetime of a rendered page in ms, also while the index changes (rule S16.1). */
const FRESH_FOR = 3_000;
/** Cache lifetime in ms while nothing changes; limited because pages show relative times. */
const KEEP_FOR = 60_000;
/** Brotli quality: 7 % smaller than with 4 for a millisecond on another thread. */
const PAGE_QUALITY = 5;
/**
 * Pages rendered at once: they share one thread, so that more would only make each of them slower. Not counted while they wait for the
 * database.
 */
const RENDERED_AT_ONCE = 2;
/** How long a page waits for its turn at most (ms). */
const RENDER_PATIENCE = 2_000;
/** What `apps/web` provides to the server, built or through Vite in development. */
interface Site {
  load: () => Promise<Web>;
  assets: Parameters<Web['render']>[1]['assets'];
  /** Undefined in development. */
  buildId?: string;
  /** Maps a stack trace for developers; undefined in production. */
  fixStack?: (error: Error) => void;
}

/**
 * Serves the files of the build and renders all other GETs on the server, always as for an anonymous visitor. Pages are
 * cached for a few seconds by URL (which includes the locale), messages and index version, and sent with an ETag and a
 * Content-Security-Policy that allows our inline scripts by hash. Returns the static paths (without /ko) that search
 * engines may index.
 */
export async function registerPages(
  app: FastifyInstance,
  parts: Pick<Parts, 'settings' | 'engine' | 'content' | 'now'>,
): Promise<{ indexedPaths: string[] }> {
  const { settings, engine, content, now } = parts;
  const site =
    settings.mode === 'development' ? await developmentSite(app) : await builtSite(app, settings.webDist);
  const cache = new PageCache();
  const { origin } = new URL(settings.publicUrl);
  const allowed = foreignSources(settings);
  /** By key: a page in the making, and the responses that wait for it. */
  const rendering = new Map<string, { page: Promise<CachedPage>; waiting: ServerResponse[] }>();
  const renders = new FairQueue({
    ...{ total: RENDERED_AT_ONCE, perKey: RENDERED_AT_ONCE, patience: RENDER_PATIENCE },
    ...{ waiting: 1_000, waitingPerKey: 4 * settings.requestsInFlight },
    ...{ allowance: ALLOWANCE, busy: busyTime, groupOf: networkOf },
  });

  async function renderPage(address: string): Promise<CachedPage> {
    const time = now();
    const version = engine.version();
    const web = await site.load();
    const words = wordsOf(web);
    const answer = await web.render(new Request(origin + address), {
      transport: (locale) => inProcess(app, locale),
      words,
      publicUrl: settings.publicUrl,
      assets: site.assets,
      site: { ...siteSettings(settings), ...ownContent(content, localeOfPath(addressOf(address).pathname)) },
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
  function wordsOf(web: Web) {
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
  function renderInTurn(address: string, key: string, response: ServerResponse): Promise<CachedPage> {
    const waiting = [response];
    const page = inTurn(renders, async () => {
      if (waiting.every(({ destroyed }) => destroyed)) throw new ApiError(503, 'busy', { retryAfter: 0 });
      return await renderPage(address);
    }).finally(() => rendering.delete(key));
    rendering.set(key, { page, waiting });
    return page;
  }

  const { ROUTES } = await site.load();
  const patterns = new Set(ROUTES.map(({ path }) => path));
  app.setNotFoundHandler(async (request, reply) => {
    const { pathname, search } = addressOf(request.url);
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
    const redirect = localeRedirect(request);
    if (redirect !== undefined) {
      return reply
        .header('vary', 'Cookie, Accept-Language')
        .header('cache-control', 'private')
        .redirect(shortLocation(redirect), 302);
    }
    const address = pathname + search;
    // The version covers messages, rates, announcements and take-downs, so that an edit shows on the next page.
    const key = `${address}|${content.version()}`;
    const time = now();
    // In development each request renders the current code.
    const mayKeep = settings.mode !== 'development';
    let page = mayKeep ? cache.find(key, time, engine.version()) : undefined;
    if (page === undefined) {
      const joined = rendering.get(key);
      joined?.waiting.push(reply.raw);
      try {
        page = await (joined === undefined ? renderInTurn(address, key, reply.raw) : joinShared(joined.page));
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

  /** Only `/` without the cookie negotiates the language (rule S10.6). */
  function localeRedirect(request: FastifyRequest): string | undefined {
    const { pathname, search } = addressOf(request.url);
    if (pathname !== '/') return undefined;
    const kept = cookieOf(request, LOCALE_COOKIE);
    if (kept !== undefined) return undefined;
    const preferred = preferredLocale(request.headers['accept-language']);
    return preferred === 'ko' ? localePath('ko', `/${search}`) : undefined;
  }

  function sendFault(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const locale = localeOfPath(addressOf(request.url).pathname);
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
  const isFront = addressOf(request.url).pathname === '/';
  reply.header('vary', isFront ? 'Cookie, Accept-Language, Accept-Encoding' : 'Accept-Encoding');
  if (!isPrivate(page)) {
    reply.header('cache-control', page.status === 200 ? 'public, max-age=0, must-revalidate' : 'no-store');
  }
  if (page.status === 503) reply.header('retry-after', '5');
  if (page.status === 200) {
    reply.header('etag', page.etag);
    if (isKnown(page.etag, request.headers['if-none-match'])) return reply.code(304).send();
  }
  const { encoding, body } = page.html.in(request.headers['accept-encoding']);
  if (encoding !== undefined) reply.header('content-encoding', encoding);
  return reply.send(await body);
}

/**
 * Path and query of a request target, which may be absolute (`GET http://maru.example/x`). The result is always a path
 * of this site. Never throws.
 */
export function addressOf(requestUrl: string): { pathname: string; search: string } {
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

/** The active announcement, for every page. */
function ownContent(
  content: Pick<Parts['content'], 'announcement'>,
  locale: Locale,
): Pick<SiteSettings, 'announcement'> {
  const one = content.announcement();
  if (one === null) return {};
  const { id, tone, path, isDismissible } = one;
  return { announcement: { id, tone, text: one[locale], path, isDismissible } };
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

/** External origins that settings allow a page to load from. */
interface ForeignSources {
  connect: string[];
  /** Google Identity script; empty: none. */
  script: string;
  /** Google Maps script; empty: none. */
  maps: string;
  /** Kakao SDK for sharing; empty: none. */
  kakao: string;
  /** Scripts of analytics and tag manager; they also report to their origin and to Google Analytics. */
  measuring: string[];
}

export function foreignSources(
  settings: Pick<
    Settings,
    | 'propertyApiUrl'
    | 'commonApiUrl'
    | 'google'
    | 'googleIdentityScriptUrl'
    | 'googleMaps'
    | 'kakaoShare'
    | 's3'
    | 'iconFallbackUrl'
    | 'thirdParties'
  >,
): ForeignSources {
  const { propertyApiUrl, commonApiUrl, s3, iconFallbackUrl } = settings;
  const { analytics, tagManager, errorTracking } = settings.thirdParties;
  const asked = [iconFallbackUrl, errorTracking?.url ?? ''].filter(Boolean).map((one) => new URL(one).origin);
  // Realtors' pictures are uploaded directly to the bucket.
  const bucket = s3 === null ? [] : [new URL(s3.endpoint).origin];
  return {
    connect: [...new Set([...apiOrigins(propertyApiUrl), ...apiOrigins(commonApiUrl), ...bucket, ...asked])],
    script: settings.google === null ? '' : settings.googleIdentityScriptUrl,
    maps: settings.googleMaps?.scriptUrl ?? '',
    kakao: settings.kakaoShare?.scriptUrl ?? '',
    measuring: [analytics, tagManager].flatMap((one) => (one === null ? [] : [one.scriptUrl])),
  };
}

const NO_FOREIGN: ForeignSources = { connect: [], script: '', maps: '', kakao: '', measuring: [] };

/**
 * Allows scripts of this site, the given inline scripts by hash, and configured services. Style attributes are allowed,
 * style elements are not. Vite's client needs more in development.
 */
export function contentSecurityPolicy(
  inlineScripts: readonly string[],
  development: boolean,
  { connect, script, maps, kakao, measuring }: ForeignSources = NO_FOREIGN,
): string {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  // From Google's documentation: the script, and its folder for frames, requests and styles.
  const identity = script === '' ? [] : [script.replace(/[^/]*$/, '')];
  const google = maps === '' ? undefined : googleMapsSources(new URL(maps).origin);
  const scripts = [
    "'self'",
    ...(development ? ["'unsafe-inline'"] : new Set(hashes)),
    ...(script === '' ? [] : [script]),
    ...(google?.scripts ?? []),
    ...(kakao === '' ? [] : [kakao]),
    ...new Set(measuring),
    // The tag manager loads the analytics script.
    ...(measuring.length === 0 ? [] : [...new Set(measuring.map((one) => `${new URL(one).origin}/gtag/`))]),
  ];
  // Origins for link lookup and friend picker; a test server uses one host.
  const talk = kakao === '' ? [] : ['https://*.kakao.com', new URL(kakao).origin];
  // From Google's documentation for analytics; a test server uses one host.
  const measures =
    measuring.length === 0
      ? []
      : [...new Set([...measuring.map((one) => new URL(one).origin), 'https://*.google-analytics.com'])];
  // Google Maps inserts style elements.
  const areStylesOpen = development || google !== undefined;
  const styles = ["'self'", ...(areStylesOpen ? ["'unsafe-inline'"] : []), ...(google?.styles ?? [])];
  // Video frames are created only when somebody presses play.
  const frames = [VIDEO_FRAMES, ...identity, ...(google?.frames ?? []), ...talk];
  const connections = [
    ...(development ? ['ws:'] : []),
    ...connect,
    ...identity,
    ...(google?.connections ?? []),
    ...talk,
    ...measures,
  ];
  return [
    "default-src 'none'",
    `script-src ${scripts.join(' ')}`,
    `style-src ${[...styles, ...identity].join(' ')}`,
    ...(areStylesOpen ? [] : ["style-src-attr 'unsafe-inline'"]),
    `img-src ${["'self'", 'data:', 'blob:', ...(google?.images ?? []), ...measures].join(' ')}`,
    `font-src ${["'self'", ...(google?.fonts ?? [])].join(' ')}`,
    `connect-src ${["'self'", ...connections].join(' ')}`,
    `frame-src ${frames.join(' ')}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...talk].join(' ')}`,
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Policy of Google Maps (Google: "Content Security Policy guide, allowlist"). */
function googleMapsSources(script: string) {
  const hosts = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com'];
  const pictures = ['https://*.ggpht.com', 'https://*.googleusercontent.com'];
  return {
    scripts: [script, ...hosts, ...pictures, 'blob:'],
    styles: ['https://fonts.googleapis.com'],
    images: [...hosts, ...pictures],
    fonts: ['https://fonts.gstatic.com'],
    connections: [...hosts, 'data:', 'blob:'],
    frames: ['https://*.google.com'],
  };
}

async function builtSite(app: FastifyInstance, dist: string): Promise<Site> {
  const client = join(dist, 'client');
  const manifestFile = join(client, '.vite/manifest.json');
  if (!existsSync(manifestFile)) throw new Error('The web app is not built: run `npm run build` first.');
  await app.register(fastifyStatic, {
    root: client,
    index: false,
    redirect: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['.vite/**', LATEST_BUILD],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent =
        path.startsWith(join(client, 'assets', sep)) || path.startsWith(join(client, 'builds', 'meta', sep));
      const kept = isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      reply.header('cache-control', kept);
    },
  });
  const web = (await import(pathToFileURL(join(dist, 'server/entry.server.js')).href)) as Web;
  // Read once: a build made while this process runs is not the one it serves.
  const latest = JSON.parse(await readFile(join(client, LATEST_BUILD), 'utf8')) as { id: string };
  app.get(`/${LATEST_BUILD}`, (_, reply) => reply.header('cache-control', 'no-store').send(latest));
  return {
    load: async () => web,
    assets: assetsOf(JSON.parse(await readFile(manifestFile, 'utf8')), web.ROUTES),
    buildId: latest.id,
  };
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Scripts, preloads and styles per route, from Vite's manifest. */
function assetsOf(manifest: Record<string, Chunk>, routes: Web['ROUTES']): Site['assets'] {
  const entry = manifest['src/boot/entry.client.tsx'];
  if (entry === undefined) throw new Error('The build has no entry: run `npm run build` again.');
  const withImports = (key: string, seen = new Set<string>()): string[] => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return [];
    seen.add(key);
    return [key, ...(chunk.imports ?? []).flatMap((next) => withImports(next, seen))];
  };
  const filesOf = (key: string) => {
    const chunks = withImports(key).flatMap((one) => manifest[one] ?? []);
    return {
      preloads: chunks.map((chunk) => `/${chunk.file}`),
      css: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
    };
  };
  const root = filesOf('src/boot/entry.client.tsx');
  const assets: Site['assets'] = {
    __root__: { ...root, scripts: [{ attrs: { type: 'module', src: `/${entry.file}` } }] },
  };
  for (const { path, file } of routes) {
    const own = filesOf(file);
    assets[path] = {
      preloads: own.preloads.filter((one) => !root.preloads.includes(one)),
      css: own.css.filter((one) => !root.css.includes(one)),
    };
  }
  return assets;
}

/** Development: Vite in this process, with hot reload. */
async function developmentSite(app: FastifyInstance): Promise<Site> {
  const { createServer } = await import('vite');
  const { default: middie } = await import('@fastify/middie');
  const vite = await createServer({ root: WEB, server: { middlewareMode: true }, appType: 'custom' });
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  const script = (src: string) => ({ attrs: { type: 'module', src } });
  return {
    load: async () => (await vite.ssrLoadModule('/src/boot/entry.server.tsx')) as Web,
    assets: {
      __root__: {
        css: ['/src/app.css'],
        scripts: [
          script('/@vite/client'),
          script('/src/boot/react-refresh.ts'),
          script('/src/boot/entry.client.tsx'),
        ],
      },
    },
    fixStack: (error) => vite.ssrFixStacktrace(error),
  };
}

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=');
    if (key === name) return value;
  }
  return undefined;
}
