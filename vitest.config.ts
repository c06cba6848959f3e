import { defineConfig } from 'vitest/config';

const long = process.env.MARU_TEST_LONG === '1';

/** `unit` needs no server; `component` renders in a DOM without a browser; `integration` starts a real PostgreSQL; `e2e` starts the whole product and a browser. */
export default defineConfig({
  test: {
    testTimeout: long ? 600_000 : 60_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,apps,dev}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/*.{integration,component}.test.{ts,tsx}',
            'dev/e2e/**',
            '**/node_modules/**',
            '**/dist/**',
          ],
          maxWorkers: 2,
          // Every file puts back what it replaces, in whatever order they come.
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
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{packages,apps,dev}/**/*.integration.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          sequence: { groupOrder: 1 },
          // They wait for databases and processes much of the time: a third keeps two processors busy.
          maxWorkers: 3,
          // Each file has a database and an app of its own anyway; the server's code is read and warmed up once a worker.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['dev/e2e/**/*.test.ts'],
          globalSetup: 'dev/e2e/global-setup.ts',
          // After everything else: a browser has no patience with a machine that is busy otherwise.
          sequence: { groupOrder: 2 },
          maxWorkers: 3,
          // One browser a worker, and its driver read once: every errand has a fresh profile anyway.
          isolate: false,
          testTimeout: long ? 600_000 : 180_000,
          expect: { poll: { timeout: 20_000, interval: 50 } },
        },
      },
    ],
  },
});
