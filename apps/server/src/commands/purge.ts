import { loadCommandSettings } from '../env.ts';
import { loadFeeds } from '../feeds/load-feeds.ts';
import { CommandError } from './command-error.ts';
import { parseCommandLine, readDataset, runCommand } from './command-line.ts';
import { withStore } from './open-store.ts';
import { purgeDataset } from './purge-dataset.ts';

/**
 * `npm run purge -- dataset X [--yes]`: ends a license. Deletes all data of the dataset from the store and its pictures
 * from the disk; a running server drops its homes within seconds. Requires --yes while the feed is configured or
 * running, because the server would load it again.
 */
const USAGE = 'npm run purge -- dataset X [--yes]';

await runCommand(async (say) => {
  const line = parseCommandLine(process.argv.slice(2), ['dataset']);
  const dataset = readDataset(line, USAGE);
  const settings = loadCommandSettings();
  const feeds = await loadFeeds(settings.feedsFile, () => undefined);
  await withStore(
    settings,
    () => undefined,
    async (store) => {
      const outcome = await purgeDataset({
        store,
        dataDir: settings.dataDir,
        dataset,
        isConfigured: feeds.some((feed) => feed.dataset === dataset),
        isSure: line.options.get('yes') === true,
        say,
      });
      if ('refused' in outcome) throw new CommandError(outcome.refused);
    },
  );
});
