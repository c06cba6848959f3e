import { Gazetteer } from '@maru/gazetteer';
import { createFeed } from '@maru/mls';
import pino from 'pino';
import { loadCommandSettings } from '../env.ts';
import { loadFeeds } from '../feeds/load-feeds.ts';
import { Reconciler } from '../jobs/reconcile.ts';
import { LICENSE_REVOKED, replicateOnce } from '../jobs/replicate.ts';
import { CommandError } from './command-error.ts';
import { parseCommandLine, readDataset, runCommand } from './command-line.ts';
import { withStore } from './open-store.ts';

/**
 * `npm run replicate -- --dataset x --once [--anew] [--accept-shrink]`: one poll of a feed with a readable log:
 * changes, then a key walk. `--anew` runs a full resync; `--accept-shrink` accepts a key walk that a second one
 * confirmed even when less than half of our listings would stay. Exit code 1 when the feed fails.
 */
const USAGE = 'npm run replicate -- --dataset x --once [--anew] [--accept-shrink]';

await runCommand(async (say) => {
  const line = parseCommandLine(process.argv.slice(2), ['dataset']);
  const dataset = readDataset(line, USAGE);
  if (line.options.get('once') !== true) throw new CommandError(USAGE);
  const settings = loadCommandSettings();
  const feeds = await loadFeeds(settings.feedsFile, say);
  const feedSettings = feeds.find((feed) => feed.dataset === dataset);
  if (feedSettings === undefined) throw new CommandError(`MARU_FEEDS has no dataset "${dataset}".`);
  const stop = new AbortController();
  process.once('SIGINT', () =>
    stop.abort(new CommandError('Interrupted; everything read so far is stored.')),
  );
  const began = Date.now();
  const tell = (text: string) => say(`${((Date.now() - began) / 1000).toFixed(1).padStart(6)} s  ${text}`);
  await withStore(settings, tell, async (store) => {
    const lease = await store.takeLease(dataset);
    if (lease === undefined) {
      throw new CommandError(`A running server holds the lease of "${dataset}".`);
    }
    const { provider, display } = feedSettings;
    try {
      await store.saveDataset({ dataset, provider, rules: display });
      const log = (message: string, facts?: Record<string, unknown>) =>
        tell(`${message}${facts === undefined ? '' : ` ${JSON.stringify(facts)}`}`);
      const parts = {
        feed: createFeed(feedSettings, { log }),
        settings: feedSettings,
        store,
        gazetteer: await Gazetteer.load(),
        log: pino({ level: 'warn' }, { write: (text: string) => tell(text.trim()) }),
        interval: 0,
        onProgress: tell,
      };
      const before = (await store.loadCursor(dataset))?.sequence ?? 0;
      const signal = AbortSignal.any([stop.signal, lease.lost]);
      const rows = await replicateOnce(parts, signal, { anew: line.options.get('anew') === true });
      const acceptShrink = line.options.get('accept-shrink') === true;
      const { walk, removed, fetched } = await new Reconciler(parts).walk(signal, { acceptShrink });
      const at = new Date();
      await store.recordFeedState(dataset, provider, { kind: 'success', at, initialLoadDone: true });
      await store.showDataset(dataset, LICENSE_REVOKED);
      const after = (await store.loadCursor(dataset))?.sequence ?? 0;
      tell(`${dataset}: ${rows} rows read, ${after - before} changes`);
      tell(
        `${dataset}: the feed has ${walk.theirs} keys, we had ${walk.ours}; ${removed} removed, ${fetched} fetched, ` +
          `${walk.missing.length} missing${walk.shrinkingSince === null ? '' : ': NOT BELIEVED'}`,
      );
      tell(`${dataset}: ${await store.countQuarantine(dataset)} rows in quarantine`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await store
        .recordFeedState(dataset, provider, { kind: 'failure', at: new Date(), message })
        .catch(() => undefined);
      throw error instanceof CommandError ? error : new CommandError(`${dataset}: ${message}`);
    } finally {
      await lease.release();
    }
  });
});
