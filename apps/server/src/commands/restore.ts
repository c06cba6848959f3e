import { restoreStore } from '@maru/store';
import { withBackupFolder } from './backup-folder.ts';
import { runCommand } from './command-line.ts';

/** `npm run restore -- FOLDER`: puts a backup into an empty store; the files of DATA_DIR (pictures of realtors) are copied by other means. */
const USAGE = 'npm run restore -- FOLDER';

await runCommand(async (say) => {
  const { told } = await withBackupFolder(USAGE, restoreStore);
  say(`Restored ${told}.`);
});
