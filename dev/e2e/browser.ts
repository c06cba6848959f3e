import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/** WebGL in software, and no background requests. */
const ARGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Only the map needs WebGL. Compositing whole pages with the software renderer would double the CPU time.
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/**
 * Chromium from its npm package; where that has none (it supports Linux on x64), `CHROME_PATH` or the installed
 * Chrome.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const given = process.env.CHROME_PATH;
  const packaged = process.platform === 'linux' && process.arch === 'x64';
  const from =
    given !== undefined
      ? { executablePath: given }
      : packaged
        ? { executablePath: await packagedChromium() }
        : { channel: 'chrome' };
  return chromium.launch({ ...from, headless: true, args: [...ARGS, ...more] });
}

/** Below node_modules, so that `npm ci` removes it. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/**
 * Unpacks Chromium from its package, once. The package itself unpacks into the temporary folder and trusts any file that is
 * already there: concurrent processes would start a half-written browser, and an old version would never be replaced.
 * So it unpacks into a folder of its own, which is renamed when it is complete.
 */
export async function packagedChromium(cache = CACHE): Promise<string> {
  const folder = join(cache, 'chromium');
  const file = join(folder, 'chromium');
  if (existsSync(file)) return file;
  await mkdir(cache, { recursive: true });
  const unpacked = await mkdtemp(`${folder}-`);
  try {
    const unpack = "import('@sparticuz/chromium').then((one) => one.default.executablePath())";
    await promisify(execFile)(process.execPath, ['-e', unpack], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, TMPDIR: unpacked },
    });
    // Another process may have been faster; its folder is equivalent.
    await rename(unpacked, folder).catch((error: unknown) => {
      if (!existsSync(file)) throw error;
    });
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  return file;
}
