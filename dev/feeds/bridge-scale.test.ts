import { afterEach, expect, it, vi } from 'vitest';
import { type RunningBridge, startBridge } from './bridge-testing.ts';
import type { Row } from './odata-value.ts';

const isLong = process.env.MARU_TEST_LONG === '1';
const SIZE = isLong ? 1_000_000 : 50_000;
const ODATA = '/api/v2/OData/sample/Property';

let one: RunningBridge | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await one?.close();
});

it('answers queries of keys, timestamps and statuses without building rows, for a market of any size', async () => {
  one = await startBridge(100, {}, SIZE);
  const { bridge } = one;
  let made = 0;
  let walked = 0;
  const { findRow, walk } = bridge.listings;
  bridge.listings.findRow = (key) => {
    made += 1;
    return findRow.call(bridge.listings, key);
  };
  bridge.listings.walk = function* (...from) {
    for (const glance of walk.apply(bridge.listings, from)) {
      walked += 1;
      yield glance;
    }
  };
  const ask = async (path: string) => {
    const answer = await (one as RunningBridge).ask(path);
    expect(answer.status, path).toBe(200);
    return answer;
  };
  const q = encodeURIComponent;

  await ask(`${ODATA}/replication?$top=1`);
  await ask(`${ODATA}?$orderby=ModificationTimestamp&$top=1`);
  made = 0;
  const keys = await ask(`${ODATA}/replication?$top=2000&$select=ListingKey,BridgeModificationTimestamp`);
  expect(keys.rows).toHaveLength(2000);
  const active = await ask(
    `${ODATA}/replication?$top=2000&$select=ListingKey&$filter=${q("StandardStatus eq 'Closed'")}`,
  );
  expect(active.rows).toHaveLength(2000);
  const [middle] = (
    await ask(
      `${ODATA}?$skip=9000&$top=1&$select=ModificationTimestamp,ListingKey&$orderby=ModificationTimestamp`,
    )
  ).rows as [Row];
  expect(made).toBeLessThan(20);

  // Keyset paging of a plain RESO client is as fast at the end as at the start.
  const { ModificationTimestamp: t, ListingKey: k } = middle;
  const filter = `ModificationTimestamp gt ${t} or (ModificationTimestamp eq ${t} and ListingKey gt '${k}')`;
  made = 0;
  walked = 0;
  const after = await ask(`${ODATA}?$orderby=ModificationTimestamp,ListingKey&$top=200&$filter=${q(filter)}`);
  expect(after.rows).toHaveLength(200);
  expect(made).toBe(200);
  // The rows of the page, and one more to know whether another page follows.
  expect(walked).toBeLessThan(250);

  // A change is inserted without sorting (odata-order.test.ts counts the comparisons).
  const sorts = [vi.spyOn(Array.prototype, 'sort'), vi.spyOn(Uint32Array.prototype, 'sort')];
  walked = 0;
  for (let round = 0; round < 50; round += 1) {
    const changes = Array.from({ length: 100 }, (_, i) => ({
      dataset: 'sample',
      listingKey: `r${String((round * 100 + i) * 13).padStart(7, '0')}`,
      kind: 'changed' as const,
    }));
    bridge.apply(changes, new Date());
  }
  const newest = await ask(
    `${ODATA}?$orderby=BridgeModificationTimestamp desc&$top=1&$select=ListingKey,BridgeModificationTimestamp`,
  );
  expect(Date.parse(String(newest.rows[0]?.BridgeModificationTimestamp))).toBeGreaterThan(
    Date.now() - 60_000,
  );
  expect(walked).toBeLessThan(10);
  for (const { mock } of sorts) {
    for (const sorted of mock.contexts as ArrayLike<unknown>[]) expect(sorted.length).toBeLessThan(1000);
  }
  if (isLong) process.stdout.write(`${SIZE} listings: ${Math.round(process.memoryUsage().rss / 1e6)} MB\n`);

  // A filter that needs more is answered row by row, up to a limit.
  if (!isLong) return;
  const slow = await one.ask(`${ODATA}?$filter=${q("contains(tolower(UnparsedAddress),'nowhere at all')")}`);
  expect(slow.status).toBe(408);
});
