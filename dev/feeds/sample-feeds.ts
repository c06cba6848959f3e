/**
 * `node dev/feeds/sample-feeds.ts --data-dir DIR [--size 20000] [--seed 1] [--rate 0.1] [--bridge-port 0]
 * [--slipstream-port 0] [--photo-width 960] [--streets-dir DIR]`: serves the two MLSs of the sample market, in a process
 * of its own. Writes `ServiceFile` to DIR/feeds-service.json when both listen and the streets, if requested, are written;
 * exits with its parent (stdin closed, or the IPC channel gone).
 *
 * The market persists: its creation time and every tick are stored in DIR, so that a restart serves the same rows
 * with the same timestamps, on the same ports if they are free (stored picture addresses contain them).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { fstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMarket, type Market } from '../sample-market/index.ts';
import { createBridgeServer } from './bridge-server.ts';
import type { ServiceFile } from './sample-service.ts';
import { createSlipstreamServer } from './slipstream-server.ts';
import { writeStreetFiles } from './street-files.ts';
import { TickJournal } from './tick-journal.ts';

/** An older market has only past open houses and no new homes. */
const OLDEST_MARKET_MS = 7 * 86_400_000;
/** A market whose ticks take longer to replay than this is created anew. */
const MAX_REPLAY_MS = 12_000;
/** Up to this many changes per second, one tick per second is enough; above, ticks are more frequent and smaller. */
const MAX_SLOW_RATE = 5;

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    size: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0.1' },
    'bridge-port': { type: 'string', default: '0' },
    'slipstream-port': { type: 'string', default: '0' },
    'photo-width': { type: 'string', default: '960' },
    'streets-dir': { type: 'string' },
  },
});
const dataDir = values['data-dir'];
if (dataDir === undefined) throw new Error('--data-dir is required');
const size = wholeNumber('size');
const seed = wholeNumber('seed');
const rate = Number(values.rate);
if (!Number.isFinite(rate) || rate < 0)
  throw new Error('--rate must be a number of changes per second, 0 or more');

exitWithParent();
mkdirSync(dataDir, { recursive: true });
const servicePath = join(dataDir, 'feeds-service.json');
const journal = new TickJournal(join(dataDir, 'ticks.ndjson'));
const before = readService();
const { market, born } = createOrReplay();

const streetsDir = values['streets-dir'];
if (streetsDir !== undefined) writeStreetFiles(market, streetsDir, `${seed}-${size}`);

const token = before?.bridge.token ?? randomBytes(24).toString('base64url');
const license = before?.slipstream.token ?? newLicense();
const key = before?.slipstream.controlToken ?? `s9-${randomUUID()}`;
const photoWidth = wholeNumber('photo-width');
const drawPhoto = (path: string) => market.drawPhoto(path, photoWidth);
const bridge = createBridgeServer({ dataset: market.datasets[0], tokens: [token], drawPhoto });
const slipstream = createSlipstreamServer({
  dataset: market.datasets[1],
  licenses: [license],
  keys: [key],
  drawPhoto,
});

await listen(bridge.server, wholeNumber('bridge-port'), before?.bridge.port);
await listen(slipstream.server, wholeNumber('slipstream-port'), before?.slipstream.port);
const service: ServiceFile = {
  pid: process.pid,
  size,
  seed,
  born,
  bridge: { dataset: market.datasets[0].dataset, port: findPort(bridge.server), token, controlToken: token },
  slipstream: {
    dataset: market.datasets[1].dataset,
    port: findPort(slipstream.server),
    token: license,
    controlToken: key,
  },
};
writeFileSync(`${servicePath}.new`, `${JSON.stringify(service, null, 2)}\n`, { mode: 0o600 });
renameSync(`${servicePath}.new`, servicePath);
process.stdout.write(
  `${size} homes: Bridge on http://127.0.0.1:${service.bridge.port}, SlipStream on http://127.0.0.1:${service.slipstream.port}\n`,
);

if (rate > 0) {
  const every = rate < MAX_SLOW_RATE ? 1000 : 200;
  let due = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    // Late ticks catch up, but after a suspension only by a few seconds.
    due += rate * Math.min(5, (now - last) / 1000);
    last = now;
    const changes = Math.floor(due);
    if (changes === 0) return;
    due -= changes;
    const at = new Date();
    // Written before it is served: what was served must be served again after a kill.
    journal.append({ at: at.toISOString(), changes });
    const happened = market.tick(at, changes);
    bridge.apply(happened, at);
    slipstream.apply(happened, at);
  }, every);
}

/** The market of the last run with all its ticks, if it is recent enough to be replayed; else a new one. */
function createOrReplay(): { market: Market; born: string } {
  const isSame = before !== undefined && before.size === size && before.seed === seed;
  if (isSame && Date.now() - Date.parse(before.born) < OLDEST_MARKET_MS) {
    const revived = createMarket({ seed, size, now: new Date(before.born) });
    const ticks = journal.read();
    const began = performance.now();
    const isWhole = ticks.every(({ at, changes }) => {
      if (performance.now() - began > MAX_REPLAY_MS) return false;
      revived.tick(new Date(at), changes);
      return true;
    });
    if (isWhole) return { market: revived, born: before.born };
  }
  journal.clear();
  const now = new Date();
  return { market: createMarket({ seed, size, now }), born: now.toISOString() };
}

/** Listens on the requested port, else on the last run's if it is free, else on any. */
async function listen(server: Server, port: number, last = 0): Promise<void> {
  const attempt = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  if (port !== 0 || last === 0) return attempt(port);
  return attempt(last).catch(() => attempt(0));
}

function findPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Four groups of four, as in the provider's licenses. */
function newLicense(): string {
  return randomBytes(8)
    .toString('hex')
    .toUpperCase()
    .replace(/(.{4})(?=.)/g, '$1-');
}

/** /dev/null as stdin ends at once and says nothing about a parent; a pipe does. */
function exitWithParent(): void {
  const end = () => process.exit(0);
  process.on('disconnect', end);
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  const stdin = fstatSync(0);
  if (stdin.isFIFO() || stdin.isSocket()) {
    process.stdin.on('end', end).on('close', end).on('error', end).resume();
  }
}

function readService(): ServiceFile | undefined {
  try {
    const file = JSON.parse(readFileSync(servicePath, 'utf8')) as ServiceFile;
    return typeof file.bridge.token === 'string' && typeof file.slipstream.token === 'string'
      ? file
      : undefined;
  } catch {
    return undefined;
  }
}

function wholeNumber(name: 'size' | 'seed' | 'bridge-port' | 'slipstream-port' | 'photo-width'): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} must be an integer`);
  return number;
}
