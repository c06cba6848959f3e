import { createSqlEngine } from '@maru/store';
import { createChangeSet, createListing, createPlaced, createRules } from '@maru/store/testing';
import { formatMessage } from '@maru/words/server';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SiteContent } from '../../site/site-content.ts';
import { startTestApp, type TestApp } from '../../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../../testing/testing-callers.ts';
import { injectAtDoor } from '../../testing/testing-door.ts';
import { ask, fillMarket, findHomeId } from '../../testing/testing-people.ts';

let running: TestApp;
let admin: TestCaller;
let other: TestCaller;
let realtor: TestCaller;
let time = Date.parse('2026-11-22T18:00:00Z');

beforeAll(async () => {
  running = await startTestApp({ now: () => time });
  admin = await createCaller(running.parts, { role: 'admin', name: 'Owner Kim' });
  other = await createCaller(running.parts, { role: 'admin', name: 'Other Admin' });
  realtor = await createCaller(running.parts, { role: 'realtor' });
  await fillMarket(running.parts.store);
});
afterAll(async () => {
  await running.close();
});

const call = (line: string, body?: unknown, headers: Record<string, string> = {}) =>
  ask(running.app, line, { body, headers: { ...admin.headers, ...headers } });
const audited = async (action: string, subject: string) =>
  (await call(`GET /maru/v1/admin/audit?action=${action}&subject=${encodeURIComponent(subject)}`)).body.items;

test('a home by its id or number says of each listing why it is shown or not', async () => {
  const { store } = running.parts;
  const shown = await findHomeId(store, 'k1');
  const barred = await findHomeId(store, 'k6');
  const one = (await call(`GET /maru/v1/admin/home/${shown}`)).body;
  expect(one).toMatchObject({ homeId: shown, isShown: true, path: expect.stringContaining(shown) });
  expect(one.listings[0]).toMatchObject({ listingKey: 'k1', reasons: [], isChosen: true, isInSearch: true });
  expect(one.ledger.length).toBeGreaterThan(0);
  expect(JSON.parse(one.listings[0].normalized)).toMatchObject({ listingKey: 'k1' });
  const hidden = (await call(`GET /maru/v1/admin/home/${barred}`)).body;
  expect(hidden).toMatchObject({ isShown: false, path: null });
  expect(hidden.listings[0]).toMatchObject({
    reasons: ['seller_opt_out'],
    isChosen: false,
    isInSearch: false,
    flags: { entireListing: false },
  });
  const sold = (await call(`GET /maru/v1/admin/home/${await findHomeId(store, 'k5')}`)).body;
  expect(sold.listings[0].reasons).toEqual(['sold_not_allowed']);
  expect((await call('GET /maru/v1/admin/home/k1')).body.homeId).toBe(shown);
  expect((await call('GET /maru/v1/admin/home/nothing')).status).toBe(404);
});

