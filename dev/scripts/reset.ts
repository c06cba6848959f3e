import { existsSync } from 'node:fs';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isRunning } from './is-running.ts';

/**
 * Deletes the local data: database, pictures, map, sample market. Refuses while a server uses it. Only known names
 * are deleted: DATA_DIR may be a folder with other files, such as the home directory by mistake.
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
process.stdout.write('The local data is deleted; the next start creates it anew.\n');
