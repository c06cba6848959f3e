import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packagedChromium } from './browser.ts';

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'concurrent first launches all get a complete browser',
  async () => {
    const cache = await mkdtemp(join(tmpdir(), 'maru-chromium-'));
    try {
      const files = await Promise.all([1, 2].map(() => packagedChromium(cache)));
      expect(new Set(files).size).toBe(1);
      const { stdout } = await promisify(execFile)(files[0] as string, ['--version']);
      expect(stdout).toMatch(/\d+\.\d+/);
      expect(await readdir(cache)).toEqual(['chromium']);
    } finally {
      await rm(cache, { recursive: true, force: true });
    }
  },
);
