import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { startSite } from '../e2e/start-site.ts';
import { rendersPerSecond } from './renders.ts';
import type { BenchRow } from './row.ts';

const SECONDS = 4;

/** Responses per second for one path, four connections. */
async function answersPerSecond(url: string, headers: Record<string, string> = {}): Promise<number> {
  await autocannon({ url, connections: 4, duration: 1, headers });
  const result = await autocannon({ url, connections: 4, duration: SECONDS, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/** Responses per second for a different path each time, so that none comes from the page cache. */
async function firstAnswersPerSecond(base: string, addresses: string[]): Promise<number> {
  let next = 0;
  const result = await autocannon({
    url: base,
    connections: 2,
    duration: SECONDS,
    requests: [{ setupRequest: (request) => ({ ...request, path: addresses[next++ % addresses.length]! }) }],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${base}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/**
 * The running product over HTTP: `/home/list` beside the same bytes from a bare server, and the list page beside a
 * bare `renderToString` of the same tree, uncached and from the page cache.
 */
export async function httpRows(): Promise<BenchRow[]> {
  const site = await startSite({ homes: 4_000 });
  try {
    const list = `${site.baseUrl}/maru/v1/home/list?place=irvine-ca`;
    const body = await (await fetch(list)).text();
    const bare = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(body),
    );
    await new Promise<void>((done) => bare.listen(0, '127.0.0.1', done));
    const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`;
    const listOurs = await answersPerSecond(list);
    const listBaseline = await answersPerSecond(bareUrl);
    bare.close();

    const page = '/homes/for_sale/irvine-ca';
    const renders = await rendersPerSecond(site.baseUrl, page);
    const addresses = Array.from({ length: 4_000 }, (_, i) => `${page}?price=${1000 + i}-`);
    const first = await firstAnswersPerSecond(site.baseUrl, addresses);
    const cached = await answersPerSecond(site.baseUrl + page);
    return [
      {
        name: '/home/list, 40 homes · the same bytes from a bare server',
        ours: listOurs,
        baseline: listBaseline,
        ratio: listOurs / listBaseline,
        unit: '/s',
      },
      {
        name: 'list page, first request · bare renderToString',
        ours: first,
        baseline: renders,
        ratio: first / renders,
        unit: '/s',
        atLeast: 0.3,
      },
      {
        name: 'list page, page cache · bare renderToString',
        ours: cached,
        baseline: renders,
        ratio: cached / renders,
        unit: '/s',
        atLeast: 3,
      },
    ];
  } finally {
    await site.end();
  }
}
