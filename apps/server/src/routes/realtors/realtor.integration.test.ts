import { truncate } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseSettings } from '../../env.ts';
import { RealtorPictures } from '../../media/realtor-pictures.ts';
import { startTestApp, type TestApp } from '../../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../../testing/testing-callers.ts';
import { ask, realtorBody } from '../../testing/testing-people.ts';

let site: TestApp;
let admin: TestCaller;
let now = Date.now();
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);
const rows = async (sql: string, ...values: unknown[]) =>
  (await site.parts.store.pool.query(sql, values)).rows;

beforeAll(async () => {
  site = await startTestApp({ now: () => now });
  admin = await createCaller(site.parts, { role: 'admin' });
});
afterAll(() => (site as TestApp | undefined)?.close());

async function newRealtor(own: object = {}) {
  const caller = await createCaller(site.parts, { role: 'realtor' });
  const made = await call('POST /maru/v1/realtor', { body: realtorBody(own), headers: caller.headers });
  expect(made.status).toBe(201);
  return {
    ...caller,
    realtorId: made.body.realtorId as string,
    path: `/maru/v1/realtor/${made.body.realtorId}`,
  };
}

async function verify(realtorId: string, verification = 'verified') {
  const body = { verification, note: verification === 'refused' ? 'No such licence.' : null };
  return await call(`PUT /maru/v1/admin/realtor/${realtorId}/verification`, { body, headers: admin.headers });
}

