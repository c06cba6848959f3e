import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fetchTransport } from '@maru/contract/client';
import { CATALOGUES, catalogueVersion } from '@maru/words/server';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Product {
  url: string;
  /** How often a second the loaded tree of a page can be rendered, with nothing around it. */
  rendersPerSecond: (path: string) => Promise<number>;
  stop: () => Promise<void>;
}

/** The product as `npm start` starts it, with a port and a data folder of its own and a still market. */
export async function startProduct(options: { dataDir: string; listings: number }): Promise<Product> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, 'dev/start.ts')], {
    cwd: ROOT,
    stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: options.dataDir,
      SAMPLE_LISTINGS: String(options.listings),
      SAMPLE_PACE: '0',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url, child);
  return {
    url,
    rendersPerSecond: (path) => rendersPerSecond(url, path),
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error('the product did not become ready');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** In this process, with the built site and the running product's API. */
async function rendersPerSecond(url: string, path: string): Promise<number> {
  process.env.NODE_ENV = 'production';
  const file = join(ROOT, 'apps/web/dist/server/entry.server.js');
  const web = (await import(pathToFileURL(file).href)) as typeof import('@maru/web/server');
  const words = web.createWords('en', CATALOGUES.en, catalogueVersion(CATALOGUES.en));
  const render = await web.prepareTree(new Request(url + path), {
    transport: (locale) => fetchTransport(url, locale),
    words: { en: words, ko: words },
    publicUrl: url,
    assets: {},
  });
  for (let warm = 0; warm < 50; warm += 1) render();
  let renders = 0;
  const began = performance.now();
  while (performance.now() - began < 3_000) {
    render();
    renders += 1;
  }
  return renders / ((performance.now() - began) / 1000);
}
