import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./reset.ts', import.meta.url));
const reset = (dataDir: string) =>
  promisify(execFile)(process.execPath, [SCRIPT], { env: { ...process.env, DATA_DIR: dataDir } });

test('a reset deletes the data of the product and nothing else in the folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'maru-reset-'));
  try {
    await mkdir(join(dataDir, 'postgres/data'), { recursive: true });
    await mkdir(join(dataDir, 'pictures/ab'), { recursive: true });
    await writeFile(join(dataDir, 'letters.txt'), 'not ours');
    await reset(dataDir);
    expect(await readdir(dataDir)).toEqual(['letters.txt']);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a reset refuses while the server runs', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'maru-reset-'));
  try {
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'server.pid'), String(process.pid));
    await expect(reset(dataDir)).rejects.toMatchObject({ code: 1 });
    expect(await readdir(dataDir)).toContain('postgres');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
