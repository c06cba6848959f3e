import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Dependency } from '../../apps/web/src/legal/legal-text.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = join(ROOT, 'apps/web/src/legal/generated/dependencies.json');

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  license?: string | { type: string };
  licenses?: { type: string }[];
  homepage?: string;
  repository?: string | { url?: string };
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Lists every package of the server and the browser with its license, from the installed manifests, starting with
 * those of our own packages. A package without a license fails the build. Optional packages of other platforms, which
 * are not installed, are left out.
 */
export async function buildLicenses(): Promise<void> {
  const found = new Map<string, Dependency>();
  const seen = new Set<string>();
  const visit = async (name: string, from: string): Promise<void> => {
    const file = await findManifest(name, from);
    if (file === undefined || seen.has(file)) return;
    seen.add(file);
    const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
    if (manifest.private !== true) {
      const one = toDependency(manifest);
      found.set(`${one.name}@${one.version}`, one);
    }
    const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
    for (const next of names) await visit(next, dirname(file));
  };
  for (const own of ['@maru/server', '@maru/web']) await visit(own, ROOT);
  const rows = [...found.values()].sort((a, b) =>
    a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1,
  );
  await mkdir(dirname(OUT), { recursive: true });
  const text = `${JSON.stringify(rows)}\n`;
  const made = await readFile(OUT, 'utf8').catch(() => '');
  if (made !== text) await writeFile(OUT, text);
}

/** The manifest of a package, resolved as Node does: in node_modules of the folder, then of its parents. */
async function findManifest(name: string, from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json');
    const isThere = await readFile(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
    if (folder === dirname(folder)) return undefined;
  }
}

function toDependency(manifest: Manifest): Dependency {
  const { name, version, license, licenses, homepage, repository } = manifest;
  const own =
    typeof license === 'string' ? license : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '));
  if (own === undefined || own === '') throw new Error(`${name}@${version} has no license.`);
  const url =
    webAddress(typeof repository === 'string' ? repository : repository?.url) ?? webAddress(homepage);
  return { name, version, license: own, ...(url === undefined ? {} : { url }) };
}

/** `git+https://….git`, `github:a/b`, `a/b` as a web address. */
function webAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(text)?.[1];
  const address = short === undefined ? text : `https://github.com/${short}`;
  const web = address
    .replace(/^git\+/, '')
    .replace(/^(git|ssh):\/\/(git@)?/, 'https://')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git(#.*)?$/, '');
  return URL.canParse(web) && new URL(web).protocol === 'https:' ? web : undefined;
}
