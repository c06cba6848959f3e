import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningSite, startSite } from '../e2e/start-site.ts';
import { besiege, type Siege, siegeRow } from './siege.ts';
import { ATTACKS, type Attack, type AttackCounts } from './siege-attack.ts';

/** `npm run test:long` lets each attack last for a minute and compares latencies; the short form ends when an attack has begun to tell. */
const long = process.env.MARU_TEST_LONG === '1';
const PACE = long ? { seconds: 60 } : { seconds: 1, pause: 100 };
const SHORT = ['searches', 'pages', 'icons', 'assets', 'slow bodies', '200 addresses'] as const;
/** The limits of production: those of a trial let this machine do nearly everything. */
const LIMITS = {
  TRUST_PROXY: 'loopback',
  CALLS_A_MINUTE: '1200',
  LISTS_A_MINUTE: '1200',
  SUGGESTIONS_A_MINUTE: '1200',
  TILES_A_MINUTE: '3000',
  PAGES_A_MINUTE: '1200',
  // The short form asks for less than a minute's worth of files.
  FILES_A_MINUTE: long ? '6000' : '100',
  CONTACTS_AN_HOUR: '10',
  REQUESTS_IN_FLIGHT: '8',
  FILES_IN_FLIGHT: '64',
};

/** So few come also on a busy machine, and they are half of the attack's connections. */
const LEAST_RESPONSES = 100;

let site: RunningSite;
let url: string;
let idle: Siege;
beforeAll(async () => {
  site = await startSite({ homes: long ? 2_000 : 100, env: LIMITS });
  url = site.baseUrl.replace('localhost', '127.0.0.1');
  idle = await besiege({ url, attack: 'none', ...PACE });
});
afterAll(() => (site as RunningSite | undefined)?.end());

describe('while somebody keeps the site busy, a visitor of another address is served', () => {
  test.each(long ? ATTACKS : SHORT)('%s', async (attack) => {
    const isFelt = (attacker: AttackCounts) => wasFelt(attack, attacker);
    const siege = await besiege({ url, attack, ...PACE, ...(long ? {} : { isFelt }) });
    const row = siegeRow(siege, idle);
    process.stdout.write(`${row}\n`);
    expect(siege.requests).toBeGreaterThan(0);
    expect(siege.succeeded / siege.requests, row).toBeGreaterThanOrEqual(0.99);
    if (long) expect(siege.p95 / idle.p95, row).toBeLessThanOrEqual(5);
    // Nothing that the attacker sends is a fault of the server, and at most ten of its messages were taken.
    expect(siege.attacker['500'] ?? 0, row).toBe(0);
    expect(wasFelt(attack, siege.attacker), row).toBe(true);
    if (attack === 'messages') expect(siege.attacker['201'] ?? 0, row).toBe(Number(LIMITS.CONTACTS_AN_HOUR));
  });
});

/**
 * Whether the attack was one, so that the test proves something: it got responses, and some of them refused it by rate (429) or for
 * overload (503).
 */
function wasFelt(attack: Attack, attacker: AttackCounts): boolean {
  const sum = (...keys: string[]) => keys.reduce((all, key) => all + (attacker[key] ?? 0), 0);
  // Until they are closed after 120 s these get whole pages from buffers, or nothing.
  if (attack === 'slow readers') return true;
  if (attack === 'slow headers') return sum('closed') > 0;
  if (attack === 'slow bodies') return sum('408', '503') > 0;
  const responses = sum(...Object.keys(attacker).filter((key) => key !== 'lost'));
  // Each of 200 addresses alone stays within its limits for some seconds.
  const mustBeRefused = attack !== '200 addresses' || long;
  return responses >= LEAST_RESPONSES && (!mustBeRefused || sum('429', '503') > 0);
}
