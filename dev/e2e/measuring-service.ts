import { createServer, type IncomingMessage } from 'node:http';

/** What a service received: an analytics event, a push to the tag manager's data layer, an error's envelope. */
export interface ReceivedEvent {
  by: 'analytics' | 'tag-manager' | 'error-tracking';
  event: string;
  text: string;
}

export interface MeasuringService {
  baseUrl: string;
  /** In Sentry's format. */
  dsn: string;
  /** Requested scripts, by path and query. */
  scripts: string[];
  events: ReceivedEvent[];
  /**
   * Addresses of the page that the container saw: at each change of the history, and when the document was unloaded.
   */
  addresses: string[];
  /** Violations of the services' documented protocols. */
  wrong: string[];
  forget(): void;
  end(): Promise<void>;
}

/**
 * Fake measuring services with their network protocols: Google Analytics' script, which sends its queue to
 * `/g/collect`; a tag manager's container, which forwards every push and reports the page's address as a "history
 * change" trigger and an unload beacon do; and an endpoint for Sentry's envelopes
 * (develop.sentry.dev/sdk/data-model/envelopes), which validates them.
 */
export async function startMeasuringService(): Promise<MeasuringService> {
  const scripts: string[] = [];
  const events: ReceivedEvent[] = [];
  const addresses: string[] = [];
  const wrong: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await readBodyText(request);
    response.setHeader('access-control-allow-origin', '*');
    if (url.pathname === '/gtag/js' || url.pathname === '/gtm.js') {
      scripts.push(url.pathname + url.search);
      const script = url.pathname === '/gtm.js' ? CONTAINER : ANALYTICS;
      response.setHeader('content-type', 'text/javascript');
      response.end(`(${script})(${JSON.stringify({ id: url.searchParams.get('id'), origin: baseUrl })});`);
    } else if (url.pathname === '/g/collect') {
      events.push({ by: 'analytics', event: url.searchParams.get('en') ?? '', text: url.search });
      response.writeHead(204).end();
    } else if (url.pathname === '/container') {
      events.push({ by: 'tag-manager', event: (JSON.parse(body) as { event: string }).event, text: body });
      response.writeHead(204).end();
    } else if (url.pathname === '/address') {
      addresses.push(body);
      response.writeHead(204).end();
    } else if (url.pathname === '/api/7/envelope/') {
      wrong.push(...findFaults(url, body));
      events.push({ by: 'error-tracking', event: 'error', text: body });
      response.setHeader('content-type', 'application/json');
      response.end('{"id":"0123456789abcdef0123456789abcdef"}');
    } else {
      wrong.push(`${request.method} ${request.url}`);
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    dsn: `http://test-key@127.0.0.1:${port}/7`,
    scripts,
    events,
    addresses,
    wrong,
    forget() {
      scripts.length = 0;
      events.length = 0;
      addresses.length = 0;
    },
    async end() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function readBodyText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function findFaults(url: URL, body: string): string[] {
  const { searchParams: query } = url;
  const lines = body.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  const [head, item, event] = lines;
  const faults = {
    'no key': query.get('sentry_key') !== 'test-key' || query.get('sentry_version') !== '7',
    'no id': !/^[0-9a-f]{32}$/.test(String(head?.event_id)) || head?.event_id !== event?.event_id,
    'not sent': Number.isNaN(Date.parse(String(head?.sent_at))),
    'no event': lines.length !== 3 || item?.type !== 'event' || typeof event?.timestamp !== 'number',
  };
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [`envelope: ${fault}`] : []));
}

/**
 * Runs in the browser: the part of Google's script that we use. It reads `arguments` objects and respects its opt-out
 * switch.
 */
const ANALYTICS = `({ id, origin }) => {
  const layer = window.dataLayer;
  const read = (call) => {
    if (Object.prototype.toString.call(call) !== '[object Arguments]') return;
    const [command, name, values = {}] = call;
    if (command !== 'event' || window['ga-disable-' + id]) return;
    const query = new URLSearchParams({ v: '2', tid: id, en: name });
    for (const [key, value] of Object.entries(values)) query.set(key === 'page_location' ? 'dl' : 'ep.' + key, value);
    fetch(origin + '/g/collect?' + query, { method: 'POST', keepalive: true });
  };
  layer.forEach(read);
  const push = layer.push.bind(layer);
  layer.push = (...calls) => { calls.forEach(read); return push(...calls); };
}`;

/**
 * Runs in the browser: a container that forwards every event of its layer and every address, and ignores analytics'
 * calls.
 */
const CONTAINER = `({ origin }) => {
  const layer = window.dataLayer;
  const read = (one) => {
    if (typeof one.event !== 'string') return;
    fetch(origin + '/container', { method: 'POST', keepalive: true, body: JSON.stringify(one) });
  };
  layer.forEach(read);
  const push = layer.push.bind(layer);
  layer.push = (...all) => { all.forEach(read); return push(...all); };
  const tellAddress = () => {
    fetch(origin + '/address', { method: 'POST', keepalive: true, body: location.href });
  };
  for (const way of ['pushState', 'replaceState']) {
    const change = history[way];
    history[way] = function (...to) { change.apply(history, to); tellAddress(); };
  }
  addEventListener('popstate', tellAddress);
  addEventListener('pagehide', tellAddress);
}`;