test('a take-down hides a home at once and whatever its feed sends, until it is lifted', async () => {
  const { store } = running.parts;
  const homeId = await findHomeId(store, 'k2');
  const before = (await store.newestSequences()).get('kc')!;
  const asked = { homeId, reason: 'owner_request', askedBy: 'The owner’s lawyer', askedOn: '2026-11-20' };
  const down = (await call('POST /maru/v1/admin/take-down', asked)).body;
  expect(down).toMatchObject({
    homeId,
    askedAt: '2026-11-20T12:00:00.000Z',
    doneBy: admin.userId,
    liftedAt: null,
  });
  expect(await store.loadHome(homeId)).toBeUndefined();
  expect((await ask(running.app, `GET /maru/v1/home?homeId=${homeId}`)).status).toBe(404);
  // Search and map learn it as any other change.
  const changes = await store.readChanges(new Map([['kc', before]]), 100);
  expect(JSON.stringify(changes)).toContain(homeId);
  const { content } = running.parts;
  expect(content.isTakenDown(createListing({ listingKey: 'k2' }))).toBe(true);
  // A provider may name a listing of the home that is not here yet; its neighbor goes on.
  const ahead = { listingKey: 'k2-again', unparsedAddress: '102 Oak St, Irvine, CA 92620' };
  expect(content.isTakenDown(createListing({ ...ahead, streetNumber: '102' }))).toBe(true);
  expect(content.isTakenDown(createListing({ ...ahead, streetNumber: '104' }))).toBe(false);
  const media = await store.pool.query(`select media_id from media where listing_key = 'k2' limit 1`);
  if (media.rows[0]) expect(await store.findMedia(media.rows[0].media_id)).toBeUndefined();
  expect((await call(`GET /maru/v1/admin/home/${homeId}`)).body.listings[0].reasons).toEqual(['taken_down']);

  await store.applyChanges(
    createChangeSet({
      rules: createRules(),
      upserts: [
        createPlaced({
          listingKey: 'k2',
          streetNumber: '102',
          unparsedAddress: '102 Oak St, Irvine, CA 92620',
          listPrice: 777_000,
          modificationTimestamp: '2026-11-22T00:00:00Z',
        }),
      ],
    }),
  );
  expect(await store.loadHome(homeId)).toBeUndefined();

  const lifted = await call(`POST /maru/v1/admin/take-down/${down.takeDownId}/lift`, { note: 'Agreed.' });
  expect(lifted.body).toMatchObject({ liftedBy: admin.userId, liftNote: 'Agreed.' });
  expect((await store.loadHome(homeId))?.card.listPrice).toBe(777_000);
  expect((await call(`POST /maru/v1/admin/take-down/${down.takeDownId}/lift`, {})).status).toBe(404);
  expect((await call('GET /maru/v1/admin/take-down')).body.items[0]).toMatchObject({
    takeDownId: down.takeDownId,
  });
  expect((await call('GET /maru/v1/admin/take-down?isOpen=true')).body.items).toEqual([]);
  expect((await audited('home.', homeId)).map((row: { action: string }) => row.action)).toEqual([
    'home.lift_take_down',
    'home.take_down',
  ]);
});

test('a corrected field is in the record with what the MLS says, in lists and counts, until it is removed', async () => {
  const { store } = running.parts;
  const homeId = await findHomeId(store, 'k1');
  const record = async () => (await store.loadHome(homeId))!.listing;
  const feedValue = (await record()).bedroomsTotal;
  const asked = { dataset: 'kc', listingKey: 'k1', field: 'bedroomsTotal', reason: 'The assessor’s record' };
  const path = 'POST /maru/v1/admin/correction';
  for (const value of ['many', '2.5', '-1', '400']) {
    const refused = await call(path, { ...asked, value });
    expect([refused.status, refused.body.data.fields]).toEqual([
      400,
      [expect.objectContaining({ field: 'value' })],
    ]);
  }
  expect((await call(path, { ...asked, listingKey: 'nothing', value: '9' })).status).toBe(404);
  expect((await call(path, { ...asked, value: String(feedValue ?? '') })).status).toBe(409);
  expect((await call(path, { ...asked, field: 'listPrice', value: '9' })).status).toBe(400);
  const made = await call(path, { ...asked, value: '9' });
  expect([made.status, made.body]).toMatchObject([
    201,
    { homeId, feedValue, value: 9, doneBy: admin.userId },
  ]);
  expect(await record()).toMatchObject({
    bedroomsTotal: 9,
    corrections: [{ field: 'bedroomsTotal', value: 9, feedValue, correctedAt: new Date(time).toISOString() }],
  });
  const found = await createSqlEngine(store).search({
    query: { searchType: 'sale', beds: { min: 9, max: 9 } },
    want: new Set(['total', 'listings']),
  });
  expect([found.total, found.listings.map((one) => one.homeId)]).toEqual([1, [homeId]]);
  expect((await call(`GET /maru/v1/admin/home/${homeId}`)).body.corrections).toEqual([made.body]);
  expect((await call('GET /maru/v1/admin/correction?isOpen=true')).body.items).toEqual([made.body]);

  const removal = `POST /maru/v1/admin/correction/${made.body.correctionId}/remove`;
  expect((await call(removal, {})).body).toMatchObject({ endKind: 'removed', endedBy: admin.userId });
  expect((await call(removal, {})).status).toBe(404);
  expect(await record()).toMatchObject({ bedroomsTotal: feedValue });
  expect((await record()).corrections).toBeUndefined();
  expect((await call('GET /maru/v1/admin/correction?isOpen=true')).body.items).toEqual([]);
  expect((await audited('home.', homeId)).map((row: { action: string }) => row.action)).toEqual([
    'home.remove_correction',
    'home.correct',
  ]);
});

