import { Store } from '@maru/store';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Line, startLine } from '../../../dev/line/line.ts';
import { buildApp } from './app.ts';
import { Reconciler } from './jobs/reconcile.ts';
import { replicateOnce } from './jobs/replicate.ts';
import { injectAtDoor } from './testing/testing-door.ts';

let database: TestDatabase;
let line: Line;
const get = (path: string, headers?: Record<string, string>) => line.get(path, headers);
const list = (query: string) => line.list(query);

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 400 });
});

afterAll(async () => {
  // What was started ends, even when the rest could not start.
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

describe('from a feed to the API', () => {
  test('searches are answered by SQL while the index is not loaded, and by the index the same', async () => {
    expect((await get('/readyz')).status).toBe(503);
    const bySql = await list('searchType=sale&want=total&want=listings&want=facets&want=histogram');
    await line.follow();
    expect((await get('/readyz')).status).toBe(200);
    const byIndex = await list('searchType=sale&want=total&want=listings&want=facets&want=histogram');
    expect(byIndex.total).toBeGreaterThan(100);
    expect({ ...byIndex, asOf: bySql.asOf, sources: [] }).toEqual({ ...bySql, sources: [] });
  });

  test('nothing confidential, no opted-out home and no withheld street is in any answer', async () => {
    const barred = line.market.properties.filter((row) => row.InternetEntireListingDisplayYN === false);
    const withheld = line.market.properties.filter((row) => row.InternetAddressDisplayYN === false);
    expect(barred.length + withheld.length).toBeGreaterThan(0);
    const shown: string[] = [];
    for (const searchType of ['sale', 'rent']) {
      for (let page = 1; page <= 10; page += 1) {
        const answer = await list(`searchType=${searchType}&status=active,pending,coming&page=${page}`);
        shown.push(...answer.listings.map((card) => JSON.stringify(card)));
        for (const { homeId } of answer.listings) {
          const home = await get(`/maru/v1/home?homeId=${homeId}`);
          expect(home.status).toBe(200);
          shown.push(JSON.stringify(home.body));
        }
        if (answer.listings.length < 40) break;
      }
    }
    const all = shown.join('\n');
    const secrets = [
      'CONFIDENTIAL-SAMPLE',
      ...barred.map((row) => row.ListingId),
      ...withheld.flatMap((row) => [
        row.StreetName && `${row.StreetNumber} ${row.StreetName}`,
        row.ParcelNumber,
      ]),
    ].filter((secret) => typeof secret === 'string');
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });

  test('a changed price is searchable at once and stands in the ledger with both times (rule R3)', async () => {
    const { listings } = await list('searchType=sale');
    const card = listings.find((one) => one.listPrice !== null)!;
    const row = line.market.properties.find((one) => one.ListingId === card.listingId)!;
    const price = card.listPrice! - 51_000;
    await line.control('change', [
      {
        ListingKey: row.ListingKey,
        ListPrice: price,
        PreviousListPrice: card.listPrice,
        PriceChangeTimestamp: new Date().toISOString(),
      },
    ]);
    await line.catchUp();
    expect(line.parts.index.findCard(card.homeId)?.listPrice).toBe(price);
    const { body } = await get(`/maru/v1/home?homeId=${card.homeId}`);
    expect(body.history[0]).toMatchObject({ kind: 'price', oldValue: card.listPrice, newValue: price });
    expect(Date.parse(body.history[0].sourceTime)).toBeLessThanOrEqual(Date.parse(body.history[0].seenTime));
  });

  test('a home that the feed no longer has is gone everywhere and answers 404 with its homeId (rule R1)', async () => {
    const { listings, total } = await list('searchType=rent');
    const { homeId, listingId } = listings[0]!;
    const row = line.market.properties.find((one) => one.ListingId === listingId)!;
    await line.control('remove', [row.ListingKey]);
    await new Reconciler(line.replicateParts()).walk(line.signal);
    await line.untilFollowed();
    expect((await list('searchType=rent')).total).toBe(total - 1);
    const gone = await get(`/maru/v1/home?homeId=${homeId}`, { 'accept-language': 'ko' });
    expect(gone.status).toBe(404);
    expect(gone.body).toMatchObject({
      statusCode: 404,
      statusMessage: '요청하신 매물을 찾을 수 없습니다.',
      data: { code: 'home_not_found', homeId },
    });
  });

  test('a killed replication goes on where it stopped and loses nothing', async () => {
    const own = await createTestDatabase();
    const other = await Store.open({ databaseUrl: own.databaseUrl });
    try {
      const { dataset, provider, display } = line.feedSettings;
      await other.saveDataset({ dataset, provider, rules: display });
      const parts = { ...line.replicateParts(60), store: other };
      let seen = 0;
      const dying = Object.create(parts.feed, {
        changes: {
          async *value(cursor: string | null, signal: AbortSignal) {
            for await (const batch of parts.feed.changes(cursor, signal)) {
              seen += 1;
              if (seen === 3) throw new Error('killed');
              yield batch;
            }
          },
        },
      });
      await expect(replicateOnce({ ...parts, feed: dying }, line.signal)).rejects.toThrow('killed');
      await replicateOnce({ ...line.replicateParts(60), store: other }, line.signal);
      const keys: string[] = [];
      for await (const page of other.listKeys('kc')) keys.push(...page);
      const wanted = line.market.properties.map((row) => String(row.ListingKey));
      expect(keys.length).toBeGreaterThan(wanted.length - 5);
      expect(new Set(keys).size).toBe(keys.length);
    } finally {
      await other.close();
      await own.drop();
    }
  });
});

describe('what visitors may ask', () => {
  test.each([
    ['/maru/v1/home/list?bbox=1,2,3', 'bbox'],
    ['/maru/v1/home/list?page=-1', 'page'],
    ['/maru/v1/home/list?page=101', 'page'],
    ['/maru/v1/home/list?price=900000-100000', 'price'],
    ['/maru/v1/home/list?beds=many', 'beds'],
    ['/maru/v1/home/list?sort=best', 'sort'],
    ['/maru/v1/home/list?want=everything', 'want'],
    ['/maru/v1/home/list?want=clusters', 'bbox'],
    ['/maru/v1/home?homeId=../etc', 'homeId'],
    ['/maru/v1/home', 'homeId'],
    ['/maru/v1/home/find-one?latitude=95&longitude=0', 'latitude'],
    ['/maru/v1/home/find-one', 'latitude'],
    ['/maru/v1/home/suggest', 'text'],
  ])('%s is refused with the name of the field', async (path, field) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body.data.fields.map((one: { field: string }) => one.field)).toContain(field);
  });

  test('unknown keys are ignored, broken text never breaks the answer', async () => {
    expect((await get('/maru/v1/home/list?utm_source=x&fbclid=y')).status).toBe(200);
    for (const text of [
      '%FF%FE',
      '%00',
      '%F0%9F%8F%A0',
      'a'.repeat(10_000),
      '%ED%A0%80',
      "'; drop table home; --",
    ]) {
      const { status } = await get(`/maru/v1/home/suggest?text=${text}`);
      expect([200, 400, 414]).toContain(status);
      expect([200, 400, 404, 414]).toContain((await get(`/maru/v1/home/place?text=${text}`)).status);
    }
  });

  test('an unknown place is 404 with the nearest ones', async () => {
    const { status, body } = await get('/maru/v1/home/list?place=irvyne-ca', { 'accept-language': 'ko-KR' });
    expect(status).toBe(404);
    expect(body.data.suggestions.map((one: { path: string }) => one.path)).toContain(
      '/homes/for_sale/irvine-ca',
    );
  });

  test('a street that many homes stand on is no place: it is named among what may be meant', async () => {
    const { listings } = await list('searchType=sale');
    const { streetLine } = listings.find((one) => /^\d+ \S+ \S+/.test(one.streetLine ?? ''))!;
    const street = (streetLine ?? '').replace(/^\d+ /, '');
    const { status, body } = await get(`/maru/v1/home/place?text=${encodeURIComponent(street)}`);
    expect(status).toBe(404);
    expect(body.data.suggestions[0].name).toContain(street);
    expect(body.data.suggestions.length).toBeLessThanOrEqual(8);
  });

  test('an unknown call is 404 and says its path', async () => {
    const { status, body } = await get('/maru/v1/nothing');
    expect(status).toBe(404);
    expect(body.message).toBe('Page not found: /maru/v1/nothing');
  });

  test('the same home is found by address, MLS number and position', async () => {
    const card = (await list('searchType=sale')).listings.find(
      (one) => one.streetLine !== null && one.latitude !== null,
    )!;
    const address = [
      card.streetLine,
      card.unitNumber && `#${card.unitNumber}`,
      card.city,
      card.stateOrProvince,
      card.postalCode,
    ]
      .filter(Boolean)
      .join(' ');
    const found = await Promise.all([
      get(`/maru/v1/home/find-one?address=${encodeURIComponent(address)}`),
      get(`/maru/v1/home/find-one?listingId=${card.listingId}`),
      get(`/maru/v1/home/find-one?latitude=${card.latitude}&longitude=${card.longitude}`),
    ]);
    expect(found.map(({ body }) => body.homeId)).toEqual([card.homeId, card.homeId, card.homeId]);
    // As a Korean card shows it.
    const glossed = address.replace(card.city ?? '', `도시 (${card.city})`);
    const copied = await get(`/maru/v1/home/find-one?address=${encodeURIComponent(glossed)}`);
    expect(copied.body.homeId).toBe(card.homeId);
  });

  test('a home is found by its position however many stand around it, and whatever its state', async () => {
    const template = (await list('searchType=sale')).listings.find((one) => one.latitude !== null)!;
    const card = line.parts.index.findCard(template.homeId)!;
    const [latitude, longitude] = [41.5, -100.5];
    const tower = Array.from({ length: 90 }, (_, i) => ({
      ...card,
      homeId: `htower${i}`,
      listingId: `TOWER${i}`,
      addressWithheld: false,
      latitude: latitude + i * 1e-6,
      longitude,
      standardStatus: i === 0 ? ('Pending' as const) : ('Active' as const),
      listedAt: i,
    }));
    const version = line.parts.index.version();
    const homes = tower.map(({ homeId, searchType }) => ({ homeId, searchType }));
    line.parts.index.apply({ upserts: tower, removals: [] }, version);
    const { body } = await get(`/maru/v1/home/find-one?latitude=${latitude}&longitude=${longitude}`);
    line.parts.index.apply({ upserts: [], removals: homes }, version);
    expect(body.homeId).toBe('htower0');
  });

  test('a position that is none is not found', async () => {
    for (const position of ['latitude=Infinity&longitude=1', 'latitude=10&longitude=180'])
      expect([400, 404]).toContain((await get(`/maru/v1/home/find-one?${position}`)).status);
  });

  test('suggestions know both languages and count homes', async () => {
    for (const text of ['어바인', '얼바인', 'Irvine', 'djqkdls', 'ㅇㅂㅇ', 'irvien']) {
      const { body } = await get(`/maru/v1/home/suggest?locale=ko&text=${encodeURIComponent(text)}`);
      expect(body.suggestions[0], text).toMatchObject({
        slug: 'irvine-ca',
        path: '/homes/for_sale/irvine-ca',
      });
      expect(body.suggestions[0].count).toBe((await list('place=irvine-ca')).total);
    }
    const rentals = await get('/maru/v1/home/suggest?locale=ko&searchType=rent&text=Irvine');
    expect(rentals.body.suggestions[0].count).toBe((await list('searchType=rent&place=irvine-ca')).total);
  });

  test('districts count the homes that a search finds', async () => {
    const { body } = await get('/maru/v1/district/city/irvine-ca');
    expect(body.city.sale).toBe((await list('place=irvine-ca')).total);
    expect(body.city.rent).toBe((await list('place=irvine-ca&searchType=rent')).total);
    expect((await get('/maru/v1/district/county/orange-county-ca')).body.cities.length).toBeGreaterThan(10);
    const { states, busiestCities } = (await get('/maru/v1/district/state')).body;
    expect(states.length).toBeGreaterThanOrEqual(51);
    expect(busiestCities[0]).toMatchObject({ id: 'irvine-ca', sale: body.city.sale });
    // Until the owner features a place, the front page is about the city with the most homes.
    expect((await get('/maru/v1/site/content?locale=en')).body.front).toMatchObject({
      place: { slug: 'irvine-ca', nameKo: '어바인' },
      area: { slug: 'orange-county-ca' },
    });
    expect((await get('/maru/v1/district/state/ca/county/city')).body.counties.length).toBe(58);
    expect((await get('/maru/v1/district/city/ca')).status).toBe(404);
  });

  test('words are sent with their version and kept for ever under it', async () => {
    const first = await get('/maru/v1/translation?locale=ko');
    expect(first.body.messages['site.name']).toBe('마루');
    const kept = await get(`/maru/v1/translation?locale=ko&v=${first.body.version}`);
    expect(kept.headers['cache-control']).toContain('immutable');
    const some = await get(`/maru/v1/translation?locale=ko&v=${first.body.version}&parts=guide,renting`);
    expect(some.headers).toMatchObject({
      etag: kept.headers.etag,
      vary: expect.stringContaining('accept-encoding'),
    });
    expect(Object.keys(some.body.messages).filter((key) => !/^(guide|kit|lease)\./.test(key))).toEqual([]);
    expect(some.body.messages).toEqual(
      expect.objectContaining({ 'lease.title': first.body.messages['lease.title'] }),
    );
    expect((await get('/maru/v1/translation?locale=ko&parts=guide,all')).status).toBe(400);
  });

  test('OpenAPI describes every call', async () => {
    const { body } = await get('/docs/openapi.json');
    expect(body.openapi).toMatch(/^3\.1/);
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/maru/v1/home/list', '/maru/v1/district/city/{id}']),
    );
  });

  test('one address cannot ask for ever', async () => {
    const limited = await buildApp(
      { ...line.parts, settings: { ...line.parts.settings, callsAMinute: 3 } },
      { pages: false },
    );
    const answers = [];
    for (let call = 0; call < 5; call += 1)
      answers.push(await injectAtDoor(limited, { url: '/maru/v1/ping', headers: { host: 'localhost' } }));
    await limited.close();
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429, 429]);
    expect(answers[4]?.headers['retry-after']).toBeDefined();
    expect(answers[4]?.json().data.code).toBe('too_many_requests');
  });

  test('what cannot even be read is refused in the one shape, with the headers of every answer', async () => {
    const broken = await get('/homes/%E0%A4%A');
    expect(broken).toMatchObject({
      status: 400,
      headers: { 'x-content-type-options': 'nosniff' },
      body: { statusCode: 400, data: { code: 'invalid_request' } },
    });
    const app = await buildApp(line.parts, { pages: false });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const long = await fetch(`${address}/${'a'.repeat(20_000)}`);
    expect(long.status).toBe(414);
    expect(await long.json()).toMatchObject({ statusCode: 414, data: { code: 'uri_too_long' } });
    const large = await fetch(address, { headers: { 'x-large': 'a'.repeat(20_000) } });
    expect(large.status).toBe(431);
    expect(await large.json()).toMatchObject({ statusCode: 431, data: { code: 'headers_too_large' } });
    await app.close();
  });

  test('a name that is not this machine is refused in trial mode', async () => {
    const answer = await line.app.inject({ url: '/maru/v1/ping', headers: { host: 'evil.example' } });
    expect(answer.statusCode).toBe(400);
  });
});
