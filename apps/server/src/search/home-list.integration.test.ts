import { type HomeListAnswer, ROUTES } from '@maru/contract';
import { leadPrice } from '@maru/listing/money';
import { formatPolygons, PAGE_SIZE, type Polygon } from '@maru/listing/search';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Line, startLine } from '../../../../dev/line/line.ts';
import { injectAtDoor } from '../testing/testing-door.ts';

let database: TestDatabase;
let line: Line;
let base: string;
const WANT_ALL = 'want=total,listings,clusters,histogram,sizes,facets,choices&zoom=8&clip=-125,24,-66,49';

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 400 });
  await line.follow();
  base = await line.app.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

describe('the whole question', () => {
  test('every key of the codec is understood, and the answer is what the contract says', async () => {
    const every = [
      'near=33.7,-117.8,160000',
      'price=100000-9000000',
      'monthly=-90000&wholeCost=1&down=25%25&rate=6.1&term=15',
      'beds=1-&baths=1-&sqft=300-&lot=0-&year=1900-&hoa=0-&mello=0-&dom=0-&stories=1-&parking=0-&deposit=0-',
      'facing=s,se&furnished=1&lease=12&from=2030-01-01&new=1&senior=0&schoolDistrict=x&school=a,b',
      'has=ac&open=any&cut=any&commute=car,0800,-40&to=33.7,-117.8&status=active,pending,sold:6m',
      'q=the&not=zzzz',
      'unk=price,monthly,beds,has,commute&sort=commute&page=1',
    ].join('&');
    const { status, body } = await line.get(`/maru/v1/home/list?searchType=sale&${every}&${WANT_ALL}`);
    expect({ status, fields: body.data?.fields }).toEqual({ status: 200, fields: undefined });
    const plain = await line.list(`searchType=sale&${WANT_ALL}`);
    expect(plain.total).toBeGreaterThan(100);
    expect(Object.keys(plain.facets?.has ?? {}).length).toBeGreaterThan(5);
    expect(plain.sizes?.counts.length).toBe(plain.sizes?.edges.length);
    expect(Object.keys(ROUTES.listHomes.response.properties).sort()).toEqual(
      [...Object.keys(plain), 'atLeast', 'leftOut', 'limited', 'loan', 'names'].sort(),
    );
    expect(Object.keys(ROUTES.listHomes.response.properties.facets.properties).sort()).toEqual(
      Object.keys(plain.facets ?? {}).sort(),
    );
    // No home is hidden by this visitor, and no license of this feed limits results.
    expect([...Object.keys(body), 'leftOut', 'limited'].sort()).toEqual(
      Object.keys(ROUTES.listHomes.response.properties).sort(),
    );
    expect(Object.keys(ROUTES.listHomes.response.properties.listings.items.properties).sort()).toEqual(
      [
        ...Object.keys(plain.listings[0] ?? {}),
        'monthlyCost',
        'commuteMinutes',
        'requiredFeesMonthly',
        'closeDate',
      ].sort(),
    );
  });

  test('a sold home is found by its sale price, and has its day and no monthly cost', async () => {
    const { dataset, provider, display } = line.feedSettings;
    const license = async (rules: typeof display) => {
      await line.parts.store.saveDataset({ dataset, provider, rules });
      await line.untilFollowed();
    };
    await license({ ...display, allowSold: true });
    const sold = await line.list('searchType=sale&status=sold:24m&want=total,listings,costs');
    expect(sold.total).toBeGreaterThan(0);
    for (const { homeId, listPrice, closeDate, previousListPrice, monthlyCost } of sold.listings) {
      const { body } = await line.get(`/maru/v1/home?homeId=${homeId}&searchType=sale`);
      expect({ listPrice, closeDate, previousListPrice, monthlyCost }).toEqual({
        listPrice: body.listing.closePrice,
        closeDate: body.listing.closeDate,
        previousListPrice: null,
        monthlyCost: null,
      });
    }
    const { homeId, listPrice: price } = sold.listings.find((one) => one.listPrice !== null)!;
    const found = await line.list(`searchType=sale&status=sold:24m&price=${price}-${price}&want=listings`);
    expect(found.listings.map((one) => one.homeId)).toContain(homeId);
    const offered = await line.list('searchType=sale&want=listings');
    for (const card of offered.listings) expect(card).not.toHaveProperty('closeDate');
    await license(display);
  });

  test('a rental has one rent on its pin, its card and its page', async () => {
    const { clusters } = await line.list('searchType=rent&want=clusters&zoom=20&clip=-125,24,-66,49');
    const pins = clusters?.flatMap((one) => one.home ?? []) ?? [];
    expect(pins.length).toBeGreaterThan(20);
    for (const pin of pins) {
      const card = line.parts.index.findCard(pin.homeId, 'rent');
      const { body } = await line.get(`/maru/v1/home?homeId=${pin.homeId}&searchType=rent`);
      const { listPrice, requiredMonthlyFees: requiredFeesMonthly } = body.listing;
      const page = leadPrice({ searchType: 'rent', listPrice, requiredFeesMonthly });
      expect([leadPrice({ ...pin, searchType: 'rent' }), card && leadPrice(card)]).toEqual([page, page]);
    }
  });

  test('bad values are refused by field', async () => {
    const { status, body } = await line.get(
      '/maru/v1/home/list?near=1,2&monthly=x&rate=99&term=7&has=jacuzzi&to=91,0&commute=plane&cut=-1&open=soon&q=%20&from=2026-02-30',
    );
    expect(status).toBe(400);
    expect(body.data.fields.map((one: { field: string }) => one.field).sort()).toEqual(
      ['near', 'monthly', 'rate', 'term', 'has', 'to', 'commute', 'cut', 'open', 'from'].sort(),
    );
  });

  test('several places are one list, without those that are left out; an unknown one is refused', async () => {
    const total = async (query: string) => (await line.list(`searchType=sale&want=total&${query}`)).total;
    const { listings } = await line.list('searchType=sale&want=listings');
    const zips = [...new Set(listings.map((one) => one.postalCode))].slice(0, 2);
    const [one, other] = zips as [string, string];
    expect(await total(`place=${one}&place=${other}`)).toBe(
      (await total(`place=${one}`)) + (await total(`place=${other}`)),
    );
    expect(await total(`notPlace=${one}`)).toBe((await total('')) - (await total(`place=${one}`)));
    const { status } = await line.get(`/maru/v1/home/list?place=${one}&place=nowhere-zz`);
    expect(status).toBe(404);
  });

  test('a subdivision is a place of its city, in the box with its count and in a search', async () => {
    const { listings } = await line.list('searchType=sale&want=listings');
    const details = await Promise.all(
      listings.map(({ homeId }) => line.get(`/maru/v1/home?homeId=${homeId}&searchType=sale`)),
    );
    const home = details.find(({ body }) => body.listing.subdivisionName !== null && !body.addressWithheld);
    const { subdivisionName: name, city } = home?.body.listing ?? {};
    const { body } = await line.get(`/maru/v1/home/suggest?text=${encodeURIComponent(`${name} ${city}`)}`);
    const [found] = body.suggestions;
    expect(found).toMatchObject({ kind: 'neighborhood', guessed: false });
    expect(found.name).toContain(name);
    expect(found.count).toBeGreaterThan(0);
    const area = await line.list(`searchType=sale&place=${found.slug}&want=total,listings`);
    expect(area.total).toBe(found.count);
    expect(area.listings.map(({ homeId }) => homeId)).toContain(home?.body.homeId);
  });

  test('a street has its homes in any spelling, within the place, and its name as they write it', async () => {
    const every = await line.list('want=listings');
    const home = every.listings.find(
      (one) => !one.addressWithheld && /^\d+ .* Dr$/.test(one.streetLine ?? ''),
    );
    if (home === undefined) throw new Error('no home stands on a drive');
    const name = (home.streetLine ?? '').replace(/^\d+ /, '');
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const { suggestions } = await line
      .get(`/maru/v1/home/suggest?text=${encodeURIComponent(`${name} ${home.postalCode}`)}&limit=20`)
      .then(
        ({ body }) => body as { suggestions: { kind: string; name: string; path: string; count: number }[] },
      );
    const street = suggestions.find(
      (one) => one.kind === 'street' && one.name.startsWith(`${name}, ${home.city}`),
    );
    expect(street?.path).toBe(`/homes/for_sale/${home.postalCode}?street=${slug}`);
    for (const spelling of [slug, slug.replace(/-dr$/, '-drive')]) {
      const found = await line.list(`place=${home.postalCode}&street=${spelling}`);
      expect(found.total).toBe(street?.count);
      expect(found.listings.map(({ homeId }) => homeId)).toContain(home.homeId);
      for (const { streetLine, postalCode } of found.listings)
        expect([streetLine?.replace(/^\d+ /, ''), postalCode]).toEqual([name, home.postalCode]);
      expect(found.names).toEqual({ [`street/${spelling}`]: name });
      const worded = await line.list(`place=${home.postalCode}&street=${spelling}&q=zzzz`);
      expect(worded.total).toBe(0);
    }
    expect((await line.list('street=nobody-lives-here-st')).total).toBe(0);
    expect((await line.get('/maru/v1/home/list?street=%23')).body.data.fields).toEqual([
      { field: 'street', reason: 'malformed' },
    ]);
  });

  const bow = (corners: number): Polygon =>
    Array.from({ length: corners }, (_, i) => [33.7 + ((i % 2) - 0.5) / 5, -117.8 + (i / corners - 0.5) / 5]);

  test.each([
    ['a number that is none', 'bbox=NaN,33,-117,34', 'bbox'],
    ['a number without end', 'bbox=-118,33,-117,Infinity', 'bbox'],
    ['a position that is none', 'near=NaN,NaN,500', 'near'],
    ['a range of what is no number', 'price=NaN-', 'price'],
    ['bounds beyond ±180°', 'bbox=-181,33,-117,34', 'bbox'],
    ['bounds beyond a pole', 'bbox=-118,33,-117,91', 'bbox'],
    ['bounds across the date line', 'bbox=179,10,-179,60', 'bbox'],
    ['bounds of no width', 'bbox=180,-90,180,90', 'bbox'],
    ['bounds upside down', 'bbox=-118,34,-117,33', 'bbox'],
    [
      'a polygon of more points than one may draw',
      `poly=${encodeURIComponent(formatPolygons([bow(501)]))}`,
      'poly',
    ],
    ['a polygon of no points', 'poly=%3F', 'poly'],
    ['a page that is none', 'page=NaN', 'page'],
    ['a zoom that is none', 'bbox=-118,33,-117,34&want=clusters&zoom=NaN', 'zoom'],
  ])('%s is refused and named', async (_, query, field) => {
    const { status, body } = await line.get(`/maru/v1/home/list?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ statusCode: 400, data: { code: 'invalid_request' } });
    expect(body.data.fields.map((one: { field: string }) => one.field)).toContain(field);
  });

  test('a map of the whole country at the finest zoom is told in a bounded number of clusters', async () => {
    const area = 'bbox=-125,24,-66,49&want=clusters,total';
    const fine = await line.get(`/maru/v1/home/list?${area}&zoom=24`);
    const bounded = await line.get(`/maru/v1/home/list?${area}&zoom=7`);
    expect(fine.body.clusters).toEqual(bounded.body.clusters);
    expect(fine.body.clusters.length).toBeLessThan(fine.body.total);
  });

  test('a polygon of 10,000 points is an address too long to be read', async () => {
    const poly = encodeURIComponent(formatPolygons([bow(10_000)]));
    const url = `/maru/v1/home/list?poly=${poly}`;
    const answer = await injectAtDoor(line.app, { url, headers: { host: 'localhost' } });
    expect(answer.statusCode).toBe(414);
    expect(answer.json()).toMatchObject({ statusCode: 414, data: { code: 'uri_too_long' } });
  });

  test.each([
    ['the whole world, ±180° and both poles', 'bbox=-180,-90,180,90&zoom=0'],
    ['the last degree before the date line', 'bbox=179,-90,180,90&zoom=22'],
    ['a circle at ±180°', 'near=0,180,160000'],
    ['a polygon that crosses itself', `poly=${encodeURIComponent(formatPolygons([bow(4)]))}`],
    [
      'a polygon that crosses itself a hundred times',
      `poly=${encodeURIComponent(formatPolygons([bow(100)]))}`,
    ],
    ['the last page', 'page=100'],
  ])('%s is answered', async (_, query) => {
    const { status, body } = await line.get(
      `/maru/v1/home/list?${query}&want=total&want=listings&want=histogram&want=facets`,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: expect.any(Number), asOf: expect.any(String) });
    if (query.startsWith('bbox=-180')) expect(body.total).toBeGreaterThan(100);
  });

  test('a search by monthly cost has homes that may cost more last, counted apart, unless they are left out', async () => {
    const asked = 'searchType=sale&want=total,listings,clusters,facets&zoom=3&clip=-125,24,-66,49';
    const limit = 8_000;
    const all = await line.list(`${asked}&monthly=-${limit}`);
    const whole = await line.list(`${asked}&monthly=-${limit}&wholeCost=1`);
    const atLeast = all.atLeast ?? 0;
    expect(Math.min(atLeast, whole.total)).toBeGreaterThan(0);
    expect([all.total, whole.atLeast]).toEqual([whole.total + atLeast, atLeast]);
    const onMap = ({ clusters = [] }: HomeListAnswer) => clusters.reduce((sum, { count }) => sum + count, 0);
    expect(onMap(all) - onMap(whole)).toBeGreaterThan(0);
    expect(Object.values(all.facets?.type ?? {}).reduce((sum, count) => sum + count)).toBe(all.total);
    for (const sort of ['new', 'price', '-sqft', 'monthly']) {
      const pages = Array.from({ length: Math.ceil(all.total / all.pageSize) }, (_, at) =>
        line.list(`searchType=sale&monthly=-${limit}&sort=${sort}&page=${at + 1}`),
      );
      const listed = (await Promise.all(pages)).flatMap(({ listings }) => listings);
      expect(new Set(listed.map(({ homeId }) => homeId)).size, sort).toBe(all.total);
      expect(listed.map(({ monthlyCost }) => monthlyCost?.isWhole)).toEqual([
        ...Array.from({ length: whole.total }, () => true),
        ...Array.from({ length: atLeast }, () => false),
      ]);
      expect(listed.every(({ monthlyCost }) => (monthlyCost?.amount ?? limit) <= limit)).toBe(true);
    }
  });

  test('cards say their monthly cost and their commute while one asks for them, and not else', async () => {
    const cheap = await line.list('searchType=sale&sort=monthly&down=100%25');
    const costs = cheap.listings.map((card) => card.monthlyCost);
    expect(costs.some((cost) => cost?.isWhole)).toBe(true);
    const whole = costs.filter((cost) => cost?.isWhole).map((cost) => cost?.amount ?? 0);
    expect(whole).toEqual(whole.toSorted((a, b) => a - b));
    expect(cheap.loan).toEqual({ downPercent: 100, downAmount: null, rate: 6.5, years: 30, rateAsOf: null });
    const near = await line.list('searchType=sale&sort=commute&to=33.684,-117.826');
    const minutes = near.listings.map((card) => card.commuteMinutes ?? 0);
    expect(minutes.length).toBeGreaterThan(10);
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
    expect(near.listings[0]).not.toHaveProperty('monthlyCost');
    const wanted = await line.list('searchType=sale&down=100%25&want=listings&want=costs');
    expect(wanted.loan).toMatchObject({ downPercent: 100 });
    const cheapest = new Map(cheap.listings.map(({ homeId, monthlyCost }) => [homeId, monthlyCost]));
    const both = wanted.listings.filter(({ homeId }) => cheapest.has(homeId));
    expect(wanted.listings.every((card) => card.monthlyCost !== undefined)).toBe(true);
    for (const card of both) expect(card.monthlyCost).toEqual(cheapest.get(card.homeId));
    const transit = await line.list(
      'searchType=sale&sort=commute&to=33.684,-117.826&commute=transit,0800,-40&unk=commute',
    );
    expect(new Set(transit.listings.map((card) => card.commuteMinutes))).toEqual(new Set([null]));
    expect((await line.list('searchType=sale')).listings[0]).not.toHaveProperty('commuteMinutes');
  });

  test('a map that asks for costs and no list is told what each single home costs', async () => {
    const where = 'searchType=sale&place=irvine-ca&zoom=18&clip=-118,33.5,-117.5,33.9';
    const { clusters = [], loan } = await line.list(`${where}&want=clusters,costs`);
    const pins = clusters.flatMap(({ home }) => home ?? []);
    expect(pins.length).toBeGreaterThan(0);
    expect(loan).toMatchObject({ rate: 6.5 });
    const cards = await line.list('searchType=sale&place=irvine-ca&want=listings,costs');
    const costs = new Map(cards.listings.map(({ homeId, monthlyCost }) => [homeId, monthlyCost]));
    const both = pins.filter(({ homeId }) => costs.has(homeId));
    expect(both.length).toBeGreaterThan(0);
    for (const { homeId, monthlyCost } of both) expect(monthlyCost).toEqual(costs.get(homeId));
    const plain = await line.list(`${where}&want=listings,clusters,costs`);
    expect(plain.clusters?.some(({ home }) => home?.monthlyCost !== undefined)).toBe(false);
  });

  test('a map leaves homes out that it is told to, and nothing else of the answer does', async () => {
    const where =
      'searchType=sale&place=irvine-ca&zoom=12&clip=-118,33.5,-117.5,33.9&want=total,listings,clusters';
    const all = await line.list(where);
    const onMap = ({ clusters = [] }: { clusters?: { count: number }[] }) =>
      clusters.reduce((sum, { count }) => sum + count, 0);
    const hidden = all.listings.filter(({ latitude }) => latitude !== null).slice(0, 3);
    const rest = await line.list(`${where}&without=${hidden.map(({ homeId }) => homeId).join()}`);
    expect(onMap(rest)).toBe(onMap(all) - 3);
    expect(rest).toMatchObject({ total: all.total, leftOut: 3, listings: all.listings });
    expect(all).not.toHaveProperty('leftOut');
    const many = Array.from({ length: 301 }, (_, at) => `h${at}`).join();
    for (const without of [many, 'Robert%27);']) {
      const answer = await fetch(`${base}/maru/v1/home/list?${where}&without=${without}`);
      expect(await answer.json()).toMatchObject({
        statusCode: 400,
        data: { fields: [{ field: 'without' }] },
      });
    }
  });

  test('words of the listing are found, and without the database only they are not', async () => {
    const word = await line.list('searchType=sale&q=kitchen&want=total');
    const none = await line.list('searchType=sale&not=kitchen&want=total');
    const all = await line.list('searchType=sale&want=total');
    expect(word.total).toBeGreaterThan(0);
    expect(word.total + none.total).toBe(all.total);
  });
});

describe('answers that are kept', () => {
  const url = (query: string) => `${base}/maru/v1/home/list?${query}`;

  test('one question however it is written has one answer, and a tag by which it is not sent again', async () => {
    const first = await fetch(url('searchType=sale&beds=2-&hoa=-500'));
    const etag = first.headers.get('etag') ?? '';
    const body = await first.text();
    expect(etag).toMatch(/^"[\w-]{22}(-br|-gzip)?"$/);
    for (const query of ['hoa=-500&beds=2-', 'searchType=sale&beds=2-&hoa=-500']) {
      const again = await fetch(url(query), { headers: { 'if-none-match': etag } });
      expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
      expect(await (await fetch(url(query))).text()).toBe(body);
    }
    const gzip = await fetch(url('beds=2-&hoa=-500'), { headers: { 'accept-encoding': 'gzip' } });
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gzip.headers.get('etag')).not.toBe(etag.replace('-gzip', ''));
    expect(await gzip.text()).toBe(body);
  });

  test('a kept answer has the headers of every other one', async () => {
    const query = `baths=1-&price=${Date.now() % 1000}-`;
    const names = async () =>
      [...(await fetch(url(query))).headers.keys()].filter((one) => !/^(date|x-ratelimit)/.test(one));
    const first = await names();
    expect((await names()).sort()).toEqual(first.sort());
  });

  test('who ask the same at once wait for one search; it ends when all of them have gone', async () => {
    const { engine } = line.parts;
    const search = engine.searchListings.bind(engine);
    let [asked, aborted] = [0, 0];
    const go = Promise.withResolvers<void>();
    engine.searchListings = async (request, listingOf, signal) => {
      asked += 1;
      signal?.addEventListener('abort', () => {
        aborted += 1;
      });
      await go.promise;
      return await search(request, listingOf, signal);
    };
    try {
      const all = [1, 2, 3].map(() => fetch(url('beds=3-&dom=-9')).then((one) => one.json()));
      const leaving = [new AbortController(), new AbortController()];
      const left = leaving.map((one) =>
        fetch(url('beds=4-&dom=-9'), { signal: one.signal }).catch((error: Error) => error.name),
      );
      await expect.poll(() => asked).toBe(2);
      leaving[0]?.abort();
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(aborted).toBe(0);
      leaving[1]?.abort();
      await expect.poll(() => aborted).toBe(1);
      expect(await Promise.all(left)).toEqual(['AbortError', 'AbortError']);
      go.resolve();
      const answers = (await Promise.all(all)) as HomeListAnswer[];
      expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(asked).toBe(2);
    } finally {
      engine.searchListings = search;
    }
  });

  test('a change is in the next answer, also in the card that was kept', async () => {
    const query = 'searchType=sale&sort=-price';
    const before = (await (await fetch(url(query))).json()) as HomeListAnswer;
    const card = before.listings[1];
    const row = line.market.properties.find((one) => one.ListingId === card?.listingId);
    await line.control('change', [{ ListingKey: row?.ListingKey, ListPrice: 987_654_321 }]);
    await line.catchUp();
    const after = (await (await fetch(url(query))).json()) as HomeListAnswer;
    expect(after.listings[0]).toMatchObject({ homeId: card?.homeId, listPrice: 987_654_321 });
  });

  test('pages that are read while homes change: no home twice in one, each says of when it is, none fails', async () => {
    let isDone = false;
    const rows = line.market.properties.filter((row) => row.ListPrice !== undefined);
    const changing = (async () => {
      for (let turn = 0; !isDone; turn += 1) {
        const changes = Array.from({ length: 20 }, (_, i) => ({
          ListingKey: rows[(turn * 20 + i) % rows.length]?.ListingKey,
          ListPrice: 200_000 + ((turn * 7_919 + i * 104_729) % 900_000),
        }));
        await line.control('change', changes);
        await line.catchUp();
      }
      return line.parts.index.version();
    })();
    const before = line.parts.index.version();
    const instants: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const answer = await fetch(url(`searchType=sale&sort=price&page=${page}`));
        expect(answer.status).toBe(200);
        const { total, listings, asOf } = (await answer.json()) as HomeListAnswer;
        const ids = listings.map((card) => card.homeId);
        expect(new Set(ids).size).toBe(ids.length);
        const prices = listings.flatMap((card) => card.listPrice ?? []);
        expect(prices).toEqual(prices.toSorted((a, b) => a - b));
        instants.push(Date.parse(asOf ?? ''));
        pages = Math.ceil(total / PAGE_SIZE);
      }
    }
    isDone = true;
    expect(await changing).not.toBe(before);
    expect(instants.every(Number.isFinite)).toBe(true);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
  });
});