test('two admins at one word: the second is told, and neither is lost', async () => {
  const word = async () => (await call('GET /maru/v1/admin/word?q=nav.buy')).body.items[0];
  const first = await word();
  expect(first).toMatchObject({ key: 'nav.buy', en: { bundled: 'Buy', message: null, version: 0 } });
  const path = 'PUT /maru/v1/admin/word/nav.buy';
  const body = { locale: 'en', message: 'Homes to buy' };
  expect((await call(path, body, { 'if-match': '"0"' })).status).toBe(200);
  const late = await call(
    path,
    { locale: 'en', message: 'Purchase' },
    { 'if-match': '"0"', ...other.headers },
  );
  expect([late.status, late.body.data.code]).toEqual([412, 'precondition_failed']);
  expect((await word()).en).toMatchObject({ message: 'Homes to buy', version: 1 });

  // On this node at once; pages and browsers see it by another version of the words.
  expect(formatMessage('en', 'nav.buy')).toBe('Homes to buy');
  const told = (await ask(running.app, 'GET /maru/v1/translation?locale=en')).body;
  expect(told.messages['nav.buy']).toBe('Homes to buy');
  const same = await ask(running.app, `GET /maru/v1/translation?locale=en&v=${told.version}`);
  expect(same.headers['cache-control']).toContain('immutable');
  const known = await ask(running.app, 'GET /maru/v1/translation?locale=en', {
    headers: { 'if-none-match': String(same.headers.etag) },
  });
  expect(known.status).toBe(304);

  // The Korean that is changed now is stale when the English says something else.
  await call(path, { locale: 'ko', message: '집 사기' });
  expect((await call('GET /maru/v1/admin/word?state=stale')).body.items).toEqual([]);
  await call(path, { locale: 'en', message: 'Buy a home' });
  expect((await call('GET /maru/v1/admin/word?state=stale')).body.items).toMatchObject([{ key: 'nav.buy' }]);

  const history = (await call('GET /maru/v1/admin/word/nav.buy/history')).body.items;
  expect(history.map((row: { message: string }) => row.message)).toEqual([
    'Buy a home',
    '집 사기',
    'Homes to buy',
  ]);
  expect(history[0].actorName).toBe('Owner Kim');
  await call(path, { locale: 'en', message: null });
  await call(path, { locale: 'ko', message: null });
  expect(formatMessage('en', 'nav.buy')).toBe('Buy');
  expect((await call('GET /maru/v1/admin/word?state=changed')).body.items).toEqual([]);
});

test('another node has a changed word, rate and announcement within seconds, and keeps them while the store is away', async () => {
  const { store } = running.parts;
  const stop = new AbortController();
  const other = new SiteContent({ store, settings: { mortgageRate: null, wonRate: null }, now: () => time });
  const following = other.run(stop.signal);
  const before = other.version();
  await call('PUT /maru/v1/admin/word/nav.rent', { locale: 'ko', message: '빌리기' });
  await call('PUT /maru/v1/admin/rate/mortgage', { value: 5.5, asOf: '2026-11-20' });
  await expect.poll(() => other.words('ko').messages['nav.rent'], { timeout: 9_000 }).toBe('빌리기');
  await expect.poll(() => other.rates().mortgageRate?.percent, { timeout: 9_000 }).toBe(5.5);
  expect(other.version()).not.toBe(before);
  stop.abort();
  await following;
  await call('PUT /maru/v1/admin/word/nav.rent', { locale: 'ko', message: null });
  await call('PUT /maru/v1/admin/rate/mortgage', { value: null, asOf: null });

  const away = { revision: () => Promise.reject(new Error('away')) };
  const alone = new SiteContent({
    store: { siteSettings: away } as never,
    settings: { mortgageRate: null, wonRate: null },
  });
  await alone.look();
  expect(alone.words('en').messages['nav.rent']).toBe('Rent');
  expect(alone.announcement('en')).toBeNull();
});

