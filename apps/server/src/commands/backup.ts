import { DAY_MS } from '@maru/listing';
import { backupStore, isClockPlausible, removeBackupsBeside } from '@maru/store';
import { withBackupFolder } from './backup-folder.ts';
import { runCommand } from './command-line.ts';

/**
 * `npm run backup -- FOLDER`: writes the whole store into a new folder, while the site goes on; at the end it stands there complete or
 * not at all. Then backups of the same store beside it that are older than BACKUPS_KEPT_DAYS are removed, as the privacy policy
 * promises, unless the clock is in doubt. One that cannot be removed is named, and the backup stands.
 */
const USAGE = 'npm run backup -- FOLDER';

await runCommand(async (say) => {
  const now = new Date();
  let isClockTrusted = true;
  const { folder, settings, told } = await withBackupFolder(USAGE, async (own) => {
    isClockTrusted = await isClockPlausible(own.databaseUrl, now);
    return await backupStore({ ...own, now });
  });
  say(`Wrote ${told}.`);
  if (!isClockTrusted) {
    say(
      `Left older backups: it is ${now.toISOString()} here, more than a day from what the site's jobs last noted, or the clock jumped.`,
    );
    return;
  }
  const before = new Date(now.getTime() - settings.backupsKeptDays * DAY_MS);
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
