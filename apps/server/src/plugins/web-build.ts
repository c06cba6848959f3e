import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export type Web = typeof import('@maru/web/server');

const WEB = fileURLToPath(new URL('../../../web/', import.meta.url));
/** Polled by open pages (rule S4.5). */
const LATEST_BUILD = 'builds/latest.json';
/** What `apps/web` provides to the server, built or through Vite in development. */
export interface WebBuild {
  load: () => Promise<Web>;
  assets: Parameters<Web['render']>[1]['assets'];
  /** Undefined in development. */
  buildId?: string;
  /** Maps a stack trace for developers; undefined in production. */
  fixStack?: (error: Error) => void;
}

/** Registers the files of the build and loads its server entry. */
export async function loadBuiltSite(app: FastifyInstance, dist: string): Promise<WebBuild> {
  const client = join(dist, 'client');
  const manifestFile = join(client, '.vite/manifest.json');
  if (!existsSync(manifestFile)) throw new Error('The web app is not built: run `npm run build` first.');
  await app.register(fastifyStatic, {
    root: client,
    index: false,
    redirect: false,
    wildcard: false,
    preCompressed: true,
    globIgnore: ['.vite/**', LATEST_BUILD],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isNamedByContent =
        path.startsWith(join(client, 'assets', sep)) || path.startsWith(join(client, 'builds', 'meta', sep));
      const kept = isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      reply.header('cache-control', kept);
    },
  });
  const web = (await import(pathToFileURL(join(dist, 'server/entry.server.js')).href)) as Web;
  // Read once: a build made while this process runs is not the one it serves.
  const latest = JSON.parse(await readFile(join(client, LATEST_BUILD), 'utf8')) as { id: string };
  app.get(`/${LATEST_BUILD}`, (_, reply) => reply.header('cache-control', 'no-store').send(latest));
  return {
    load: async () => web,
    assets: readAssets(JSON.parse(await readFile(manifestFile, 'utf8')), web.ROUTES),
    buildId: latest.id,
  };
}

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** Scripts, preloads and styles per route, from Vite's manifest. */
function readAssets(manifest: Record<string, Chunk>, routes: Web['ROUTES']): WebBuild['assets'] {
  const entry = manifest['src/boot/entry.client.tsx'];
  if (entry === undefined) throw new Error('The build has no entry: run `npm run build` again.');
  const withImports = (key: string, seen = new Set<string>()): string[] => {
    const chunk = manifest[key];
    if (chunk === undefined || seen.has(key)) return [];
    seen.add(key);
    return [key, ...(chunk.imports ?? []).flatMap((next) => withImports(next, seen))];
  };
  const listFiles = (key: string) => {
    const chunks = withImports(key).flatMap((one) => manifest[one] ?? []);
    return {
      preloads: chunks.map((chunk) => `/${chunk.file}`),
      css: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((file) => `/${file}`),
    };
  };
  const root = listFiles('src/boot/entry.client.tsx');
  const assets: WebBuild['assets'] = {
    __root__: { ...root, scripts: [{ attrs: { type: 'module', src: `/${entry.file}` } }] },
  };
  for (const { path, file } of routes) {
    const own = listFiles(file);
    assets[path] = {
      preloads: own.preloads.filter((one) => !root.preloads.includes(one)),
      css: own.css.filter((one) => !root.css.includes(one)),
    };
  }
  return assets;
}

/** Development: Vite in this process, with hot reload. */
export async function loadDevelopmentSite(app: FastifyInstance): Promise<WebBuild> {
  const { createServer } = await import('vite');
  const { default: middie } = await import('@fastify/middie');
  const vite = await createServer({ root: WEB, server: { middlewareMode: true }, appType: 'custom' });
  await app.register(middie);
  app.use(vite.middlewares);
  app.addHook('onClose', () => vite.close());
  const script = (src: string) => ({ attrs: { type: 'module', src } });
  return {
    load: async () => (await vite.ssrLoadModule('/src/boot/entry.server.tsx')) as Web,
    assets: {
      __root__: {
        css: ['/src/app.css'],
        scripts: [
          script('/@vite/client'),
          script('/src/boot/react-refresh.ts'),
          script('/src/boot/entry.client.tsx'),
        ],
      },
    },
    fixStack: (error) => vite.ssrFixStacktrace(error),
  };
}
