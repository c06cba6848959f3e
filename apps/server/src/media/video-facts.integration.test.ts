import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask, fillMarket, findHomeId, realtorBody } from '../testing/testing-people.ts';

let site: TestApp;
let youtube: Server;
let admin: TestCaller;
const asked: string[] = [];
/** Bytes of an answer without end, by the time that nobody reads it any more. */
const poured: number[] = [];
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);
const VIDEOS = '/maru/v1/realtor-youtube';

beforeAll(async () => {
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#27ae60' } })
    .jpeg()
    .toBuffer();
  youtube = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(url.pathname);
    if (url.pathname === '/oembed') {
      const id = new URL(url.searchParams.get('url') ?? '').searchParams.get('v') ?? '';
      if (id.startsWith('gone')) return response.writeHead(404).end();
      if (id.startsWith('endless')) return pour(response);
      const elsewhere = id.startsWith('evil')
        ? 'http://169.254.169.254/secret'
        : `http://${request.headers.host}/p.jpg`;
      const facts = { title: `How escrow\nworks ${id}`, thumbnail_url: elsewhere };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(facts));
    }
    return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
  });
  await new Promise<void>((done) => youtube.listen(0, '127.0.0.1', done));
  const { port } = youtube.address() as AddressInfo;
  site = await startTestApp({
    env: { YOUTUBE_OEMBED_URL: `http://127.0.0.1:${port}/oembed`, CONTACTS_AN_HOUR: '1000' },
  });
  admin = await createCaller(site.parts, { role: 'admin' });
  await fillMarket(site.parts.store);
});
afterAll(async () => {
  await (site as TestApp | undefined)?.close();
  youtube.close();
});

function pour(response: ServerResponse): void {
  const more = Buffer.alloc(64 * 1024, ' ');
  let bytes = 0;
  const write = () => {
    while (!response.destroyed && response.write(more)) bytes += more.length;
    response.once('drain', write);
  };
  response.once('close', () => poured.push(bytes));
  response.writeHead(200, { 'content-type': 'application/json' });
  write();
}

async function newRealtor(licenseNumber: string, isVerified = true) {
  const caller = await createCaller(site.parts, { role: 'realtor' });
  const email = `r${licenseNumber}@realtors.example.com`;
  const made = await call('POST /maru/v1/realtor', {
    body: realtorBody({ licenseNumber, email }),
    headers: caller.headers,
  });
  if (isVerified) {
    await call(`PUT /maru/v1/admin/realtor/${made.body.realtorId}/verification`, {
      body: { verification: 'verified' },
      headers: admin.headers,
    });
  }
  return { headers: caller.headers, realtorId: made.body.realtorId as string };
}

test('title and picture of a video are asked for once, by us, and kept', async () => {
  const jane = await newRealtor('01111111');
  const post = async (url: string, title?: string) =>
    (await call(`POST ${VIDEOS}`, { body: { url, ...(title ? { title } : {}) }, headers: jane.headers }))
      .body;
  const { videoId } = await post('https://youtu.be/escrow00001');
  await post('https://youtu.be/gone0000001');
  await post('https://youtu.be/evil0000001', 'My own words');
  const find = async () =>
    (await call(`GET ${VIDEOS}?realtorId=${jane.realtorId}`)).body.items as {
      videoId: string;
      title: string | null;
      picture: string | null;
    }[];
  await expect.poll(async () => (await find()).filter(({ title }) => title !== null).length).toBe(2);
  const shown = await find();
  expect(shown.find((one) => one.videoId === videoId)).toMatchObject({
    title: 'How escrow works escrow00001',
    picture: '/uploads/youtube/escrow00001.webp',
  });
  // A picture elsewhere is not asked for; what the realtor says stands before what YouTube does.
  expect(shown.filter(({ picture }) => picture !== null).length).toBe(1);
  expect(shown.find(({ title }) => title === 'My own words')).toBeDefined();
  const picture = await call('GET /uploads/youtube/escrow00001.webp');
  expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 270 });
  expect((await call('GET /uploads/youtube/nothing0001.webp')).status).toBe(404);
  await expect.poll(() => asked.length).toBe(4);
  const before = asked.length;
  await post('https://youtu.be/escrow00002');
  await expect.poll(async () => (await find())[0]?.title).toContain('escrow00002');
  expect(asked.length - before).toBe(2);

  // What has no end is not read to one.
  await post('https://youtu.be/endless0001', 'Endless');
  await expect.poll(() => poured.length).toBe(1);
  expect(poured[0]).toBeLessThan(64 * 1024 * 1024);
  expect((await find()).find(({ title }) => title === 'Endless')?.picture).toBeNull();
});

