import { Gazetteer } from '@maru/gazetteer';
import pino from 'pino';
import { loadCommandSettings } from '../env.ts';
import { replayQuarantine } from '../jobs/replicate.ts';
import { CommandError } from './command-error.ts';
import { parseCommandLine, readDataset, runCommand } from './command-line.ts';
import { withStore } from './open-store.ts';

/** `npm run quarantine -- --dataset x [--replay]`: lists unreadable records and optionally retries them. */
const USAGE = 'npm run quarantine -- --dataset x [--replay]';

await runCommand(async (say) => {
  const line = parseCommandLine(process.argv.slice(2), ['dataset']);
  const dataset = readDataset(line, USAGE);
  await withStore(
    loadCommandSettings(),
    () => undefined,
    async (store) => {
      const settings = (await store.datasets()).find((one) => one.dataset === dataset);
      if (settings === undefined) throw new CommandError(`There is no dataset "${dataset}" here.`);
      if (line.options.get('replay') === true) {
        const { provider } = settings;
        const log = pino({ level: 'silent' });
        const parts = { settings: { dataset, provider }, store, gazetteer: await Gazetteer.load(), log };
        const { replayed, left } = await replayQuarantine(parts, { again: true });
        say(`${replayed} replayed, ${left} still unreadable.`);
      }
      const count = await store.countQuarantine(dataset);
      say(`${count} records of "${dataset}" are in quarantine.`);
      for (const { listingKey, reason, lastSeenAt } of await store.listQuarantine(dataset, 50)) {
        say(`${lastSeenAt.toISOString()}  ${listingKey ?? '(no key)'}  ${reason}`);
      }
    },
  );
});
