import { backupStore, removeBackupsBeside } from '@maru/store';
import { withBackupFolder } from './backup-folder.ts';
import { runCommand } from './command-line.ts';

/**
 * `npm run backup -- FOLDER`: writes the whole store into a new folder, while the site goes on; at the end it stands there complete or
 * not at all. Backups of the same store beside it that are older than BACKUPS_KEPT_DAYS go then: the privacy policy says how
 * long they live. One that cannot go is named, and the backup stands.
 */
const USAGE = 'npm run backup -- FOLDER';

await runCommand(async (say) => {
  const now = new Date();
  const { folder, settings, told } = await withBackupFolder(USAGE, (own) => backupStore({ ...own, now }));
  say(`Wrote ${told}.`);
  const before = new Date(now.getTime() - settings.backupsKeptDays * 86_400_000);
  const old = await removeBackupsBeside(folder, before).catch((error: unknown) => {
    say(`The backup is whole, but those beside it could not be looked at: ${(error as Error).message}`);
    return undefined;
  });
  const because = `older than ${settings.backupsKeptDays} days (BACKUPS_KEPT_DAYS)`;
  if (old === undefined) return;
  if (old.removed.length > 0) say(`Removed ${old.removed.join(', ')}: ${because}.`);
  if (old.failed.length > 0)
    say(`Could not remove ${old.failed.join(', ')}: ${because}. Remove it yourself.`);
  if (old.unknown.length > 0) {
    say(`Left ${old.unknown.join(', ')}: ${because}, but it does not say of which site. Remove it yourself.`);
  }
});