describe('a profile', () => {
  test('is one a person, keeps the zeros of its licence, and makes a user a realtor', async () => {
    const user = await createCaller(site.parts, { role: 'user', email: 'own@example.com' });
    const { email, ...body } = realtorBody();
    const made = await call('POST /maru/v1/realtor', { body, headers: user.headers });
    expect(made.body).toMatchObject({
      licenseNumber: '00123456',
      licenseState: 'CA',
      verification: 'pending',
      email: 'own@example.com',
      licenseUrl: expect.stringContaining('00123456'),
    });
    expect((await site.parts.store.accounts.find(user.userId))?.role).toBe('realtor');
    const twice = await newRealtor();
    const second = await call('POST /maru/v1/realtor', { body: realtorBody(), headers: twice.headers });
    expect([second.status, second.body.data.code]).toEqual([409, 'already_exists']);
  });

  test('of the same Idempotency-Key at one moment is made once', async () => {
    const caller = await createCaller(site.parts, { role: 'realtor' });
    const headers = { ...caller.headers, 'idempotency-key': 'p1' };
    const make = () => call('POST /maru/v1/realtor', { body: realtorBody(), headers });
    const made = await Promise.all([make(), make(), make()]);
    expect(new Set(made.map((one) => `${one.status} ${one.body.realtorId}`)).size).toBe(1);
    const second = await call('POST /maru/v1/realtor', { body: realtorBody(), headers: caller.headers });
    expect(second.status).toBe(409);
  });

  test('is 404 to all but its owner and admins until an admin has checked the licence', async () => {
    const own = await newRealtor();
    const stranger = await newRealtor();
    for (const headers of [undefined, stranger.headers]) {
      expect((await call(`GET ${own.path}`, { headers })).body.data.code).toBe('realtor_not_found');
    }
    expect((await call(`GET ${own.path}`, { headers: own.headers })).body.email).toBe(
      'jane@realtors.example.com',
    );
    expect((await call(`GET ${own.path}`, { headers: admin.headers })).status).toBe(200);
    const list = async (headers: object) =>
      (
        await call('GET /maru/v1/realtor?limit=100', { headers: headers as Record<string, string> })
      ).body.items.map((one: { realtorId: string }) => one.realtorId);
    expect(await list(stranger.headers)).not.toContain(own.realtorId);
    expect(await list(admin.headers)).toContain(own.realtorId);
    expect((await verify(own.realtorId)).body.verification).toBe('verified');
    const shown = await call(`GET ${own.path}`);
    expect(shown.body).toMatchObject({
      name: 'Jane Kim',
      brokerName: 'Maru Realty',
      email: null,
      verificationNote: null,
    });
    expect(await list(stranger.headers)).toContain(own.realtorId);
    expect((await call('GET /maru/v1/realtor?mine=true', { headers: own.headers })).body.items).toHaveLength(
      1,
    );
    const wrong = await call('GET /maru/v1/realtor?mine=true&cursor=no', { headers: own.headers });
    expect(wrong.status).toBe(400);
    expect(wrong.body.data.fields).toEqual([{ field: 'cursor', reason: 'malformed' }]);
  });

  test('another name, licence or broker has to be checked again; a new text has not', async () => {
    const own = await newRealtor();
    await verify(own.realtorId);
    const patch = (body: object) => call(`PATCH ${own.path}`, { body, headers: own.headers });
    expect((await patch({ bioKo: '어바인 콘도를 소개해요.', officeName: null })).body.verification).toBe(
      'verified',
    );
    expect((await patch({ licenseNumber: '00765432' })).body.verification).toBe('pending');
    expect((await call(`GET ${own.path}`)).status).toBe(404);
    await verify(own.realtorId, 'refused');
    expect((await call(`GET ${own.path}`, { headers: own.headers })).body).toMatchObject({
      verification: 'refused',
      verificationNote: 'No such licence.',
    });
    const letters = await rows(
      'select kind from letter where subject_id = $1 order by created_at',
      own.realtorId,
    );
    expect(letters.map((one) => one.kind)).toEqual(['realtor-verified', 'realtor-refused']);
    const audit = await rows(
      'select action from audit_log where subject = $1 order by audit_id',
      own.realtorId,
    );
    expect(audit.map((one) => one.action)).toEqual([
      'realtor.create',
      'realtor.verified',
      'realtor.update',
      'realtor.update',
      'realtor.refused',
    ]);
  });

  test('another email address is checked again, but for the verified one of the account', async () => {
    const caller = await createCaller(site.parts, { role: 'realtor', email: 'jane@account.example' });
    const body = realtorBody({ email: 'jane@office.example' });
    const { realtorId } = (await call('POST /maru/v1/realtor', { body, headers: caller.headers })).body;
    const patch = async (email: string) => {
      await verify(realtorId);
      const changed = await call(`PATCH /maru/v1/realtor/${realtorId}`, {
        body: { email },
        headers: caller.headers,
      });
      return changed.body.verification;
    };
    expect(await patch('victim@elsewhere.example')).toBe('pending');
    expect(await patch('Jane@account.example')).toBe('verified');
    expect(await patch('Jane@account.example')).toBe('verified');
  });

  test('a name in Korean is a name: nobody takes another’s without being checked again', async () => {
    const own = await newRealtor();
    await verify(own.realtorId);
    const { body } = await call(`PATCH ${own.path}`, { body: { nameKo: '박은혜' }, headers: own.headers });
    expect(body).toMatchObject({ nameKo: '박은혜', verification: 'pending' });
    expect((await call(`GET ${own.path}`)).status).toBe(404);
  });

  test('a merge patch leaves what it does not name, takes away what it names null, and sees no change of another window', async () => {
    const own = await newRealtor();
    const first = await call(`GET ${own.path}`, { headers: own.headers });
    const headers = {
      ...own.headers,
      'content-type': 'application/merge-patch+json',
      'if-match': String(first.headers.etag),
    };
    const patched = await call(`PATCH ${own.path}`, { body: { nameKo: null, languages: ['ko'] }, headers });
    expect(patched.body).toMatchObject({
      name: 'Jane Kim',
      nameKo: null,
      languages: ['ko'],
      places: [{ slug: 'irvine-ca' }],
    });
    expect((await call(`PATCH ${own.path}`, { body: { nameKo: 'x' }, headers })).status).toBe(412);
    expect(
      (await call(`DELETE ${own.path}`, { headers: { ...own.headers, 'if-match': '"1"' } })).status,
    ).toBe(412);
  });

  test('is verified as it was looked up: with If-Match no licence that came meanwhile is', async () => {
    const own = await newRealtor();
    const seen = await call(`GET ${own.path}`, { headers: admin.headers });
    await call(`PATCH ${own.path}`, { body: { licenseNumber: '02000001' }, headers: own.headers });
    const path = `PUT /maru/v1/admin/realtor/${own.realtorId}/verification`;
    const body = { verification: 'verified' };
    const late = await call(path, {
      body,
      headers: { ...admin.headers, 'if-match': String(seen.headers.etag) },
    });
    expect([late.status, late.body.data.code]).toEqual([412, 'precondition_failed']);
    const again = await call(`GET ${own.path}`, { headers: admin.headers });
    expect(again.body.verification).toBe('pending');
    const headers = { ...admin.headers, 'if-match': String(again.headers.etag) };
    expect((await call(path, { body, headers })).body).toMatchObject({
      verification: 'verified',
      licenseNumber: '02000001',
    });
  });

  test('is its owner’s alone to change and delete', async () => {
    const own = await newRealtor();
    const other = await newRealtor();
    await verify(own.realtorId);
    expect((await call(`PATCH ${own.path}`, { body: { name: 'Me' }, headers: other.headers })).status).toBe(
      404,
    );
    expect((await call(`DELETE ${own.path}`, { headers: other.headers })).status).toBe(404);
    expect(
      (
        await call(`PUT /maru/v1/admin/realtor/${own.realtorId}/verification`, {
          body: { verification: 'verified' },
          headers: own.headers,
        })
      ).status,
    ).toBe(403);
    expect((await call(`DELETE ${own.path}`, { headers: own.headers })).status).toBe(204);
    expect((await call(`GET ${own.path}`)).status).toBe(404);
    expect((await site.parts.store.accounts.find(own.userId))?.role).toBe('user');
  });

  test.each([
    ['verification', { verification: 'verified' }],
    ['userId', { userId: 'x' }],
    ['role', { role: 'admin' }],
    ['licenseNumber', { licenseNumber: '1234567' }],
    ['licenseState', { licenseState: 'California' }],
    ['languages', { languages: ['xx'] }],
    ['places.0', { places: ['atlantis-zz'] }],
    ['phone', { phone: '123' }],
    ['bioEn', { bioEn: 'x'.repeat(4_001) }],
    ['name', { name: 'Jane\nKim' }],
  ])(
    '%s that may not be set, or cannot be, is a 400 that names it and changes nothing',
    async (field, own) => {
      const caller = await createCaller(site.parts, { role: 'realtor' });
      const answer = await call('POST /maru/v1/realtor', {
        body: { ...realtorBody(), ...own },
        headers: caller.headers,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.data.fields.map((one: { field: string }) => one.field).join()).toContain(field);
      expect(await site.parts.store.realtors.findByUser(caller.userId)).toBeUndefined();
    },
  );

  test('words that keep people out go before the admin (rule R47)', async () => {
    const own = await newRealtor({ bioKo: '한국인만 연락 주세요. 교인 환영' });
    const [review] = await rows(
      `select findings from review where subject_id = $1 and kind = 'fair_housing'`,
      own.realtorId,
    );
    expect(review.findings.map((one: { field: string; rule: string }) => `${one.field} ${one.rule}`)).toEqual(
      ['bioKo national_origin', 'bioKo religion'],
    );
  });
});

describe('a picture', () => {
  const jpeg = () =>
    sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: '#7a9' } })
      .withExif({
        IFD0: { Copyright: 'SECRET-EXIF', Make: 'Camera' },
        IFD3: { GPSLatitude: '33/1 41/1 0/1' },
      })
      .jpeg()
      .toBuffer();

  async function announce(own: { headers: Record<string, string> }, type: string, size: number) {
    return await call(`GET /maru/v1/realtor/upload-url?type=${encodeURIComponent(type)}&size=${size}`, {
      headers: own.headers,
    });
  }
  async function put(url: string, bytes: Buffer, headers: Record<string, string>) {
    const { pathname, search } = new URL(url);
    const answer = await site.app.inject({
      method: 'PUT',
      url: pathname + search,
      payload: bytes,
      headers: { host: 'localhost', ...headers },
    });
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  }

  test('goes by a signed address, is made anew without what the camera wrote, and is public with its profile', async () => {
    const own = await newRealtor();
    const bytes = await jpeg();
    expect(bytes.includes('SECRET-EXIF')).toBe(true);
    const { body: upload } = await announce(own, 'image/jpeg', bytes.length);
    expect((await put(upload.url, bytes, upload.headers)).status).toBe(200);
    expect((await put(upload.url, bytes, upload.headers)).status).toBe(409);
    const patched = await call(`PATCH ${own.path}`, {
      body: { uploadId: upload.uploadId },
      headers: own.headers,
    });
    const look = patched.body.picture as string;
    expect((await call(`GET ${look.split('?')[0]}`)).status).toBe(404);
    const seen = await call(`GET ${look}`);
    expect([seen.status, seen.headers['content-type'], seen.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ]);
    expect(seen.bytes.includes('SECRET-EXIF')).toBe(false);
    const { width, height, format, exif } = await sharp(seen.bytes).metadata();
    expect([width, height, format, exif]).toEqual([1_024, 768, 'webp', undefined]);
    await verify(own.realtorId);
    const shown = (await call(`GET ${own.path}`)).body.picture;
    expect(shown).toBe(`/uploads/${upload.uploadId}.webp`);
    expect((await call(`GET ${shown}`)).status).toBe(200);
    await call(`PATCH ${own.path}`, { body: { uploadId: null }, headers: own.headers });
    expect((await call(`GET ${shown}`)).status).toBe(404);
    // And what was taken away is kept nowhere.
    expect(await rows('select realtor_id from upload where upload_id = $1', upload.uploadId)).toEqual([
      { realtor_id: null },
    ]);
  });

  test('that lies about its type, its size or itself is refused by its bytes', async () => {
    const own = await newRealtor();
    const good = await jpeg();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const gif = Buffer.from('GIF89a-and-more-of-it');
    const cut = good.subarray(0, 200);
    for (const bytes of [svg, html, gif, cut]) {
      const { body } = await announce(own, 'image/jpeg', bytes.length);
      const answer = await put(body.url, bytes, body.headers);
      expect([answer.status, answer.body.data.code]).toEqual([400, 'invalid_request']);
    }
    // A picture that could not be decoded is not decoded again.
    const { body: again } = await announce(own, 'image/jpeg', cut.length);
    const attempts = [];
    for (let i = 0; i < 2; i += 1) attempts.push((await put(again.url, cut, again.headers)).status);
    expect(attempts).toEqual([400, 410]);
    const { body: png } = await announce(own, 'image/png', good.length);
    expect((await put(png.url, good, png.headers)).status).toBe(400);
    const { body: small } = await announce(own, 'image/jpeg', good.length - 1);
    expect((await put(small.url, good, small.headers)).status).toBe(400);
    for (const type of ['image/svg+xml', 'text/html', 'image/gif']) {
      expect((await announce(own, type, 100)).status).toBe(400);
    }
    expect((await announce(own, 'image/jpeg', 11 * 1024 * 1024)).status).toBe(400);
    expect(
      await rows('select 1 from upload where user_id = $1 and ready_at is not null', own.userId),
    ).toEqual([]);
  });

  test('of a hundred megapixels is refused before it is unpacked', async () => {
    const own = await newRealtor();
    const bomb = blankPng(12_000, 9_000);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const { body } = await announce(own, 'image/png', bomb.length);
    const answer = await put(body.url, bomb, body.headers);
    expect(answer.body.data.fields).toEqual([{ field: 'body', reason: 'out_of_range' }]);
  });

  test('is taken by the address that was signed and for ten minutes alone', async () => {
    const own = await newRealtor();
    const bytes = await jpeg();
    const { body: upload } = await announce(own, 'image/jpeg', bytes.length);
    const touched = new URL(upload.url);
    touched.searchParams.set('size', '5');
    expect((await put(touched.href, bytes, upload.headers)).status).toBe(404);
    expect((await put(upload.url, bytes, { 'content-type': 'image/png' })).status).toBe(400);
    expect(
      (await put(upload.url.replace(upload.uploadId, crypto.randomUUID()), bytes, upload.headers)).status,
    ).toBe(404);
    now += 11 * 60_000;
    expect((await put(upload.url, bytes, upload.headers)).status).toBe(410);
    now = Date.now();
  });

  test('goes through a bucket the same way: by its bytes, made anew, and what came in is deleted', async () => {
    const objects = new Map<string, Buffer>();
    const bucket = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const key = new URL(request.url ?? '/', 'http://bucket').pathname;
      if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
      if (request.method === 'DELETE') objects.delete(key);
      const found = request.method === 'GET' ? objects.get(key) : Buffer.alloc(0);
      return found === undefined ? response.writeHead(404).end() : response.writeHead(200).end(found);
    });
    await new Promise<void>((done) => bucket.listen(0, '127.0.0.1', done));
    const access = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    const endpoint = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
    const settings = parseSettings({ MARU_MODE: 'trial', S3_ENDPOINT: endpoint, ...access });
    const { store } = site.parts;
    const pictures = new RealtorPictures({ store, settings, now: () => now });
    const bytes = await jpeg();
    const send = async (body: Buffer) => {
      const { uploadId, url, headers } = await pictures.announce(admin.userId, 'image/jpeg', body.length);
      expect(url).toContain(`${endpoint}/b/incoming/`);
      await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
      return uploadId;
    };
    const good = await send(bytes);
    await pictures.settle(good, admin.userId);
    await pictures.settle(good, admin.userId);
    const path = await pictures.findAddress(good, false);
    const query = Object.fromEntries(new URL(path ?? '', endpoint).searchParams);
    const shown = await pictures.load(good, query);
    expect((await sharp(shown.bytes).metadata()).format).toBe('webp');
    expect([...objects.keys()]).toEqual([`/b/pictures/${good.slice(0, 2)}/${good}.webp`]);
    const bad = await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(pictures.settle(bad, admin.userId)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(pictures.settle(good, 'somebody else')).rejects.toMatchObject({ code: 'upload_not_found' });
    bucket.close();
  });

  test('that is damaged on the disk is not sent', async () => {
    const own = await newRealtor();
    const bytes = await jpeg();
    const { body: upload } = await announce(own, 'image/jpeg', bytes.length);
    await put(upload.url, bytes, upload.headers);
    await call(`PATCH ${own.path}`, { body: { uploadId: upload.uploadId }, headers: own.headers });
    await verify(own.realtorId);
    const path = `/uploads/${upload.uploadId}.webp`;
    const shown = await call(`GET ${path}`);
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
    const { dataDir } = site.parts.settings;
    const file = join(dataDir, 'uploads', 'pictures', upload.uploadId.slice(0, 2), `${upload.uploadId}.webp`);
    for (const length of [shown.bytes.length - 1, 0]) {
      await truncate(file, length);
      const damaged = await call(`GET ${path}`);
      expect([damaged.status, damaged.headers['cache-control']]).toEqual([404, 'no-store']);
    }
  });

  test('is taken later when the disk has no room for it', async () => {
    const kept = new Map<string, Buffer>();
    let failure: string | undefined = 'ENOSPC';
    const files = {
      read: async (key: string) => kept.get(key),
      write: async (key: string, bytes: Buffer) => {
        if (failure !== undefined) throw Object.assign(new Error(failure), { code: failure });
        kept.set(key, bytes);
      },
      delete: async (key: string) => void kept.delete(key),
      signPut: async () => undefined,
    };
    const { store, settings } = site.parts;
    const warned: string[] = [];
    const warn = (_: unknown, message: string) => void warned.push(message);
    const pictures = new RealtorPictures({ store, settings, now: () => now, files, warn });
    const bytes = await jpeg();
    const { uploadId } = await pictures.announce(admin.userId, 'image/jpeg', bytes.length);
    await expect(pictures.receive(uploadId, bytes)).rejects.toMatchObject({
      statusCode: 503,
      retryAfter: 60,
    });
    expect(warned).toEqual(['a picture of a realtor could not be kept']);
    failure = 'EISDIR';
    await expect(pictures.receive(uploadId, bytes)).rejects.toThrow('EISDIR');
    failure = undefined;
    await pictures.receive(uploadId, bytes);
    expect([...kept.keys()]).toEqual([`pictures/${uploadId.slice(0, 2)}/${uploadId}.webp`]);
  });

  test('of another person is nobody’s to use, nor one that never came', async () => {
    const own = await newRealtor();
    const thief = await newRealtor();
    const bytes = await jpeg();
    const { body: upload } = await announce(own, 'image/jpeg', bytes.length);
    const use = (caller: typeof own) =>
      call(`PATCH ${caller.path}`, { body: { uploadId: upload.uploadId }, headers: caller.headers });
    expect((await use(own)).body.data.code).toBe('upload_not_found');
    await put(upload.url, bytes, upload.headers);
    expect((await use(thief)).body.data.code).toBe('upload_not_found');
    expect((await use(own)).status).toBe(200);
    expect((await call('GET /maru/v1/realtor/upload-url?type=image/png&size=5')).status).toBe(401);
  });
});

/** A black picture of so many pixels, one bit each: few bytes as it lies, many as it is unpacked. */
function blankPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
