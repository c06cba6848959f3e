import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublicFetch, isLoopbackAddress, type PublicFetch } from '../http/public-fetch.ts';
import { VideoFacts } from './video-facts.ts';

let server: Server;
let port = 0;
let dataDir = '';
let asked: string[] = [];
let warned: unknown[] = [];

beforeAll(async () => {
  const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#27ae60' } })
    .jpeg()
    .toBuffer();
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${request.headers.host}${url.pathname}`);
    if (url.pathname !== '/oembed') return response.end(picture);
    const facts = { title: 'Escrow', thumbnail_url: `http://i.ytimg.com:${port}/p.jpg` };
    return response.end(JSON.stringify(facts));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
  dataDir = await mkdtemp(join(tmpdir(), 'maru-videos-'));
});
afterAll(async () => {
  server.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** What is kept of a video when the host of its picture resolves to the server of this test. */
async function askOnce(youtubeId: string, alsoAllow?: (address: string) => boolean) {
  const kept: unknown[] = [];
  const unasked = [[youtubeId]];
  const publicFetch: PublicFetch = createPublicFetch({
    ...(alsoAllow === undefined ? {} : { alsoAllow }),
    resolve: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const videos = new VideoFacts({
    store: {
      videos: {
        listUnfetched: async () => unasked.shift() ?? [],
        keepFacts: async (_id: string, facts: unknown) => void kept.push(facts),
      } as never,
    },
    settings: { youtubeOembedUrl: `http://127.0.0.1:${port}/oembed`, s3: null, dataDir },
    log: { warn: (...facts: unknown[]) => void warned.push(facts[1]) },
    now: Date.now,
    publicFetch,
  });
  asked = [];
  warned = [];
  await videos.ask();
  return { kept, videos, picture: await videos.picture(youtubeId) };
}

test('a picture of a video comes from a public address alone, whatever its host resolves to', async () => {
  const { kept, picture } = await askOnce('inside00001');
  expect(asked).toEqual([`127.0.0.1:${port}/oembed`]);
  expect(kept).toEqual([{ title: null, hasPicture: false, failed: true }]);
  expect(picture).toBeUndefined();

  const outside = await askOnce('outside0001', isLoopbackAddress);
  expect(asked).toEqual([`127.0.0.1:${port}/oembed`, `i.ytimg.com:${port}/p.jpg`]);
  expect(outside.kept).toEqual([{ title: 'Escrow', hasPicture: true, failed: false }]);
  expect((await sharp(outside.picture).metadata()).format).toBe('webp');
});

test('a damaged picture of a video is as good as none', async () => {
  const { videos, picture } = await askOnce('damaged0001', isLoopbackAddress);
  expect(picture?.length).toBeGreaterThan(0);
  for (const bytes of [picture!.length - 1, 0]) {
    await truncate(join(dataDir, 'uploads', 'videos', 'damaged0001.webp'), bytes);
    expect(await videos.picture('damaged0001')).toBeUndefined();
  }
  expect(warned).toEqual(['stored image is damaged']);
});
