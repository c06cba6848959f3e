import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Empties the local data: database, pictures, map, sample market. Refuses while a server uses it. */
const dataDir = resolve(process.env.DATA_DIR ?? '.data');
const pidFile = join(dataDir, 'server.pid');
const pid = existsSync(pidFile) ? Number(await readFile(pidFile, 'utf8')) : 0;
if (pid > 0 && isRunning(pid)) {
  process.stderr.write(`Maru is running on this data (process ${pid}): stop it first.\n`);
  process.exit(1);
}
await rm(dataDir, { recursive: true, force: true });
process.stdout.write('The local data is gone; the next start begins from nothing.\n');

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
