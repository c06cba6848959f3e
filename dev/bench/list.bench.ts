import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import {
  formatPath,
  type ListCosts,
  type ListOrder,
  type ListServer,
  mixedRequest,
  mixedRequests,
} from './list-server.ts';
import type { BenchRow } from './row.ts';

const SEED = 42;
const SECONDS = 3;
const CONNECTIONS = 8;
const SEARCHES = 4_000;
const ENCODING = { 'accept-encoding': 'identity' };

/**
 * `/home/list` over `size` homes: cached responses, and responses that are each requested for the first time, beside
 * a bare server that sends the same bytes; and the share of the latter that is not the search. All run in one process
 * and are compared by the CPU time of its main thread per response, which is the limiting resource.
 */
export async function listRows({ size = 100_000 } = {}): Promise<BenchRow[]> {
  const child = fork(new URL('./list-server.ts', import.meta.url), [String(SEED), String(size)]);
  const receive = async () => (await once(child, 'message'))[0];
  const send = async (message: ListOrder): Promise<ListCosts> => {
    const answer = receive();
    child.send(message);
    return await answer;
  };
  /** CPU time per response, over the number of responses that `work` returns. */
  const measureCost = async (work: () => Promise<number>): Promise<number> => {
    const before = await send({});
    const answers = await work();
    const { busy } = await send({});
    return (busy - before.busy) / answers;
  };
  try {
    const { url, bareUrl }: ListServer = await receive();
    const requests = mixedRequests(SEED);
    const homes = size.toLocaleString('en-US');
    let run = 1_000_000;
    const next = () => formatPath(mixedRequest(requests, run++));

    const kept = next();
    const body = await (await fetch(url + kept, { headers: ENCODING })).text();
    await send({ bare: body });
    const ways = {
      bare: () => countResponses(bareUrl, () => '/'),
      kept: () => countResponses(url, () => kept),
      mixed: () => countResponses(url, next),
      search: async () => {
        await send({ searches: { from: run, count: SEARCHES } });
        run += SEARCHES;
        return SEARCHES;
      },
    };
    // Warm up: code is optimized after thousands of calls.
    for (const warm of [ways.mixed, ways.kept, ways.search, ways.mixed, ways.mixed]) await warm();
    const costs: Record<keyof typeof ways, number[]> = { bare: [], kept: [], mixed: [], search: [] };
    // Interleaved, so that other load of the machine affects all alike.
    for (let turn = 0; turn < 3; turn += 1) {
      for (const [name, work] of Object.entries(ways)) {
        costs[name as keyof typeof ways].push(await measureCost(work));
      }
    }
    const of = (name: keyof typeof ways) => median(costs[name]);
    const title = `/home/list over ${homes} homes`;
    return [
      row(
        `${title}, repeated · the same ${kilobytes(body)} KB from a bare server`,
        of('kept'),
        of('bare'),
        0.8,
      ),
      row(`${title}, mixed uncached · a bare server`, of('mixed'), of('bare'), 0.15),
      row(`${title}: HTTP, codec and JSON · the search itself`, of('mixed') - of('search'), of('search'), 1),
    ];
  } finally {
    child.disconnect();
  }
}

/** The number of responses in a few seconds. */
async function countResponses(url: string, path: () => string): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: ENCODING,
    requests: [{ setupRequest: (request) => ({ ...request, path: path() }) }],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result.requests.total;
}

const row = (name: string, ours: number, baseline: number, atLeast: number): BenchRow => ({
  name,
  ours,
  baseline,
  ratio: baseline / ours,
  unit: 'ms',
  atLeast,
});

const kilobytes = (text: string) => Math.round(Buffer.byteLength(text) / 1024);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

if (import.meta.main) {
  const rows = await listRows({ size: Number(process.argv[2] ?? 100_000) });
  process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
  process.exit(0);
}
