import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { hashFiles, ROOT, SOURCES, WEB, withLock } from './build-web.ts';

const OUT = join(WEB, 'dist/dev');

/**
 * Builds the page `/dev/ui` when its sources have changed, into `apps/web/dist/dev`: the site's build contains none
 * of it, and only a server in trial mode serves it. Needs the fonts of `buildWeb`.
 */
export async function buildUiPage(): Promise<void> {
  await withLock(join(WEB, '.building'), buildChanged);
}

async function buildChanged(): Promise<void> {
  const stampFile = join(OUT, 'sources.txt');
  const stamp = await hashFiles([...SOURCES, 'dev/ui'].map((source) => join(ROOT, source)));
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return;
  await build({
    root: join(ROOT, 'dev/ui'),
    configFile: join(WEB, 'vite.config.ts'),
    logLevel: 'error',
    mode: 'production',
    base: '/dev/',
    appType: 'mpa',
    publicDir: false,
    environments: {
      client: {
        build: {
          outDir: OUT,
          emptyOutDir: true,
          manifest: false,
          rolldownOptions: { input: join(ROOT, 'dev/ui/ui.html') },
        },
      },
    },
  });
  await writeFile(stampFile, stamp);
}
