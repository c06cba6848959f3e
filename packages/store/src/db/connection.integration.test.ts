import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { createPool, query } from './connection.ts';
import { DatabaseUnavailable } from './database-errors.ts';

let database: TestDatabase;
let breaker: CircuitBreaker;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => breaker.end());
afterAll(async () => {
  await (database as TestDatabase | undefined)?.drop();
});

test('queries that were given up while they waited for a connection leave the connection as it is', async () => {
  const probe = Promise.withResolvers<void>();
  breaker = new CircuitBreaker({ probe: () => probe.promise, patience: 60_000, log: () => undefined });
  const pool = createPool(database.databaseUrl, () => undefined, { max: 1, for: 'reader', breaker });
  try {
    const only = await pool.connect();
    let destroyed = 0;
    pool.on('remove', () => {
      destroyed += 1;
    });
    const waiting = Promise.allSettled(Array.from({ length: 20 }, () => query(pool, 'select 1')));
    await expect.poll(() => pool.waitingCount).toBe(20);
    await expect(breaker.run(() => Promise.reject(new DatabaseUnavailable('lost')))).rejects.toThrow('lost');
    probe.reject(new DatabaseUnavailable('timeout expired'));
    expect((await waiting).map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    expect(breaker.isOpen).toBe(true);

    only.release();
    // In the queue behind those that were given up.
    const next = await pool.connect();
    next.release();
    expect([destroyed, pool.totalCount, pool.waitingCount, next === only]).toEqual([0, 1, 0, true]);
  } finally {
    await pool.end();
  }
});
