import { fork } from 'node:child_process';
import { once } from 'node:events';
import { crowd } from './crowd.ts';
import type { ListServer } from './list-server.ts';
import type { Measured } from './row.ts';

const SEED = 42;
/** All homes, each price once: an uncached search of several milliseconds. */
const WHOLE =
  '/maru/v1/home/list?want=total,listings,clusters,histogram,sizes,facets&zoom=6&clip=-125,24,-66,49';
/** Aim: maximum p99 of accepted requests under tenfold overload, as a multiple of the unloaded p99. */
const MAX_TIMES = 5;
const OVERLOAD = 10;
const ROUNDS = 5;
const MILLISECONDS = 4_000;
const MAX_CLIENTS = 800;

/**
 * The latency of accepted requests under tenfold overload: their p99 beside that of a single client, interleaved,
 * over the API in a process of its own. Clients are added until they offer ten times as many requests per second as
 * are answered to four waiting clients.
 */
export async function overloadRows({ size = 30_000 } = {}): Promise<Measured> {
  const child = fork(new URL('./list-server.ts', import.meta.url), [String(SEED), String(size)]);
  let price = 0;
  const path = () => `${WHOLE}&price=${price++}-`;
  try {
    const [{ url }] = (await once(child, 'message')) as [ListServer];
    await crowd(url, path, { clients: 4, milliseconds: MILLISECONDS });
    const can = (await crowd(url, path, { clients: 4, milliseconds: MILLISECONDS })).load.perSecond;
    let clients = 50;
    for (; clients < MAX_CLIENTS; clients *= 2) {
      const { offered } = await crowd(url, path, { clients, milliseconds: MILLISECONDS / 2 });
      if (offered >= OVERLOAD * can) break;
    }
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const alone = await crowd(url, path, { clients: 1, milliseconds: MILLISECONDS });
      const crowded = await crowd(url, path, { clients, milliseconds: MILLISECONDS });
      rounds.push({ alone, crowded, times: crowded.load.p99 / alone.load.p99 });
    }
    rounds.sort((a, b) => a.times - b.times);
    const { alone, crowded } = rounds[Math.floor(rounds.length / 2)]!;
    const share = (crowded.refused.length / (crowded.refused.length + crowded.taken.length)) * 100;
    const findAheadQuantile = (part: number) =>
      crowded.taken.map(({ ahead }) => ahead).sort((a, b) => a - b)[Math.floor(crowded.taken.length * part)];
    const title = `${size.toLocaleString('en-US')} homes, ${clients} clients`;
    return {
      rows: [
        {
          name: `p99 of who is let in at ${(crowded.offered / can).toFixed(0)} × overload, ${title} · of one client alone`,
          ours: crowded.load.p99,
          baseline: alone.load.p99,
          ratio: alone.load.p99 / crowded.load.p99,
          unit: 'ms',
          atLeast: 1 / MAX_TIMES,
        },
      ],
      tables: [
        [
          `overload, ${title}, the middle one of ${ROUNDS} rounds`,
          `can answer ${can.toFixed(0)}/s, was asked ${crowded.offered.toFixed(0)}/s, answered ${crowded.load.perSecond.toFixed(0)}/s, refused ${share.toFixed(0)} %`,
          `before an accepted one stood: p50 ${findAheadQuantile(0.5)}, p99 ${findAheadQuantile(0.99)} others`,
          `accepted p99, times that of one alone: ${rounds.map(({ times }) => times.toFixed(1)).join(', ')}`,
        ].join('\n'),
      ],
    };
  } finally {
    child.disconnect();
  }
}
