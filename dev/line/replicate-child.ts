/**
 * `node dev/line/replicate-child.ts FEEDS DATABASE_URL PAGE_SIZE`: replicates every feed once, concurrently, in small
 * batches, then exits. The test kills it.
 */
import { readFile } from 'node:fs/promises';
import { Gazetteer } from '@maru/gazetteer';
import { createFeed, parseFeedSettings } from '@maru/mls';
import { Store } from '@maru/store';
import { replicateOnce } from '../../apps/server/src/jobs/replicate.ts';

const [file = '', databaseUrl = '', pageSize = '50'] = process.argv.slice(2);
const { feeds, errors } = parseFeedSettings(JSON.parse(await readFile(file, 'utf8')));
if (errors.length > 0) throw new Error(errors.join('\n'));
const store = await Store.open({ databaseUrl });
const gazetteer = await Gazetteer.load();
const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} } as never;
await Promise.all(
  feeds.map(async (settings) => {
    const { dataset, provider, display: rules } = settings;
    await store.saveDataset({ dataset, provider, rules });
    const feed = createFeed(settings, { pageSize: Number(pageSize) });
    await replicateOnce({ feed, settings, store, gazetteer, log, interval: 0 }, new AbortController().signal);
  }),
);
await store.close();
process.exit(0);
