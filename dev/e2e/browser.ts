import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

/** WebGL in software, nothing fetched behind our back. */
const ARGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Only the map needs the software's WebGL: what it costs to draw whole pages by it is as much again.
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** Chromium from its npm package; where that has none (it is for Linux on x64), `CHROME_PATH` or the installed Chrome. */
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

/** With the modules that it comes from, so that `npm ci` takes it away with them. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/**
 * The package's Chromium, unpacked once. The package itself unpacks into the folder for temporary files and takes
 * whatever stands there for whole: of several processes that begin together all but one start half a browser, and an
 * older one is never replaced. So it is given a folder of its own, which gets its name when it is complete.
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
    // Where another process was quicker, its folder is as good.
    await rename(unpacked, folder).catch((error: unknown) => {
      if (!existsSync(file)) throw error;
    });
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  return file;
}
