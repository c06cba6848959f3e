import { resolve } from 'node:path';
import { BackupError, backupStore, removeBackupsBeside } from '@maru/store';
import { loadCommandSettings } from '../env.ts';
import { CommandError, parseCommandLine, runCommand } from './command-line.ts';
import { withDatabase } from './open-store.ts';

/**
 * `npm run backup -- FOLDER`: writes the whole store into a new folder, while the site goes on; at the end it stands there complete or
 * not at all. Backups beside it that are older than BACKUPS_KEPT_DAYS go then: the privacy policy says how long they live.
 */
const USAGE = 'npm run backup -- FOLDER';

await runCommand(async (say) => {
  const { words, options } = parseCommandLine(process.argv.slice(2), []);
  const [given] = words;
  if (given === undefined || words.length > 1 || options.size > 0) throw new CommandError(USAGE);
  const folder = resolve(given);
  const settings = loadCommandSettings();
  const now = new Date();
  const { takenAt, tables, rows, bytes } = await withDatabase(
    settings,
    () => undefined,
    async (databaseUrl) => await backupStore({ databaseUrl, folder, now }),
  ).catch((error: unknown) => {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  });
  const size = `${tables} tables, ${rows} rows, ${Math.ceil(bytes / 1024)} KB`;
  say(`Wrote ${size}, as of ${takenAt}.`);
  const before = new Date(now.getTime() - settings.backupsKeptDays * 86_400_000);
  const removed = await removeBackupsBeside(folder, before);
  if (removed.length > 0) {
    say(`Removed ${removed.join(', ')}: older than ${settings.backupsKeptDays} days (BACKUPS_KEPT_DAYS).`);
  }
});