test.each([
  ['nav.buy', 'en', '{open', 400],
  ['nav.buy', 'en', '<script>alert(1)</script>', 400],
  ['nav.buy', 'en', 'Buy {count}', 400],
  ['nav.buy', 'ko', 'Buying', 400],
  ['nav.buy', 'en', '  ', 400],
  ['consent.contact.call', 'en', 'I agree to everything, {recipient}', 403],
  ['no.such.word', 'en', 'x', 404],
])('a word that would break something is refused: %s in %s as %s', async (key, locale, message, status) => {
  expect((await call(`PUT /maru/v1/admin/word/${key}`, { locale, message })).status).toBe(status);
});

test('sections, what is featured and announcements are set with their days, and undone', async () => {
  const day = (at: number) => new Date(time + at * 86_400_000).toISOString().slice(0, 10);
  const featured = [
    { kind: 'place', id: 'irvine-ca', from: null, until: null },
    { kind: 'place', id: 'fullerton-ca', from: day(3), until: day(9) },
  ];
  const set = await call('PUT /maru/v1/admin/site/featured', { featured }, { 'if-match': '"0"' });
  expect(set.body.featured).toMatchObject({ version: 1, value: featured });
  const shown = () => ask(running.app, 'GET /maru/v1/site/content?locale=ko');
  const before = (await shown()).body;
  expect(before.featured.places.map((one: { slug: string }) => one.slug)).toEqual(['irvine-ca']);
  expect(before.sections.map((one: { name: string }) => one.name)).toContain('newcomers');
  time += 4 * 86_400_000;
  expect((await shown()).body.featured.places).toHaveLength(2);
  expect((await shown()).body.version).not.toBe(before.version);
  time -= 4 * 86_400_000;
  expect((await shown()).body.front).toMatchObject({
    place: { slug: 'irvine-ca' },
    area: { slug: 'orange-county-ca' },
  });

  const announcement = {
    id: 'holiday',
    tone: 'info',
    en: 'We answer on Friday.',
    ko: '금요일에 답변해 드려요.',
    path: '/sell',
    from: null,
    until: day(1),
    isDismissible: true,
  };
  await call('PUT /maru/v1/admin/site/announcements', { announcements: [announcement] });
  expect((await shown()).body.announcement).toMatchObject({ id: 'holiday', text: announcement.ko });
  const conflict = await call(
    'PUT /maru/v1/admin/site/announcements',
    { announcements: [] },
    { 'if-match': '"0"' },
  );
  expect(conflict.status).toBe(412);
  await call('PUT /maru/v1/admin/site/announcements', { announcements: [] });
  const { history } = (await call('GET /maru/v1/admin/site')).body.announcements;
  expect(history).toHaveLength(2);
  await call('PUT /maru/v1/admin/site/announcements', { undo: history[1].historyId });
  expect((await shown()).body.announcement.id).toBe('holiday');
  await call('PUT /maru/v1/admin/site/announcements', { announcements: [] });

  for (const bad of [
    { featured: [{ kind: 'place', id: 'nowhere-zz', from: null, until: null }] },
    { featured: [{ kind: 'place', id: 'irvine-ca', from: day(2), until: day(1) }] },
    { sections: [{ name: 'new', isShown: true }] },
    { announcements: [] },
    { undo: 99_999 },
  ]) {
    expect({ bad, status: (await call('PUT /maru/v1/admin/site/featured', bad)).status }).toEqual({
      bad,
      status: 400,
    });
  }
  const script = { ...announcement, path: 'javascript:alert(1)' };
  expect((await call('PUT /maru/v1/admin/site/announcements', { announcements: [script] })).status).toBe(400);
});

