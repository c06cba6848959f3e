import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGazetteer } from './build-gazetteer.ts';
import { buildWeb } from './build-web.ts';

/**
 * `npm test [path…]`: format and lint, unused code, types, then every test. The last line is `N passed, N failed`.
 * With a path (`npm test -- packages/mls`) runs only the tests there; with `--long` uses the large counts.
 */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const places = process.argv.slice(2).filter((one) => one !== '--long');
// Not in package.json: on Windows a script cannot set a variable before its command.
if (process.argv.includes('--long')) process.env.MARU_TEST_LONG = '1';
// Before the build, which sets NODE_ENV to production: React then has no `act`, and component tests fail.
const env = { ...process.env };
let passed = 0;
let failed = 0;

/** Runs a tool; `isQuiet` buffers its output until it ends. */
async function run(name: string, file: string, args: string[], isQuiet = false): Promise<boolean> {
  const title = `\n── ${name}\n`;
  if (!isQuiet) process.stdout.write(title);
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
    cwd: ROOT,
    env,
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  if (isQuiet) process.stdout.write(title + Buffer.concat(said).toString());
  return code === 0;
}

async function check(): Promise<void> {
  const checks: [string, string, string[]][] = [
    ['format and lint', '@biomejs/biome/bin/biome', ['check', '.']],
    ['unused code', 'knip/bin/knip.js', ['--no-progress']],
    // Writes the declarations that the next check needs.
    ['types of the index', 'typescript/bin/tsc', ['-p', 'packages/search-index/tsconfig.json']],
    ['types', 'typescript/bin/tsc', ['--noEmit', '-p', 'tsconfig.json']],
  ];
  for (const [name, file, args] of checks) {
    if (await run(name, file, args, true)) passed += 1;
    else failed += 1;
  }
}

await buildGazetteer();
await buildWeb();
// Concurrent with the start of the browser tests' site, which mostly waits.
const checked = places.length === 0 ? check() : Promise.resolve();
const folder = await mkdtemp(join(tmpdir(), 'maru-test-'));
const report = join(folder, 'report.json');
const ended = await run('tests', 'vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...places,
]);
await checked;
const counts = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Record<string, unknown>;
passed += Number(counts.numPassedTests ?? 0);
failed += Number(counts.numFailedTests ?? 0);
// A file that cannot be loaded fails without a failed test.
if (!ended && failed === 0) failed += Math.max(1, Number(counts.numFailedTestSuites ?? 1));
await rm(folder, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
