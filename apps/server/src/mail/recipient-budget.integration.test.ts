import { MAX_BUNDLED, MAX_RECEIVED, Store } from '@maru/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, findHomeId, realtorBody } from '../testing/testing-people.ts';
import { EMAIL_TEMPLATES } from './send-email.ts';

/** What strangers can make this site send to who answers their messages. */

const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T12:00:00Z');

let site: TestApp;
let other: TestApp;
let otherStore: Store;
let homeId: string;
let clock = START;

beforeAll(async () => {
  const now = () => clock;
  const env = { PUBLIC_URL: 'http://localhost:4321' };
  site = await startTestApp({ env, now });
  otherStore = await Store.open({ databaseUrl: site.parts.store.pool.options.connectionString! });
  other = await startTestApp({ env, now, more: () => ({ store: otherStore }) });
  await fillMarket(site.parts.store, { contactMembers: true });
  homeId = await findHomeId(site.parts.store, 'k1');
});
afterAll(async () => {
  await (other as TestApp | undefined)?.close();
  await (otherStore as Store | undefined)?.close();
  await (site as TestApp | undefined)?.close();
});

const rows = async (sql: string, ...values: unknown[]) =>
  (await site.parts.store.pool.query(sql, values)).rows;
const letterParts = () => ({
  store: site.parts.store,
  publicUrl: 'http://localhost:4321',
  postalAddress: '',
});
const letter = async (kind: string, subjectId: string, locale: 'en' | 'ko' = 'en') =>
  await EMAIL_TEMPLATES[kind]!(subjectId, locale, letterParts());

let made = 0;
/** Of the clock's hour: tokens expire. */
async function caller(role: 'user' | 'admin'): Promise<TestCaller & { email: string }> {
  made += 1;
  const email = `${role}${made}@example.com`;
  return { ...(await createCaller(site.parts, { role, email })), email };
}
/** A verified realtor of this test alone. */
async function realtor(): Promise<{ realtorId: string; email: string }> {
  made += 1;
  const email = `realtor${made}@realtors.example.com`;
  const owner = await createCaller(site.parts, { role: 'realtor', email, locale: 'ko' });
  const licenseNumber = `0555000${made}`;
  const profile = await ask(site.app, 'POST /maru/v1/realtor', {
    body: realtorBody({ email, licenseNumber }),
    headers: owner.headers,
  });
  expect(profile.status, JSON.stringify(profile.body)).toBe(201);
  const { realtorId } = profile.body;
  await ask(site.app, `PUT /maru/v1/admin/realtor/${realtorId}/verification`, {
    body: { verification: 'verified' },
    headers: (await caller('admin')).headers,
  });
  return { realtorId, email };
}

let strangers = 0;
async function write(target: object, own: object = {}, headers = {}, app = site) {
  strangers += 1;
  const body = contactBody({ email: `stranger${strangers}@example.com`, ...target, ...own });
  const sent = await ask(app.app, 'POST /maru/v1/agent/contact', { body, headers });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return sent.body as { contactId: string; receipt: { token: string } };
}
const flood = async (target: object, count: number) =>
  await Promise.all(
    Array.from({ length: count }, (_, at) => write(target, {}, {}, at % 2 === 0 ? site : other)),
  );

const due = async (email: string) => {
  const ids = (await site.parts.store.emails.listUnqueued(10_000, new Date(clock))).map(
    (one) => one.letterId,
  );
  return await rows(
    'select letter_id, kind, subject_id from letter where to_email = $1 and letter_id = any($2) order by created_at, kind',
    email,
    ids,
  );
};
/** Sends, as far as the outbox is concerned, what is due for the address, and says which kinds it was. */
async function sendDue(email: string): Promise<string[]> {
  const all = await due(email);
  for (const { letter_id: id } of all) {
    await site.parts.store.emails.take(id, new Date(clock), 100);
    await site.parts.store.emails.markSent(id, new Date(clock));
  }
  return all.map((one) => one.kind);
}

