import sparticuz from '@sparticuz/chromium';
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
        ? { executablePath: await sparticuz.executablePath() }
        : { channel: 'chrome' };
  return chromium.launch({ ...from, headless: true, args: [...ARGS, ...more] });
}
