import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

/** Called once, before a file with this name is removed or renamed: what another process does at that moment. */
const interrupt = vi.hoisted(() => ({ name: '', by: async () => undefined as unknown }));
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const before = async (path: unknown) => {
    if (interrupt.name === '' || !String(path).endsWith(interrupt.name)) return;
    interrupt.name = '';
    await interrupt.by();
  };
  return {
    ...real,
    rm: async (...given: Parameters<typeof real.rm>) => {
      await before(given[0]);
      await real.rm(...given);
    },
    rename: async (...given: Parameters<typeof real.rename>) => {
      await before(given[0]);
      await real.rename(...given);
    },
  };
});

// Test files share modules: the lock is loaded anew, so that it has the file system above.
vi.resetModules();
const { isRunning, ownProcess, withProcessLock } = await import('./process-lock.ts');
afterAll(() => vi.resetModules());

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-lock-'));
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Takes the lock, adds one to a number in a file so slowly that another would be seen, and so on. */
async function writeChild(lock: string, count: string): Promise<string> {
  const file = join(folder, 'child.ts');
  const own = JSON.stringify(new URL('./process-lock.ts', import.meta.url).href);
  await writeFile(
    file,
    `import { readFile, writeFile } from 'node:fs/promises';
     import { setTimeout as sleep } from 'node:timers/promises';
     import { withProcessLock } from ${own};
     const [lock, count] = ${JSON.stringify([lock, count])};
     for (let turn = 0; turn < 20; turn += 1)
       await withProcessLock(lock, async () => {
         const number = Number(await readFile(count, 'utf8'));
         await sleep(2);
         await writeFile(count, String(number + 1));
       });
     if (process.argv[2] === 'hold') await withProcessLock(lock, () => new Promise(() => { process.send?.('held'); setInterval(() => undefined, 1_000); }));
     process.disconnect?.();`,
  );
  return file;
}

test('processes that take the lock of a killed holder all at once are inside one after the other', async () => {
  const [lock, count] = [join(folder, 'lock'), join(folder, 'count')];
  await writeFile(count, '0');
  const file = await writeChild(lock, count);
  const holder = fork(file, ['hold']);
  for await (const [message] of on(holder)) if (message === 'held') break;
  const children = Array.from({ length: 4 }, () => fork(file));
  const ended = Promise.all(children.map((child) => once(child, 'exit')));
  holder.kill('SIGKILL');
  expect((await ended).map(([code]) => code)).toEqual([0, 0, 0, 0]);
  expect(await readFile(count, 'utf8')).toBe('100');
});

async function* on(child: ReturnType<typeof fork>) {
  for (;;) yield await once(child, 'message');
}

test('a process with the id of one that ended is not that one', () => {
  const own = ownProcess();
  expect(isRunning(own)).toBe(true);
  expect(isRunning({ pid: 2 ** 22 + 1, startedAt: '' })).toBe(false);
  if (own.startedAt !== '') expect(isRunning({ ...own, startedAt: '1' })).toBe(false);
});

test('the lock is free again when the work failed', async () => {
  const lock = join(folder, 'failing');
  await expect(withProcessLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withProcessLock(lock, async () => 1)).toBe(1);
});

const GONE = JSON.stringify({ pid: 2 ** 22 + 1, startedAt: '' });

test('the guard of a process that breaks the lock at this moment is not taken for one that was left', async () => {
  const lock = join(folder, 'guarded');
  const guard = `${lock}.breaking`;
  await writeFile(lock, GONE);
  await writeFile(guard, '');
  await utimes(guard, 0, 0);
  // Two processes have found the old guard; the other one has removed it, and made its own.
  const made = Promise.withResolvers<number>();
  interrupt.by = async () => {
    await rm(guard);
    await writeFile(guard, '');
    made.resolve((await stat(guard)).ino);
  };
  interrupt.name = '.breaking';
  let isInside = false;
  const held = withProcessLock(lock, async () => {
    isInside = true;
  });
  const ino = await made.promise;
  // It comes back to the lock only after it has dealt with the guard.
  const looks = vi.spyOn(process, 'kill');
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(1);
  expect([isInside, (await stat(guard)).ino]).toEqual([false, ino]);
  await rm(guard);
  await held;
  expect(isInside).toBe(true);
});

test('a lock that could not be written, such as on a full disk, is not left behind', async () => {
  const lock = join(folder, 'full');
  const handle = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  vi.spyOn(prototype, 'writeFile').mockRejectedValueOnce(full);
  await expect(withProcessLock(lock, async () => 1)).rejects.toBe(full);
  await expect(stat(lock)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await withProcessLock(lock, async () => 1)).toBe(1);
});
