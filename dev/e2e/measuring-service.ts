import { createServer, type IncomingMessage } from 'node:http';

/** What one of the services was told: an event of analytics, a push of the tag manager's layer, an error's envelope. */
export interface Told {
  by: 'analytics' | 'tag-manager' | 'error-tracking';
  event: string;
  text: string;
}

export interface MeasuringService {
  baseUrl: string;
  /** As Sentry writes it. */
  dsn: string;
  /** The scripts that were fetched, by path and query. */
  scripts: string[];
  told: Told[];
  /** Where the container saw the page be: with every change of its history, and when its document went. */
  addresses: string[];
  /** Whatever was not as the service's documents say. */
  wrong: string[];
  forget(): void;
  end(): Promise<void>;
}

/**
 * Stands in for the services that measure, over their wire: Google Analytics' script, which sends what its queue is told to
 * `/g/collect`; a tag manager's container, which passes every push on, and says where the page is as a "history change"
 * trigger and an unload beacon do; and a place for Sentry's envelopes
 * (develop.sentry.dev/sdk/data-model/envelopes), which checks them.
 */
export async function startMeasuringService(): Promise<MeasuringService> {
  const scripts: string[] = [];
  const told: Told[] = [];
  const addresses: string[] = [];
  const wrong: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const body = await textOf(request);
    response.setHeader('access-control-allow-origin', '*');
    if (url.pathname === '/gtag/js' || url.pathname === '/gtm.js') {
      scripts.push(url.pathname + url.search);
      const script = url.pathname === '/gtm.js' ? CONTAINER : ANALYTICS;
      response.setHeader('content-type', 'text/javascript');
      response.end(`(${script})(${JSON.stringify({ id: url.searchParams.get('id'), origin: baseUrl })});`);
    } else if (url.pathname === '/g/collect') {
      told.push({ by: 'analytics', event: url.searchParams.get('en') ?? '', text: url.search });
      response.writeHead(204).end();
    } else if (url.pathname === '/container') {
      told.push({ by: 'tag-manager', event: (JSON.parse(body) as { event: string }).event, text: body });
      response.writeHead(204).end();
    } else if (url.pathname === '/address') {
      addresses.push(body);
      response.writeHead(204).end();
    } else if (url.pathname === '/api/7/envelope/') {
      wrong.push(...faultsOf(url, body));
      told.push({ by: 'error-tracking', event: 'error', text: body });
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
    told,
    addresses,
    wrong,
    forget() {
      scripts.length = 0;
      told.length = 0;
      addresses.length = 0;
    },
    async end() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function faultsOf(url: URL, body: string): string[] {
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

/** In the browser: Google's script, as far as we use it. It reads calls (`arguments`), and obeys its own off switch. */
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

/** In the browser: a container that passes on every event of its layer and every address, and leaves analytics' calls alone. */
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
