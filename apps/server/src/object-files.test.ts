import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BucketFiles } from './object-files.ts';

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
