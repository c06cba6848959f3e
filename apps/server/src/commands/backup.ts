import { DAY_MS } from '@maru/listing/time';
import { backupStore, isClockPlausible, removeBackupsBeside } from '@maru/store';
import { withBackupFolder } from './backup-folder.ts';
import { runCommand } from './command-line.ts';

/**
 * `npm run backup -- FOLDER`: writes the whole store into a new folder while the site is running; the folder appears
 * complete or not at all. Then removes backups of the same store beside it that are older than BACKUPS_KEPT_DAYS, as
 * the privacy policy promises, unless the clock is not trusted. A backup that cannot be removed is reported and does
 * not fail the command.
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
      `Kept older backups: the clock (${now.toISOString()}) differs by more than a day from the last one that the site's jobs recorded, or has stepped.`,
    );
    return;
  }
  const before = new Date(now.getTime() - settings.backupsKeptDays * DAY_MS);
  const old = await removeBackupsBeside(folder, before).catch((error: unknown) => {
    say(`The backup is complete, but older ones could not be listed: ${(error as Error).message}`);
    return undefined;
  });
  const because = `older than ${settings.backupsKeptDays} days (BACKUPS_KEPT_DAYS)`;
  if (old === undefined) return;
  if (old.removed.length > 0) say(`Removed ${old.removed.join(', ')}: ${because}.`);
  if (old.failed.length > 0)
    say(`Could not remove ${old.failed.join(', ')}: ${because}. Remove it yourself.`);
  if (old.unknown.length > 0) {
    say(`Left ${old.unknown.join(', ')}: ${because}, but its site is unknown. Remove it yourself.`);
  }
});
