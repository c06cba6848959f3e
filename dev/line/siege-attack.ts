import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HomeListAnswer } from '@maru/contract';

/**
 * The attacks of `siege.ts`: `node dev/line/siege-attack.ts URL ATTACK proxy|direct`, forked. Sends a message when
 * all connections are open, then `AttackCounts` for each message that it receives; exits with its parent.
 */
export const ATTACKS = [
  'searches',
  'choices',
  'pages',
  'tiles',
  'docs',
  'icons',
  'assets',
  'messages',
  'slow headers',
  'slow bodies',
  'slow readers',
  '200 addresses',
] as const;
export type Attack = (typeof ATTACKS)[number];
/** Responses by status; `lost` counts broken connections. */
export type AttackCounts = Record<string, number>;

const CONNECTIONS = 200;
/** Each attack has its own address, so that its rate limit is unused. */
const findAddress = (attack: Attack): string => `127.0.0.${66 + ATTACKS.indexOf(attack)}`;

interface Target {
  host: string;
  port: number;
  isProxy: boolean;
}

/** A valid message about a home: the hourly limit does not count invalid ones. */
let message = '';
async function writeMessage({ host, port }: Target): Promise<string> {
  const response = await fetch(`http://${host}:${port}/maru/v1/home/list?searchType=sale&want=listings`);
  const { listings } = (await response.json()) as HomeListAnswer;
  return JSON.stringify({
    name: 'Visitor',
    email: 'visitor@example.com',
    message: 'Is it available?',
    homeId: listings[0]?.homeId,
    consents: [],
    locale: 'en',
  });
}

const counts: AttackCounts = {};
let sent = 0;

function count(key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** The client address of a connection. */
function identity({ isProxy }: Target, address: string) {
  return isProxy
    ? { localAddress: address, headers: {} }
    : { localAddress: undefined, headers: { 'x-forwarded-for': address } };
}

const FLOODS: Partial<Record<Attack, () => { path: string; body?: string }>> = {
  searches: () => ({ path: `/maru/v1/home/list?want=total,listings,facets&price=${sent}-` }),
  choices: () => ({ path: `/maru/v1/home/list?want=total,choices&price=${sent}-` }),
  pages: () => ({ path: `/homes/for_sale/irvine-ca?price=${sent}-&beds=${sent % 5}-` }),
  tiles: () => ({ path: `/tiles/base/9/${80 + (sent % 40)}/${190 + (sent % 40)}.mvt` }),
  docs: () => ({ path: sent % 2 === 0 ? '/docs' : '/docs/openapi.json' }),
  // Each request has its own set of a hundred names, so that no response is cached.
  icons: () => ({
    path: `/api/_nuxt_icon/maru.json?icons=${Array.from({ length: 100 }, (_, at) => `${at}-${sent}`).join()}`,
  }),
  assets: () => ({ path: `/assets/none-${sent}.js` }),
  messages: () => ({ path: `/%6daru/v1/agent/contact`, body: message }),
  '200 addresses': () => ({ path: `/maru/v1/home/list?want=total,listings,facets&price=${sent}-` }),
};

/** Sends requests without pause on that many connections. */
async function flood(
  target: Target,
  next: () => { path: string; body?: string },
  addresses: string[],
): Promise<void> {
  const client = async (at: number) => {
    const { localAddress, headers } = identity(target, addresses[at % addresses.length] as string);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      sent += 1;
      const { path, body } = next();
      await new Promise<void>((done) => {
        const request = httpRequest({
          ...{ host: target.host, port: target.port, path, agent },
          method: body === undefined ? 'GET' : 'POST',
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(localAddress === undefined ? {} : { localAddress }),
        });
        request.on('error', () => {
          count('lost');
          setTimeout(done, 20);
        });
        request.on('response', (response) => {
          count(String(response.statusCode));
          response.on('error', () => undefined).on('close', done);
          response.resume();
        });
        request.end(body);
      });
    }
  };
  for (let at = 0; at < CONNECTIONS; at += 1) void client(at);
}

/** Holds that many sockets of an address; `use` writes to one and is called again when it was closed. */
function hold(
  target: Target,
  address: string,
  connections: number,
  use: (socket: Socket, head: string) => void,
): void {
  const { localAddress, headers } = identity(target, address);
  const head = Object.entries({ host: `${target.host}:${target.port}`, ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const open = () => {
    const socket = connect({
      ...{ host: target.host, port: target.port },
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      count('closed');
      setTimeout(open, 100);
    });
    use(socket, head);
  };
  for (let at = 0; at < connections; at += 1) open();
}

/** Writes `piece` each second until the socket is closed. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 1_000);
  socket.once('close', () => clearInterval(timer));
}

async function run(target: Target, attack: Attack): Promise<void> {
  if (attack === 'messages') message = await writeMessage(target);
  const next = FLOODS[attack];
  const attacker = findAddress(attack);
  if (next !== undefined) {
    const many = Array.from({ length: CONNECTIONS }, (_, at) => `127.0.1.${at}`);
    await flood(target, next, attack === '200 addresses' ? many : [attacker]);
  } else if (attack === 'slow headers') {
    hold(target, attacker, CONNECTIONS, (socket, head) => {
      socket.resume();
      socket.write(`GET / HTTP/1.1\r\n${head}`);
      drip(socket, 'x-a: b\r\n');
    });
  } else if (attack === 'slow bodies') {
    hold(target, attacker, CONNECTIONS + 5, (socket, head) => {
      socket.on('data', (data) => count(data.toString('latin1').slice(9, 12)));
      socket.write(
        `POST /maru/v1/agent/contact HTTP/1.1\r\n${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
      );
      drip(socket, ' ');
    });
  } else {
    hold(target, attacker, CONNECTIONS, (socket, head) => {
      socket.pause();
      sent += 1;
      socket.write(`GET /homes/for_sale/irvine-ca?price=${sent}- HTTP/1.1\r\n${head}\r\n`);
      const timer = setInterval(() => socket.read(1_000), 1_000);
      socket.once('close', () => clearInterval(timer));
    });
  }
}

if (import.meta.main) {
  const [url = '', attack, how] = process.argv.slice(2);
  const { hostname: host, port } = new URL(url);
  await run({ host, port: Number(port), isProxy: how === 'proxy' }, attack as Attack);
  process.on('message', () => process.send?.(counts));
  process.once('disconnect', () => process.exit(0));
  await sleep(200);
  process.send?.('ready');
}
