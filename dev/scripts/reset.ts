import { existsSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isRunning } from './is-running.ts';

/**
 * Empties the local data: database, pictures, map, sample market. Refuses while a server uses it. Only what we have
 * made goes: DATA_DIR may be a folder with other things in it, or by a slip of the hand one's home.
 */
const OURS = ['postgres', 'pictures', 'basemap', 'sample-market', 'server.pid'];
const dataDir = resolve(process.env.DATA_DIR || '.data');
const pidFile = join(dataDir, 'server.pid');
const pid = existsSync(pidFile) ? Number(await readFile(pidFile, 'utf8')) : 0;
if (pid > 0 && isRunning(pid)) {
  process.stderr.write(`Maru is running on this data (process ${pid}): stop it first.\n`);
  process.exit(1);
}
for (const name of OURS) await rm(join(dataDir, name), { recursive: true, force: true });
await rmdir(dataDir).catch(() => undefined);
process.stdout.write('The local data is gone; the next start begins from nothing.\n');
