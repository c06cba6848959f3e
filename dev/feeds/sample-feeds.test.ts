import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FeedService, ServiceFile } from './sample-service.ts';
import { TickJournal } from './tick-journal.ts';

const SIDES = ['bridge', 'slipstream'] as const;
const SCRIPT = fileURLToPath(new URL('./sample-feeds.ts', import.meta.url));

let dataDir: string;
let running: ChildProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'maru-feeds-'));
});
afterEach(() => {
  running?.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(
  ...more: string[]
): Promise<ServiceFile & { end(how?: 'kill'): Promise<number | null> }> {
  const args = [SCRIPT, '--data-dir', dataDir, '--size', '90', '--seed', '3', ...more];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  running = child;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  for (let tries = 0; child.exitCode === null && tries < 1_000; tries++) {
    const service = readService();
    if (service !== undefined && service.pid === child.pid) {
      const end = (how?: 'kill') => {
        if (how === 'kill') child.kill('SIGKILL');
        else child.stdin?.end();
        return ended;
      };
      return { ...service, end };
    }
    await sleep(20);
  }
  throw new Error('the feeds did not start');
}

function readService(): ServiceFile | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'feeds-service.json'), 'utf8')) as ServiceFile;
  } catch {
    return undefined;
  }
}

/** Key → timestamp of all listings of the feed. */
async function fetchTruth({ port, controlToken }: FeedService): Promise<Map<string, string>> {
  const response = await fetch(`http://127.0.0.1:${port}/control/truth`, {
    headers: { authorization: `Bearer ${controlToken}` },
  });
  const rows = (await response.json()) as [key: string, stamp: string][];
  return new Map(rows.map(([key, stamp]) => [key, stamp]));
}

const fetchBoth = async (service: ServiceFile) => ({
  bridge: await fetchTruth(service.bridge),
  slipstream: await fetchTruth(service.slipstream),
});

describe('the sample feeds process', () => {
  it('serves one market in two formats, keeps it across a kill, and exits with its parent', async () => {
    const lively = await start('--rate', '40');
    await expectBothToAnswer(lively);
    const born = await fetchBoth(lively);
    const isChanged = async () => {
      const now = await fetchBoth(lively);
      return SIDES.every((side) => [...now[side]].some(([key, stamp]) => born[side].get(key) !== stamp));
    };
    while (!(await isChanged())) await sleep(50);
    const seen = await fetchBoth(lively);
    await lively.end('kill');
    // A kill during a write leaves half a line.
    appendFileSync(join(dataDir, 'ticks.ndjson'), '{"at":"2026-');

    const still = await start('--rate', '0');
    const after = await fetchBoth(still);
    const ticks = new Set(
      new TickJournal(join(dataDir, 'ticks.ndjson')).read().map(({ at }) => at.slice(0, 19)),
    );
    for (const side of SIDES) {
      const lost = [...seen[side]].filter(([key, stamp]) => {
        const now = after[side].get(key);
        // A row that differs now was changed or removed by a tick between the two reads.
        return now !== stamp && (now === undefined ? ticks.size === 0 : !ticks.has(now.slice(0, 19)));
      });
      expect(lost).toEqual([]);
      // Not by timestamp: Slipstream's have no fraction, and a tick may fall into the second of the start.
      const fresh = [...after[side]].flatMap(([key, stamp]) =>
        born[side].get(key) === stamp ? [] : [stamp],
      );
      expect(fresh.length).toBeGreaterThan(0);
      expect(fresh.filter((stamp) => !ticks.has(stamp.slice(0, 19)))).toEqual([]);
    }
    const place = ({ bridge, slipstream, born: at }: ServiceFile) => ({ bridge, slipstream, at });
    expect(place(still)).toEqual(place(lively));
    expect(await still.end()).toBe(0);

    const other = await start('--rate', '0', '--seed', '4');
    expect(other.born > still.born).toBe(true);
    expect(await fetchBoth(other)).not.toEqual(after);
    await other.end();
  });
});

async function expectBothToAnswer({ bridge, slipstream }: ServiceFile): Promise<void> {
  const homes = await fetch(
    `http://127.0.0.1:${bridge.port}/api/v2/OData/${bridge.dataset}/Property?$top=3`,
    {
      headers: { authorization: `Bearer ${bridge.token}` },
    },
  );
  expect(((await homes.json()) as { value: unknown[] }).value).toHaveLength(3);
  const root = `http://127.0.0.1:${slipstream.port}/ws`;
  const session = await fetch(`${root}/api/authenticate?license=${slipstream.token}`);
  const { token } = ((await session.json()) as { result: { token: string } }).result;
  const listings = await fetch(`${root}/listings/search?market=${slipstream.dataset}&images=true`, {
    headers: { 'HJI-Slipstream-Token': token },
  });
  const { result } = (await listings.json()) as {
    result: { total: number; listings: { images: string[] }[] };
  };
  expect(result.total).toBeGreaterThan(5);
  const picture = await fetch(result.listings[0]!.images[0]!);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^image\//),
  ]);
}
