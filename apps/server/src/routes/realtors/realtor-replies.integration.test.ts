import type { ContactAnswer } from '@maru/contract';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { summarizeDay } from '../../jobs/hourly-jobs.ts';
import { EMAIL_TEMPLATES } from '../../mail/send-email.ts';
import { startTestApp, type TestApp } from '../../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, findHomeId, realtorBody } from '../../testing/testing-people.ts';

let site: TestApp;
let admin: TestCaller;
let jane: TestCaller;
let rival: TestCaller;
let realtorId: string;
const CONTACTS = '/maru/v1/realtor-contacts';
const log = { info: () => undefined };
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);
const rows = async (sql: string, ...values: unknown[]) =>
  (await site.parts.store.pool.query(sql, values)).rows;
const letterParts = () => ({ store: site.parts.store, publicUrl: 'https://maru.example', postalAddress: '' });

beforeAll(async () => {
  site = await startTestApp({ env: { CONTACTS_AN_HOUR: '1000' } });
  admin = await createCaller(site.parts, { role: 'admin' });
  [jane, rival] = [
    await createCaller(site.parts, { role: 'realtor' }),
    await createCaller(site.parts, { role: 'realtor' }),
  ];
  await fillMarket(site.parts.store);
  const made = await call('POST /maru/v1/realtor', { body: realtorBody(), headers: jane.headers });
  await call('POST /maru/v1/realtor', {
    body: realtorBody({ licenseNumber: '07777777', email: 'rival@realtors.example.com' }),
    headers: rival.headers,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  realtorId = made.body.realtorId;
  await call(`PUT /maru/v1/admin/realtor/${realtorId}/verification`, {
    body: { verification: 'verified' },
    headers: admin.headers,
  });
});
afterAll(() => (site as TestApp | undefined)?.close());

async function write(own: object = {}): Promise<{ contactId: string; token: string; path: string }> {
  const sent = await call(`POST ${CONTACTS}`, { body: contactBody({ realtorId, ...own }) });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const { contactId, receipt } = sent.body;
  return { contactId, token: receipt.token, path: `${CONTACTS}/${contactId}` };
}
/** As it stands in the letter to the sender. */
async function mailedToken(contactId: string): Promise<string | undefined> {
  const letter = await EMAIL_TEMPLATES['contact-receipt']?.(contactId, 'en', letterParts());
  return /receipt\?token=([\w-]+)/.exec(letter?.text ?? '')?.[1];
}
const reply = (path: string, body: object, headers: Record<string, string> = jane.headers) =>
  call(`POST ${path}/reply`, { body, headers });

describe('an answer', () => {
  test('reaches the visitor by a letter in their language and stands on the receipt', async () => {
    const homeId = await findHomeId(site.parts.store, 'k1');
    const { contactId, path, token } = await write({ locale: 'ko', homeId });
    const sent = await reply(path, { message: '토요일 10시에 뵐게요.\n감사합니다.', state: 'appointment' });
    expect([sent.status, sent.body.state, sent.body.replies.length]).toEqual([201, 'appointment', 1]);
    const [{ letter_id: letterId, ...letter }] = await rows(
      `select l.letter_id, l.locale, l.to_email, l.subject_id from letter l where l.kind = 'contact-reply'`,
    );
    expect(letterId).toBeDefined();
    expect(letter).toMatchObject({ locale: 'ko', to_email: 'minji@example.com' });
    const composed = await EMAIL_TEMPLATES['contact-reply']?.(letter.subject_id, 'ko', letterParts());
    expect(composed?.subject).toMatch(/[가-힣]/);
    expect(composed?.text).toContain('> 토요일 10시에 뵐게요.\n> 감사합니다.');
    expect(composed?.text).toContain(`/ko/receipt?token=${await mailedToken(contactId)}`);
    expect(composed?.replyTo).toEqual({ name: 'Jane Kim', address: 'jane@realtors.example.com' });
    const receipt = (await call(`GET /maru/v1/receipt/${token}`)).body;
    expect(receipt).toMatchObject({ contactId, state: 'appointment', answeredAt: expect.any(String) });
    expect(receipt.replies[0]).toMatchObject({
      message: '토요일 10시에 뵐게요.\n감사합니다.',
      deliveredAt: null,
    });
  });

  test('cannot put anything into the head of its letter', async () => {
    const evil = 'Hi\r\nBcc: everybody@example.com\r\nSubject: spam';
    const { path } = await write({ name: 'Min Lee' });
    const { body } = await reply(path, { message: evil });
    const composed = await EMAIL_TEMPLATES['contact-reply']?.(body.replies[0].replyId, 'en', letterParts());
    expect(JSON.stringify([composed?.subject, composed?.replyTo])).not.toMatch(/Bcc|spam|\\r|\\n/);
    expect(composed?.headers).toBeUndefined();
    // A name with a line break is no name.
    const named = await call(`POST ${CONTACTS}`, {
      body: contactBody({ realtorId, name: 'Min\r\nBcc: x@example.com' }),
    });
    expect(named.status).toBe(400);
  });

  test('of another realtor, of an admin and of who wrote it is not there; sent twice with one key it is one', async () => {
    const { path } = await write();
    for (const headers of [rival.headers, admin.headers]) {
      expect((await reply(path, { message: 'Hello' }, headers)).status).toBe(404);
    }
    const headers = { ...jane.headers, 'idempotency-key': 'once' };
    await Promise.all([
      reply(path, { message: 'Hello' }, headers),
      reply(path, { message: 'Hello' }, headers),
    ]);
    expect((await call(`GET ${path}`, { headers: jane.headers })).body.replies.length).toBe(1);
    expect((await reply(path, { message: 'Other' }, headers)).status).toBe(422);
  });

  test('that asks for money first is before the admin', async () => {
    const { contactId, path } = await write();
    await reply(path, { message: 'Please Zelle deposit first to hold the home.' });
    const [review] = await rows(`select kind, findings from review where subject_id = $1`, contactId);
    expect(review).toMatchObject({ kind: 'payment' });
    expect(review.findings[0].field).toBe('reply');
  });

  test('to who has taken the message back, or wants no contact, is refused and its letter never leaves', async () => {
    const { path, token } = await write();
    const { body } = await reply(path, { message: 'Hello' });
    await call(`POST /maru/v1/receipt/${token}/withdraw`);
    expect((await reply(path, { message: 'Again' })).status).toBe(409);
    expect(
      await EMAIL_TEMPLATES['contact-reply']?.(body.replies[0].replyId, 'en', letterParts()),
    ).toBeUndefined();
    // Taken back at the same moment: whichever is first, nobody who has taken it back gets a letter.
    const both = await write();
    const [answered] = await Promise.all([
      reply(both.path, { message: 'At ten?' }),
      call(`POST /maru/v1/receipt/${both.token}/withdraw`),
    ]);
    expect([201, 409]).toContain(answered.status);
    for (const one of answered.body.replies ?? [])
      expect(await EMAIL_TEMPLATES['contact-reply']?.(one.replyId, 'en', letterParts())).toBeUndefined();
    expect((await reply(both.path, { message: 'Still at ten?' })).status).toBe(409);
  });

  test('to a message that its realtor has deleted, or an admin has taken away, is not there', async () => {
    const [deleted, erased] = [await write(), await write()];
    await call(`DELETE ${deleted.path}`, { headers: jane.headers });
    await call(`DELETE ${erased.path}`, { headers: admin.headers });
    for (const { path, contactId } of [deleted, erased]) {
      const answer = await reply(path, { message: 'Hello' });
      expect([answer.status, answer.body.data?.code]).toEqual([404, 'contact_not_found']);
      expect(await rows('select 1 from contact_reply where contact_id = $1', contactId)).toEqual([]);
      expect((await call(`PATCH ${path}`, { body: { notes: 'x' }, headers: jane.headers })).status).toBe(404);
    }
  });
});

test('a realtor whose license was refused is delivered nothing for, and reads no account of a sender', async () => {
  const caller = await createCaller(site.parts, { role: 'realtor' });
  const body = realtorBody({ licenseNumber: '06666666', email: 'gone@realtors.example.com' });
  const { realtorId: gone } = (await call('POST /maru/v1/realtor', { body, headers: caller.headers })).body;
  const decide = (verification: string) =>
    call(`PUT /maru/v1/admin/realtor/${gone}/verification`, {
      body: { verification },
      headers: admin.headers,
    });
  await decide('verified');
  const sender = await createCaller(site.parts, { role: 'user' });
  const { consents } = (await call(`GET /maru/v1/agent/contact?realtorId=${gone}`)).body;
  const given = consents.map((one: { kind: string; version: string }) => ({
    kind: one.kind,
    version: one.version,
    accepted: true,
  }));
  const sent = await call(`POST ${CONTACTS}`, {
    body: contactBody({ realtorId: gone, phone: '+12135550123', consents: given }),
    headers: sender.headers,
  });
  const path = `${CONTACTS}/${sent.body.contactId}`;
  const readsAccount = async () =>
    (await call(`GET /v1/user/${sender.userId}/email`, { headers: caller.headers })).status;
  expect([await readsAccount(), (await reply(path, { message: 'Hello' }, caller.headers)).status]).toEqual([
    200, 201,
  ]);
  await decide('refused');
  const answer = await reply(path, { message: 'Wire the deposit' }, caller.headers);
  expect([await readsAccount(), answer.status, answer.body.data?.code]).toEqual([404, 403, 'forbidden']);
  // A change makes the profile wait for an admin, and nothing more.
  const renamed = await call(`PATCH /maru/v1/realtor/${gone}`, {
    body: { name: 'Another Name' },
    headers: caller.headers,
  });
  expect([renamed.status, renamed.body.verification]).toEqual([200, 'pending']);
  const again = await reply(path, { message: 'Wire the deposit' }, caller.headers);
  expect([await readsAccount(), again.status]).toEqual([404, 403]);
  expect(await rows('select message from contact_reply where contact_id = $1', sent.body.contactId)).toEqual([
    { message: 'Hello' },
  ]);
});

describe('a license', () => {
  test('is named by the register of its state on the form, the receipt, the plain page and in letters', async () => {
    const { realtorId: inWashington } = (
      await call('POST /maru/v1/realtor', {
        body: realtorBody({
          name: 'Wendy Cho',
          licenseNumber: '22031977',
          licenseState: 'WA',
          email: 'wendy@realtors.example.com',
        }),
        headers: (await createCaller(site.parts, { role: 'realtor' })).headers,
      })
    ).body;
    await call(`PUT /maru/v1/admin/realtor/${inWashington}/verification`, {
      body: { verification: 'verified' },
      headers: admin.headers,
    });
    // Of an agent, with no home that could say the state.
    for (const [to, state, en, ko] of [
      [inWashington, 'WA', 'WA DOL license 22031977', 'WA DOL 면허 22031977'],
      [realtorId, 'CA', 'DRE 00123456', 'DRE 면허 00123456'],
    ]) {
      const shown = (await call(`GET /maru/v1/agent/contact?realtorId=${to}`)).body;
      expect(shown.answeredBy.licenseState).toBe(state);
      const { contactId, token } = await write({ realtorId: to });
      expect((await call(`GET /maru/v1/receipt/${token}`)).body.answeredBy.licenseState).toBe(state);
      const { items } = (await call(`GET /maru/v1/agent?id=${to}`)).body;
      expect(items[0].licenseState).toBe(state);
      for (const [locale, said] of [
        ['en', en],
        ['ko', ko],
      ] as const) {
        const plain = await site.app.inject(`/v1/receipt/${token}?locale=${locale}`);
        expect(plain.body).toContain(said);
        for (const kind of ['contact-receipt', 'contact-received'])
          expect((await EMAIL_TEMPLATES[kind]?.(contactId, locale, letterParts()))?.text).toContain(said);
      }
    }
  });
});

describe('"do not contact me"', () => {
  test('by the receipt of who only typed the address masks that one contact: the address may be another’s', async () => {
    const email = 'not-mine@example.com';
    const [theirs, forged] = [await write({ email }), await write({ email })];
    await call(`POST /maru/v1/receipt/${forged.token}/stop`);
    const seen = async ({ path }: { path: string }) =>
      (await call(`GET ${path}`, { headers: jane.headers })).body;
    expect((await seen(forged)).email).toBeNull();
    expect(await seen(theirs)).toMatchObject({ email, doNotContactAt: null, withdrawnAt: null });
  });

  test('by the receipt in a letter masks all that this address wrote to this realtor, and nothing of others', async () => {
    const email = 'stop@example.com';
    const [first, second] = [await write({ email, phone: '949-555-2671' }), await write({ email })];
    const other = await write({ email: 'other@example.com' });
    const mailed = await mailedToken(second.contactId);
    const stopped = await call(`POST /maru/v1/receipt/${mailed}/stop`);
    expect(stopped.body).toMatchObject({
      doNotContactAt: expect.any(String),
      withdrawnAt: expect.any(String),
    });
    for (const { path } of [first, second]) {
      const seen = (await call(`GET ${path}`, { headers: jane.headers })).body;
      expect([seen.name, seen.email, seen.phone]).toEqual([null, null, null]);
      expect(seen.doNotContactAt).not.toBeNull();
    }
    expect((await call(`GET ${other.path}`, { headers: jane.headers })).body.email).toBe('other@example.com');
    const again = await call(`POST /maru/v1/receipt/${mailed}/stop`);
    expect(again.body.doNotContactAt).toBe(stopped.body.doNotContactAt);
  });

  test('said to the realtor by telephone is kept by the realtor', async () => {
    const { path } = await write({ email: 'by-phone@example.com' });
    const marked = await call(`PATCH ${path}`, { body: { doNotContact: true }, headers: jane.headers });
    expect([marked.status, marked.body.email]).toEqual([200, null]);
    expect(
      (await call(`PATCH ${path}`, { body: { doNotContact: true }, headers: rival.headers })).status,
    ).toBe(404);
  });
});

describe('the inbox', () => {
  test('finds by words of name, address, home and message, each half typed, in both languages', async () => {
    const { contactId } = await write({
      name: '김서연',
      email: 'seoyeon.k@example.com',
      message: 'Parking for two?',
    });
    const find = async (text: string) =>
      (
        await call(`GET ${CONTACTS}?text=${encodeURIComponent(text)}`, { headers: jane.headers })
      ).body.items.map((one: ContactAnswer) => one.contactId);
    for (const text of ['김서', 'seoyeon', 'park two', 'PARKING'])
      expect(await find(text), text).toContain(contactId);
    expect(await find('garage')).toEqual([]);
    expect(await find('!!')).toEqual([]);
    expect((await call(`GET ${CONTACTS}?text=Park`, { headers: rival.headers })).body.items).toEqual([]);
  });

  test('comes as a file without formulas, page after page, and only one’s own', async () => {
    await write({ name: '=HYPERLINK("http://evil.example")', message: '@SUM(A1)' });
    const { csv } = (await call(`GET ${CONTACTS}/export?locale=ko`, { headers: jane.headers })).body;
    const table = parse(csv) as string[][];
    expect(table[0]?.join()).toMatch(/[가-힣]/);
    expect(table.flat().filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(table.length).toBeGreaterThan(5);
    expect(
      (await call(`GET ${CONTACTS}/export`, { headers: rival.headers })).body.csv.trim().split('\n').length,
    ).toBe(1);
    expect((await call(`GET ${CONTACTS}/export`)).status).toBe(401);
  });

  test('counts what came and how soon it was answered; the public page says so from five on', async () => {
    const numbers = (await call(`GET ${CONTACTS}/numbers`, { headers: jane.headers })).body;
    const [{ received }] = await rows(
      'select count(*)::int as received from contact where realtor_id = $1',
      realtorId,
    );
    expect(numbers.days.reduce((sum: number, day: { received: number }) => sum + day.received, 0)).toBe(
      received,
    );
    expect(numbers.response.medianHours).toBeGreaterThanOrEqual(0);
    const [agent] = (await call(`GET /maru/v1/agent?id=${realtorId}`)).body.items;
    expect(agent.response).toEqual(numbers.response);
    const empty = (await call(`GET ${CONTACTS}/numbers`, { headers: rival.headers })).body;
    expect([empty.days, empty.response]).toEqual([[], { received: 0, answered: 0, medianHours: null }]);
  });

  test('is told of once a day while somebody waits, unless its realtor wants no such letter', async () => {
    const letters = async () =>
      (await rows(`select 1 from letter where kind = 'realtor-summary' and subject_id = $1`, realtorId))
        .length;
    await summarizeDay({ store: site.parts.store, log }, new Date('2026-11-21T15:00:00Z'));
    expect(await letters()).toBe(0);
    for (const at of ['2026-11-21T17:00:00Z', '2026-11-21T23:00:00Z', '2026-11-22T06:00:00Z'])
      await summarizeDay({ store: site.parts.store, log }, new Date(at));
    expect(await letters()).toBe(1);
    // However many were taken back since.
    const { store } = site.parts;
    const waiting = await store.contacts.list({
      box: { realtorId },
      state: 'new',
      isStanding: true,
      limit: 100,
    });
    for (let at = 0; at < 11; at += 1) await call(`POST /maru/v1/receipt/${(await write()).token}/withdraw`);
    const composed = await EMAIL_TEMPLATES['realtor-summary']?.(realtorId, 'ko', letterParts());
    expect(waiting.length).toBeGreaterThan(0);
    expect(composed?.subject).toContain(String(Math.min(10, waiting.length)));
    expect(composed?.text).toContain('/ko/realtor/contacts?state=new');
    await call(`PATCH /maru/v1/realtor/${realtorId}`, {
      body: { dailySummary: false },
      headers: jane.headers,
    });
    await summarizeDay({ store: site.parts.store, log }, new Date('2026-11-23T17:00:00Z'));
    expect(await letters()).toBe(1);
  });
});

describe('a report', () => {
  test('can be followed by its secret, and its sender is told what was found', async () => {
    const homeId = await findHomeId(site.parts.store, 'k1');
    const body = {
      homeId,
      reason: 'fraud',
      message: 'Asks for Zelle',
      email: 'me@example.com',
      locale: 'ko',
    };
    const sent = (await call('POST /maru/v1/home/report', { body })).body;
    const { token, path } = sent.status;
    expect(path).toBe(`/report?token=${token}`);
    const find = async () => (await call(`GET /maru/v1/home/report/${token}`)).body;
    expect(await find()).toMatchObject({ state: 'new', reason: 'fraud', hasEmail: true, answer: null });
    const { items } = (await call('GET /maru/v1/admin/review?kind=report', { headers: admin.headers })).body;
    const review = items.find((one: { subjectId: string }) => one.subjectId === sent.reportId);
    const close = (body: object) =>
      call(`PUT /maru/v1/admin/review/${review.reviewId}`, { body, headers: admin.headers });
    await close({ note: 'inside', answer: '매물을 내렸습니다.' });
    await close({ note: 'inside', answer: '매물을 내렸습니다.' });
    // A note alone is news to nobody but admins.
    expect((await close({ note: 'inside, again' })).status).toBe(200);
    expect(await find()).toMatchObject({ state: 'closed', answer: '매물을 내렸습니다.' });
    expect(JSON.stringify(await find())).not.toContain('inside');
    const kinds = await rows('select kind from letter where subject_id = $1 order by kind', sent.reportId);
    expect(kinds.map((one) => one.kind)).toEqual(['report-closed', 'report-received']);
    const composed = await EMAIL_TEMPLATES['report-closed']?.(sent.reportId, 'ko', letterParts());
    expect(composed?.text).toContain('> 매물을 내렸습니다.');
    const wrong = await call(`GET /maru/v1/home/report/${'a'.repeat(43)}`);
    expect([wrong.status, wrong.body.data.code]).toEqual([404, 'report_not_found']);
    // The secret of a report opens no receipt.
    expect((await call(`GET /maru/v1/receipt/${token}`)).status).toBe(404);
    // Closed by a wrong press: it waits again, and its letter does not leave.
    await call(`POST /maru/v1/admin/review/${review.reviewId}/reopen`, { headers: admin.headers });
    expect(await find()).toMatchObject({ state: 'new', answer: null, closedAt: null });
    const [letter] = await rows(
      `select failure from letter where subject_id = $1 and kind = 'report-closed'`,
      sent.reportId,
    );
    expect(letter.failure).toBe('cancelled');
    const traces = () =>
      rows(
        `select facts from audit_log where subject = $1 and action = 'review.reopen' order by audit_id`,
        review.reviewId,
      );
    expect((await traces())[0].facts).toMatchObject({
      closedBy: admin.userId,
      note: 'inside, again',
      answer: '매물을 내렸습니다.',
    });

    // One that somebody had begun to send and did not end is not sent either.
    const reopen = () =>
      call(`POST /maru/v1/admin/review/${review.reviewId}/reopen`, { headers: admin.headers });
    const states = async () => {
      const all = await rows(
        `select sent_at is not null as sent, failure from letter where subject_id = $1 and kind = 'report-closed'
         order by created_at, sent_at`,
        sent.reportId,
      );
      return all.map((one) => (one.sent ? 'sent' : (one.failure ?? 'waits')));
    };
    const sendAll = () =>
      rows(
        'update letter set sent_at = $2 where subject_id = $1 and failed_at is null',
        sent.reportId,
        new Date(),
      );
    await close({ answer: '확인했습니다.' });
    await rows(
      `update letter set taken_until = '2000-01-01' where subject_id = $1 and kind = 'report-closed' and failed_at is null`,
      sent.reportId,
    );
    await reopen();
    expect((await states()).toSorted()).toEqual(['cancelled', 'cancelled']);

    // What has been told is not told again; another answer is.
    await close({ answer: '확인했습니다.' });
    await sendAll();
    await reopen();
    await close({ answer: '확인했습니다.' });
    expect((await states()).toSorted()).toEqual(['cancelled', 'cancelled', 'sent']);
    await reopen();
    await close({ answer: '허위 매물이었습니다.' });
    expect((await states()).toSorted()).toEqual(['cancelled', 'cancelled', 'sent', 'waits']);
    await reopen();
    await close({ answer: '허위 매물이었습니다.' });
    expect((await states()).filter((one) => one === 'waits')).toHaveLength(1);
    expect(await traces()).toHaveLength(5);
  });
});
