import { createChangeSet, createPlaced, createRules } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';

let site: TestApp;
const PUBLIC_URL = 'http://localhost:3000';
const SEEN = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  site = await startTestApp({ env: { PUBLIC_URL } });
  const streets = ['1 Oak St', '2 Elm St', '3 Fir & Yew St'];
  await site.parts.store.applyChanges(
    createChangeSet({
      seenAt: SEEN,
      rules: createRules({ allowSold: false }),
      upserts: [
        ...streets.map((unparsedAddress, at) =>
          createPlaced({
            listingKey: `k${at}`,
            unparsedAddress: `${unparsedAddress}, Irvine, CA 92620`,
            streetNumber: unparsedAddress.split(' ')[0],
            streetName: unparsedAddress.slice(2),
          }),
        ),
        createPlaced({ listingKey: 'withheld', streetName: 'Secret Ln', internetAddressDisplayYN: false }),
        createPlaced({ listingKey: 'out', streetName: 'Gone Ln', internetEntireListingDisplayYN: false }),
      ],
    }),
  );
});
afterAll(async () => {
  await site.close();
});

const get = (url: string, headers: Record<string, string> = {}) => site.app.inject({ url, headers });
const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);

describe('the sitemaps', () => {
  test('both names give the index of the sitemaps of both languages', async () => {
    for (const name of ['/index-sitemap.xml', '/sitemap.xml']) {
      const answer = await get(name);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8');
      expect(locations(answer.body)).toEqual([
        `${PUBLIC_URL}/en-US-sitemap.xml`,
        `${PUBLIC_URL}/ko-KR-sitemap.xml`,
      ]);
    }
  });

  test('each language lists the same pages, each with its twin and when it changed', async () => {
    const english = (await get('/en-US-sitemap.xml')).body;
    const korean = (await get('/ko-KR-sitemap.xml')).body;
    const pages = locations(english);
    expect(locations(korean)).toEqual(pages.map((page) => page?.replace(PUBLIC_URL, `${PUBLIC_URL}/ko`)));
    expect(pages).toContain(`${PUBLIC_URL}/homes/for_sale/irvine-ca`);
    expect(pages).toContain(`${PUBLIC_URL}/homes/for_sale/92620`);
    expect(pages).not.toContain(`${PUBLIC_URL}/homes/for_rent/irvine-ca`);
    expect(pages.filter((page) => page?.includes('/ca/irvine/'))).toHaveLength(4);
    const home = english.split('\n').find((line) => line.includes('/ca/irvine/1-oak-st-92620/'));
    const path = /<loc>http:\/\/localhost:3000(\/[^<]+)<\/loc>/.exec(home ?? '')?.[1];
    expect(home).toBe(
      `<url><loc>${PUBLIC_URL}${path}</loc><lastmod>${SEEN.toISOString()}</lastmod>` +
        `<xhtml:link rel="alternate" hreflang="en-US" href="${PUBLIC_URL}${path}"/>` +
        `<xhtml:link rel="alternate" hreflang="ko-KR" href="${PUBLIC_URL}/ko${path}"/>` +
        `<xhtml:link rel="alternate" hreflang="x-default" href="${PUBLIC_URL}${path}"/></url>`,
    );
  });

  test('whoever opted out is in none of them, and a withheld address is not told', async () => {
    const { body } = await get('/en-US-sitemap.xml');
    expect(body).not.toMatch(/gone-ln|secret-ln/);
    expect(body).toContain('/ca/irvine/address-withheld-92620/');
  });

  test('come compressed for who takes that, and a number too high is not there', async () => {
    const packed = await get('/en-US-sitemap.xml', { 'accept-encoding': 'gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    // Compressing megabytes for each request would cost a second each.
    const other = await get('/en-US-sitemap.xml', { 'accept-encoding': 'br' });
    expect(other.headers['content-encoding']).toBeUndefined();
    expect(other.body).toBe((await get('/en-US-sitemap.xml')).body);
    for (const name of [
      '/en-US-sitemap-2.xml',
      '/en-US-sitemap-0.xml',
      '/en-US-sitemap-1.xml',
      '/en-US-sitemap-1x.xml',
      '/fr-FR-sitemap.xml',
    ]) {
      expect((await get(name)).statusCode, name).toBe(404);
    }
  });

  test('are read from the store once while nothing changes', async () => {
    const places = vi.spyOn(site.parts.store.sitemapRows, 'places');
    const homes = vi.spyOn(site.parts.store.sitemapRows, 'homes');
    const bodies = new Set<string>();
    for (let i = 0; i < 4; i++) bodies.add((await get('/ko-KR-sitemap.xml')).body);
    for (let i = 0; i < 4; i++) await get('/index-sitemap.xml');
    for (let i = 2; i < 9; i++) expect((await get(`/en-US-sitemap-${i}.xml`)).statusCode).toBe(404);
    expect(bodies.size).toBe(1);
    expect(homes.mock.calls.length).toBeLessThanOrEqual(1);
    expect(places.mock.calls.length).toBeLessThanOrEqual(2);
    vi.restoreAllMocks();
  });

  test('a part of the homes begins where the one before it ended', async () => {
    const rows = site.parts.store.sitemapRows;
    const read = async (offset: number, limit: number) =>
      (await Array.fromAsync(rows.homes(offset, limit))).flat().map(({ homeId }) => homeId);
    const all = await read(0, 50);
    expect(all).toHaveLength(await rows.countHomes());
    expect([...(await read(0, 1)), ...(await read(1, 2)), ...(await read(3, 50))]).toEqual(all);
    expect(await read(4, 50)).toEqual([]);
  });
});

test('a license that limits results limits the homes of the sitemaps', async () => {
  const { store } = site.parts;
  const rows = store.sitemapRows;
  const ids = async () => (await Array.fromAsync(rows.homes(0, 50))).flat().map(({ homeId }) => homeId);
  const all = await ids();
  await store.pool.query(`update dataset set rules = rules || '{"maxResults": 2}'`);
  expect(await ids()).toEqual(all.slice(0, 2));
  expect(await rows.countHomes()).toBe(2);
  await store.pool.query(`update dataset set rules = rules || '{"maxResults": null}'`);
  expect(await ids()).toEqual(all);
});

test('robots are shown the sitemaps and kept from what is private, in both languages', async () => {
  const { body, headers } = await get('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body).toContain('User-agent: *\n');
  for (const path of ['/my-page', '/ko/my-page', '/admin/', '/ko/realtor/']) {
    expect(body).toContain(`Disallow: ${path}\n`);
  }
  expect(body).toContain(`Sitemap: ${PUBLIC_URL}/index-sitemap.xml`);
});
