import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChangeSet, createPlaced, createRules } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';

let provider: Server;
let site: TestApp;
let ids: Record<string, string>;
let asked = 0;
let isBroken = false;
const REMARKS = 'A bright home near the park.';

beforeAll(async () => {
  provider = createServer((request, response) => {
    asked += 1;
    request.resume();
    const body = JSON.stringify({ translatedText: '공원 근처의 밝은 집.' });
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  site = await startTestApp({ env: { TRANSLATION_URL: url, TRANSLATION_KEY: 'a-key' } });
  const { store, clock } = site.parts;
  const rules = createRules();
  const home = (listingKey: string, streetNumber: string, publicRemarks: string | null) => {
    const placed = createPlaced({
      listingKey,
      streetNumber,
      unparsedAddress: `${streetNumber} Oak St, Irvine, CA 92620`,
    });
    placed.listing.publicRemarks = publicRemarks;
    return placed;
  };
  const upserts = [home('told', '101', REMARKS), home('other', '102', 'Other.'), home('silent', '103', null)];
  await store.applyChanges(createChangeSet({ rules, upserts }));
  const { dataset, provider: feed } = upserts[0]!.listing;
  clock.update([
    {
      ...{ dataset, provider: feed, rules, lastSuccessAt: Date.now(), failingSince: null },
      ...{ shrinkingSince: null, hidden: false, initialLoadDone: true },
    },
  ]);
  const { rows } = await store.pool.query(`select listing_key, home_id from listing`);
  ids = Object.fromEntries(rows.map((row) => [row.listing_key, row.home_id]));
});
afterAll(async () => {
  provider?.close();
  await (site as TestApp | undefined)?.close();
});

async function ask(homeId: string, locale = 'ko') {
  const url = `/maru/v1/home/remarks?homeId=${homeId}&locale=${locale}`;
  const answer = await site.app.inject({ url, headers: { host: 'localhost' } });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

test('a listing’s remarks come in Korean, with whose work that is, and are asked for once', async () => {
  for (const _ of [1, 2]) {
    const { status, body } = await ask(ids.told!);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        homeId: ids.told,
        locale: 'ko',
        text: '공원 근처의 밝은 집.',
        provider: `127.0.0.1:${(provider.address() as AddressInfo).port}`,
      },
    });
  }
  expect(asked).toBe(1);
});

test('nothing is asked for a home that has no remarks, is not shown, or for another language', async () => {
  const before = asked;
  expect(await ask(ids.silent!)).toMatchObject({ status: 404, body: { data: { code: 'not_found' } } });
  expect(await ask('nobody1')).toMatchObject({ status: 404, body: { data: { code: 'home_not_found' } } });
  expect(await ask(ids.told!, 'en')).toMatchObject({ status: 400 });
  expect(asked).toBe(before);
});

test('a provider that breaks makes the call unavailable for a while, and says nothing of itself', async () => {
  isBroken = true;
  const { status, body, headers } = await ask(ids.other!);
  expect({ status, code: body.data.code }).toEqual({ status: 503, code: 'unavailable' });
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|a-key|500/);
  isBroken = false;
  expect((await ask(ids.other!)).status).toBe(200);
});

test('where no provider is set there is no such thing', async () => {
  const { parts } = site;
  const plain = await buildApp(
    { ...parts, settings: { ...parts.settings, translation: null } },
    { pages: false },
  );
  try {
    const url = `/maru/v1/home/remarks?homeId=${ids.told}&locale=ko`;
    const answer = await plain.inject({ url, headers: { host: 'localhost' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ data: { code: 'not_found' } });
  } finally {
    await plain.close();
  }
});
