import { createHash, createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '@maru/listing/time';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BucketFiles, DiskFiles } from './object-files.ts';

const ACCESS = { region: 'us-west-2', accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+a=test' };

/** A bucket on loopback that believes only what is signed as AWS describes it (Signature Version 4), worked out here by hand. */
const objects = new Map<string, { bytes: Buffer; type: string }>();
let server: Server;
let files: BucketFiles;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const key = new URL(request.url ?? '/', 'http://bucket').pathname;
    if (!isSigned(request)) return response.writeHead(403).end();
    const found = objects.get(key);
    if (request.method === 'PUT') {
      objects.set(key, { bytes: Buffer.concat(chunks), type: String(request.headers['content-type']) });
      return response.writeHead(200).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    return found === undefined ? response.writeHead(404).end() : response.writeHead(200).end(found.bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  files = new BucketFiles({ ...ACCESS, endpoint, bucket: 'pictures' });
});
afterAll(() => void server?.close());

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function isSigned(request: IncomingMessage): boolean {
  const url = new URL(request.url ?? '/', 'http://bucket');
  const header = /Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(
    request.headers.authorization ?? '',
  );
  const given = (name: string) => url.searchParams.get(name) ?? '';
  const [credential, names, signature] = header?.slice(1) ?? [
    given('X-Amz-Credential'),
    given('X-Amz-SignedHeaders'),
    given('X-Amz-Signature'),
  ];
  const date = header === null ? given('X-Amz-Date') : String(request.headers['x-amz-date']);
  const [, day = '', region = '', service = ''] = credential?.split('/') ?? [];
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = (names ?? '')
    .split(';')
    .map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const payload = header === null ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, url.pathname, query, headers.join(''), names, payload].join('\n');
  const scope = [day, region, service, 'aws4_request'].join('/');
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  );
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${ACCESS.secretAccessKey}`,
  );
  return hmac(key, text).toString('hex') === signature;
}

describe('files in a bucket', () => {
  test('are written, read and deleted', async () => {
    expect(await files.read('pictures/1.webp')).toBeUndefined();
    await files.write('pictures/1.webp', Buffer.from('picture'), 'image/webp');
    expect(objects.get('/pictures/pictures/1.webp')?.type).toBe('image/webp');
    expect(String(await files.read('pictures/1.webp'))).toBe('picture');
    await files.delete('pictures/1.webp');
    await files.delete('pictures/1.webp');
    expect(await files.read('pictures/1.webp')).toBeUndefined();
  });

  test('come from a browser by an address that takes that type and that many bytes alone', async () => {
    const signed = await files.signPut('incoming/1', { mediaType: 'image/png', bytes: 7, seconds: 600 });
    const url = new URL(signed.url);
    expect(url.searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    expect(url.searchParams.get('X-Amz-Expires')).toBe('600');
    expect(signed.url).not.toContain(ACCESS.secretAccessKey);
    const put = (body: string, headers: Record<string, string>) =>
      fetch(signed.url, { method: 'PUT', body, headers });
    expect((await put('another', { 'content-type': 'text/html' })).status).toBe(403);
    expect((await put('too many', signed.headers)).status).toBe(403);
    expect((await put('picture', signed.headers)).status).toBe(200);
    expect(String(await files.read('incoming/1'))).toBe('picture');
  });

  test('a bucket that is away is said to be that', async () => {
    const away = new BucketFiles({ ...ACCESS, endpoint: 'http://127.0.0.1:1', bucket: 'pictures' });
    await expect(away.read('x')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('files below a folder', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'maru-files-'));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await rm(folder, { recursive: true, force: true });
  });
  const namesOf = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();

  test('are written, read and deleted', async () => {
    const files = new DiskFiles(folder);
    expect(await files.read('ab/1.webp')).toBeUndefined();
    await files.write('ab/1.webp', Buffer.from('picture'));
    await files.write('ab/1.webp', Buffer.from('another'));
    expect(String(await files.read('ab/1.webp'))).toBe('another');
    expect(await namesOf()).toEqual(['1.webp']);
    await files.delete('ab/1.webp');
    await files.delete('ab/1.webp');
    expect(await files.read('ab/1.webp')).toBeUndefined();
  });

  // Windows syncs no folder.
  test.skipIf(process.platform === 'win32')(
    'are on the disk before they have their name, and the name before the write ends',
    async () => {
      const file = join(folder, 'new', 'ab', '1.webp');
      const handle = await open(folder, 'r');
      const prototype = Object.getPrototypeOf(handle) as FileHandle;
      await handle.close();
      const synced: unknown[] = [];
      const sync = prototype.sync;
      vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
        const facts = await this.stat();
        const what = facts.isDirectory() ? 'folder' : `${facts.size} bytes`;
        synced.push([what, existsSync(file)]);
        await sync.call(this);
      });
      await new DiskFiles(folder).write('new/ab/1.webp', Buffer.from('picture'));
      // The folder of the file, and those that its two new folders stand in.
      expect(synced).toEqual([
        ['7 bytes', false],
        ['folder', true],
        ['folder', true],
        ['folder', true],
      ]);
      synced.length = 0;
      await new DiskFiles(folder).write('new/ab/2.webp', Buffer.from('picture'));
      expect(synced).toHaveLength(2);
    },
  );

  test.skipIf(process.platform === 'win32').each(['EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM'])(
    'are written where file system cannot sync directories (%s), with one warning',
    async (code) => {
      const handle = await open(folder, 'r');
      const prototype = Object.getPrototypeOf(handle) as FileHandle;
      await handle.close();
      const sync = prototype.sync;
      const refused = Object.assign(new Error(`${code}: fsync`), { code });
      vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
        if ((await this.stat()).isDirectory()) throw refused;
        await sync.call(this);
      });
      const warned: unknown[] = [];
      const files = new DiskFiles(folder, (facts, message) => void warned.push([message, facts]));
      await files.write('ab/1.webp', Buffer.from('picture'));
      await files.write('ab/2.webp', Buffer.from('picture'));
      expect(await namesOf()).toEqual(['1.webp', '2.webp']);
      expect(warned).toEqual([['file system cannot sync directories', { err: refused, folder }]]);
    },
  );

  test.skipIf(process.platform === 'win32')(
    'a folder that cannot be synced for another reason is an error',
    async () => {
      const handle = await open(folder, 'r');
      const prototype = Object.getPrototypeOf(handle) as FileHandle;
      await handle.close();
      const sync = prototype.sync;
      const failed = Object.assign(new Error('EIO: fsync'), { code: 'EIO' });
      vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
        if ((await this.stat()).isDirectory()) throw failed;
        await sync.call(this);
      });
      await expect(new DiskFiles(folder).write('ab/1.webp', Buffer.from('picture'))).rejects.toBe(failed);
    },
  );

  test('leave nothing when they cannot be written', async () => {
    const files = new DiskFiles(folder);
    // A folder is where the file shall be.
    await mkdir(join(folder, 'ab', '1.webp', 'in-the-way'), { recursive: true });
    await expect(files.write('ab/1.webp', Buffer.from('picture'))).rejects.toThrow();
    expect(await readdir(join(folder, 'ab'))).toEqual(['1.webp']);
  });

  const leave = async (path: string, now: number, minutes: number) => {
    const file = join(folder, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, 'half a pict');
    const at = new Date(now - minutes * MINUTE_MS);
    await utimes(file, at, at);
  };

  test('that were never finished are swept after a while, and only those', async () => {
    const now = Date.now();
    await leave('ab/old.webp.1.next', now, 20);
    await leave('pictures/cd/old.webp.2.next', now, 60 * 24 * 365);
    await leave('ab/new.webp.3.next', now, 1);
    await leave('ab/kept.webp', now, 60 * 24 * 365);
    expect(await new DiskFiles(folder).sweep(now)).toBe(2);
    expect(await namesOf()).toEqual(['kept.webp', 'new.webp.3.next']);
    expect(await new DiskFiles(join(folder, 'nothing')).sweep(now)).toBe(0);
  });

  test('are swept a number at a time, all of them in turn', async () => {
    const now = Date.now();
    const folders = ['aa', 'bb', 'cc', 'dd', 'ee'];
    for (const name of folders) {
      for (const file of ['1.webp', '2.webp', '3.webp.next']) await leave(`${name}/${file}`, now, 20);
    }
    const files = new DiskFiles(folder);
    // Two folders of three files each reach the limit.
    expect([await files.sweep(now, 4), await files.sweep(now, 4), await files.sweep(now, 4)]).toEqual([
      2, 2, 1,
    ]);
    // It begins anew after the last one.
    await leave('aa/4.webp.next', now, 20);
    expect([await files.sweep(now, 4), await files.sweep(now, 4), await files.sweep(now, 4)]).toContain(1);
    expect((await namesOf()).filter((name) => name.endsWith('.next'))).toEqual([]);
  });
});
