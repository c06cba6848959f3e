/**
 * `node dev/feeds/reso.ts --data-dir DIR [--size 20000] [--seed 1] [--port 0] [--pace 6]`: the sample market as a
 * RESO Web API server, a process of its own. Writes `{port, pid, token, …}` to DIR/reso.json when it listens,
 * and ends with its parent (stdin closed, or the IPC channel gone).
 *
 * The market lives on: its birth and every tick are kept in DIR, so that a restart serves the same rows with the
 * same stamps, on the same port where that is free (stored picture addresses name it).
 */
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMarket } from '../sample-market/index.ts';
import { createResoServer } from './reso-server.ts';

/** What stands in reso.json. The service root is `http://127.0.0.1:{port}`. */
interface ServiceFile {
  port: number;
  pid: number;
  token: string;
  size: number;
  seed: number;
  /** When the market was made: its stamps are relative to this. */
  born: string;
}

/** An older market has only past open houses and no new homes. */
const OLDEST_MARKET_MS = 7 * 86_400_000;
const SECONDS_A_TICK = 5;

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    size: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: '0' },
    pace: { type: 'string', default: '6' },
  },
});
const dataDir = values['data-dir'];
if (dataDir === undefined) throw new Error('--data-dir is needed');
const size = wholeNumber('size');
const seed = wholeNumber('seed');
const pace = Number(values.pace);
if (!Number.isFinite(pace) || pace < 0) throw new Error('--pace is changes a minute, 0 or more');

endWithParent();
mkdirSync(dataDir, { recursive: true });
const servicePath = join(dataDir, 'reso.json');
const journalPath = join(dataDir, 'reso-ticks.ndjson');
const before = readService();
const lives =
  before !== undefined &&
  before.size === size &&
  before.seed === seed &&
  Date.now() - Date.parse(before.born) < OLDEST_MARKET_MS;
const born = lives ? before.born : new Date().toISOString();
if (!lives) writeFileSync(journalPath, '');

const market = createMarket({ seed, size, now: new Date(born) });
const token = before?.token ?? randomBytes(24).toString('base64url');
const { server, tick } = createResoServer({ market, token });
for (const line of existsSync(journalPath) ? readFileSync(journalPath, 'utf8').split('\n') : []) {
  if (line !== '') {
    const { at, changes } = JSON.parse(line) as { at: string; changes: number };
    tick(new Date(at), changes);
  }
}

const asked = wholeNumber('port');
await listen(asked !== 0 ? asked : (before?.port ?? 0), asked === 0);
const { port } = server.address() as AddressInfo;
const service: ServiceFile = { port, pid: process.pid, token, size, seed, born };
writeFileSync(`${servicePath}.new`, `${JSON.stringify(service, null, 2)}\n`, { mode: 0o600 });
renameSync(`${servicePath}.new`, servicePath);
console.log(`RESO Web API over ${size} homes on http://127.0.0.1:${port}`);

if (pace > 0) {
  let due = 0;
  setInterval(() => {
    due += (pace * SECONDS_A_TICK) / 60;
    const changes = Math.floor(due);
    if (changes === 0) return;
    due -= changes;
    const at = new Date();
    tick(at, changes);
    appendFileSync(journalPath, `${JSON.stringify({ at: at.toISOString(), changes })}\n`);
  }, SECONDS_A_TICK * 1000);
}

/** Takes any free port when the wanted one is taken and another will do. */
async function listen(wanted: number, anyWillDo: boolean): Promise<void> {
  const attempt = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  try {
    await attempt(wanted);
  } catch (error) {
    if (!anyWillDo || wanted === 0) throw error;
    await attempt(0);
  }
}

/** /dev/null as stdin ends at once and tells nothing about a parent; a pipe does. */
function endWithParent(): void {
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
    const {
      port,
      pid,
      token,
      size: homes,
      seed: number,
      born: at,
    } = JSON.parse(readFileSync(servicePath, 'utf8'));
    return { port, pid, token, size: homes, seed: number, born: at };
  } catch {
    return undefined;
  }
}

function wholeNumber(name: 'size' | 'seed' | 'port'): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} must be a whole number`);
  return number;
}
