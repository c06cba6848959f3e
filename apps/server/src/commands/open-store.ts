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
  await mkdir(settings.dataDir, { recursive: true });
  const embedded =
    settings.databaseUrl === '' ? await startEmbedded({ dataDir: settings.dataDir, log }) : undefined;
  try {
    const store = await Store.open({ databaseUrl: embedded?.databaseUrl ?? settings.databaseUrl, log });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  } finally {
    await embedded?.stop();
  }
}
