import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ListServer } from '../../../dev/bench/list-server.ts';
import { summaryOf } from '../../../dev/bench/load.ts';

const SERVER = new URL('../../../dev/bench/list-server.ts', import.meta.url);
const SEED = 7;
/** All homes there are: a search of several milliseconds, so that those who ask can be many times too fast. */
const WHOLE =
  '/maru/v1/home/list?want=total,listings,clusters,histogram,sizes,facets&zoom=6&clip=-125,24,-66,49';
let run = 0;

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  ms: number;
}

function ask(base: string, path: string, agent: Agent): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    get(base + path, { agent }, (response) => {
      let body = '';
      response.setEncoding('latin1');
      response.on('data', (text: string) => {
        if (response.statusCode !== 200) body += text;
      });
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body, ms: performance.now() - began });
      });
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** So many clients ask what nobody asked before, and who is refused asks again soon. */
async function load(base: string, clients: number, milliseconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const until = performance.now() + milliseconds;
  const answers: Answer[] = [];
  const client = async () => {
    while (performance.now() < until) {
      const answer = await ask(base, `${WHOLE}&price=${run++}-`, agent);
      answers.push(answer);
      if (answer.status === 503) await sleep(25);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  const taken = answers.filter(({ status }) => status === 200).map(({ ms }) => ms);
  const refused = answers.filter(({ status }) => status !== 200);
  return { taken: summaryOf(taken, milliseconds), refused };
}

test('at ten times what it can do, who is let in is answered nearly as fast as ever, the rest is refused politely', async () => {
  const child = fork(SERVER, [String(SEED), '30000']);
  try {
    const [{ url }] = (await once(child, 'message')) as [ListServer];
    await load(url, 4, 2_000);
    const rounds: string[] = [];
    let isFast = false;
    // The machine has other work, too: the best of a few rounds is told.
    for (let round = 0; round < 5 && !isFast; round += 1) {
      const alone = await load(url, 1, 1_000);
      expect(alone.refused).toEqual([]);
      const agent = new Agent({ keepAlive: true });
      const looked: Promise<Answer>[] = [];
      const look = setInterval(() => {
        for (const path of ['/healthz', '/readyz', '/metrics']) looked.push(ask(url, path, agent));
      }, 200);
      const crowd = await load(url, 100, 2_500);
      clearInterval(look);
      const statuses = new Set((await Promise.all(looked)).map(({ status }) => status));
      agent.destroy();
      expect(statuses).toEqual(new Set([200]));
      expect(crowd.refused.length).toBeGreaterThan(crowd.taken.runs);
      for (const { status, headers, body } of crowd.refused.slice(0, 50)) {
        expect({ status, retry: headers['retry-after'], code: JSON.parse(body).data.code }).toEqual({
          status: 503,
          retry: '2',
          code: 'busy',
        });
      }
      rounds.push(
        `p99 ${alone.taken.p99.toFixed(1)} → ${crowd.taken.p99.toFixed(1)} ms, ${crowd.taken.runs} taken, ${crowd.refused.length} refused`,
      );
      isFast = crowd.taken.p99 <= 5 * alone.taken.p99;
    }
    expect(isFast, rounds.join('\n')).toBe(true);
    process.stdout.write(`${rounds.join('\n')}\n`);
    await sleep(300);
    expect((await load(url, 8, 500)).refused.length).toBe(0);
  } finally {
    child.disconnect();
  }
}, 90_000);
