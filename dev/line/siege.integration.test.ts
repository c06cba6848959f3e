import { createTestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startSite, startWebNode } from '../e2e/start-site.ts';
import { measureAttack, type Siege, siegeRow } from './siege.ts';
import { ATTACKS, type Attack, type AttackCounts } from './siege-attack.ts';

/**
 * `npm run test:long` runs each attack for a minute and compares latencies; the short form ends once an attack is
 * felt.
 */
const long = process.env.MARU_TEST_LONG === '1';
const PACE = long ? { seconds: 60 } : { seconds: 1, pause: 100 };
/** One of each way to be refused: by the cost of searches, by the number of files, by the time of a body. */
const SHORT = ['searches', 'assets', 'slow bodies'] as const;
/** Production limits: those of trial mode would admit nearly all requests. */
const LIMITS = {
  TRUST_PROXY: 'loopback',
  CALLS_A_MINUTE: '1200',
  LISTS_A_MINUTE: '1200',
  SUGGESTIONS_A_MINUTE: '1200',
  TILES_A_MINUTE: '3000',
  PAGES_A_MINUTE: '1200',
  // The short form makes fewer file requests than a minute's limit.
  FILES_A_MINUTE: long ? '6000' : '100',
  CONTACTS_AN_HOUR: '10',
  REQUESTS_IN_FLIGHT: '8',
  FILES_IN_FLIGHT: '64',
};

/** Reached on a busy machine too; half of the attack's connections. */
const MIN_RESPONSES = 100;

let site: RunningServer;
let url: string;
let idle: Siege;
beforeAll(async () => {
  site = await (long ? startSite({ homes: 2_000, env: LIMITS }) : startEmptyNode());
  url = site.baseUrl.replace('localhost', '127.0.0.1');
  idle = await measureAttack({ url, attack: 'none', ...PACE });
});
afterAll(() => (site as RunningServer | undefined)?.end());

/** A web node without homes: the limits of an address do not depend on them. */
async function startEmptyNode(): Promise<RunningServer> {
  const { databaseUrl, drop } = await createTestDatabase();
  const node = await startWebNode({ databaseUrl, feeds: '' }, LIMITS);
  return {
    ...node,
    end: async () => {
      await node.end();
      await drop();
    },
  };
}

describe('a visitor of another address is served during an attack', () => {
  test.each(long ? ATTACKS : SHORT)('%s', async (attack) => {
    const isEffective = (attacker: AttackCounts) => isAttackEffective(attack, attacker);
    const siege = await measureAttack({
      url,
      attack,
      ...PACE,
      ...(long ? {} : { isEffective }),
    });
    const row = siegeRow(siege, idle);
    process.stdout.write(`${row}\n`);
    expect(siege.requests).toBeGreaterThan(0);
    expect(siege.succeeded / siege.requests, row).toBeGreaterThanOrEqual(0.99);
    if (long) expect(siege.p95 / idle.p95, row).toBeLessThanOrEqual(5);
    // The attacker causes no 500, and at most ten of its messages are accepted.
    expect(siege.attacker['500'] ?? 0, row).toBe(0);
    expect(isAttackEffective(attack, siege.attacker), row).toBe(true);
    if (attack === 'messages') {
      expect(siege.attacker['201'], row).toBeGreaterThan(0);
      expect(siege.attacker['201'], row).toBeLessThanOrEqual(Number(LIMITS.CONTACTS_AN_HOUR));
    }
  });
});

/**
 * Whether the attack was effective, so that the test proves something: it got responses, and some were refused by
 * rate limit (429) or for overload (503).
 */
function isAttackEffective(attack: Attack, attacker: AttackCounts): boolean {
  const sum = (...keys: string[]) => keys.reduce((all, key) => all + (attacker[key] ?? 0), 0);
  // Until they are closed after 120 s these get whole pages from socket buffers, or nothing.
  if (attack === 'slow readers') return true;
  if (attack === 'slow headers') return sum('closed') > 0;
  if (attack === 'slow bodies') return sum('408', '503') > 0;
  const responses = sum(...Object.keys(attacker).filter((key) => key !== 'lost'));
  // Each of 200 addresses stays within its limits for some seconds.
  const mustBeRefused = attack !== '200 addresses' || long;
  return responses >= MIN_RESPONSES && (!mustBeRefused || sum('429', '503') > 0);
}
