import { resolve } from 'node:path';
import { BackupError, backupStore } from '@maru/store';
import { loadCommandSettings } from '../env.ts';
import { CommandError, parseCommandLine, runCommand } from './command-line.ts';
import { withDatabase } from './open-store.ts';

/** `npm run backup -- FOLDER`: writes the whole store into a new folder, while the site goes on; at the end it stands there complete or not at all. */
const USAGE = 'npm run backup -- FOLDER';

await runCommand(async (say) => {
  const { words, options } = parseCommandLine(process.argv.slice(2), []);
  const [given] = words;
  if (given === undefined || words.length > 1 || options.size > 0) throw new CommandError(USAGE);
  const folder = resolve(given);
  const { takenAt, tables, rows, bytes } = await withDatabase(
    loadCommandSettings(),
    () => undefined,
    async (databaseUrl) => await backupStore({ databaseUrl, folder, now: new Date() }),
  ).catch((error: unknown) => {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  });
  const size = `${tables} tables, ${rows} rows, ${Math.ceil(bytes / 1024)} KB`;
  say(`Wrote ${size}, as of ${takenAt}.`);
});
