import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ask, crowd } from '../../../dev/bench/crowd.ts';
import type { ListServer } from '../../../dev/bench/list-server.ts';

const SERVER = new URL('../../../dev/bench/list-server.ts', import.meta.url);
const SEED = 7;
const CLIENTS = 100;
/** Others that may stand before one who is let in; without refusals all other clients do. */
const MOST_AHEAD = CLIENTS / 2;
/** All homes there are: a search of several milliseconds, so that those who ask can be many times too fast. */
const WHOLE =
  '/maru/v1/home/list?want=total,listings,clusters,histogram,sizes,facets&zoom=6&clip=-125,24,-66,49';

test('ten times too many are let in a few at a time, the rest is refused politely at once, and nobody waits for ever', async () => {
  const child = fork(SERVER, [String(SEED), '30000']);
  let exited = false;
  child.once('exit', () => {
    exited = true;
  });
  let price = 0;
  const path = () => `${WHOLE}&price=${price++}-`;
  try {
    const [{ url }] = (await once(child, 'message')) as [ListServer];
    await crowd(url, path, { clients: 4, milliseconds: 1_500 });
    const alone = await crowd(url, path, { clients: 1, milliseconds: 500 });
    expect(alone.refused).toEqual([]);

    const agent = new Agent({ keepAlive: true });
    const looked: Promise<{ status: number }>[] = [];
    const scripts: Promise<{ status: number }>[] = [];
    const look = setInterval(() => {
      for (const way of ['/healthz', '/readyz', '/metrics']) looked.push(ask(url + way, agent));
      // A page that was let in gets its scripts too (here there are none); one that is missing would break it.
      scripts.push(ask(`${url}/assets/entry.js`, agent));
    }, 200);
    // Answers when each of its requests has been answered, and fails when a connection breaks.
    const { taken, refused } = await crowd(url, path, { clients: CLIENTS, milliseconds: 4_000 });
    clearInterval(look);
    expect(new Set((await Promise.all(looked)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set((await Promise.all(scripts)).map(({ status }) => status))).toEqual(new Set([404]));
    agent.destroy();

    expect(refused.length).toBeGreaterThan(taken.length);
    for (const { status, headers, body } of refused) {
      expect([status, headers['retry-after'], JSON.parse(body).data.code]).toEqual([503, '2', 'busy']);
    }
    const p95 = (waits: { ahead: number }[]) =>
      waits.map(({ ahead }) => ahead).sort((a, b) => a - b)[Math.floor(waits.length * 0.95)];
    const counts = `${taken.length} taken, p95 ${p95(taken)} ahead; ${refused.length} refused, p95 ${p95(refused)} ahead`;
    expect(p95(taken), counts).toBeLessThanOrEqual(MOST_AHEAD);
    expect(p95(refused), counts).toBeLessThanOrEqual(MOST_AHEAD);
    process.stdout.write(`${counts}\n`);

    await sleep(300);
    expect((await crowd(url, path, { clients: 8, milliseconds: 500 })).refused).toEqual([]);
    expect(exited).toBe(false);
  } finally {
    child.disconnect();
  }
}, 90_000);
