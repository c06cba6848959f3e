import type { OwnShortlist, ShortlistAnswer, ShortlistMade } from '@maru/contract';
import { mergeVotes, type ShortlistVote, VOTES } from '@maru/listing/people';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepAccounts } from '../jobs/hourly-jobs.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask, fillMarket, findHomeId } from '../testing/testing-people.ts';

let site: TestApp;
let owner: TestCaller;
let homes: string[];
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);

beforeAll(async () => {
  site = await startTestApp();
  const { store } = site.parts;
  await fillMarket(store);
  owner = await createCaller(site.parts, { role: 'user' });
  homes = await Promise.all(['k1', 'k2', 'k3'].map((key) => findHomeId(store, key)));
});
afterAll(() => (site as TestApp | undefined)?.close());

async function make(headers?: Record<string, string>): Promise<ShortlistMade> {
  const body = { name: '우리 가족 집 후보', homes };
  const made = await call('POST /maru/v1/shortlist', { body, ...(headers === undefined ? {} : { headers }) });
  expect(made.status).toBe(201);
  return made.body;
}

const person = (personId: string, own: object = {}) => ({
  personId: personId.padEnd(16, '_'),
  personKey: personId.padEnd(24, '-'),
  name: personId,
  locale: 'ko',
  ...own,
});
const said = (homeId: string, vote: string | null, at: number, note: string | null = null) => ({
  homeId,
  vote,
  note,
  at: new Date(at).toISOString(),
});
const vote = (key: string, who: object, votes: object[]) =>
  call(`PUT /maru/v1/shortlist/${key}/votes`, { body: { ...who, votes } });
const read = async (key: string): Promise<ShortlistAnswer> =>
  (await call(`GET /maru/v1/shortlist/${key}`)).body;

