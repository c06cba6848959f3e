import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PictureParts, Pictures } from '../media/pictures.ts';
import { SourceLogos } from '../media/source-logos.ts';
import { registerErrors } from '../plugins/errors.ts';
import { registerMediaRoutes, registerSourceLogoRoute } from './media.ts';

const run = promisify(execFile);
let source: Server;
let host = '';
let asked = 0;
let isAway = false;
let body: Buffer;
let folder = '';

beforeAll(async () => {
  body = await sharp({ create: { width: 1024, height: 768, channels: 3, background: '#8a6' } })
    .jpeg()
    .toBuffer();
  source = createServer((_, response) => {
    asked += 1;
    if (isAway) response.writeHead(500).end();
    else response.end(body);
  });
  await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
  host = `127.0.0.1:${(source.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'maru-media-'));
});
afterAll(async () => {
  source.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  asked = 0;
  isAway = false;
});

/** The route alone, over one folder: each is a process that has nothing in memory. */
function start(
  dataDir: string,
  more: Partial<PictureParts> = {},
): { app: FastifyInstance; pictures: Pictures } {
  const pictures = new Pictures({
    store: { findMedia: async () => ({ dataset: 'kc', mediaUrl: `http://${host}/1.jpg` }) as never },
    dataDir,
    mediaHosts: () => [host],
    allowLoopback: true,
    effort: 0,
    ...more,
  });
  const app = Fastify();
  registerErrors(app);
  registerMediaRoutes(app, { pictures });
  return { app, pictures };
}

const idOf = (letter: string) => letter.repeat(22);
const get = (app: FastifyInstance, letter: string, format = 'webp') =>
  app.inject(`/media/${idOf(letter)}/480.${format}`);
const fileOf = (dataDir: string, letter: string, format: string) =>
  join(dataDir, 'pictures', letter.repeat(2), `${idOf(letter)}-480.${format}`);
const OK = { statusCode: 200, headers: { 'cache-control': 'public, max-age=86400' } };

test.each(['avif', 'webp'])('a damaged picture (%s) is made anew, and never sent', async (format) => {
  const dataDir = join(folder, `damaged-${format}`);
  const first = start(dataDir);
  const whole = (await get(first.app, 'a', format)).rawPayload;
  await first.app.close();
  const file = fileOf(dataDir, 'a', format);
  const stored = await readFile(file);
  const overwritten = Buffer.from(stored).fill(0x5a, 64, stored.length - 40);
  const damaged = [
    Buffer.alloc(0),
    Buffer.alloc(whole.length),
    Buffer.from('<html>no picture at all'),
    whole.subarray(0, whole.length - 1),
    whole.subarray(0, 16),
    Buffer.concat([whole, whole.subarray(0, 7)]),
    // The signature and the length are right, as after a failed disk.
    overwritten,
    // As kept by versions without a digest.
    whole,
  ];
  for (const bytes of damaged) {
    await writeFile(file, bytes);
    asked = 0;
    const warned: unknown[] = [];
    const { app } = start(dataDir, { warn: (facts, message) => void warned.push([message, facts.bytes]) });
    const answer = await get(app, 'a', format);
    expect(answer).toMatchObject(OK);
    expect(answer.rawPayload).toEqual(whole);
    expect(asked).toBe(1);
    expect(warned).toEqual([['stored image is damaged', bytes.length]]);
    await app.close();
    expect(await readFile(file)).toEqual(stored);
  }

  await writeFile(file, damaged[3]!);
  isAway = true;
  const { app } = start(dataDir);
  const answer = await get(app, 'a', format);
  expect(answer).toMatchObject({ statusCode: 503, headers: { 'cache-control': 'no-store' } });
  await app.close();
});

const FULL = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

test('photos are answered while the disk is full, which is logged once a minute', async () => {
  const warned: unknown[] = [];
  let now = 0;
  const { app, pictures } = start(folder, {
    files: {
      read: async () => undefined,
      write: async () => {
        throw FULL;
      },
    },
    now: () => now,
    warn: (facts, message) => void warned.push([message, facts]),
  });
  for (const letter of 'abcd') expect(await get(app, letter)).toMatchObject(OK);
  await pictures.settle();
  expect(warned).toEqual([['picture could not be written to disk', { err: FULL, times: 1 }]]);
  now += 60_000;
  expect(await get(app, 'a')).toMatchObject(OK);
  await pictures.settle();
  expect(warned[1]).toEqual(['picture could not be written to disk', { err: FULL, times: 4 }]);
  expect(warned).toHaveLength(2);
  await app.close();
});

