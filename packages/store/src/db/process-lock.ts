import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Identifies a process even when its id is reused. */
export interface ProcessName {
  pid: number;
  /** Start time in clock ticks since boot, from /proc; empty elsewhere, and then only the id counts. */
  startedAt: string;
}

/** Longer than PostgreSQL's crash recovery. */
const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 50;
const UNFINISHED_MS = 10_000;

export function ownProcess(): ProcessName {
  return { pid: process.pid, startedAt: readStat(process.pid)?.startedAt ?? '' };
}

/** Whether exactly this process is running on this machine; false for a zombie. */
export function isRunning({ pid, startedAt }: ProcessName): boolean {
  if (!isAlive(pid)) return false;
  return startedAt === '' || (readStat(pid)?.startedAt ?? startedAt) === startedAt;
}

/** Whether any process with this id is running. EPERM means that it runs as another user. */
export function isAlive(pid: number): boolean {
  if (!(pid > 0) || isZombie(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the promise is fulfilled. */
export async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return await work.then(
    () => true,
    () => false,
  );
}

/** Linux only; false elsewhere. */
export function isZombie(pid: number): boolean {
  return readStat(pid)?.state === 'Z';
}

/** proc(5): the name in brackets is field 2, the state field 3, the start field 22. */
function readStat(pid: number): { state: string; startedAt: string } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` while holding the lock file. Breaks the lock of a killed process. @throws when not free within two
 * minutes
 */
export async function withProcessLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await create(file, JSON.stringify(ownProcess())))) {
    if (Date.now() > deadline) throw new Error(`lock ${file} timed out`);
    if (!(await breakStale(file))) await sleep(LOOK_EVERY_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** False when the file exists already. @throws the system's error, such as ENOSPC, without leaving a file */
async function create(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(text).finally(() => handle.close());
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead process, under a guard: a second process could remove the lock that the first just took.
 */
async function breakStale(file: string): Promise<boolean> {
  if (!(await isStale(file))) return false;
  const guard = `${file}.breaking`;
  if (!(await create(guard, ''))) {
    if (await isUnfinished(guard)) await removeGuard(guard);
    return false;
  }
  try {
    if (!(await isStale(file))) return false;
    await rm(file, { force: true });
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

/** Removes the guard of a killed process. Only one process can rename a file, and a recent guard is put back. */
async function removeGuard(guard: string): Promise<void> {
  const renamed = `${guard}.${randomUUID()}`;
  try {
    await rename(guard, renamed);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Unlike `rename`, `link` does not overwrite a new guard.
  if (!(await isUnfinished(renamed))) await link(renamed, guard).catch(() => undefined);
  await rm(renamed, { force: true });
}

async function isStale(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return false;
  try {
    return !isRunning(JSON.parse(text) as ProcessName);
  } catch {
    return await isUnfinished(file);
  }
}

async function isUnfinished(file: string): Promise<boolean> {
  return await stat(file).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > UNFINISHED_MS,
    () => false,
  );
}
