import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ROUTES } from '@maru/contract';
import { isLoopback } from '../env.ts';
import { formatEtag } from '../http/answer-cache.ts';
import { isKnown } from '../http/conditional-request.ts';
import type { Parts } from '../parts.ts';
import { securityHeaders } from '../plugins/headers.ts';
import { LIST_CACHE_CONTROL, listVersion } from '../routes/home-list.ts';
import { BUSY_RETRY_AFTER } from './admission.ts';
import { runVisit } from './current-visit.ts';
import type { Place } from './fair-queue.ts';
import { hasOneHost } from './host-header.ts';
import { formatRateHeaders, LEFT, POLICY, type RateLimits } from './rate-limits.ts';
import { refusals } from './refusals.ts';
import type { RequestClasses } from './request-class.ts';
import { hasBody, setVisit, type Visit } from './visit.ts';

const LIST = `${ROUTES.listHomes.path}?`;
/** How long work without a client keeps its place at most (ms): longer than any response takes. */
const ABANDONED_AFTER = 30_000;

type Door = Pick<
  Parts,
  'admission' | 'lists' | 'settings' | 'engine' | 'clock' | 'content' | 'placeNames' | 'now' | 'metrics'
> & {
  limits: RateLimits;
  classes: RequestClasses;
};

/**
 * Handles a request before the application does, at little cost:
 *
 * 1. Whether the request names one host is checked (`hasOneHost`). If not, it gets no cached response, its connection is closed
 *    after the response, and the response of step 3 is 400 when the rate limit has units left.
 * 2. A cached response of `GET /home/list` is sent.
 * 3. The request is counted in the rate limit of its class, whether or not it is then refused; none left is 429. A search counts
 *    as many units as it costs (`RequestClass.cost`). A method that a file of the build cannot have is 405.
 * 4. It waits for a place (`Admission`); none in time is 503. A request with a body gets its place when the body is complete
 *    (`plugins/admission.ts`).
 */
export function frontDoor(parts: Door, inside: RequestListener): RequestListener {
  const { admission, limits, classes, metrics } = parts;
  const sendCached = cachedLists(parts);
  const busy = refusals(parts.settings, 'busy');
  const tooMany = refusals(parts.settings, 'too_many_requests');
  const invalid = refusals(parts.settings, 'invalid_request');
  const notAllowed = refusals(parts.settings, 'method_not_allowed');

  const admit = (visit: Visit, place: Place, request: IncomingMessage, response: ServerResponse) => {
    // The client may have gone just when the request got its place.
    if (response.destroyed) return place.leave();
    visit.place = place;
    leaveAtEnd(visit, response);
    return runVisit(visit, () => inside(request, response));
  };

  return (request, response) => {
    const { url = '/', method = 'GET' } = request;
    if (admission.isDraining) response.shouldKeepAlive = false;
    // A request target has no fragment (RFC 9112, section 3.2). Routers end the path at `#`, others only at `?`.
    const isValid = hasOneHost(request) && !url.includes('#');
    // A proxy in front of us may have parsed it as a different request: no further one is accepted on this connection.
    if (!isValid) response.shouldKeepAlive = false;
    if (isValid && url.startsWith(LIST) && sendCached(request, response, url)) return;
    const requestClass = classes.classify(method, url);
    const { budget, scarce, lane, isCall, allow } = requestClass;
    if (budget === undefined || lane === undefined)
      return isValid ? inside(request, response) : invalid(request, response, {});

    const address = limits.readAddress(request);
    const cost = requestClass.cost(url);
    let spent = limits.spendOfAddress(budget, address, cost);
    if (spent.allowance.left >= 0 && scarce !== undefined) {
      const left = limits.peekOfAddress(scarce, address);
      if (left.allowance.left <= 0) spent = left;
    }
    if (spent.allowance.left < 0 || spent.budget.name === scarce) {
      metrics.rateLimited(spent.budget.name);
      const retryAfter = { 'retry-after': String(spent.allowance.reset) };
      return tooMany(request, response, { ...(isCall ? formatRateHeaders(spent) : {}), ...retryAfter });
    }

    if (!isValid) return invalid(request, response, isCall ? formatRateHeaders(spent) : {});
    if (allow !== undefined) return notAllowed(request, response, { allow });

    const visit: Visit = { requestClass, address, cost, spent, place: undefined, waits: 0 };
    setVisit(request, visit);
    if (hasBody(request)) {
      leaveAtEnd(visit, response);
      return runVisit(visit, () => inside(request, response));
    }
    const refuse = () => busy(request, response, { 'retry-after': BUSY_RETRY_AFTER });
    ifStillOpen(request, response, () => {
      const place = admission.enter(lane, address, response);
      if (place === undefined) return refuse();
      if (!(place instanceof Promise)) return admit(visit, place, request, response);
      void place.then((one) => {
        if (one !== undefined) admit(visit, one, request, response);
        else if (!response.destroyed) refuse();
      });
    });
  };
}