test('the owner chooses the place and the videos of the front page', async () => {
  const shown = async () => (await ask(running.app, 'GET /maru/v1/site/content?locale=en')).body;
  const add = (url: string, title?: string) =>
    call('POST /maru/v1/realtor-youtube', { url, title, places: ['irvine-ca'] });
  const { videoId } = (await add('https://youtu.be/front000001', 'What escrow is')).body;
  const hidden = (await add('https://youtu.be/front000002')).body.videoId;
  await call(`PUT /maru/v1/admin/realtor-youtube/${hidden}/moderation`, { state: 'refused' });
  const featured = [videoId, hidden, 'no-such-video'].map((id) => ({
    kind: 'video',
    id,
    from: null,
    until: null,
  }));
  const set = await call('PUT /maru/v1/admin/site/featured', {
    featured: [...featured, { kind: 'place', id: 'fullerton-ca', from: null, until: null }],
  });
  expect(set.body.featuredNames).toEqual([
    { kind: 'video', id: videoId, name: 'What escrow is' },
    { kind: 'place', id: 'fullerton-ca', name: 'Fullerton' },
  ]);
  const { featured: now, front } = await shown();
  expect(now.videos.map((one: { videoId: string }) => one.videoId)).toEqual([videoId]);
  expect(front).toMatchObject({ place: { slug: 'fullerton-ca' }, area: { slug: 'orange-county-ca' } });
  await call('PUT /maru/v1/admin/site/featured', { featured: [] });
});

test('the day’s rates lie over the settings, with their day and history', async () => {
  const { settings } = running.parts;
  expect(settings.mortgageRate).toBeNull();
  const saved = await call('PUT /maru/v1/admin/rate/mortgage', { value: 6.12, asOf: '2026-11-19' });
  expect(saved.body.rates).toContainEqual(
    expect.objectContaining({ name: 'mortgage', value: 6.12, asOf: '2026-11-19', from: 'owner' }),
  );
  expect(settings.mortgageRate).toEqual({ percent: 6.12, asOf: '2026-11-19' });
  await call('PUT /maru/v1/admin/rate/krw', { value: 1_399.5, asOf: '2026-11-20' });
  expect(settings.wonRate).toEqual({ won: 1_399.5, asOf: '2026-11-20', isSample: false });
  for (const body of [
    { value: 90, asOf: '2026-11-19' },
    { value: 6, asOf: null },
    { value: 6, asOf: '2027-01-01' },
  ]) {
    expect((await call('PUT /maru/v1/admin/rate/mortgage', body)).status).toBe(400);
  }
  await call('PUT /maru/v1/admin/rate/mortgage', { value: null, asOf: null });
  await call('PUT /maru/v1/admin/rate/krw', { value: null, asOf: null });
  expect(settings.mortgageRate).toBeNull();
  const { rates } = (await call('GET /maru/v1/admin/site')).body;
  expect(rates[0].history).toHaveLength(2);
});

test('a campaign is counted by its source, without anybody who says Sec-GPC', async () => {
  const body = { source: 'radio', step: 'arrival' };
  for (let i = 0; i < 3; i += 1) await ask(running.app, 'POST /maru/v1/visit', { body });
  await ask(running.app, 'POST /maru/v1/visit', { body, headers: { 'sec-gpc': '1' } });
  await ask(running.app, 'POST /maru/v1/visit', { body: { source: 'radio', step: 'contact' } });
  await call('PUT /maru/v1/admin/campaign/radio', { name: '라디오', isEnded: false });
  const found = (await call('GET /maru/v1/admin/campaign?days=7')).body;
  expect(found.items).toMatchObject([
    { source: 'radio', name: '라디오', arrivals: 3, listings: 0, contacts: 1 },
  ]);
  expect(found.days).toHaveLength(7);
  expect(found.days.at(-1)).toMatchObject({ day: '2026-11-22', arrivals: 3 });
  // What is kept of it is a number.
  const { rows } = await running.parts.store.pool.query('select * from campaign_count');
  expect(Object.keys(rows[0])).toEqual(['source', 'day', 'step', 'count']);
  // Whoever makes up sources fills no table, however many come at once; those with a name are counted all the same.
  const made = Array.from({ length: 900 }, (_, at) => `made-up-${at}`);
  const count = (source: string) => ({ source, day: '2026-11-22', step: 'arrival' as const, count: 1 });
  await running.parts.store.campaigns.add([...made, 'radio'].map(count));
  const counts = await running.parts.store.campaigns.counts('2026-11-22');
  expect(new Set(counts.map(({ source }) => source)).size).toBeLessThanOrEqual(200);
  expect(counts.find(({ source, step }) => source === 'radio' && step === 'arrival')?.count).toBe(4);
});

