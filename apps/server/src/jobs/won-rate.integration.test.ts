import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseSettings } from '../env.ts';
import { SiteContent } from '../site/site-content.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { fetchWonRate, readEcb, readEximbank, updateWonRate } from './won-rate.ts';

/** Stand-ins for both sources: Korea Eximbank's rates by day (`null`: the key is refused), the ECB's file. */
const eximbank = new Map<string, string>();
let isRefused = false;
let isAway = false;
const asked: URL[] = [];
const ECB = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope><Cube><Cube time='2026-11-25'><Cube currency='USD' rate='1.0823'/><Cube currency='JPY' rate='163.1'/>
<Cube currency='KRW' rate='1571.09'/></Cube></Cube></gesmes:Envelope>`;
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  asked.push(url);
  if (isAway) return response.writeHead(503).end();
  if (url.pathname === '/ecb.xml') return response.end(ECB);
  const day = url.searchParams.get('searchdate') ?? '';
  const usd = eximbank.get(day);
  const rows = isRefused
    ? [{ result: 3, cur_unit: null, deal_bas_r: null }]
    : usd === undefined
      ? []
      : [
          { result: 1, cur_unit: 'JPY(100)', deal_bas_r: '955.12' },
          { result: 1, cur_unit: 'USD', cur_nm: '미국 달러', deal_bas_r: usd },
        ];
  response.end(JSON.stringify(rows));
});

let site: TestApp;
let root: string;
const log = { info: vi.fn(), warn: vi.fn() };
beforeAll(async () => {
  site = await startTestApp();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await site.close();
  server.close();
});
beforeEach(() => {
  eximbank.clear();
  isRefused = false;
  isAway = false;
  asked.length = 0;
  vi.clearAllMocks();
});

const settingsOf = (env: Record<string, string>) =>
  parseSettings({ MARU_MODE: 'trial', FX_KRW: '1400,2026-11-01', ADMIN_EMAILS: 'owner@example.com', ...env });
const ofEximbank = () =>
  settingsOf({ FX_KRW_SOURCE: 'eximbank', EXIMBANK_KEY: 'hush', FX_KRW_URL: `${root}/exim` });

test('both formats are read; a day without rates is not a rate, and a refused key is an error without the key', async () => {
  expect(readEximbank([])).toBeUndefined();
  expect(readEximbank([{ result: 1, cur_unit: 'USD', deal_bas_r: '1,450.5' }])).toBe(1450.5);
  expect(readEcb(ECB)).toEqual({ value: 1451.62, asOf: '2026-11-25' });
  expect(readEcb(ECB.replaceAll("'", '"'))).toEqual({ value: 1451.62, asOf: '2026-11-25' });
  expect(() => readEcb('<html>')).toThrow('no day');

  const { wonRateSource } = ofEximbank();
  // A Sunday in Seoul, where it is Monday in no part of America yet: the rate of the Friday.
  eximbank.set('20261120', '1,450.5');
  expect(await fetchWonRate(wonRateSource!, new Date('2026-11-21T20:00:00Z'))).toEqual({
    value: 1450.5,
    asOf: '2026-11-20',
  });
  expect(asked.map(({ searchParams }) => searchParams.get('searchdate'))).toEqual([
    '20261122',
    '20261121',
    '20261120',
  ]);
  isRefused = true;
  const fault = await fetchWonRate(wonRateSource!, new Date('2026-11-21T20:00:00Z')).catch(
    (error: Error) => error,
  );
  expect(String(fault)).toMatch(/result 3/);
  expect(String(fault)).not.toContain('hush');
  isRefused = false;
  eximbank.set('20261122', '14.5');
  await expect(fetchWonRate(wonRateSource!, new Date('2026-11-21T20:00:00Z'))).rejects.toThrow('plausible');
  const ecb = settingsOf({ FX_KRW_SOURCE: 'ecb', FX_KRW_URL: `${root}/ecb.xml` });
  const fetchEcb = (time: string) => fetchWonRate(ecb.wonRateSource!, new Date(time));
  expect(await fetchEcb('2026-11-25T16:00:00Z')).toEqual({ value: 1451.62, asOf: '2026-11-25' });
  expect(await fetchEcb('2026-11-24T00:00:00Z')).toMatchObject({ asOf: '2026-11-25' });
  await expect(fetchEcb('2026-11-23T23:59:00Z')).rejects.toThrow('future');
});

test('the rate is fetched once a day and shown with its day; before it is too old the owner gets one letter in Korean', async () => {
  const { store } = site.parts;
  const settings = ofEximbank();
  let now = 0;
  const content = new SiteContent({ store, settings, now: () => now });
  const parts = { store, settings, content, log };
  const at = (time: string) => {
    now = Date.parse(time);
    return updateWonRate(parts, new Date(now));
  };
  // A day in the future, which a source once stated, outranks no rate.
  await store.siteSettings.save(
    { name: 'krw_fetched', value: { value: 1390, asOf: '2027-11-20' } },
    { actorId: 'won-rate', now: new Date() },
  );
  eximbank.set('20261120', '1,450.5');
  await at('2026-11-20T03:17:00Z');
  await at('2026-11-20T04:17:00Z');
  expect(asked).toHaveLength(1);
  expect(content.rates().wonRate).toEqual({ won: 1450.5, asOf: '2026-11-20', isSample: false });
  expect(content.ratesRevision()).toBe('0.2.0');

  // What the owner sets counts until a newer day is fetched.
  await store.siteSettings.save(
    { name: 'krw', value: { value: 1440, asOf: '2026-11-20' } },
    { actorId: 'o', now: new Date() },
  );
  await content.lookAgain();
  expect(content.rates().wonRate?.won).toBe(1440);
  eximbank.set('20261121', '1,460');
  await at('2026-11-21T03:17:00Z');
  expect(content.rates().wonRate).toMatchObject({ won: 1460, asOf: '2026-11-21' });

  isAway = true;
  const letters = async () =>
    (await store.pool.query("select to_email, locale, subject_id from letter where kind = 'rate-aging'"))
      .rows;
  await at('2026-11-25T03:17:00Z');
  expect(await letters()).toEqual([]);
  for (const hour of ['03', '04', '05']) await at(`2026-11-26T${hour}:17:00Z`);
  expect(await letters()).toEqual([
    { to_email: 'owner@example.com', locale: 'ko', subject_id: '2026-11-21' },
  ]);
  expect(log.warn).toHaveBeenCalled();
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('hush');
});

test('settings: a source is named, Korea Eximbank needs its key', () => {
  expect(settingsOf({}).wonRateSource).toBeNull();
  expect(settingsOf({ FX_KRW_SOURCE: 'ecb' }).wonRateSource?.url).toMatch(
    /^https:\/\/www\.ecb\.europa\.eu\//,
  );
  expect(() => settingsOf({ FX_KRW_SOURCE: 'eximbank' })).toThrow('EXIMBANK_KEY');
  expect(() => settingsOf({ FX_KRW_SOURCE: 'google' })).toThrow('FX_KRW_SOURCE');
});
