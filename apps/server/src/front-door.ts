import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { CALLS, type ErrorCode } from '@maru/contract';
import { LOCALES, type Locale, localeOfPath, parseLocale } from '@maru/words';
import type { RequestKind } from './admission.ts';
import { etagOf, hasTag } from './answer-cache.ts';
import { type CallLimits, LEFT, POLICY, rateHeadersOf } from './call-limits.ts';
import { isLoopback } from './env.ts';
import { isPageAddress } from './page-address.ts';
import type { Parts } from './parts.ts';
import { plainFault } from './plain-fault.ts';
import { errorBody } from './plugins/errors.ts';
import { securityHeaders } from './plugins/headers.ts';
import { addressOf } from './plugins/pages.ts';
import { LIST_CACHE_CONTROL, listVersion } from './routes/home-list.ts';

const LIST = `${CALLS.listHomes.path}?`;
/**
 * Whoever looks after the process, and the scripts, styles and icons of a page that was let in, are always answered: they
 * cost little, and nobody asks for them again, while a call that is refused is made once more.
 */
const ALWAYS = /^\/((healthz|readyz|metrics)(\/|$)|(assets|builds|api\/_nuxt_icon)\/)/;
/** Photos of homes and pictures of people; a page that was let in asks for dozens. */
const FILE = /^\/(media|uploads)\//;
/** What waits for other sites. */
const APART = /^\/maru\/v1\/(source\/|home\/remarks\b)/;
/** Seconds: a queue is gone sooner than somebody asks again. */
const RETRY_AFTER = '2';

type Door = Pick<
  Parts,
  'admission' | 'lists' | 'settings' | 'engine' | 'clock' | 'content' | 'placeNames' | 'now' | 'metrics'
> & {
  limits: CallLimits;
};

/**
 * What is decided before a request becomes one of the application, so that it costs next to nothing: an answer of
 * `GET /home/list` that lies ready is sent as it is (and counted), whoever asks for pages or pictures without end gets 429 before
 * they take the room of others, and what there is no room for is refused (503), both in the one error shape with Retry-After.
 */
export function frontDoor(parts: Door, inside: RequestListener): RequestListener {
  const { admission, limits } = parts;
  const sendKept = keptAnswers(parts);
  const busy = refusals(parts, 503, 'busy');
  const tooMany = refusals(parts, 429, 'too_many_requests');
  return (request, response) => {
    const url = request.url ?? '/';
    if (admission.isDraining) response.shouldKeepAlive = false;
    if (url.startsWith(LIST) && sendKept(request, response, url)) return;
    const asked = readAddress(url);
    if (asked.isPlain && ALWAYS.test(asked.path)) return inside(request, response);
    const budget = budgetOf(asked);
    if (budget !== undefined) {
      const { left, reset } = limits.spendOfAddress(budget, request).allowance;
      if (left < 0) return tooMany(request, response, url, String(reset));
    }
    const kind = kindOf(asked, request.method);
    const leave = admission.enter(kind);
    if (leave === undefined) return busy(request, response, url, RETRY_AFTER);
    response.once('close', leave);
    return inside(request, response);
  };
}

/** An address as those inside read it. */
interface Asked {
  /** Without host, query and dot segments: by this pages are found. */
  path: string;
  /** The same without escapes: by this routes are found. */
  route: string;
  /** It is written as it is read: only then it may pass for something that costs little. */
  isPlain: boolean;
}

function readAddress(url: string): Asked {
  const { pathname: path } = addressOf(url);
  const isPlain = pathOf(url) === path && !path.includes('%');
  return { path, route: isPlain ? path : unescaped(path), isPlain };
}