test('a source that has a name is not named anew by whoever takes it for a new one', async () => {
  const path = 'PUT /maru/v1/admin/campaign/radio-korea';
  const first = { name: '라디오 코리아', note: 'From October on', isEnded: true };
  const made = await call(path, first, { 'if-match': '"0"' });
  expect([made.status, made.body.version]).toEqual([200, 1]);
  const second = { name: 'Another name', note: null, isEnded: false };
  const late = await call(path, second, { 'if-match': '"0"', ...other.headers });
  expect([late.status, late.body.data.code]).toEqual([412, 'precondition_failed']);
  const { items } = (await call('GET /maru/v1/admin/campaign')).body;
  const kept = items.find((one: { source: string }) => one.source === 'radio-korea');
  expect(kept).toMatchObject({ name: first.name, note: first.note, endedAt: made.body.endedAt, version: 1 });
  // Whoever knows it changes it.
  expect((await call(path, second, { 'if-match': '"1"' })).body).toMatchObject({
    name: second.name,
    version: 2,
  });
});

test('people are found by the first letter of their name or address', async () => {
  const kim = await createCaller(running.parts, { role: 'user', name: '김서연' });
  const found = async (q: string) =>
    (await call(`GET /v1/user/list?q=${encodeURIComponent(q)}`)).body.items.map(
      (one: { id: string }) => one.id,
    );
  expect(await found('김')).toEqual([kim.userId]);
  expect(await found('쀍')).toEqual([]);
  expect((await call('GET /v1/user/list?q=%20')).status).toBe(400);
});

test('a quarantined record is seen beside what is read in it, and tried again', async () => {
  const { store } = running.parts;
  await store.applyChanges(
    createChangeSet({
      rules: createRules(),
      quarantined: [
        { listingKey: 'q1', reason: 'was unreadable', raw: { ListingKey: 'q1' } },
        { listingKey: 'q2', reason: 'was unreadable', raw: { nothing: true } },
      ],
    }),
  );
  const first = (await call('GET /maru/v1/admin/quarantine?dataset=kc&limit=1')).body;
  expect(first.items[0].raw).toContain('nothing');
  const second = (await call(`GET /maru/v1/admin/quarantine?dataset=kc&limit=1&cursor=${first.next}`)).body;
  expect(second.items[0].quarantineKey).toBe('q1');
  const again = await call('POST /maru/v1/admin/quarantine/replay', { dataset: 'kc', quarantineKey: 'q2' });
  expect(again.body).toMatchObject({ left: 2, replayed: 0 });
  expect((await audited('quarantine.replay', 'kc'))[0].facts).toContain('one true');
  expect((await call('POST /maru/v1/admin/quarantine/replay', { dataset: 'none' })).status).toBe(404);
});

