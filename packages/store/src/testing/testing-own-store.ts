import { afterAll } from 'vitest';
import { Store } from '../db/store.ts';
import { createTestDatabase } from '../testing.ts';

/** An empty store for one test file, in a database of its own; both go when the file's tests have ended. */
export async function openTestStore(): Promise<Store> {
  const { databaseUrl, drop } = await createTestDatabase();
  const store = await Store.open({ databaseUrl });
  afterAll(async () => {
    await store.close();
    await drop();
  });
  return store;
}