describe('a realtor’s mailbox', () => {
  test('gets so many letters an hour about messages of unproven senders over all nodes; all are in the inbox', async () => {
    const { realtorId, email } = await realtor();
    await sendDue(email);
    const sent = await flood({ realtorId }, MAX_RECEIVED + 7);
    const inbox = await site.parts.store.contacts.list({ box: { realtorId }, limit: 100 });
    expect(new Set(inbox.map((one) => one.contactId))).toEqual(new Set(sent.map((one) => one.contactId)));
    expect(await sendDue(email)).toEqual(Array(MAX_RECEIVED).fill('contact-received'));
    clock += HOUR / 2;
    expect(await sendDue(email)).toEqual([]);

    // A sender who has proven the address is told of at once.
    const proven = await caller('user');
    await write({ realtorId }, { email: proven.email }, proven.headers);
    expect(await sendDue(email)).toEqual(['contact-received']);

    // One that was read and one that was taken back meanwhile are not waiting.
    const waiting = await rows(
      `select c.contact_id from contact c join letter l on l.subject_id = c.contact_id
       where c.realtor_id = $1 and l.bundle_id is not null`,
      realtorId,
    );
    expect(waiting).toHaveLength(7);
    await site.parts.store.contacts.open(waiting[0].contact_id, 'x', new Date(clock));
    await site.parts.store.contacts.withdraw(waiting[1].contact_id, { actorId: null, now: new Date(clock) });
    expect(await sendDue(email)).toEqual([]);
    clock += HOUR / 2 + 1;
    const [digest, ...more] = await due(email);
    expect([digest.kind, more]).toEqual(['contact-digest', []]);
    const [en, ko] = [
      await letter('contact-digest', digest.subject_id),
      await letter('contact-digest', digest.subject_id, 'ko'),
    ];
    expect(en?.subject).toBe('5 more messages are waiting in your inbox');
    expect(ko?.subject).toBe('문의함에 새 문의가 5건 더 있습니다');
    expect(en?.text).toContain('http://localhost:4321/realtor/contacts?state=new');
    expect(await sendDue(email)).toEqual(['contact-digest']);
    const told = await site.parts.store.contacts.find(waiting[2].contact_id);
    expect(told?.deliveredAt).toEqual(new Date(clock));

    // Read in the inbox before its letter: its reader is told when it is withdrawn.
    await flood({ realtorId }, MAX_RECEIVED + 1);
    expect(await sendDue(email)).toHaveLength(MAX_RECEIVED);
    const [held] = await rows(
      `select subject_id from letter where to_email = $1 and bundle_id is not null and sent_at is null
         and failed_at is null`,
      email,
    );
    await site.parts.store.contacts.open(held.subject_id, 'x', new Date(clock));
    await site.parts.store.contacts.withdraw(held.subject_id, { actorId: null, now: new Date(clock) });
    expect(await sendDue(email)).toEqual(['contact-withdrawn']);
    clock += HOUR + 1;
    const [empty] = await due(email);
    expect(await letter('contact-digest', empty.subject_id)).toBeUndefined();
    await sendDue(email);

    // The next hour has its own letters, and its own digest an hour after the last at the earliest.
    await flood({ realtorId }, MAX_RECEIVED + 1);
    expect(await sendDue(email)).toEqual(Array(MAX_RECEIVED).fill('contact-received'));
    clock += HOUR - 1;
    expect(await sendDue(email)).toEqual([]);
    clock += 2;
    expect(await sendDue(email)).toEqual(['contact-digest']);
  });

  test('gets one letter an hour about withdrawals, which tells of all', async () => {
    const { realtorId, email } = await realtor();
    const [first, ...others] = await flood({ realtorId }, 4);
    await sendDue(email);
    const withdraw = async ({ receipt }: { receipt: { token: string } }) =>
      expect((await ask(site.app, `POST /maru/v1/receipt/${receipt.token}/withdraw`)).status).toBe(200);
    await withdraw(first!);
    expect(await sendDue(email)).toEqual(['contact-withdrawn']);
    for (const one of others) await withdraw(one);
    expect(await sendDue(email)).toEqual([]);
    clock += HOUR + 1;
    const [notice, ...more] = await due(email);
    expect([notice.kind, more]).toEqual(['contacts-withdrawn', []]);
    const said = await letter('contacts-withdrawn', notice.subject_id);
    expect(said?.subject).toBe('3 messages to you were withdrawn');
    expect(said?.text).not.toMatch(/Minji|stranger/);
    expect(await sendDue(email)).toEqual(['contacts-withdrawn']);
    expect((await rows('select 1 from letter where to_email = $1 and sent_at is null', email)).length).toBe(
      0,
    );
  });
});

