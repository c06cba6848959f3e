import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './dev/scripts/slowest-first.ts';
import { COMPILE_CACHE, findTestFolder } from './dev/test-environment.ts';

const long = process.env.MARU_TEST_LONG === '1';
const env = { TMPDIR: findTestFolder() };

process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;

/** `unit` needs no server; `component` renders in a DOM without a browser; `integration` starts a real PostgreSQL; `e2e` starts the whole product and a browser. */
export default defineConfig({
  test: {
    testTimeout: long ? 600_000 : 60_000,
    hookTimeout: 180_000,
    sequence: { sequencer: SlowestFirst },
    // The default of one second is too short on a busy machine.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          env,
          include: ['{packages,apps,dev}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/*.{integration,component}.test.{ts,tsx}',
            'dev/e2e/**',
            '**/node_modules/**',
            '**/dist/**',
          ],
          maxWorkers: 2,
          // Every file restores what it replaces, so files may share a worker.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['apps/web/src/**/*.component.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['dev/component-setup.ts'],
          maxWorkers: 2,
          // Each file has a document and a React of its own: a test environment keeps global state (`act`, the scheduler).
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          env,
          include: ['{packages,apps,dev}/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          sequence: { groupOrder: 1 },
          // They mostly wait for databases and processes: a third worker keeps two cores busy.
          maxWorkers: 3,
          // Each file has its own database and app; the code of the server is loaded once for each worker.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['dev/e2e/**/*.test.ts'],
          globalSetup: 'dev/e2e/global-setup.ts',
          // Last: browser tests time out on a busy machine.
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          // One browser and one driver for each worker; every test has a fresh profile.
          isolate: false,
          testTimeout: long ? 600_000 : 180_000,
        },
      },
    ],
  },
});
