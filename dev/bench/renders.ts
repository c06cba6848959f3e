import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { fetchTransport } from '@maru/contract/client';
import { CATALOGUES, catalogueVersion, compileMessages } from '@maru/words/server';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Renderings per second of a page with loaded data, without HTTP: in this process, with the built site and the
 * running product's API.
 */
export async function rendersPerSecond(url: string, path: string): Promise<number> {
  process.env.NODE_ENV = 'production';
  const file = join(ROOT, 'apps/web/dist/server/entry.server.js');
  const web = (await import(pathToFileURL(file).href)) as typeof import('@maru/web/server');
  const words = web.createWords('en', compileMessages(CATALOGUES.en), catalogueVersion(CATALOGUES.en));
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
