import { restoreStore } from '@maru/store';
import { withBackupFolder } from './backup-folder.ts';
import { runCommand } from './command-line.ts';

/**
 * `npm run restore -- FOLDER`: restores a backup into an empty store. Files of DATA_DIR (realtors' pictures) are copied
 * separately.
 */
const USAGE = 'npm run restore -- FOLDER';

await runCommand(async (say) => {
  const { told } = await withBackupFolder(USAGE, restoreStore);
  say(`Restored ${told}.`);
});
