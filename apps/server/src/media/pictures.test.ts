import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseUnavailable } from '@maru/store';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runVisit } from '../front-door/current-visit.ts';
import { Pictures } from './pictures.ts';

let server: Server;
let host = '';
let asked = 0;
const held: ServerResponse[] = [];
let release: NodeJS.Timeout | undefined;
let mostAtOnce = 0;
let dataDir = '';

beforeAll(async () => {
  const jpeg = await sharp({ create: { width: 1024, height: 768, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer();
  const telling = await sharp(jpeg)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><title>123 Oak St</title></x:xmpmeta>')
    .withExif({
      IFD0: { ImageDescription: '123 Oak St' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '33/1 40/1 1234/100' },
    })
    .toBuffer();
  server = createServer((request, response) => {
    asked += 1;
    if (request.url === '/gone.jpg') response.writeHead(404).end();
    else if (request.url === '/away.jpg')
      response.writeHead(302, { location: 'http://elsewhere.example/' }).end();
    else if (request.url === '/slow.jpg') {
      held.push(response);
      mostAtOnce = Math.max(mostAtOnce, held.length);
      // As many as come: until a moment has passed since the last, so that a busy machine is no reason for fewer.
      clearTimeout(release);
      release = setTimeout(() => {
        for (const one of held.splice(0)) one.end(jpeg);
      }, 200);
    } else if (request.url === '/telling.jpg') response.end(telling);
    else if (request.url === '/words.jpg') response.end('<p>no picture at all</p>');
    else response.setHeader('content-type', 'image/jpeg').end(jpeg);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  dataDir = await mkdtemp(join(tmpdir(), 'maru-pictures-'));
});
afterAll(async () => {
  server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const picturesOf = (mediaUrl: string, options: { hosts?: string[]; allowLoopback?: boolean } = {}) =>
  new Pictures({
    store: { findMedia: async () => ({ dataset: 'kc', mediaUrl }) as never },
    dataDir,
    mediaHosts: () => options.hosts ?? [host],
    allowLoopback: options.allowLoopback ?? true,
    effort: 0,
  });
const idOf = (letter: string) => letter.repeat(22);

test('a photo is fetched once for all who ask, made smaller, and kept', async () => {
  const pictures = picturesOf(`http://${host}/1.jpg`);
  asked = 0;
  const [avif, webp] = await Promise.all([
    pictures.load(idOf('a'), 480, 'avif'),
    pictures.load(idOf('a'), 480, 'webp'),
  ]);
  expect((await sharp(avif).metadata()).width).toBe(480);
  expect((await sharp(webp).metadata()).format).toBe('webp');
  await pictures.load(idOf('a'), 480, 'avif');
  expect(asked).toBe(1);
});

test('pitfall F19: what an original tells of its place (EXIF, XMP) is not in our copy', async () => {
  const original = Buffer.from(await (await fetch(`http://${host}/telling.jpg`)).arrayBuffer());
  expect((await sharp(original).metadata()).exif?.includes('123 Oak St')).toBe(true);
  expect(original.includes('<title>123 Oak St')).toBe(true);
  const pictures = picturesOf(`http://${host}/telling.jpg`);
  for (const format of ['avif', 'webp'] as const) {
    const copy = await pictures.load(idOf('m'), 480, format);
    const { exif, xmp, iptc } = await sharp(copy).metadata();
    expect([exif, xmp, iptc, copy.includes('Oak St')]).toEqual([undefined, undefined, undefined, false]);
  }
});

test('a copy that was kept is not shown any more when its listing is not', async () => {
  let answer: () => Promise<unknown> = async () => ({ dataset: 'kc', mediaUrl: `http://${host}/1.jpg` });
  let now = 0;
  const pictures = new Pictures({
    store: { findMedia: async () => (await answer()) as never },
    dataDir,
    mediaHosts: () => [host],
    allowLoopback: true,
    effort: 0,
    now: () => now,
  });
  const load = () => pictures.load(idOf('f'), 480, 'webp');
  await load();
  now += 60_000;
  answer = async () => {
    throw new DatabaseUnavailable('away');
  };
  await expect(load()).resolves.toBeDefined();
  now += 60_000;
  answer = async () => undefined;
  await expect(load()).rejects.toMatchObject({ statusCode: 404 });
});

test('however many are asked for, a few originals are fetched at once', async () => {
  const pictures = picturesOf(`http://${host}/slow.jpg`);
  const ids = Array.from({ length: 30 }, (_, i) => `slow${i}`.padEnd(22, '_'));
  const loaded = await Promise.all(ids.map((id) => pictures.load(id, 320, 'webp')));
  expect(loaded).toHaveLength(30);
  expect(mostAtOnce).toBe(8);
});

test('a photo is made before the many that another address has requested', async () => {
  const pictures = picturesOf(`http://${host}/1.jpg`);
  const made: string[] = [];
  const ask = (address: string, i: number) =>
    runVisit({ address, place: undefined, waits: 0 }, async () => {
      await pictures.load(`${address}${i}`.padEnd(22, '_'), 320, 'webp');
      made.push(address);
    });
  const asked = Array.from({ length: 40 }, (_, i) => ask('flood', i));
  await expect.poll(() => made.length, { timeout: 20_000 }).toBeGreaterThan(2);
  await ask('visitor', 0);
  expect(made.length).toBeLessThan(30);
  await Promise.all(asked);
});

test('of a flood of ids that do not exist, 64 of an address and 200 in all wait, and the rest is refused at once', async () => {
  const answered = Promise.withResolvers<undefined>();
  let questions = 0;
  const pictures = new Pictures({
    store: {
      findMedia: async () => {
        questions += 1;
        return await answered.promise;
      },
    },
    dataDir,
    mediaHosts: () => [],
    allowLoopback: false,
    effort: 0,
  });
  const statuses: number[] = [];
  const ask = (i: number, address: string) =>
    runVisit({ address, place: undefined, waits: 0 }, () =>
      pictures.load(`none${i}`.padEnd(22, '_'), 320, 'webp').catch((error: { statusCode: number }) => {
        statuses.push(error.statusCode);
      }),
    );
  const asked = Array.from({ length: 100 }, (_, i) => ask(i, 'one'));
  await expect.poll(() => statuses).toEqual(Array(100 - 8 - 64).fill(503));
  asked.push(...Array.from({ length: 200 }, (_, i) => ask(100 + i, `other${i % 20}`)));
  await expect.poll(() => statuses).toEqual(Array(300 - 8 - 200).fill(503));
  expect(questions).toBe(8);
  answered.resolve(undefined);
  await Promise.all(asked);
  expect(statuses.filter((one) => one === 404)).toHaveLength(208);
  await expect(pictures.load(idOf('z'), 320, 'webp')).rejects.toMatchObject({ statusCode: 404 });
});

test('what the feed calls a photo and is none is not found', async () => {
  await expect(picturesOf(`http://${host}/words.jpg`).load(idOf('g'), 480, 'webp')).rejects.toMatchObject({
    statusCode: 404,
  });
});

test('a host that the feed does not name is never asked', async () => {
  asked = 0;
  const foreign = picturesOf(`http://${host}/1.jpg`, { hosts: ['photos.example'] });
  await expect(foreign.load(idOf('b'), 480, 'avif')).rejects.toMatchObject({ statusCode: 404 });
  expect(asked).toBe(0);
});

test('an address inside our own network is refused outside trial mode', async () => {
  const inside = picturesOf(`http://${host}/1.jpg`, { allowLoopback: false });
  await expect(inside.load(idOf('c'), 480, 'avif')).rejects.toMatchObject({ statusCode: 404 });
  const named = host.replace('127.0.0.1', 'localhost');
  const byName = picturesOf(`http://${named}/1.jpg`, { allowLoopback: false, hosts: [named] });
  asked = 0;
  await expect(byName.load(idOf('h'), 480, 'avif')).rejects.toMatchObject({ statusCode: 404 });
  expect(asked).toBe(0);
});

test('a photo that is gone is not found, one that moves elsewhere is not followed', async () => {
  await expect(picturesOf(`http://${host}/gone.jpg`).load(idOf('d'), 480, 'avif')).rejects.toMatchObject({
    statusCode: 404,
  });
  await expect(picturesOf(`http://${host}/away.jpg`).load(idOf('e'), 480, 'avif')).rejects.toMatchObject({
    statusCode: 503,
  });
});

test('the end does not wait for a host that does not answer, nor for photos that wait for their turn', async () => {
  const silent = createServer();
  const connections: Promise<unknown>[] = [];
  silent.on('request', (request) => connections.push(once(request.socket, 'close')));
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const name = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const pictures = picturesOf(`http://${name}/1.jpg`, { hosts: [name] });
  const ids = Array.from({ length: 20 }, (_, at) => `silent${at}`.padEnd(22, '_'));
  const loads = Promise.allSettled(ids.map((id) => pictures.load(id, 320, 'webp')));
  await expect.poll(() => connections.length).toBe(8);
  await pictures.close();
  for (const outcome of await loads) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { statusCode: 503 } });
  }
  await Promise.all(connections);
  expect(connections).toHaveLength(8);
  silent.close();
});

test('before the end, photos that are being fetched are answered, and those that wait for their turn refused', async () => {
  const asked: ServerResponse[] = [];
  const slow = createServer((_, response) => void asked.push(response));
  await new Promise<void>((done) => slow.listen(0, '127.0.0.1', done));
  const name = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const pictures = picturesOf(`http://${name}/1.jpg`, { hosts: [name] });
  const ids = Array.from({ length: 20 }, (_, at) => `drained${at}`.padEnd(22, '_'));
  const loads = Promise.allSettled(ids.map((id) => pictures.load(id, 320, 'webp')));
  await expect.poll(() => asked.length).toBe(8);
  pictures.drain();
  const jpeg = await (await fetch(`http://${host}/1.jpg`)).arrayBuffer();
  for (const response of asked) response.end(Buffer.from(jpeg));
  const outcomes = (await loads).map((one) => (one.status === 'fulfilled' ? 200 : one.reason.statusCode));
  // Which eight came first is the disk's to say: each looks there before its turn.
  expect(outcomes.toSorted()).toEqual([...Array(8).fill(200), ...Array(12).fill(503)]);
  expect(asked).toHaveLength(8);
  await pictures.close();
  slow.close();
});

test('the end waits for photos that are being written, but not for a disk that hangs', async () => {
  const disk = Promise.withResolvers<void>();
  const pictures = new Pictures({
    store: { findMedia: async () => ({ dataset: 'kc', mediaUrl: `http://${host}/1.jpg` }) as never },
    dataDir,
    files: { read: async () => undefined, write: () => disk.promise },
    mediaHosts: () => [host],
    allowLoopback: true,
    effort: 0,
  });
  await pictures.load(idOf('w'), 320, 'webp');
  let hasEnded = false;
  const ending = pictures.close().then(() => {
    hasEnded = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  disk.resolve();
  await ending;

  const hanging = new Pictures({
    store: { findMedia: async () => ({ dataset: 'kc', mediaUrl: `http://${host}/1.jpg` }) as never },
    dataDir,
    files: { read: async () => undefined, write: () => new Promise(() => undefined) },
    mediaHosts: () => [host],
    allowLoopback: true,
    effort: 0,
    settleWithin: 50,
  });
  await hanging.load(idOf('w'), 320, 'webp');
  await hanging.close();
});