/**
 * Goes on with the first request of a connection when its client is still there three turns of the event loop later. Connections
 * that waited to be accepted may have been closed since, which is read after the request: during a flood of such connections
 * pages would be rendered for nobody.
 */
function ifStillOpen({ socket }: IncomingMessage, response: ServerResponse, goOn: () => void): void {
  if (usedSockets.has(socket)) {
    goOn();
    return;
  }
  usedSockets.add(socket);
  let turns = 3;
  const turn = () => {
    turns -= 1;
    if (socket.readableEnded || response.destroyed) response.destroy();
    else if (turns > 0) setImmediate(turn);
    else goOn();
  };
  setImmediate(turn);
}
/** Connections that have had a request. */
const usedSockets = new WeakSet<Socket>();

/**
 * Gives the place back at the end. The application does so when it has made the response (`plugins/admission.ts`); of a client that
 * goes away before, the work still goes on and keeps its place, or an address could have any amount of it done.
 */
function leaveAtEnd(visit: Visit, response: ServerResponse): void {
  response.once('close', () => {
    if (response.writableEnded) visit.place?.leave();
    else setTimeout(() => visit.place?.leave(), ABANDONED_AFTER).unref();
  });
}

/** Sends a response of `GET /home/list` from the cache; returns whether there was one. */
function cachedLists(parts: Door) {
  const { lists, settings, metrics, limits } = parts;
  const shared = {
    ...securityHeaders(settings),
    'cache-control': LIST_CACHE_CONTROL,
    vary: 'accept-encoding',
    'content-type': 'application/json; charset=utf-8',
  };
  /** Header names and values in turn, of bodies that are sent again and again. */
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
    // The application answers other origins, with the headers of CORS.
    if (headers.origin !== undefined && settings.corsOrigins.length > 0) return false;
    const address = limits.readAddress(request);
    if (limits.peekOfAddress('list', address).allowance.left <= 0) return false;
    const left = formatRateHeaders(limits.spendOfAddress('list', address));
    let status = 200;
    const etag = formatEtag(found.tag, encoding);
    if (isKnown(etag, headers)) {
      status = 304;
      response.writeHead(304, { ...shared, ...left, etag }).end();
    } else {
      let own = headersOf.get(body);
      if (own === undefined) {
        own = Object.entries({
          ...shared,
          etag,
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
          'content-length': String(body.length),
        }).flat();
        headersOf.set(body, own);
      }
      response.writeHead(200, [...own, POLICY, left[POLICY], LEFT, left[LEFT]]).end(body);
    }
    const ms = performance.now() - began;
    metrics.httpAnswer({ method: 'GET', route: ROUTES.listHomes.path, status, ms });
    return true;
  };
}

/** In trial mode only loopback names are answered (against DNS rebinding); the application refuses others. */
function isOwnHost(host: string | undefined, mode: Door['settings']['mode']): boolean {
  return mode === 'production' || (host !== undefined && isLoopback(host.replace(/:\d+$/, '')));
}
