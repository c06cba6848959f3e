import { loadCommandSettings } from '../env.ts';
import { loadFeeds } from '../feeds/load-feeds.ts';
import { CommandError } from './command-error.ts';
import { datasetOf, parseCommandLine, runCommand } from './command-line.ts';
import { withStore } from './open-store.ts';
import { purgeDataset } from './purge-dataset.ts';

/**
 * `npm run purge -- dataset X [--yes]`: ends a licence. Deletes everything of the dataset from the store and its
 * pictures from the disk; a running server drops its homes within seconds. While its feed is still configured or
 * read, only with --yes: the server would load it anew.
 */
const USAGE = 'npm run purge -- dataset X [--yes]';

await runCommand(async (say) => {
  const line = parseCommandLine(process.argv.slice(2), ['dataset']);
  const dataset = datasetOf(line, USAGE);
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
