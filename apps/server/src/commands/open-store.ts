import { mkdir } from 'node:fs/promises';
import { constants } from 'node:os';
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

/** The database alone, its schema as it is. A signal that ends the command gives the embedded one up first. */
export async function withDatabase<T>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  await mkdir(settings.dataDir, { recursive: true });
  if (settings.databaseUrl !== '') return await work(settings.databaseUrl);
  const starting = startEmbedded({ dataDir: settings.dataDir, log });
  const end = (signal: 'SIGINT' | 'SIGTERM') => {
    // A command with a listener of its own ends its work, and then comes to the end of this.
    if (process.listenerCount(signal) > 1) return;
    void starting
      .then((embedded) => embedded.stop())
      .catch(() => undefined)
      .finally(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    const embedded = await starting;
    try {
      return await work(embedded.databaseUrl);
    } finally {
      await embedded.stop();
    }
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