test('a feed’s agent, who has no inbox, gets further messages in one email an hour, with all that is needed to answer', async () => {
  const email = 'a1@agents.example.com';
  const sent = await flood({ homeId }, 2 * MAX_RECEIVED + 3);
  expect(await sendDue(email)).toEqual(Array(MAX_RECEIVED).fill('contact-received'));
  // Whatever the number of messages, one that comes now arrives within the hour.
  await flood({ homeId }, 3 * MAX_RECEIVED);
  const real = await write({ homeId }, { message: 'Is it still available?', phone: '+12135550123' });
  const [withdrawn] = sent.splice(-1);
  const pending = await rows(
    `select 1 from letter where subject_id = $1 and bundle_id is not null`,
    withdrawn!.contactId,
  );
  await site.parts.store.contacts.withdraw(withdrawn!.contactId, { actorId: null, now: new Date(clock) });
  expect(await sendDue(email)).toEqual([]);
  clock += HOUR + 1;
  const [bundle, ...more] = await due(email);
  expect([bundle.kind, more]).toEqual(['contacts-received', []]);
  const en = await letter('contacts-received', bundle.subject_id);
  const count = MAX_RECEIVED + 3 + 3 * MAX_RECEIVED + 1 - pending.length;
  expect(en?.subject).toBe(`${count} more messages for you on Maru`);
  expect(en?.text).toContain('> Is it still available?');
  expect(en?.text).toContain('+12135550123');
  expect(en?.text.match(/^E-mail: stranger\d+@example\.com$/gm)).toHaveLength(count);
  expect(en?.html.length).toBeLessThan(2_000_000);
  const ko = await letter('contacts-received', bundle.subject_id, 'ko');
  expect(ko?.subject).toBe(`마루에서 문의 ${count}건이 더 도착했습니다`);
  expect(await sendDue(email)).toEqual(['contacts-received']);
  const arrived = await site.parts.store.contacts.find(real.contactId);
  expect(arrived?.deliveredAt).toEqual(new Date(clock));
  clock += HOUR + 1;
  expect(await sendDue(email)).toEqual([]);
});

test('more messages than fit into one email are in further ones at the same time, and long ones are cut to their share', async () => {
  const email = 'a1@agents.example.com';
  clock += HOUR;
  await flood({ homeId }, MAX_RECEIVED);
  const long = { message: 'long '.repeat(400) };
  await Promise.all(Array.from({ length: MAX_BUNDLED + 5 }, () => write({ homeId }, long)));
  await sendDue(email);
  clock += HOUR + 1;
  const bundles = await due(email);
  expect(bundles.map(({ kind }) => kind)).toEqual(['contacts-received', 'contacts-received']);
  const letters = await Promise.all(bundles.map(({ subject_id: id }) => letter('contacts-received', id)));
  const full = letters.find((one) => one?.subject === `${MAX_BUNDLED} more messages for you on Maru`);
  expect(full?.text.match(/This message is shortened/g)).toHaveLength(MAX_BUNDLED);
  expect(full?.text.length).toBeGreaterThan(300_000);
  expect(full?.text.length).toBeLessThan(420_000);
  const rest = letters.find((one) => one !== full);
  expect(rest?.subject).toBe('5 more messages for you on Maru');
  await sendDue(email);
});

test('a name with an address of a page stands in no subject, and an unproven address is said to be that', async () => {
  const { realtorId } = await realtor();
  const evil = await write({ realtorId }, { name: 'Visit http://evil.example now' });
  const said = await letter('contact-received', evil.contactId);
  expect(said?.subject).toBe('A question about a home on Maru');
  expect(said?.replyTo).toEqual({ name: '', address: expect.stringMatching(/^stranger/) });
  expect(said?.text).toContain('We have not verified that stranger');
  const proven = await caller('user');
  const own = await write({ realtorId }, { email: proven.email, name: 'Kim' }, proven.headers);
  const trusted = await letter('contact-received', own.contactId);
  expect(trusted?.subject).toBe('Kim asks about a home on Maru');
  expect(trusted?.text).not.toContain('not verified');
});

test('codes and letters about accounts leave before messages, and receipts to unproven addresses last', async () => {
  const { realtorId, email } = await realtor();
  const proven = await caller('user');
  await write({ realtorId }, { email: proven.email }, proven.headers);
  const { contactId } = await write({ realtorId });
  const order = (await site.parts.store.emails.listUnqueued(10_000, new Date(clock))).map(
    (one) => one.letterId,
  );
  const kindOf = new Map(
    (await rows('select letter_id, kind, to_email, subject_id from letter')).map((one) => [
      one.letter_id,
      one,
    ]),
  );
  const own = order
    .map((id) => kindOf.get(id))
    .filter(
      ({ to_email: to, subject_id: subject }) => [email, proven.email].includes(to) || subject === contactId,
    )
    .map(
      ({ kind, to_email: to }) =>
        `${kind} ${to === email ? 'realtor' : to === proven.email ? 'proven' : 'stranger'}`,
    );
  expect(own[0]).toBe('realtor-verified realtor');
  expect(own.slice(1)).toEqual([
    'contact-receipt proven',
    'contact-received realtor',
    'contact-received realtor',
    'contact-receipt stranger',
  ]);
});
