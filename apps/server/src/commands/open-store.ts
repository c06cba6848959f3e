import { mkdir } from 'node:fs/promises';
import { Store, startEmbedded } from '@maru/store';
import type { Settings } from '../env.ts';

/**
 * The store for a command, beside a running server or without one: the database of `DATABASE_URL`, else the
 * embedded one, which is started when it is not up, and then stopped at the end.
 */
export async function withStore<T>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  return await withDatabase(settings, log, async (databaseUrl) => {
    const store = await Store.open({ databaseUrl, log });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  });
}

/** The database alone, its schema as it is. */
export async function withDatabase<T>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  await mkdir(settings.dataDir, { recursive: true });
  const embedded =
    settings.databaseUrl === '' ? await startEmbedded({ dataDir: settings.dataDir, log }) : undefined;
  try {
    return await work(embedded?.databaseUrl ?? settings.databaseUrl);
  } finally {
    await embedded?.stop();
  }
}
