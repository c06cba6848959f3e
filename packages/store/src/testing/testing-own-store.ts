import { afterAll } from 'vitest';
import { Store } from '../db/store.ts';
import { createTestDatabase } from '../testing.ts';

/** An empty store in its own database for one test file, dropped after its tests. */
export async function openTestStore(): Promise<Store> {
  const { databaseUrl, drop } = await createTestDatabase();
  const store = await Store.open({ databaseUrl });
  afterAll(async () => {
    await store.close();
    await drop();
  });
  return store;
}
