import { resolve } from 'node:path';
import { BackupError, type BackupReport } from '@maru/store';
import { loadCommandSettings } from '../env.ts';
import { CommandError } from './command-error.ts';
import { parseCommandLine } from './command-line.ts';
import { withDatabase } from './open-store.ts';

type Settings = ReturnType<typeof loadCommandSettings>;

/**
 * Runs `work` with the folder named on the command line and the store of the settings; `told` formats the result.
 * Rejected backups are reported to the user.
 */
export async function withBackupFolder(
  usage: string,
  work: (own: { databaseUrl: string; folder: string }) => Promise<BackupReport>,
): Promise<{ folder: string; settings: Settings; told: string }> {
  const { words, options } = parseCommandLine(process.argv.slice(2), []);
  const [given] = words;
  if (given === undefined || words.length > 1 || options.size > 0) throw new CommandError(usage);
  const folder = resolve(given);
  const settings = loadCommandSettings();
  const { takenAt, tables, rows, bytes } = await withDatabase(
    settings,
    () => undefined,
    async (databaseUrl) => await work({ databaseUrl, folder }),
  ).catch((error: unknown) => {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  });
  const size = `${tables} tables, ${rows} rows, ${Math.ceil(bytes / 1024)} KB`;
  return { folder, settings, told: `${size}, as of ${takenAt}` };
}
