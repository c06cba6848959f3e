import { chown, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../db/embedded.ts';

export interface InitializedCluster {
  /** Puts a copy into `dataDir`, as if it had been started and stopped there before. */
  copyTo(dataDir: string): Promise<void>;
  remove(): Promise<void>;
}

/** Initializes an embedded database once, for tests that start one in many directories: `initdb` takes seconds. */
export async function initializeCluster(): Promise<InitializedCluster> {
  const from = await mkdtemp(join(tmpdir(), 'maru-cluster-'));
  const { stop } = await startEmbedded({ dataDir: from, log: () => undefined });
  await stop();
  return {
    copyTo: async (dataDir) => {
      const to = join(dataDir, 'postgres');
      await cp(join(from, 'postgres'), to, { recursive: true });
      // The next start picks a port of its own.
      const kept = join(to, 'server.json');
      await writeFile(kept, JSON.stringify({ ...JSON.parse(await readFile(kept, 'utf8')), port: 0 }));
      if (process.getuid?.() !== 0) return;
      // Run by root, the server has another user, who owns its data.
      const { uid, gid } = await stat(join(from, 'postgres', 'data'));
      const files = await readdir(join(to, 'data'), { recursive: true });
      await Promise.all(['', ...files].map((file) => chown(join(to, 'data', file), uid, gid)));
    },
    remove: () => rm(from, { recursive: true, force: true }),
  };
}