test('a photo is answered before it is kept, and made once until it is', async () => {
  const written: string[] = [];
  const disk = Promise.withResolvers<void>();
  const { app, pictures } = start(folder, {
    files: {
      read: async () => undefined,
      write: async (key) => {
        written.push(key);
        await disk.promise;
      },
    },
  });
  const first = await pictures.load(idOf('a'), 480, 'webp');
  expect(await pictures.load(idOf('a'), 480, 'webp')).toBe(first);
  expect(written).toEqual([`aa/${idOf('a')}-480.webp`]);

  // A disk that hangs: what is written at once has a limit, what is answered has none.
  const warned: unknown[] = [];
  const ids = Array.from({ length: 70 }, (_, at) => `hang${at}`.padEnd(22, '_'));
  const hanging = start(folder, {
    files: { read: async () => undefined, write: () => disk.promise },
    warn: (facts) => void warned.push(facts),
  });
  for (const id of ids) await hanging.pictures.load(id, 320, 'webp');
  expect(warned).toEqual([{ writing: 64, times: 1 }]);
  disk.resolve();
  await app.close();
  await hanging.app.close();
});

test('a disk that cannot be read does not keep photos from being made', async () => {
  const warned: string[] = [];
  const failed = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  const { app } = start(folder, {
    files: { read: () => Promise.reject(failed), write: async () => undefined },
    warn: (_, message) => void warned.push(message),
  });
  expect(await get(app, 'a')).toMatchObject(OK);
  expect(await get(app, 'b')).toMatchObject(OK);
  expect(warned).toEqual(['picture could not be read from disk']);
  await app.close();
});

/** A file system of 1 MB; undefined where this process may not mount one. */
async function mountSmall(): Promise<string | undefined> {
  const path = join(folder, 'small');
  await mkdir(path);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', path]);
    return path;
  } catch {
    return undefined;
  }
}

test('a disk that is really full, where this machine lets us mount one', async ({ skip }) => {
  const path = await mountSmall();
  if (path === undefined) return skip();
  try {
    const before = start(path);
    const kept = (await get(before.app, 'a')).rawPayload;
    await before.app.close();
    const ballast = join(path, 'ballast');
    await writeFile(ballast, Buffer.alloc(2 ** 21)).catch(() => undefined);
    await expect(writeFile(join(path, 'one-more'), 'byte')).rejects.toMatchObject({ code: 'ENOSPC' });

    asked = 0;
    const warned: unknown[] = [];
    const full = start(path, { warn: ({ err }) => void warned.push((err as NodeJS.ErrnoException).code) });
    const again = await get(full.app, 'a');
    expect(again).toMatchObject(OK);
    expect(again.rawPayload).toEqual(kept);
    expect(asked).toBe(0);
    for (const letter of 'bcd') expect(await get(full.app, letter)).toMatchObject(OK);
    await full.app.close();
    expect(warned).toEqual(['ENOSPC']);
    const names = async (letter: string) =>
      readdir(dirname(fileOf(path, letter, 'webp'))).catch(() => [] as string[]);
    expect([await names('b'), await names('c')]).toEqual([[], []]);

    await rm(ballast);
    const roomy = start(path);
    expect(await get(roomy.app, 'b')).toMatchObject(OK);
    await roomy.app.close();
    expect(await names('b')).toEqual([`${idOf('b')}-480.webp`]);
  } finally {
    await run('umount', [path]);
  }
});

test('the logo of an MLS is loaded once and made small; one that cannot be loaded is not found', async () => {
  const app = Fastify();
  registerErrors(app);
  const labels: Record<string, { logoUrl?: string }> = {
    kc: { logoUrl: `http://${host}/logo.jpg` },
    plain: {},
  };
  const datasets = new Map(Object.entries(labels).map(([name, one]) => [name, { rules: { labels: one } }]));
  registerSourceLogoRoute(app, {
    clock: { datasets } as never,
    logos: new SourceLogos({ warn: () => undefined }),
  });
  const load = (dataset: string) => app.inject(`/media/source/${dataset}.webp`);
  const logo = await load('kc');
  expect(logo).toMatchObject(OK);
  expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 128, height: 96 });
  await load('kc');
  expect(asked).toBe(1);
  for (const dataset of ['plain', 'none']) expect((await load(dataset)).statusCode).toBe(404);

  isAway = true;
  labels.plain!.logoUrl = `http://${host}/other.jpg`;
  expect((await load('plain')).statusCode).toBe(404);
  await load('plain');
  expect(asked).toBe(2);
});

test('a drawing (SVG) is no photo and no logo: a small one can take minutes to draw', async () => {
  const jpeg = body;
  body = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="9" height="9"/></svg>',
  );
  try {
    const { app } = start(await mkdtemp(join(folder, 'svg-')));
    expect((await get(app, 's')).statusCode).toBe(404);
    expect(await new SourceLogos({ warn: () => undefined }).load(`http://${host}/logo.svg`)).toBeUndefined();
  } finally {
    body = jpeg;
  }
});