function unescaped(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** What is counted here; calls are counted inside. */
function budgetOf({ path, route }: Asked): 'page' | 'file' | undefined {
  if (FILE.test(route)) return 'file';
  return MADE.test(route) || isPageAddress(path) ? 'page' : undefined;
}

function kindOf({ path, isPlain }: Asked, method: string | undefined): RequestKind {
  if (isPlain && FILE.test(path)) return method === 'GET' || method === 'HEAD' ? 'file' : 'apart';
  return APART.test(path) ? 'apart' : 'timed';
}

function keptAnswers(parts: Door) {
  const { lists, settings, metrics, limits } = parts;
  const shared = {
    ...securityHeaders(settings),
    'cache-control': LIST_CACHE_CONTROL,
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  };
  /** Names and values in turn, of bytes that are sent again and again. */
  const headersOf = new WeakMap<Buffer, string[]>();
  let ownHost: string | undefined;
  return (request: IncomingMessage, response: ServerResponse, url: string): boolean => {
    const { headers, method } = request;
    if (method !== 'GET') return false;
    if (headers.host !== ownHost) {
      if (!isOwnHost(headers.host, settings.mode)) return false;
      ownHost = headers.host;
    }
    const began = performance.now();
    const found = lists.findByAddress(url, listVersion(parts));
    if (found === undefined) return false;
    const { encoding, body } = found.body.in(headers['accept-encoding']);
    if (body instanceof Promise) return false;
    // Whoever has none left, and pages of other sites, are answered by the application.
    if (headers.origin !== undefined && settings.corsOrigins.length > 0) return false;
    const spent = limits.spendOfAddress('list', request);
    if (spent.allowance.left < 0) return false;
    const left = rateHeadersOf(spent);
    let status = 200;
    if (hasTag(found.tag, headers['if-none-match'])) {
      status = 304;
      response.writeHead(304, { ...shared, ...left, etag: etagOf(found.tag, encoding) }).end();
    } else {
      let own = headersOf.get(body);
      if (own === undefined) {
        own = Object.entries({
          ...shared,
          etag: etagOf(found.tag, encoding),
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
          'content-length': String(body.length),
        }).flat();
        headersOf.set(body, own);
      }
      response.writeHead(200, [...own, POLICY, left[POLICY], LEFT, left[LEFT]]).end(body);
    }
    const ms = performance.now() - began;
    metrics.httpAnswer({ method: 'GET', route: CALLS.listHomes.path, status, ms });
    return true;
  };
}

/** In trial mode only loopback names are answered (against DNS rebinding); the application says so. */
function isOwnHost(host: string | undefined, mode: Door['settings']['mode']): boolean {
  return mode === 'production' || (host !== undefined && isLoopback(host.replace(/:\d+$/, '')));
}

/** Made one by one, as pages are: pictures of shared links are drawn, sitemaps read from the store. */
const MADE = /^\/og\/|^\/[\w-]*sitemap[\w-]*\.xml$/;

/** Without the query. */
function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

function refusals({ settings }: Door, status: number, code: ErrorCode) {
  const shared = { ...securityHeaders(settings), 'cache-control': 'no-store' };
  const formOf = (body: Buffer, more: Record<string, string>) => ({
    body,
    headers: { ...shared, ...more, 'content-length': body.length },
  });
  const made = (locale: Locale) => {
    const body = errorBody(locale, status, code);
    return {
      api: formOf(Buffer.from(JSON.stringify(body)), { 'content-type': 'application/json; charset=utf-8' }),
      page: formOf(Buffer.from(plainFault(locale, body.statusMessage, status)), {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      }),
    };
  };
  const forms = Object.fromEntries(LOCALES.map((locale) => [locale, made(locale)])) as Record<
    Locale,
    ReturnType<typeof made>
  >;
  return (
    { headers, method }: IncomingMessage,
    response: ServerResponse,
    url: string,
    retryAfter: string,
  ): void => {
    const isPage = !url.startsWith('/maru/') && (headers.accept ?? '').includes('text/html');
    const preferred = headers['accept-language']?.slice(0, 40).split(/[,;]/)[0];
    const locale = isPage ? localeOfPath(pathOf(url)) : (parseLocale(preferred) ?? 'en');
    const form = forms[locale][isPage ? 'page' : 'api'];
    // What one does not want to read may not lie before the next request.
    if (method !== 'GET' && method !== 'HEAD') response.shouldKeepAlive = false;
    response.writeHead(status, { ...form.headers, 'retry-after': retryAfter });
    response.end(method === 'HEAD' ? undefined : form.body);
  };
}
