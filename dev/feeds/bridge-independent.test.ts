import { ODataQuery } from 'ts-odata-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningBridge, startBridge, TOKEN } from './bridge-testing.ts';

/**
 * The Bridge simulator read by an independent OData client (ts-odata-client) without knowledge of Bridge: it writes
 * its own queries and follows the links in bodies.
 */

interface Listing {
  ListingKey: string;
  ListPrice: number;
  City: string;
  StandardStatus: string;
  Heating: string[];
  ModificationTimestamp: string;
  BridgeModificationTimestamp: Date;
}

type Stamps = Record<'ListingKey' | 'ModificationTimestamp' | 'BridgeModificationTimestamp', string>;

let one: RunningBridge;
beforeAll(async () => {
  one = await startBridge(500, { nextLink: 'body' });
});
afterAll(() => one.close());

const listings = (path: string) =>
  ODataQuery.forV4<Listing>(`${one.host}/api/${path}`, {
    requestInit: () => ({ headers: { authorization: `Bearer ${TOKEN}` } }),
  });
const byKey = (a: [string, string], b: [string, string]) => (a[0] < b[0] ? -1 : 1);

async function read(rows: AsyncIterable<{ ListingKey: string; ModificationTimestamp: string }>) {
  const found: [string, string][] = [];
  for await (const row of rows) found.push([row.ListingKey, row.ModificationTimestamp]);
  return found;
}

describe('an independent OData client', () => {
  it.each([
    ['replication', 'v2/OData/sample/Property/replication', 150],
    ['next links of v2', 'v2/OData/sample/Properties', 200],
    ['next links of v3', 'v3/OData/sample/Property', undefined],
  ])('replicates everything by %s and equals the simulator’s truth', async (_, path, top) => {
    const whole = top === undefined ? listings(path) : listings(path).top(top);
    const found = await read(whole);
    expect(found.length).toBeGreaterThan(300);
    expect(found.toSorted(byKey)).toEqual((await one.truth()).toSorted(byKey));
  });

  it('replicates everything by (timestamp, key) filters, page by page, while the market changes', async () => {
    const have = new Map<string, string>();
    let stamp = '1990-01-01T00:00:00.000Z';
    for (let quiet = 0, rounds = 0; quiet < 2; rounds += 1) {
      const page = await listings('v2/OData/sample/Property')
        .filter(({ BridgeModificationTimestamp: at }) => at.$greaterThanOrEqualTo(new Date(stamp)))
        .orderBy((row) => [row.BridgeModificationTimestamp, row.ListingKey])
        .select('ListingKey', 'ModificationTimestamp', 'BridgeModificationTimestamp')
        .top(200)
        .getManyAsync();
      const rows = page.value as unknown as Stamps[];
      const fresh = rows.filter((row) => have.get(row.ListingKey) !== row.ModificationTimestamp);
      for (const row of rows) have.set(row.ListingKey, row.ModificationTimestamp);
      quiet = fresh.length === 0 ? quiet + 1 : 0;
      stamp = rows.at(-1)?.BridgeModificationTimestamp ?? stamp;
      if (rounds < 4) one.bridge.apply(one.market.tick(new Date(), 10), new Date());
    }
    const truth = await one.truth();
    for (const [key, at] of truth) expect(have.get(key), key).toBe(at);
  });

  it('gets rows that match its own filters', async () => {
    const property = listings('v3/OData/sample/Property');
    const found = await property
      .filter(({ ListPrice: price, City: city, StandardStatus: status }) =>
        price
          .$greaterThan(100_000)
          .and(city.$notEquals('Irvine'))
          .and(status.$in(['Active', 'Pending'])),
      )
      .orderByDescending((row) => row.ListPrice)
      .top(50)
      .getManyWithCountAsync();
    expect(found.value).toHaveLength(50);
    expect(found['@odata.count']).toBeGreaterThan(50);
    const prices = found.value.map((row) => row.ListPrice);
    expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    expect(found.value.every((row) => /^(Active|Pending)$/.test(row.StandardStatus))).toBe(true);
    const [first] = found.value;
    const single = await property.getAsync(first?.ListingKey);
    expect(single.ListPrice).toBe(first?.ListPrice);
    await expect(property.getAsync('nobody')).rejects.toThrow('Resource not found');
  });
});
