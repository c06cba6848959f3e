import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOMES, type RunningSite, startSite } from '../e2e/start-site.ts';
import { COMPILE_CACHE, findTestFolder } from '../test-environment.ts';
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
async function run(
  name: string,
  file: string,
  args: string[],
  { isQuiet = false, more = {} } = {},
): Promise<boolean> {
  const title = `\n── ${name}\n`;
  if (!isQuiet) process.stdout.write(title);
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
    cwd: ROOT,
    env: { ...env, ...more },
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
    if (await run(name, file, args, { isQuiet: true })) passed += 1;
    else failed += 1;
  }
}

/** Runs the tests that the arguments of vitest select, and counts them. */
async function runTests(name: string, args: string[], more: NodeJS.ProcessEnv = {}): Promise<void> {
  const report = join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isGood = await run(name, 'vitest/vitest.mjs', ['run', ...reporters, ...args], { more });
  const counts = JSON.parse(await readFile(report, 'utf8').catch(() => '{}')) as Record<string, unknown>;
  const failures = Number(counts.numFailedTests ?? 0);
  passed += Number(counts.numPassedTests ?? 0);
  failed += failures;
  // A file that cannot be loaded fails without a failed test.
  if (!isGood && failures === 0) failed += Math.max(1, Number(counts.numFailedTestSuites ?? 1));
}

async function buildAndStart(): Promise<RunningSite> {
  await buildWeb();
  // Of the site alone: the browser is unpacked into the temporary folder, which in memory may not run programs.
  process.env.TMPDIR = findTestFolder();
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
  return await startSite({ homes: HOMES });
}

/**
 * Unit tests need no build: the site of the browser tests is built and started beside them. Browser tests come last,
 * since they time out on a busy machine.
 */
async function runAll(): Promise<void> {
  const starting = buildAndStart().catch((error: Error) => error);
  // One after the other: a site that shares two cores with both might not be ready in time.
  const checking = starting.then(check);
  await runTests('unit tests', ['--project', 'unit', '--project', 'component']);
  const started = await starting;
  await runTests('integration tests', ['--project', 'integration']);
  await checking;
  if (started instanceof Error) {
    process.stdout.write(`${started.stack}\n`);
    failed += 1;
    return;
  }
  const { end, ...site } = started;
  await runTests('browser tests', ['--project', 'e2e'], { MARU_E2E_SITE: JSON.stringify(site) });
  await end();
}

await buildGazetteer();
const folder = await mkdtemp(join(tmpdir(), 'maru-test-'));
if (places.length === 0) await runAll();
else {
  await buildWeb();
  await runTests('tests', places);
}
await rm(folder, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