describe('a family’s list', () => {
  test('is read and voted on by whoever has its key, and kept by nobody on the way', async () => {
    const { key, path, shortlist } = await make();
    expect(path).toBe(`/shortlist?key=${key}`);
    expect(shortlist.homes.map(({ homeId }) => homeId)).toEqual(homes);
    const now = Date.now();
    const mom = await vote(key, person('mom'), [said(homes[0]!, 'yes', now - 5, '마당이 좋아요')]);
    expect(mom.status).toBe(200);
    expect(mom.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    });
    await vote(key, person('dad', { locale: 'en' }), [said(homes[0]!, 'no', now - 4, 'Too far')]);
    const { people, votes } = await read(key);
    expect(people.map(({ name }) => name)).toEqual(['mom', 'dad']);
    expect(votes.map((one) => [one.vote, one.note])).toEqual([
      ['yes', '마당이 좋아요'],
      ['no', 'Too far'],
    ]);
    expect(JSON.stringify(people)).not.toContain('mom---');
  });

  test('nobody votes in another’s name, from the future, or about what was never on it', async () => {
    const { key } = await make();
    await vote(key, person('mom'), []);
    const forged = await vote(key, person('mom', { personKey: 'x'.repeat(24) }), [said(homes[0]!, 'no', 1)]);
    expect(forged.status).toBe(403);
    const future = Date.now() + 86_400_000;
    await vote(key, person('mom'), [said(homes[0]!, 'no', future), said('never1', 'yes', 1)]);
    const { votes } = await read(key);
    expect(votes.map(({ homeId }) => homeId)).toEqual([homes[0]]);
    expect(Date.parse(votes[0]!.at)).toBeLessThanOrEqual(Date.now());
    // What is said after is heard, by the right clock too.
    await vote(key, person('mom'), [said(homes[0]!, 'yes', Date.now() + 5)]);
    expect((await read(key)).votes[0]).toMatchObject({ vote: 'yes' });
  });

  test('votes that come late, twice and in any order end as they were said', async () => {
    const { key } = await make();
    const start = Date.now() - 1_000_000;
    const word = fc.record({
      homeId: fc.constantFrom(...homes),
      personId: fc.constantFrom('mom', 'dad'),
      vote: fc.constantFrom(...VOTES, null),
      note: fc.constantFrom(null, '좋아요', 'no garden'),
      at: fc.integer({ min: 0, max: 5 }),
    });
    const all: ShortlistVote[] = [];
    // The list stays the same over the runs: all that was ever said counts.
    const round = fc.array(word, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(round, fc.boolean(), async (words, isTwice) => {
        const told = words.map((one) => ({ ...one, at: start + one.at }));
        all.push(...told);
        for (const one of isTwice ? [...told, ...told.reverse()] : told) {
          const body = said(one.homeId, one.vote, one.at, one.note);
          expect((await vote(key, person(one.personId), [body, body])).status).toBe(200);
        }
        const { votes } = await read(key);
        const text = (one: ShortlistVote) =>
          `${one.homeId} ${one.personId} ${one.vote} ${one.note} ${one.at}`;
        const stored = votes.map((one) =>
          text({ ...one, personId: one.personId.slice(0, 3), at: Date.parse(one.at) }),
        );
        expect(stored.sort()).toEqual(mergeVotes(all).map(text).sort());
      }),
      { numRuns: 12 },
    );
  });

  test('is renamed, changed and revoked by its owner alone; revoked it is not there', async () => {
    const { key, ownerKey } = await make();
    const wrong = { ownerKey: 'y'.repeat(24), name: 'Mine' };
    expect((await call(`PATCH /maru/v1/shortlist/${key}`, { body: wrong })).status).toBe(403);
    expect((await call(`POST /maru/v1/shortlist/${key}/revoke`, { body: {} })).status).toBe(403);
    await vote(key, person('mom'), [said(homes[1]!, 'yes', 1)]);
    const body = { ownerKey, name: '풀러턴 후보', remove: [homes[1]] };
    const changed = await call(`PATCH /maru/v1/shortlist/${key}`, { body });
    expect(changed.body).toMatchObject({ name: '풀러턴 후보', votes: [] });
    expect(changed.body.homes).toHaveLength(2);
    const back = await call(`PATCH /maru/v1/shortlist/${key}`, { body: { ownerKey, add: [homes[1]] } });
    expect(back.body.votes).toHaveLength(1);
    const many = { ownerKey, add: Array.from({ length: 40 }, (_, at) => `h${at}`) };
    expect((await call(`PATCH /maru/v1/shortlist/${key}`, { body: many })).body.data.code).toBe(
      'shortlist_full',
    );
    expect((await call(`POST /maru/v1/shortlist/${key}/revoke`, { body: { ownerKey } })).status).toBe(200);
    expect((await call(`GET /maru/v1/shortlist/${key}`)).body).toMatchObject({
      statusCode: 404,
      data: { code: 'shortlist_not_found' },
    });
    expect((await vote(key, person('mom'), [])).status).toBe(404);
    const left = await site.parts.store.pool.query(
      "select 1 from shortlist_vote where home_id = $1 and said_at = 'epoch'",
      [homes[1]],
    );
    expect(left.rowCount).toBe(0);
  });

  test('takes twenty people and no more', async () => {
    const { key } = await make();
    for (let at = 0; at < 20; at += 1) expect((await vote(key, person(`p${at}`), [])).status).toBe(200);
    expect((await vote(key, person('late'), [])).body.data.code).toBe('shortlist_full');
    expect((await vote(key, person('p3', { name: 'Aunt' }), [])).status).toBe(200);
  });

  test('is on the account of whoever makes it signed in, or brings it along', async () => {
    const { headers } = owner;
    const made = await make(headers);
    const before = await make();
    const body = { key: before.key, ownerKey: before.ownerKey };
    const stranger = await createCaller(site.parts, { role: 'user' });
    await call('POST /v1/user/me/shortlists', { body, headers });
    // Whose it is, it stays, also for another who has come by the owner's key.
    const other = await call('POST /v1/user/me/shortlists', { body, headers: stranger.headers });
    expect(other.body.items).toEqual([]);
    const mine = (await call('GET /v1/user/me/shortlists', { headers })).body.items as OwnShortlist[];
    expect(new Set(mine.map(({ key }) => key))).toEqual(new Set([made.key, before.key]));
    expect(mine[0]).toMatchObject({ homes: 3, people: 0, votes: 0 });
    const stored = await site.parts.store.pool.query('select * from shortlist');
    for (const { key } of mine) expect(JSON.stringify(stored.rows)).not.toContain(key);
    const taken = await call(`POST /maru/v1/shortlist/${made.key}/revoke`, {
      body: {},
      headers: stranger.headers,
    });
    expect(taken.status).toBe(403);
    const revoked = await call(`POST /maru/v1/shortlist/${made.key}/revoke`, { body: {}, headers });
    expect(revoked.status).toBe(200);
    const exported = await call('GET /v1/user/me/export', { headers });
    expect(exported.body.data.shortlists).toMatchObject([{ name: '우리 가족 집 후보', homes }]);
  });

  test('is on one account when two people who have its key sign in at once', async () => {
    const { key, ownerKey } = await make();
    const rivals = await Promise.all([1, 2].map(() => createCaller(site.parts, { role: 'user' })));
    // So that both have seen that it is nobody's before either takes it.
    const { store } = site.parts;
    const free = await store.pool.connect();
    await free.query('begin');
    await free.query('select 1 from shortlist where user_id is null for update');
    const claims = rivals.map(({ headers }) =>
      call('POST /v1/user/me/shortlists', { body: { key, ownerKey }, headers }),
    );
    await expect
      .poll(async () => {
        const { rows } = await store.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(2);
    await free.query('commit');
    free.release();
    const answers = await Promise.all(claims);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const kept = answers.map(({ body }) => (body.items as OwnShortlist[]).map((one) => one.key));
    expect(kept.flat()).toEqual([key]);
  });

  test('is deleted when nobody has touched it for a year', async () => {
    const { key } = await make();
    const log = { info: () => undefined };
    const { store } = site.parts;
    await sweepAccounts({ store, log }, new Date(Date.now() + 364 * 86_400_000));
    expect((await call(`GET /maru/v1/shortlist/${key}`)).status).toBe(200);
    await sweepAccounts({ store, log }, new Date(Date.now() + 366 * 86_400_000));
    expect((await call(`GET /maru/v1/shortlist/${key}`)).status).toBe(404);
  });

  test('needs homes that are or were', async () => {
    const none = await call('POST /maru/v1/shortlist', { body: { name: 'x', homes: ['nothere'] } });
    expect(none.body.data).toMatchObject({ code: 'home_not_found', homeId: 'nothere' });
    for (const body of [
      { name: ' ', homes },
      { name: 'x', homes: [] },
      { name: 'x', homes: [homes[0], homes[0]] },
    ]) {
      expect((await call('POST /maru/v1/shortlist', { body })).status).toBe(400);
    }
  });
});
