import { resolve } from 'node:path';
import { BackupError, restoreStore } from '@maru/store';
import { CommandError } from '../command-error.ts';
import { loadCommandSettings } from '../env.ts';
import { parseCommandLine, runCommand } from './command-line.ts';
import { withDatabase } from './open-store.ts';

/** `npm run restore -- FOLDER`: puts a backup into an empty store; the files of DATA_DIR (pictures of realtors) are copied by other means. */
const USAGE = 'npm run restore -- FOLDER';

await runCommand(async (say) => {
  const { words, options } = parseCommandLine(process.argv.slice(2), []);
  const [given] = words;
  if (given === undefined || words.length > 1 || options.size > 0) throw new CommandError(USAGE);
  const folder = resolve(given);
  const { takenAt, tables, rows, bytes } = await withDatabase(
    loadCommandSettings(),
    () => undefined,
    async (databaseUrl) => await restoreStore({ databaseUrl, folder }),
  ).catch((error: unknown) => {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  });
  const size = `${tables} tables, ${rows} rows, ${Math.ceil(bytes / 1024)} KB`;
  say(`Restored ${size}, as of ${takenAt}.`);
});