test('rule R2: a video of a realtor whose license nobody has checked stands beside no home', async () => {
  const homeId = await findHomeId(site.parts.store, 'k1');
  const beside = async () =>
    (await call(`GET ${VIDEOS}?homeId=${homeId}`)).body.items.map(
      (one: { youtubeId: string }) => one.youtubeId,
    );
  const [first, second, third, waiting] = [
    await newRealtor('02222221'),
    await newRealtor('02222222'),
    await newRealtor('02222223'),
    await newRealtor('02222224', false),
  ];
  const add = (who: { headers: Record<string, string> }, id: string, place: string) =>
    call(`POST ${VIDEOS}`, {
      body: { url: `https://youtu.be/${id}`, places: [place] },
      headers: who.headers,
    });
  await add(waiting, 'waiting0001', 'irvine-ca');
  await add(first, 'elsewhere01', 'koreatown-los-angeles-ca');
  await add(first, 'county00001', 'orange-county-ca');
  expect(await beside()).toEqual([]);
  await add(first, 'irvine00001', 'irvine-ca');
  await add(first, 'irvine00002', 'irvine-ca');
  await add(second, 'zip00000001', '92620');
  await add(third, 'irvine00003', 'irvine-ca');
  // Two, of two realtors, the newest; where the home is, and not only in its county.
  expect(await beside()).toEqual(['irvine00003', 'zip00000001']);
  await call(`PUT /maru/v1/admin/realtor/${waiting.realtorId}/verification`, {
    body: { verification: 'verified' },
    headers: admin.headers,
  });
  const elsewhere = await findHomeId(site.parts.store, 'k4');
  expect((await call(`GET ${VIDEOS}?homeId=${elsewhere}`)).status).toBe(200);
  expect((await call(`GET ${VIDEOS}?homeId=zzz`)).body.items).toEqual([]);
});

test('videos that come as one list are listed as they were given, above those that were there', async () => {
  const own = await newRealtor('03333330');
  const add = (ids: string[]) =>
    call(`POST ${VIDEOS}/batch`, { body: { videos: ids.map((url) => ({ url })) }, headers: own.headers });
  const shown = async () =>
    (await call(`GET ${VIDEOS}?realtorId=${own.realtorId}`)).body.items.map(
      (one: { youtubeId: string }) => one.youtubeId,
    );
  await call(`POST ${VIDEOS}`, { body: { url: 'earlier0001' }, headers: own.headers });
  const ids = Array.from({ length: 8 }, (_, at) => `inorder000${(at * 5) % 8}`);
  const made = await add(ids.toSpliced(3, 0, 'earlier0001'));
  expect(made.body.results[0].video.youtubeId).toBe(ids[0]);
  expect(made.body.results[3].result).toBe('exists');
  expect(await shown()).toEqual([...ids, 'earlier0001']);
});

test('a realtor’s videos stand in their own order, are hidden and shown, and are nobody else’s to change', async () => {
  const [own, rival] = [await newRealtor('03333331'), await newRealtor('03333332')];
  const ids: string[] = [];
  for (const id of ['order000001', 'order000002', 'order000003']) {
    const made = await call(`POST ${VIDEOS}`, { body: { url: id, captions: ['ko'] }, headers: own.headers });
    ids.push(made.body.videoId);
  }
  const shown = async () =>
    (await call(`GET ${VIDEOS}?realtorId=${own.realtorId}`)).body.items.map(
      (one: { videoId: string }) => one.videoId,
    );
  expect(await shown()).toEqual([...ids].reverse());
  const order = (videoIds: string[], headers = own.headers) =>
    call(`PUT ${VIDEOS}/order`, { body: { videoIds }, headers });
  expect((await order([ids[0]!, ids[2]!, ids[1]!])).status).toBe(204);
  expect(await shown()).toEqual([ids[0], ids[2], ids[1]]);
  await order([ids[1]!], rival.headers);
  expect(await shown()).toEqual([ids[0], ids[2], ids[1]]);
  const pages: string[] = [];
  let cursor = '';
  do {
    const page = (await call(`GET ${VIDEOS}?realtorId=${own.realtorId}&limit=1${cursor}`)).body;
    pages.push(...page.items.map((one: { videoId: string }) => one.videoId));
    cursor = page.next === undefined ? '' : `&cursor=${page.next}`;
  } while (cursor !== '');
  expect(pages).toEqual(await shown());
  const change = (body: object, headers = own.headers) =>
    call(`PATCH ${VIDEOS}/${ids[0]}`, { body, headers });
  expect((await change({ state: 'draft' })).body).toMatchObject({ state: 'draft', captions: ['ko'] });
  expect(await shown()).toEqual([ids[2], ids[1]]);
  expect((await change({ state: 'published', title: 'Escrow' }, rival.headers)).status).toBe(404);
  await call(`PUT /maru/v1/admin/realtor-youtube/${ids[0]}/moderation`, {
    body: { state: 'refused' },
    headers: admin.headers,
  });
  expect((await change({ state: 'published' })).status).toBe(409);
  expect((await call(`DELETE ${VIDEOS}/${ids[0]}`, { headers: rival.headers })).status).toBe(404);
  expect((await call(`DELETE ${VIDEOS}/${ids[0]}`, { headers: own.headers })).status).toBe(204);
});
