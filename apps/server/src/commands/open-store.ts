import { mkdir } from 'node:fs/promises';
import { constants } from 'node:os';
import { Store, startEmbedded } from '@maru/store';
import type { Settings } from '../env.ts';

/**
 * Opens the store for a command, beside a running server or without one: the database of `DATABASE_URL`, or else the
 * embedded one, which is started when needed and then stopped at the end.
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

/** Connects to the database without migrating it. On a signal the embedded database is released first. */
export async function withDatabase<T>(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  await mkdir(settings.dataDir, { recursive: true });
  if (settings.databaseUrl !== '') return await work(settings.databaseUrl);
  const starting = startEmbedded({ dataDir: settings.dataDir, log });
  const end = (signal: 'SIGINT' | 'SIGTERM') => {
    // Commands with their own signal handler finish their work and then return here.
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