test('where a role comes from is said: sign-up, the setting, an admin, a profile', async () => {
  const { store } = running.parts;
  const sourceOf = async (id: string) => (await call(`GET /maru/v1/admin/user/${id}`)).body.roleSource;
  const none = { at: null, byId: null, byName: null };
  const user = await createCaller(running.parts, { role: 'user' });
  expect(await sourceOf(user.userId)).toEqual({ kind: 'sign_up', ...none });
  // Whoever had their role before this was recorded.
  expect(await sourceOf(other.userId)).toEqual({ kind: 'unknown', ...none });
  await call(`PUT /maru/v1/admin/user/${user.userId}/role`, { newRole: 'admin' });
  const given = { kind: 'admin', at: new Date(time).toISOString(), byId: admin.userId, byName: 'Owner Kim' };
  expect(await sourceOf(user.userId)).toEqual(given);
  await call(`PUT /maru/v1/admin/user/${user.userId}/role`, { newRole: 'user' });
  expect(await sourceOf(user.userId)).toEqual(given);
  const identity = {
    provider: 'google' as const,
    subject: 'named',
    email: 'named@example.com',
    name: 'Named',
  };
  const named = await store.signIns.signIn({
    identity: { ...identity, picture: null, locale: 'en' },
    browser: 'b',
    userAgent: '',
    adminEmails: new Set([identity.email]),
    now: new Date(time),
  });
  if (named.kind !== 'signed_in') throw new Error('not signed in');
  expect(await sourceOf(named.account.userId)).toEqual({ ...none, kind: 'setting', at: given.at });
});

test('a role is changed and sessions are ended, and neither by oneself against oneself', async () => {
  const user = await createCaller(running.parts, { role: 'user', name: 'Seoyeon' });
  const path = `/maru/v1/admin/user/${user.userId}`;
  expect((await call('GET /v1/user/list?q=seoy')).body.items).toMatchObject([{ id: user.userId }]);
  expect((await call(`PUT ${path}/role`, { newRole: 'realtor' })).body).toMatchObject({
    role: 'realtor',
    sessions: 1,
  });
  expect((await call(`POST ${path}/sign-out`, {})).body).toEqual({ ended: 1 });
  expect((await ask(running.app, 'GET /v1/user', { headers: user.headers })).status).toBe(401);
  const own = await call(`PUT /maru/v1/admin/user/${admin.userId}/role`, { newRole: 'user' });
  expect([own.status, own.body.data.code]).toEqual([409, 'conflict']);
  expect((await audited('user.change_role', user.userId))[0].facts.toSorted()).toEqual([
    'from user',
    'to realtor',
  ]);
  expect((await call('GET /maru/v1/admin/user/nobody')).status).toBe(404);
});

test('a letter that was given up is sent after all', async () => {
  const { store } = running.parts;
  await store.pool.query(
    `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, queued_at, failed_at, failure)
     values ('l1', 'alert', 's', 'en', 'a@example.com', now(), now(), now(), 'EENVELOPE 550')`,
  );
  expect((await call('GET /maru/v1/admin/job')).body.failed).toMatchObject([{ kind: 'letter', id: 'l1' }]);
  expect((await call('POST /maru/v1/admin/job/retry', { kind: 'letter', id: 'l1' })).status).toBe(200);
  expect((await store.emails.listUnqueued(10, new Date())).map((one) => one.letterId)).toContain('l1');
  expect((await call('POST /maru/v1/admin/job/retry', { kind: 'letter', id: 'l1' })).status).toBe(404);
  expect((await call('POST /maru/v1/admin/job/retry', { kind: 'job', id: 'none' })).status).toBe(404);
});

