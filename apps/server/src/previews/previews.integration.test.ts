import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { LOCALES } from '@maru/words';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Line, startLine } from '../../../../dev/line/line.ts';

let database: TestDatabase;
let line: Line;
const ask = (url: string) => line.app.inject({ url, headers: { host: 'localhost' } });

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 150 });
});

afterAll(async () => {
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

test('links to homes and searches have pictures in both languages, and no home that is gone has one', async () => {
  expect((await ask('/og/en/home/h7k2m9.jpg')).statusCode).toBe(503);
  await line.follow();
  const { listings } = await line.list('searchType=sale');
  const home = listings[0]!;
  const place = 'irvine-ca';
  for (const locale of LOCALES) {
    for (const path of [
      `home/${home.homeId}.jpg?v=1`,
      'search.jpg?searchType=sale&v=1',
      `search.jpg?place=${place}&beds=2-&type=house&type=condo&sort=price&v=1`,
      'search.jpg?q=pool&price=nonsense&page=7&to=34,-118',
      'search.jpg?place=nowhere-xx&bbox=-118,33,-117,34',
      'search.jpg?bbox=0,0,0.1,0.1',
    ]) {
      const answer = await ask(`/og/${locale}/${path}`);
      expect([path, answer.statusCode, answer.headers['content-type']]).toEqual([path, 200, 'image/jpeg']);
      expect(answer.headers['cache-control']).toBe(
        path.includes('v=1') ? 'public, max-age=86400' : 'public, max-age=300',
      );
      const { width, height } = await sharp(answer.rawPayload).metadata();
      expect({ width, height }).toEqual({ width: 1200, height: 630 });
    }
  }
  expect((await ask('/og/ko/home/zzzzzzz.jpg')).statusCode).toBe(404);
  for (const path of [
    '/og/fr/search.jpg',
    '/og/en/home/../x.jpg',
    '/og/en/home/H7.png',
    '/og/en',
    '/og/en/search.png',
  ]) {
    expect([path, (await ask(path)).statusCode]).toEqual([path, 404]);
  }
});
