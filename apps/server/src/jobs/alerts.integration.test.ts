import { HOUR_MS } from '@maru/listing/time';
import type { Store } from '@maru/store';
import { createChangeSet, createPlaced } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Smtp, startSmtp } from '../../../../dev/mailbox/smtp.ts';
import { Mail } from '../mail/send-email.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { AlertJob } from './alerts.ts';

let site: TestApp;
let smtp: Smtp;
let mail: Mail;
let caller: TestCaller;
/** Saturday noon in Los Angeles. */
const NOON = Date.parse('2026-11-21T20:00:00Z');
let now = NOON;
/** What the mail server says to every letter: 550 for good, 451 for now; undefined: it takes them. */
let refusal: number | undefined;

beforeAll(async () => {
  // Its clock stands: access tokens last as long as the test.
  site = await startTestApp({ now: () => NOON });
  smtp = await startSmtp({ refuse: () => refusal });
  mail = new Mail({
    store: site.parts.store,
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    mailFrom: 'Maru <no-reply@example.com>',
    publicUrl: 'http://localhost:3000',
    postalAddress: 'Maru, 123 Oak St, Irvine, CA 92620',
  });
  caller = await createCaller(site.parts, { role: 'user', locale: 'ko', email: 'minji@example.com' });
});
afterAll(async () => {
  mail?.close();
  await (smtp as Smtp | undefined)?.close();
  await (site as TestApp | undefined)?.close();
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  site.app.inject({
    method,
    url: `/v1/user/me/saved${url}`,
    headers: caller.headers,
    ...(payload ? { payload } : {}),
  });

async function write(listing: Parameters<typeof createPlaced>[0]): Promise<void> {
  const upserts = [createPlaced({ onMarketDate: '2026-11-20', originalEntryTimestamp: null, ...listing })];
  await site.parts.store.applyChanges(
    createChangeSet({ upserts, seenAt: new Date(now), initialLoadDone: true }),
  );
}

const newJob = (store: Pick<Store, 'alerts'> = site.parts.store) =>
  new AlertJob({
    store: store as Store,
    log: {
      info: () => undefined,
      warn: (facts: unknown) => {
        throw facts;
      },
    } as never,
    now: () => now,
    findLoan: () => undefined,
  });

/** The feed answers, with nothing new. */
const poll = () => site.parts.store.recordFeedState('kc', 'reso', { kind: 'success', at: new Date(now) });

async function deliver(): Promise<void> {
  const due = await site.parts.store.emails.listUnqueued(100, new Date(now));
  for (const { letterId } of due) await mail.send(letterId, new Date(now));
}

test('five changes within ten minutes are one letter of five, in one’s language, with the way to end them; again sends none', async () => {
  await write({ listingKey: 'before' });
  const job = newJob();
  await job.round();
  const saved = await call('POST', '/searches', {
    path: '/homes/for_sale?price=-1000000&page=3',
    name: '100만 달러 이하',
    frequency: 'instant',
    timeZone: 'America/Los_Angeles',
  });
  expect(saved.statusCode).toBe(201);
  expect(saved.json()).toMatchObject({ path: '/homes/for_sale?price=-1000000', problems: [] });

  for (const number of [1, 2, 3, 4, 5]) {
    now += 2 * 60_000;
    await write({ listingKey: `k${number}`, streetNumber: `1${number}`, listPrice: 900_000 });
  }
  await write({ listingKey: 'dear', streetNumber: '77', listPrice: 2_000_000 });
  expect(await job.round()).toEqual({ found: 5, letters: 1 });
  // Another node, and the same one started anew.
  expect(await newJob().round()).toEqual({ found: 0, letters: 0 });
  await deliver();
  await deliver();
  expect(smtp.letters).toHaveLength(1);
  const [letter] = smtp.letters;
  expect(letter?.to).toEqual(['minji@example.com']);
  expect(letter?.subject).toBe('100만 달러 이하: 새 소식 5건');
  expect(letter?.text.match(/새로 나온 매물/g)).toHaveLength(5);
  expect(letter?.text).toContain('중개사무소(Listing Office)');
  // What the license wants: source, age, disclaimer and advertising broker (rule R41).
  expect(letter?.text).toMatch(/출처: Test MLS · 2026년 11월 21일 .* 기준/);
  expect(letter?.text).toContain('Deemed reliable, not guaranteed.');
  expect(letter?.text).toContain('B(면허 01, 949-555-0101, b@example.com)의 면허에 따라 제공합니다.');
  expect(letter?.text).not.toContain('통근 시간');
  expect(letter?.text).toContain('Maru, 123 Oak St, Irvine, CA 92620');
  expect(letter?.text).toContain('http://localhost:3000/ko/homes/for_sale?price=-1000000');
  expect(letter?.text).not.toContain('77 ');
});

test('a cut says both prices, an hour after the last letter and not before', async () => {
  await write({ listingKey: 'k1', streetNumber: '11', listPrice: 850_000 });
  const job = newJob();
  expect(await job.round()).toEqual({ found: 1, letters: 0 });
  now += HOUR_MS;
  expect(await job.round()).toEqual({ found: 0, letters: 1 });
  await deliver();
  expect(smtp.letters.at(-1)?.text).toMatch(/가격 인하: \$900,000 → \$850,000 \(−\$50,000, −5\.6%\)/);
});

test('at night nothing is sent, and nothing of it is lost', async () => {
  now = Date.parse('2026-11-22T06:00:00Z');
  await write({ listingKey: 'k2', streetNumber: '12', listPrice: 840_000 });
  const job = newJob();
  expect(await job.round()).toEqual({ found: 1, letters: 0 });
  now = Date.parse('2026-11-22T16:30:00Z');
  await poll();
  expect(await job.round()).toEqual({ found: 0, letters: 1 });
  await deliver();
});

test('one press in the mail program ends them, without signing in; following the link alone does not', async () => {
  const header = smtp.letters.at(-1)?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const post = smtp.letters.at(-1)?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value;
  expect(post).toBe('List-Unsubscribe=One-Click');
  const { pathname } = new URL(header.slice(1, -1));
  const seen = await site.app.inject({ url: pathname, headers: { 'accept-language': 'ko' } });
  expect(seen.statusCode).toBe(200);
  expect(seen.body).toContain('알림을 그만 받으시겠어요?');
  expect((await call('GET', '')).json().searches[0].frequency).toBe('instant');
  const done = await site.app.inject({
    method: 'POST',
    url: pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(done.statusCode).toBe(200);
  expect((await call('GET', '')).json().searches[0].frequency).toBe('off');
  await write({ listingKey: 'k3', streetNumber: '13', listPrice: 830_000 });
  expect(await newJob().round()).toEqual({ found: 0, letters: 0 });
  expect((await site.app.inject({ url: `${pathname.slice(0, -2)}xx` })).statusCode).toBe(404);
});

test('words of a search are looked for in the text of what changed', async () => {
  await call('POST', '/searches', { path: '/homes/for_sale?q=ADU&not=shared', frequency: 'instant' });
  const job = newJob();
  now += 2 * HOUR_MS;
  await write({ listingKey: 'adu', streetNumber: '21', publicRemarks: 'A quiet ADU behind the house.' });
  await write({ listingKey: 'shared', streetNumber: '22', publicRemarks: 'An ADU with a shared yard.' });
  await write({ listingKey: 'none', streetNumber: '23', publicRemarks: 'A house.' });
  expect(await job.round()).toEqual({ found: 1, letters: 1 });
});

test('a search that was saved before something happened is told of it, also when that comes while others are matched', async () => {
  const { alerts } = site.parts.store;
  let isSaved = false;
  const meanwhile = async () => {
    await call('POST', '/searches', { path: '/homes/for_sale?beds=7-', frequency: 'instant' });
    now += 1_000;
    await write({ listingKey: 'seven', streetNumber: '31', bedroomsTotal: 7 });
  };
  const busy = new Proxy(alerts, {
    get: (own, name) => {
      const value = Reflect.get(own, name, own) as unknown;
      if (typeof value !== 'function') return value;
      if (name !== 'match') return value.bind(own);
      return async (...given: Parameters<typeof alerts.match>) => {
        if (!isSaved) await meanwhile();
        isSaved = true;
        return await own.match(...given);
      };
    },
  });
  now = Math.max(now, NOON + 26 * HOUR_MS);
  expect(await newJob({ alerts: busy }).round()).toMatchObject({ found: 1, letters: 1 });
});

test('a letter that is refused for now goes again; one that is refused for good ends them until its reader says that the address works', async () => {
  await call('POST', '/searches', { path: '/homes/for_sale?beds=1', frequency: 'instant' });
  await deliver();
  const before = smtp.letters.length;
  const change = async (key: string) => {
    now += HOUR_MS + 60_000;
    await write({ listingKey: key, streetNumber: key.slice(1), bedroomsTotal: 1 });
    return await newJob().round();
  };
  refusal = 451;
  expect(await change('b41')).toEqual({ found: 1, letters: 1 });
  await expect(deliver()).rejects.toThrow();
  refusal = undefined;
  now += 10 * 60_000;
  await deliver();
  await deliver();
  expect(smtp.letters).toHaveLength(before + 1);

  refusal = 550;
  expect(await change('b42')).toEqual({ found: 1, letters: 1 });
  await deliver();
  refusal = undefined;
  expect(await change('b43')).toEqual({ found: 1, letters: 0 });
  expect((await call('GET', '')).json().alerts.isPaused).toBe(true);
  expect(await change('b44')).toEqual({ found: 1, letters: 0 });
  // What has waited comes at once, and nothing of it is lost.
  expect((await call('PUT', '/alerts', { isPaused: false })).json().isPaused).toBe(false);
  expect(await newJob().round()).toEqual({ found: 0, letters: 1 });
  await deliver();
  expect((await call('GET', '')).json().alerts.isPaused).toBe(false);
  for (const number of ['43 ', '44 ']) expect(smtp.letters.at(-1)?.text).toContain(number);
});

test('a time zone that somebody has chosen stays, wherever they save the next search', async () => {
  const chosen = await call('PUT', '/alerts', { timeZone: 'Asia/Seoul' });
  expect(chosen.json().timeZone).toBe('Asia/Seoul');
  await call('POST', '/searches', { path: '/homes/for_sale?beds=9-', timeZone: 'America/New_York' });
  await call('POST', '', { homes: [], hidden: [], searches: [], timeZone: 'UTC' });
  expect((await call('GET', '')).json().alerts.timeZone).toBe('Asia/Seoul');
});

test('homes are kept and hidden by their ids, another person’s searches are not there, bad input is said so', async () => {
  const [homeId] = (await site.parts.store.pool.query('select home_id from home limit 1')).rows.map(
    (row) => row.home_id,
  );
  expect((await call('PUT', `/homes/${homeId}`)).json()).toEqual({ ok: true });
  expect((await call('PUT', '/homes/nosuchhome')).json().data).toEqual({
    code: 'home_not_found',
    homeId: 'nosuchhome',
  });
  expect((await call('PUT', `/hidden/${homeId}`)).statusCode).toBe(200);
  const { searches, homes, hidden } = (await call('GET', '')).json();
  expect(homes).toMatchObject([{ homeId }]);
  expect(hidden).toEqual([homeId]);
  const other = await createCaller(site.parts, { role: 'user' });
  for (const method of ['PATCH', 'DELETE'] as const) {
    const answer = await site.app.inject({
      method,
      url: `/v1/user/me/saved/searches/${searches[0].id}`,
      headers: other.headers,
      ...(method === 'PATCH' ? { payload: { frequency: 'daily' } } : {}),
    });
    expect(answer.json().data.code).toBe('search_not_found');
  }
  for (const path of ['//evil.example', '/my-page', '/homes/for_free']) {
    expect((await call('POST', '/searches', { path })).json().data.fields).toEqual([
      { field: 'path', reason: 'malformed' },
    ]);
  }
  const zone = await call('PUT', '/alerts', { timeZone: 'Mars/Olympus' });
  expect(zone.json().data.fields).toEqual([{ field: 'timeZone', reason: 'unknown_value' }]);
});

test('a search that was deleted is not held for as long as the process lives', async () => {
  now += 2 * HOUR_MS;
  const job = newJob();
  const { id } = (await call('POST', '/searches', { path: '/homes/for_sale?beds=8-&q=pool' })).json();
  const onMarketDate = new Date(now).toISOString().slice(0, 10);
  await write({ listingKey: 'eight', streetNumber: '81', bedroomsTotal: 8, onMarketDate });
  await job.round();
  const before = job.watched;
  await call('DELETE', `/searches/${id}`);
  await job.round();
  expect(job.watched).toBe(before);
  now += 2 * HOUR_MS;
  await job.round();
  expect(job.watched).toBe(before - 1);
});

test('saved homes that ended are each named and linked; one that was taken down or became dearer is not among them', async () => {
  now = NOON + 240 * HOUR_MS;
  const other = await createCaller(site.parts, { role: 'user', locale: 'ko', email: 'ended@example.com' });
  const { store } = site.parts;
  const homes = ['g1', 'g2', 'g3', 'g4'].map((listingKey, at) => ({
    listingKey,
    streetNumber: `5${at}`,
    unitNumber: '7',
    listPrice: 900_000,
    internetAddressDisplayYN: listingKey !== 'g2',
  }));
  for (const home of homes) await write(home);
  const job = newJob();
  await job.round();
  const ids = new Map<string, string>();
  for (const { listingKey } of homes) {
    const { rows } = await store.pool.query('select home_id from home where listing_key = $1', [listingKey]);
    ids.set(listingKey, rows[0].home_id);
    await store.saved.saveHome(other.userId, rows[0].home_id, new Date(now - 1));
  }
  now += 60_000;
  for (const [at, home] of homes.entries())
    await write({ ...home, ...(at === 3 ? { listPrice: 950_000 } : { standardStatus: 'Withdrawn' }) });
  await job.round();
  await write({ ...homes[2], standardStatus: 'Withdrawn', internetEntireListingDisplayYN: false });
  now += 24 * HOUR_MS;
  await poll();
  await job.round();
  await deliver();
  const letter = smtp.letters.find(({ to }) => to.includes('ended@example.com'));
  expect(letter?.text).toContain(
    `50 Oak St #7, Irvine, CA 92620:\nhttp://localhost:3000/ko/ca/irvine/50-oak-st-7-92620/${ids.get('g1')}`,
  );
  expect(letter?.text).toContain(
    `주소 비공개, Irvine, CA 92620:\nhttp://localhost:3000/ko/ca/irvine/address-withheld-92620/${ids.get('g2')}`,
  );
  expect(letter?.text.match(/더 이상 나와 있지 않은 매물입니다/g)).toHaveLength(2);
  expect(letter?.text).not.toMatch(/5[12] Oak St/);
  expect(letter?.text).toContain('가격 인상');
  expect(letter?.subject).toContain('새 소식 3건');
});

test('while its feed is down nothing is sent, and what has waited goes out once it is back (rule R1)', async () => {
  const { store } = site.parts;
  const other = await createCaller(site.parts, { role: 'user', locale: 'en', email: 'down@example.com' });
  // Four in the morning in Los Angeles.
  now = NOON + 472 * HOUR_MS;
  await store.saved.addSearch(
    other.userId,
    {
      path: '/homes/for_sale?beds=6&commute=car,0800,-30',
      name: null,
      frequency: 'instant',
    },
    new Date(now - 1),
  );
  const onMarketDate = new Date(now).toISOString().slice(0, 10);
  await write({ listingKey: 'six', streetNumber: '66', bedroomsTotal: 6, onMarketDate });
  const job = newJob();
  expect(await job.round()).toEqual({ found: 1, letters: 0 });
  now += 7 * HOUR_MS;
  expect(await job.round()).toEqual({ found: 0, letters: 0 });
  await poll();
  expect(await job.round()).toEqual({ found: 0, letters: 1 });
  await deliver();
  const letter = smtp.letters.find(({ to }) => to.includes('down@example.com'));
  expect(letter?.text).toContain('66 Oak St');
  // The destination is not known here (rule R30).
  expect(letter?.text).toContain('This e-mail does not apply your commute limit');
});
