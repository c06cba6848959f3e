import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { crowd, readResponse, type SocketResponse, sendRequest } from '../../../dev/bench/crowd.ts';
import type { ListServer } from '../../../dev/bench/list-server.ts';

const SERVER = new URL('../../../dev/bench/list-server.ts', import.meta.url);
const SEED = 7;
const CLIENTS = 100;
/** So many stand at the door when it opens: many times what one turn takes, on a fast machine too. */
const AT_THE_DOOR = 400;
const LONG = process.env.MARU_TEST_LONG === '1';
const TIMES = LONG ? 3 : 1;
/** All homes there are: a search of several milliseconds, so that those who ask can be many times too fast. */
const WHOLE =
  '/maru/v1/home/list?want=total,listings,clusters,histogram,sizes,facets&zoom=6&clip=-125,24,-66,49';

test('of too many a part is let in, the rest is refused politely at once, and nobody waits for ever', async () => {
  const child = fork(SERVER, [String(SEED), '20000', '8']);
  let exited = false;
  child.once('exit', () => {
    exited = true;
  });
  let price = 0;
  const path = () => `${WHOLE}&price=${price++}-`;
  try {
    const [{ url }] = (await once(child, 'message')) as [ListServer];
    await crowd(url, path, { clients: 4, milliseconds: 500 });
    const alone = await crowd(url, path, { clients: 1, milliseconds: 200 });
    expect(alone.refused).toEqual([]);

    const agent = new Agent({ keepAlive: true });
    const looked: Promise<{ status: number }>[] = [];
    const look = setInterval(() => {
      for (const way of ['/healthz', '/readyz', '/metrics']) looked.push(sendRequest(url + way, agent));
    }, 200);
    // Answers when each of its requests has been answered, and fails when a connection breaks.
    // How many are refused depends on the machine: on a busy one these clients are the slow ones.
    const long = await crowd(url, path, { clients: CLIENTS, milliseconds: LONG ? 3_000 : 1_000 });
    clearInterval(look);
    expect(new Set((await Promise.all(looked)).map(({ status }) => status))).toEqual(new Set([200]));
    agent.destroy();

    const refusals: SocketResponse[] = [...long.refused];
    const counts = [`${long.taken.length} taken, ${long.refused.length} refused`];

    const doors = new Agent({ keepAlive: true, maxSockets: AT_THE_DOOR });
    // Connections that are new are accepted one in a turn.
    await Promise.all(Array.from({ length: AT_THE_DOOR }, () => sendRequest(`${url}/healthz`, doors)));
    for (let time = 0; time < TIMES; time += 1) {
      const answers = await rush(child, url, path, doors);
      const taken = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status !== 200);
      counts.push(`of ${answers.length} at once ${taken.length} taken`);
      expect(taken.length, counts.join('; ')).toBeGreaterThan(0);
      expect(refused.length, counts.join('; ')).toBeGreaterThan(0);
      refusals.push(...refused);
      await sleep(200);
    }
    doors.destroy();
    for (const { status, headers, body } of refusals) {
      expect([status, headers['retry-after'], JSON.parse(body).data.code]).toEqual([503, '2', 'busy']);
    }
    process.stdout.write(`${counts.join('; ')}\n`);

    await sleep(300);
    expect((await crowd(url, path, { clients: 8, milliseconds: 200 })).refused).toEqual([]);
    expect(exited).toBe(false);
  } finally {
    child.disconnect();
  }
}, 90_000);

/**
 * What a crowd is told that stands before the server all at once: it sleeps until the last request lies in the kernel's
 * buffers, so that neither the clients' speed nor the machine's says how many it finds.
 */
async function rush(
  server: ChildProcess,
  url: string,
  path: () => string,
  agent: Agent,
): Promise<SocketResponse[]> {
  server.kill('SIGSTOP');
  try {
    const sent = Array.from({ length: AT_THE_DOOR }, () => get(url + path(), { agent }));
    const answers = Promise.all(sent.map(readResponse));
    await Promise.all(sent.map((request) => once(request, 'finish')));
    server.kill('SIGCONT');
    return await answers;
  } finally {
    server.kill('SIGCONT');
  }
}
