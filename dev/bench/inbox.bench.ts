import { createHash } from 'node:crypto';
import { Store } from '@maru/store';
import { createTestDatabase, explainSlowest, ownerQuestions, watchStatements } from '@maru/store/testing';
import { fillPeople } from './people.ts';
import { type BenchRow, type Measured, measureTimes } from './row.ts';

const SMALL = 1_000;
const RUNS = 40;
const NOW = '2026-11-21T12:00:00Z';
/** A name of the five hundredth sender. */
const NAME = createHash('md5').update('500').digest('hex').slice(0, 5);
const LIMIT = 21;

/**
 * Queries of signed-in screens with `size` contacts (all to one realtor) and accounts, and a tenth as many agents,
 * realtors, reports, reviews and videos, each beside the same query with a thousand: the inbox (whole, by state, by
 * text), the list of agents, and each query of the admin screens with the worst node of its plan. A sequential scan
 * of a table is a fault.
 */
export async function inboxRows({ size = 100_000 } = {}): Promise<Measured> {
  const [few, many] = [await measured(SMALL), await measured(size)];
  const rows = Object.entries(many).map(([name, { times }]): BenchRow => {
    const before = few[name]?.times ?? times;
    return {
      name: `${name}, ${size.toLocaleString('en-US')} · ${SMALL.toLocaleString('en-US')}`,
      ours: times.median,
      baseline: before.median,
      ratio: before.median / times.median,
      oursBest: times.min,
      baselineBest: before.min,
      unit: 'ms',
      // At most three times as long.
      ...(name.startsWith('inbox') ? { atLeast: 1 / 3 } : {}),
    };
  });
  const width = Math.max(...Object.keys(many).map((name) => name.length));
  const plans = Object.entries(many).map(([name, { node, ms, fullScans }]) => {
    const fault = fullScans.length === 0 ? '' : `  FAULT: reads all of ${fullScans.join(', ')}`;
    return `${name.padEnd(width)}  ${ms.toFixed(2).padStart(8)} ms  ${node}${fault}`;
  });
  const title = `The worst node of each plan, at ${size.toLocaleString('en-US')}, by its own time`;
  return { rows, tables: [[title, ...plans].join('\n')] };
}

async function measured(size: number) {
  const database = await createTestDatabase();
  const store = await Store.open({ databaseUrl: database.databaseUrl });
  try {
    await fillPeople(store, { size, now: NOW });
    const box = { realtorId: 'r0' };
    const questions: Record<string, () => Promise<unknown>> = {
      'inbox, first page': () => store.contacts.list({ box, limit: LIMIT }),
      'inbox, first page of new ones': () => store.contacts.list({ box, state: 'new', limit: LIMIT }),
      // The beginning of a name that few others share.
      'inbox, found by a name': () => store.contacts.list({ box, text: NAME, limit: LIMIT }),
      'inbox, one contact': () => store.contacts.find(createHash('md5').update('500').digest('hex')),
      'how soon one answers': () => store.contacts.responseTimes(['r0'], new Date(NOW)),
      'agents, first page': () => store.agents.list({ limit: 20 }),
      'agents, first page of a place': () =>
        store.agents.list({ place: 'irvine-ca', languages: ['ko'], limit: 20 }),
      'agents, found by a name': () => store.agents.list({ name: 'agent 77', limit: 20 }),
      'an agent, by a license': () => store.agents.list({ license: '00000077', limit: 20 }),
      ...Object.fromEntries(
        Object.entries(ownerQuestions(store)).map(([name, ask]) => [`owner: ${name}`, ask]),
      ),
    };
    const found: Record<
      string,
      { times: Awaited<ReturnType<typeof measureTimes>> } & Awaited<ReturnType<typeof explainSlowest>>
    > = {};
    for (const [name, ask] of Object.entries(questions)) {
      const times = await measureTimes(ask, RUNS);
      const { statements } = await watchStatements(ask);
      found[name] = { times, ...(await explainSlowest(store.pool, statements)) };
    }
    return found;
  } finally {
    await store.close();
    await database.drop();
  }
}