test('a proxy that is not named in TRUST_PROXY is told of once in the log, and to the owner, without its address', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const warn = running.app.log.warn;
  running.app.log.warn = log.warn.bind(log) as typeof warn;
  try {
    expect((await call('GET /maru/v1/admin/state')).body.unbelievedProxy).toBeNull();
    for (let i = 0; i < 2; i += 1) {
      await injectAtDoor(running.app, {
        url: '/maru/v1/ping',
        remoteAddress: '172.18.0.5',
        headers: { host: 'localhost', 'x-forwarded-for': '203.0.113.9' },
      });
    }
  } finally {
    running.app.log.warn = warn;
  }
  expect((await call('GET /maru/v1/admin/state')).body.unbelievedProxy).toEqual({
    network: '172.18.0.0/16',
    lastAt: expect.stringMatching(/^20\d\d-/),
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('TRUST_PROXY');
  expect(lines[0]).not.toMatch(/172\.18\.0\.5|203\.0/);
});

test('feeds say how they are; a dataset is hidden and shown; its purge wants its name', async () => {
  const state = (await call('GET /maru/v1/admin/state')).body;
  expect(state.feeds).toMatchObject([{ dataset: 'kc', quarantined: 2 }]);
  expect(state.limits.length).toBeGreaterThan(3);
  const { store } = running.parts;
  const visible = await store.countHomes();
  await call('PUT /maru/v1/admin/dataset/kc/visibility', { isHidden: true });
  expect(await store.countHomes()).toBe(0);
  expect((await call('GET /maru/v1/admin/state')).body.feeds[0]).toMatchObject({ state: 'hidden' });
  await call('PUT /maru/v1/admin/dataset/kc/visibility', { isHidden: false });
  expect(await store.countHomes()).toBe(visible);

  const purge = (confirm: string) => call('POST /maru/v1/admin/dataset/kc/purge', { confirm });
  expect((await purge('KC')).status).toBe(400);
  // While its feed is read, it would be loaded anew.
  const lease = await store.takeLease('kc');
  expect((await purge('kc')).status).toBe(409);
  expect(await store.countHomes()).toBe(visible);
  await lease?.release();
  expect((await purge('kc')).body.homes).toBe(visible);
  expect((await call('GET /maru/v1/admin/state')).body.feeds).toMatchObject([
    { dataset: 'kc', state: 'ended' },
  ]);
  expect(await audited('dataset.purge', 'kc')).toHaveLength(1);
});

test('remarks of the MLS are shown as they are, and somebody is told of their words once', async () => {
  const { store } = running.parts;
  const told = (remarks: string, at: string) =>
    store.applyChanges(
      createChangeSet({
        rules: createRules(),
        upserts: [
          createPlaced({
            listingKey: 'r1',
            streetNumber: '900',
            unparsedAddress: '900 Oak St, Irvine, CA 92620',
            publicRemarks: remarks,
            modificationTimestamp: at,
          }),
        ],
      }),
    );
  const reviews = async () =>
    (await call('GET /maru/v1/admin/review?kind=fair_housing')).body.items.filter(
      (one: { subjectKind: string }) => one.subjectKind === 'listing',
    );
  await told('Bright and quiet. No Section 8, adults only.', '2026-11-20T00:00:00Z');
  expect(await store.scanRemarks(new Date(time))).toBe(1);
  const [review] = await reviews();
  expect(review).toMatchObject({ subjectId: 'kc/r1' });
  expect(review.findings.length).toBeGreaterThan(0);
  await call(`PUT /maru/v1/admin/review/${review.reviewId}`, { note: 'the broker was told' });
  // A change that leaves the words as they are brings nothing back; other words do.
  await told('Bright and quiet! No Section 8, adults only.', '2026-11-20T01:00:00Z');
  expect(await store.scanRemarks(new Date(time))).toBe(0);
  expect(await reviews()).toEqual([]);
  await told('Perfect for Koreans.', '2026-11-20T02:00:00Z');
  expect(await store.scanRemarks(new Date(time))).toBe(1);
  expect(await store.scanRemarks(new Date(time))).toBe(0);
  // Open again: what was said the last time is not lost.
  expect(
    await store.audit.list({ subject: review.reviewId, action: 'review.reopen', limit: 5 }),
  ).toMatchObject([{ actorId: null, facts: { closedBy: expect.any(String), note: 'the broker was told' } }]);
});

test('nobody but an admin', async () => {
  for (const line of [
    'GET /maru/v1/admin/state',
    'GET /maru/v1/admin/word',
    'GET /maru/v1/admin/audit',
    'GET /maru/v1/admin/campaign',
  ]) {
    expect((await ask(running.app, line, { headers: realtor.headers })).status).toBe(403);
    expect((await ask(running.app, line)).status).toBe(401);
  }
});
