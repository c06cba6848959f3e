import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@maru/store';
import { expect, test } from 'vitest';

test('a command that is ended by a signal stops the database that it started, unless a server uses it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'maru-command-'));
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const file = join(dataDir, 'command.ts');
  await writeFile(
    file,
    `import { withDatabase } from ${JSON.stringify(new URL('./open-store.ts', import.meta.url).href)};
     await withDatabase({ databaseUrl: '', dataDir: ${JSON.stringify(dataDir)} }, () => undefined, async () => {
       process.send('working');
       setInterval(() => undefined, 1_000);
       await new Promise(() => undefined);
     });`,
  );
  const startCommand = async () => {
    const command = fork(file);
    const exit = once(command, 'exit');
    await Promise.race([once(command, 'message'), exit]);
    return { command, exit };
  };
  try {
    const alone = await startCommand();
    expect(Number((await readFile(pidFile, 'utf8')).split('\n')[0])).toBeGreaterThan(0);
    alone.command.kill('SIGTERM');
    expect((await alone.exit)[0]).toBe(143);
    await expect(readFile(pidFile)).rejects.toThrow('ENOENT');

    const first = await startCommand();
    const server = await startEmbedded({ dataDir, log: () => undefined });
    const before = await readFile(pidFile, 'utf8');
    first.command.kill('SIGINT');
    expect((await first.exit)[0]).toBe(130);
    expect(await readFile(pidFile, 'utf8')).toBe(before);
    await server.stop();
    await expect(readFile(pidFile)).rejects.toThrow('ENOENT');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
