import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Attack, AttackCounts } from './siege-attack.ts';

/** Requests of a normal visitor, in turn: a list page, its search, map tiles, a suggestion. Each address is new. */
const VISIT: ((turn: number) => string)[] = [
  (turn) => `/homes/for_sale/irvine-ca?price=${turn}-`,
  (turn) => `/maru/v1/home/list?place=irvine-ca&want=total,listings&price=${turn}-`,
  (turn) => `/tiles/base/7/${22 + (turn % 4)}/51.mvt`,
  (turn) => `/maru/v1/home/suggest?text=irv&limit=${1 + (turn % 9)}`,
];
const VISITOR = '127.0.0.2';
const TIMEOUT_MS = 10_000;

export interface Siege {
  attack: Attack | 'none';
  /** Requests of the visitor. */
  requests: number;
  succeeded: number;
  /** Statuses other than 200, and errors, with their counts. */
  failures: Record<string, number>;
  /** Latency of successful requests (ms). */
  p50: number;
  p95: number;
  /** Responses to the attacker by status. */
  attacker: AttackCounts;
}

export interface SiegeOptions {
  /** `http://127.0.0.1:{port}`. */
  url: string;
  attack: Attack | 'none';
  seconds: number;
  /** Delay between two requests of the visitor (ms). */
  pause?: number;
  /** Whether the attack is felt. The visitor continues until then, even after `seconds`. */
  isEffective?: (attacker: AttackCounts) => boolean;
  /**
   * Whether `url` is a proxy: clients then differ by the loopback address that they connect from (Linux). Otherwise
   * by `X-Forwarded-For`, and the server must run with `TRUST_PROXY=loopback`.
   */
  isProxy?: boolean;
}

/** Runs one kind of attack in a process of its own while a visitor of another address uses the site. */
export async function measureAttack({
  url,
  attack,
  seconds,
  pause = 400,
  isEffective = () => true,
  isProxy = false,
}: SiegeOptions): Promise<Siege> {
  const file = fileURLToPath(new URL('./siege-attack.ts', import.meta.url));
  const child = attack === 'none' ? undefined : fork(file, [url, attack, isProxy ? 'proxy' : 'direct']);
  const countResponses = async (): Promise<AttackCounts> => {
    if (child === undefined) return {};
    const counted = once(child, 'message');
    child.send('count');
    return (await counted)[0] as AttackCounts;
  };
  try {
    if (child !== undefined) await once(child, 'message');
    // The first second is not measured: queues and rate limits fill up.
    await sleep(1_000);
    const isEnough = async () => isEffective(await countResponses());
    const visitor = await visit({ url, seconds, pause, isProxy, isEnough });
    return { attack, ...visitor, attacker: await countResponses() };
  } finally {
    child?.disconnect();
  }
}

async function visit({
  url,
  seconds,
  pause,
  isProxy,
  isEnough,
}: Required<Pick<SiegeOptions, 'url' | 'seconds' | 'pause' | 'isProxy'>> & {
  isEnough: () => Promise<boolean>;
}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 6 });
  const failures: Record<string, number> = {};
  const latencies: number[] = [];
  let requests = 0;
  const until = performance.now() + seconds * 1_000;
  // Each kind of request at least once, however slow the machine is.
  while (requests < VISIT.length || performance.now() < until || !(await isEnough())) {
    const path = VISIT[requests % VISIT.length]!(requests);
    const began = performance.now();
    const outcome = await get(url + path, agent, isProxy).catch((error: NodeJS.ErrnoException) => error.code);
    requests += 1;
    if (outcome === 200 || outcome === 204) latencies.push(performance.now() - began);
    else failures[String(outcome)] = (failures[String(outcome)] ?? 0) + 1;
    await sleep(pause);
  }
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const part = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return { requests, succeeded: latencies.length, failures, p50: part(0.5), p95: part(0.95) };
}

async function get(url: string, agent: Agent, isProxy: boolean): Promise<number | undefined> {
  const request = httpRequest(url, {
    agent,
    timeout: TIMEOUT_MS,
    ...(isProxy ? { localAddress: VISITOR } : { headers: { 'x-forwarded-for': VISITOR } }),
  });
  request.on('timeout', () => request.destroy(Object.assign(new Error('no response'), { code: 'TIMEOUT' })));
  request.end();
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** A row of the table of results. */
export function siegeRow(siege: Siege, idle: Siege): string {
  const { attack, requests, succeeded, p50, p95, failures, attacker } = siege;
  return `| ${[
    attack,
    `${succeeded} of ${requests} (${((succeeded / requests) * 100).toFixed(1)} %)`,
    `${p50.toFixed(0)} ms`,
    `${p95.toFixed(0)} ms (${(p95 / idle.p95).toFixed(1)} ×)`,
    JSON.stringify(failures),
    JSON.stringify(attacker),
  ].join(' | ')} |`;
}

if (import.meta.main) {
  const [url = '', ...options] = process.argv.slice(2);
  const { ATTACKS } = await import('./siege-attack.ts');
  const seconds = Number(/\d+/.exec(options.find((one) => one.startsWith('--seconds=')) ?? '')?.[0] ?? 20);
  const isProxy = options.includes('--proxy');
  process.stdout.write(
    '| attack | visitor succeeded | p50 | p95 (× idle) | failures | attacker |\n|---|---|---|---|---|---|\n',
  );
  const idle = await measureAttack({ url, attack: 'none', seconds, isProxy });
  process.stdout.write(`${siegeRow(idle, idle)}\n`);
  for (const attack of ATTACKS) {
    const siege = await measureAttack({ url, attack, seconds, isProxy });
    process.stdout.write(`${siegeRow(siege, idle)}\n`);
    await sleep(1_000);
  }
}
