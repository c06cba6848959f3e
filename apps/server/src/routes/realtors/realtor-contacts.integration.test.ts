import { createHash } from 'node:crypto';
import type { AgentAnswer, ContactSent } from '@maru/contract';
import { forgetUserIn } from '@maru/store';
import { createRules } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, findHomeId, realtorBody } from '../../testing/testing-people.ts';

let site: TestApp;
let jane: TestCaller;
let rival: TestCaller;
let visitor: TestCaller;
let admin: TestCaller;
let realtorId: string;
let agentId: string;
let homeId: string;
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);
const rows = async (sql: string, ...values: unknown[]) =>
  (await site.parts.store.pool.query(sql, values)).rows;

async function becomeRealtor(caller: TestCaller, own: object): Promise<string> {
  const made = await call('POST /maru/v1/realtor', { body: realtorBody(own), headers: caller.headers });
  const id = made.body.realtorId as string;
  const body = { verification: 'verified' };
  await call(`PUT /maru/v1/admin/realtor/${id}/verification`, { body, headers: admin.headers });
  return id;
}

async function write(own: object = {}, headers?: Record<string, string>): Promise<ContactSent> {
  const body = contactBody({ realtorId, ...own });
  const answer = await call('POST /maru/v1/realtor-contacts', { body, headers });
  expect(answer.status).toBe(201);
  return answer.body;
}

beforeAll(async () => {
  site = await startTestApp();
  await fillMarket(site.parts.store);
  [jane, rival, visitor, admin] = await Promise.all([
    createCaller(site.parts, { role: 'realtor', locale: 'ko' }),
    createCaller(site.parts, { role: 'realtor' }),
    createCaller(site.parts, { role: 'user' }),
    createCaller(site.parts, { role: 'admin' }),
  ]);
  realtorId = await becomeRealtor(jane, {});
  await becomeRealtor(rival, { name: 'Rival Lee', licenseNumber: '00999999', email: 'rival@example.com' });
  const { body } = await call('GET /maru/v1/agent?name=ann');
  agentId = (body.items as AgentAnswer[])[0]!.agentId;
  homeId = await findHomeId(site.parts.store, 'k1');
});
afterAll(() => (site as TestApp | undefined)?.close());

describe('writing to somebody', () => {
  test('who gets it is who was shown, and all boxes are unticked unless ticked (rules R17, R18)', async () => {
    const shown = (await call(`GET /maru/v1/agent/contact?agentId=${agentId}&homeId=${homeId}`)).body;
    const body = contactBody({ agentId, homeId, recipientId: shown.answeredBy.recipientId });
    const { status, body: sent } = await call('POST /maru/v1/agent/contact', { body });
    expect(status).toBe(201);
    expect(sent.answeredBy).toEqual(shown.answeredBy);
    const [kept] = await rows('select * from contact where contact_id = $1', sent.contactId);
    expect(kept).toMatchObject({
      recipient_role: 'advertising_broker',
      recipient_name: 'B',
      recipient_email: 'b@example.com',
      email: 'minji@example.com',
      phone: null,
      home_label: '101 Oak St, Irvine, CA',
    });
    const consents = await rows(
      'select kind, is_accepted, text from contact_consent where subject_id = $1 order by 1',
      sent.contactId,
    );
    expect(consents.map((one) => [one.kind, one.is_accepted])).toEqual([
      ['call', false],
      ['lender', false],
      ['marketing', false],
    ]);
    const letters = await rows(
      'select kind, locale, to_email from letter where subject_id = $1 order by 1',
      sent.contactId,
    );
    expect(letters).toEqual([
      { kind: 'contact-receipt', locale: 'en', to_email: 'minji@example.com' },
      { kind: 'contact-received', locale: 'en', to_email: 'b@example.com' },
    ]);
  });

  test('a ticked box is kept with its words, their hash, the page, the address and the number (rule R43)', async () => {
    const { consents } = (await call(`GET /maru/v1/agent/contact?realtorId=${realtorId}&locale=ko`)).body;
    const box = consents.find((one: { kind: string }) => one.kind === 'call');
    expect(box.text).toContain('Jane Kim');
    const sent = await write(
      {
        locale: 'ko',
        phone: '(949) 555-2671',
        consents: [{ kind: 'call', version: box.version, accepted: true }],
        url: '/ko/_maru_agent?id=1',
      },
      { 'user-agent': 'Test/1' },
    );
    const [kept] = await rows(
      `select * from contact_consent where subject_id = $1 and kind = 'call'`,
      sent.contactId,
    );
    expect(kept).toMatchObject({
      is_accepted: true,
      text: box.text,
      text_hash: createHash('sha256').update(box.text).digest('hex'),
      locale: 'ko',
      recipient_name: 'Jane Kim',
      phone: '+19495552671',
      url: '/ko/_maru_agent?id=1',
      ip: '127.0.0.1',
      user_agent: 'Test/1',
    });
  });

  test('words of yesterday, a box twice, a call without a number and a recipient who is another are refused', async () => {
    const version = 'of-yesterday';
    const refused = async (own: object) =>
      (await call('POST /maru/v1/realtor-contacts', { body: contactBody({ realtorId, ...own }) })).body.data;
    expect((await refused({ consents: [{ kind: 'marketing', version, accepted: true }] })).fields).toEqual([
      { field: 'consents.0.version', reason: 'expired' },
    ]);
    const [call1] = (await call(`GET /maru/v1/agent/contact?realtorId=${realtorId}`)).body.consents;
    const ticked = { kind: call1.kind, version: call1.version, accepted: true };
    expect((await refused({ consents: [ticked] })).fields).toEqual([{ field: 'phone', reason: 'missing' }]);
    expect((await refused({ phone: '949-555-2671', consents: [ticked, ticked] })).fields).toEqual([
      { field: 'consents.1.kind', reason: 'repeated' },
    ]);
    expect((await refused({ recipientId: 'realtor:x:y' })).code).toBe('conflict');
  });

  test.each([
    ['email', { email: 'minji@example.com\r\nBcc: all@example.com' }],
    ['email', { email: 'minji' }],
    ['name', { name: 'Minji\r\nBcc: all@example.com' }],
    ['name', { name: '   ' }],
    ['message', { message: '\n ' }],
    ['message', { message: 'x'.repeat(4_001) }],
    ['phone', { phone: '12345' }],
    ['slots.0.start', { slots: [{ start: '2020-01-01T10:00:00Z' }] }],
    ['slots.0.start', { slots: [{ start: '2026-99-99T10:00:00Z' }] }],
    ['homeId', { homeId: '<script>' }],
    ['role', { role: 'admin' }],
    ['consents', { consents: [{}, {}, {}, {}] }],
  ])('%s that cannot be is a 400 that names it', async (field, own) => {
    const answer = await call('POST /maru/v1/realtor-contacts', {
      body: { ...contactBody({ realtorId }), ...own },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.data.fields.map((one: { field: string }) => one.field).join()).toContain(field);
  });

  test('to a realtor who is not verified, and to nobody, nothing is sent', async () => {
    const hidden = await createCaller(site.parts, { role: 'realtor' });
    const { body } = await call('POST /maru/v1/realtor', {
      body: realtorBody({ licenseNumber: '00777777' }),
      headers: hidden.headers,
    });
    for (const id of [body.realtorId, 'nobody']) {
      const answer = await call('POST /maru/v1/realtor-contacts', { body: contactBody({ realtorId: id }) });
      expect(answer.body.data.code).toBe('realtor_not_found');
    }
    const nobody = await call('POST /maru/v1/realtor-contacts', { body: contactBody({ agentId }) });
    expect(nobody.body.data.fields).toEqual([{ field: 'realtorId', reason: 'missing' }]);
  });

  test('payment before a viewing warns the recipient and stands in the admin’s queue, once (rule R29)', async () => {
    const { contactId } = await write({ message: 'Zelle deposit first, then the keys by mail.' });
    const queue = await rows(`select kind, findings from review where subject_id = $1`, contactId);
    expect(queue).toHaveLength(1);
    expect(queue[0]).toMatchObject({ kind: 'payment' });
    const seen = await call(`GET /maru/v1/realtor-contacts/${contactId}`, { headers: jane.headers });
    expect(seen.body.notices).toEqual(['payment']);
    const listed = await call('GET /maru/v1/admin/review?kind=payment', { headers: admin.headers });
    const mine = listed.body.items.filter((one: { subjectId: string }) => one.subjectId === contactId);
    expect(mine).toHaveLength(1);
    const closed = await call(`PUT /maru/v1/admin/review/${mine[0].reviewId}`, {
      body: { note: 'talked to the owner' },
      headers: admin.headers,
    });
    expect(closed.body.closedAt).not.toBeNull();

    // A wrong press is taken back, and both presses are written down.
    const { reviewId } = mine[0];
    const idsOf = async (state: string) =>
      (
        await call(`GET /maru/v1/admin/review?kind=payment&state=${state}`, { headers: admin.headers })
      ).body.items.map((one: { reviewId: string }) => one.reviewId);
    expect([await idsOf('open'), (await idsOf('closed'))[0]]).toEqual([
      expect.not.arrayContaining([reviewId]),
      reviewId,
    ]);
    const path = `POST /maru/v1/admin/review/${reviewId}/reopen`;
    for (const headers of [jane.headers, visitor.headers])
      expect((await call(path, { headers })).status).toBe(403);
    for (let press = 0; press < 2; press += 1) {
      const { body } = await call(path, { headers: admin.headers });
      expect(body).toMatchObject({ reviewId, closedAt: null, note: null });
    }
    expect([await idsOf('closed'), await idsOf('open')]).toEqual([
      expect.not.arrayContaining([reviewId]),
      expect.arrayContaining([reviewId]),
    ]);
    const log = await call(`GET /maru/v1/admin/audit?subject=${reviewId}`, { headers: admin.headers });
    expect(log.body.items.map((one: { action: string }) => one.action)).toEqual([
      'review.reopen',
      'review.close',
    ]);
    const nobody = await call('POST /maru/v1/admin/review/nobody/reopen', { headers: admin.headers });
    expect(nobody.body.data.code).toBe('review_not_found');
  });

  test('words that keep people out stand in the queue too (rule R47)', async () => {
    const { contactId } = await write({ message: '한국인만 사는 단지인가요? No Section 8?' });
    const [row] = await rows(
      `select findings from review where subject_id = $1 and kind = 'fair_housing'`,
      contactId,
    );
    expect(row.findings.map((one: { rule: string }) => one.rule).sort()).toEqual([
      'national_origin',
      'source_of_income',
    ]);
  });

  test('the same Idempotency-Key makes one contact, also at the same moment; with another body it is refused', async () => {
    const headers = { 'idempotency-key': 'form-1' };
    const body = contactBody({ realtorId, email: 'once@example.com', message: 'once' });
    const send = () => call('POST /maru/v1/realtor-contacts', { body, headers });
    const answers = await Promise.all([send(), send(), send(), send()]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await rows(`select 1 from contact where message = 'once'`)).toHaveLength(1);
    expect(await rows(`select 1 from letter where subject_id = $1`, answers[0]!.body.contactId)).toHaveLength(
      2,
    );
    const other = await call('POST /maru/v1/realtor-contacts', {
      body: { ...body, message: 'twice' },
      headers,
    });
    expect([other.status, other.body.data.code]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('the receipt (rule R19)', () => {
  test('shows the copy, who answers and what became of it; nothing by a token that was touched', async () => {
    const { receipt, contactId } = await write({ homeId });
    const shown = (await call(`GET /maru/v1/receipt/${receipt.token}`)).body;
    expect(shown).toMatchObject({
      contactId,
      state: 'new',
      openedAt: null,
      message: 'Could I see it on Saturday?',
    });
    expect(shown.answeredBy).toMatchObject({
      name: 'Jane Kim',
      licenseNumber: '00123456',
      licenseState: 'CA',
      brokerName: 'Maru Realty',
    });
    await call(`GET /maru/v1/realtor-contacts/${contactId}`, { headers: jane.headers });
    const opened = (await call(`GET /maru/v1/receipt/${receipt.token}`)).body;
    expect(opened.state).toBe('read');
    expect(opened.openedAt).not.toBeNull();
    await call(`PATCH /maru/v1/realtor-contacts/${contactId}`, {
      body: { state: 'answered', notes: 'called' },
      headers: jane.headers,
    });
    const answered = (await call(`GET /maru/v1/receipt/${receipt.token}`)).body;
    expect(answered).toMatchObject({ state: 'answered', answeredAt: expect.any(String) });
    expect(JSON.stringify(answered)).not.toContain('called');
    for (const at of [0, 21, 42]) {
      const letters = [...receipt.token];
      letters[at] = letters[at] === 'A' ? 'B' : 'A';
      expect((await call(`GET /maru/v1/receipt/${letters.join('')}`)).status).toBe(404);
    }
    expect((await call(`GET /maru/v1/receipt/${contactId}`)).status).toBe(404);
  });

  test('withdrawn, the realtor no longer sees name, address and number, also in the message, and it is on record (rule R19)', async () => {
    const { receipt, contactId } = await write({
      phone: '949-555-2671',
      email: 'minji.park@example.com',
      message: 'Call me: (949) 555-2671 or minji.park@example.com.',
    });
    const path = `/maru/v1/realtor-contacts/${contactId}`;
    expect((await call(`GET ${path}`, { headers: jane.headers })).body.phone).toBe('+19495552671');
    const withdrawn = await call(`POST /maru/v1/receipt/${receipt.token}/withdraw`);
    expect(withdrawn.body.withdrawnAt).not.toBeNull();
    const masked = (await call(`GET ${path}`, { headers: jane.headers })).body;
    expect(masked).toMatchObject({ name: null, email: null, phone: null, message: 'Call me: ••• or •••' });
    const listed = (await call('GET /maru/v1/realtor-contacts', { headers: jane.headers })).body.items;
    const inList = listed.find((one: { contactId: string }) => one.contactId === contactId);
    expect(JSON.stringify(inList)).not.toMatch(/minji|2671/i);
    expect(
      await rows(`select 1 from audit_log where action = 'contact.withdraw' and subject = $1`, contactId),
    ).toHaveLength(1);
    const letters = await rows(
      'select kind, failure from letter where subject_id = $1 order by 1',
      contactId,
    );
    expect(letters).toEqual([
      { kind: 'contact-receipt', failure: null },
      { kind: 'contact-received', failure: 'cancelled' },
    ]);
    const again = await call(`POST /maru/v1/receipt/${receipt.token}/withdraw`);
    expect(again.body.withdrawnAt).toBe(withdrawn.body.withdrawnAt);
    expect(
      await rows(`select 1 from audit_log where action = 'contact.withdraw' and subject = $1`, contactId),
    ).toHaveLength(1);
  });
});

describe('whose contacts (the permission table)', () => {
  test('another’s id is 404 to realtors and users in every call, and one needs to be signed in', async () => {
    const { contactId } = await write({}, visitor.headers);
    const stranger = await createCaller(site.parts, { role: 'user' });
    const path = `/maru/v1/realtor-contacts/${contactId}`;
    for (const { headers } of [rival, stranger]) {
      expect((await call(`GET ${path}`, { headers })).status).toBe(404);
      expect((await call(`PATCH ${path}`, { body: { notes: 'x' }, headers })).status).toBe(404);
      expect((await call(`DELETE ${path}`, { headers })).status).toBe(404);
    }
    expect((await call(`GET ${path}`)).status).toBe(401);
    expect((await call('GET /maru/v1/realtor-contacts')).status).toBe(401);
    expect((await call(`GET ${path}`, { headers: admin.headers })).body.side).toBe('admin');
  });

  test('who sent it reads and withdraws it and may set nothing of the other side’s', async () => {
    const { contactId } = await write({ message: 'mine' }, visitor.headers);
    const path = `/maru/v1/realtor-contacts/${contactId}`;
    const { headers } = visitor;
    expect((await call(`GET ${path}`, { headers })).body).toMatchObject({
      side: 'sent',
      state: 'new',
      notes: null,
    });
    const barred = await call(`PATCH ${path}`, { body: { state: 'closed', notes: 'x' }, headers });
    expect(barred.body.data.fields).toEqual([
      { field: 'state', reason: 'unknown' },
      { field: 'notes', reason: 'unknown' },
    ]);
    expect(
      (await call(`PATCH ${path}`, { body: { withdrawn: true }, headers })).body.withdrawnAt,
    ).not.toBeNull();
    const list = (await call('GET /maru/v1/realtor-contacts', { headers })).body.items;
    expect(list.map((one: { side: string }) => one.side)).not.toContain('received');
    expect((await call(`DELETE ${path}`, { headers })).status).toBe(204);
    const left = (await call('GET /maru/v1/realtor-contacts', { headers })).body.items;
    expect(left.map((one: { contactId: string }) => one.contactId)).not.toContain(contactId);
    expect((await call(`GET ${path}`, { headers })).status).toBe(404);
    expect((await call(`PATCH ${path}`, { body: { withdrawn: true }, headers: jane.headers })).status).toBe(
      400,
    );
    // Each side has deleted it for itself alone.
    expect((await call(`GET ${path}`, { headers: jane.headers })).status).toBe(200);
    expect((await call(`DELETE ${path}`, { headers: jane.headers })).status).toBe(204);
    expect((await call(`GET ${path}`, { headers: jane.headers })).status).toBe(404);
    expect((await call(`PATCH ${path}`, { body: { notes: 'x' }, headers: jane.headers })).status).toBe(404);
  });

  test('a realtor moves a contact on, keeps notes, and loses no change of another window', async () => {
    const { contactId } = await write();
    const path = `/maru/v1/realtor-contacts/${contactId}`;
    const { headers } = jane;
    const first = await call(`GET ${path}`, { headers });
    const tag = String(first.headers.etag);
    const moved = await call(`PATCH ${path}`, {
      body: { state: 'appointment', notes: 'Saturday at 10' },
      headers: { ...headers, 'if-match': tag, 'content-type': 'application/merge-patch+json' },
    });
    expect(moved.body).toMatchObject({ state: 'appointment', notes: 'Saturday at 10' });
    const late = await call(`PATCH ${path}`, {
      body: { notes: null },
      headers: { ...headers, 'if-match': tag },
    });
    expect([late.status, late.body.data.code]).toEqual([412, 'precondition_failed']);
    const cleared = await call(`PATCH ${path}`, { body: { notes: null }, headers });
    expect(cleared.body).toMatchObject({ state: 'appointment', notes: null });
    expect((await call(`PATCH ${path}`, { body: { state: 'new' }, headers })).status).toBe(400);
    const found = await call('GET /maru/v1/realtor-contacts?state=appointment', { headers });
    expect(found.body.items.map((one: { contactId: string }) => one.contactId)).toEqual([contactId]);
  });

  test('lists come by the page and tell nothing of others', async () => {
    const { headers } = jane;
    const seen: string[] = [];
    let cursor = '';
    for (let page = 0; page < 40; page += 1) {
      const answer = (await call(`GET /maru/v1/realtor-contacts?limit=3${cursor}`, { headers })).body;
      seen.push(...answer.items.map((one: { contactId: string }) => one.contactId));
      if (answer.next === undefined) break;
      cursor = `&cursor=${answer.next}`;
    }
    const own = await rows(
      'select contact_id from contact where realtor_id = $1 and not hidden_by_recipient',
      realtorId,
    );
    expect(seen.toSorted()).toEqual(own.map((row) => row.contact_id).toSorted());
    expect((await call('GET /maru/v1/realtor-contacts', { headers: rival.headers })).body.items).toEqual([]);
    expect((await call('GET /maru/v1/realtor-contacts?box=all', { headers })).status).toBe(403);
    const all = await call('GET /maru/v1/realtor-contacts?limit=100', { headers: admin.headers });
    expect(all.body.items.length).toBeGreaterThan(seen.length);
  });

  test('a realtor learns of an account’s address and number only by a ticked box that still stands', async () => {
    const { people } = site.parts.store;
    const asked = await createCaller(site.parts, { role: 'user' });
    await write({ phone: '949-555-2671' }, asked.headers);
    expect(await people.consentsGivenTo(jane.userId, asked.userId)).toEqual({ email: false, phone: false });
    const [box] = (await call(`GET /maru/v1/agent/contact?realtorId=${realtorId}`)).body.consents;
    const consents = [{ kind: box.kind, version: box.version, accepted: true }];
    const { receipt } = await write({ phone: '949-555-2671', consents }, asked.headers);
    expect(await people.consentsGivenTo(jane.userId, asked.userId)).toEqual({ email: false, phone: true });
    expect(await people.consentsGivenTo(rival.userId, asked.userId)).toEqual({ email: false, phone: false });
    await call(`POST /maru/v1/receipt/${receipt.token}/withdraw`);
    expect(await people.consentsGivenTo(jane.userId, asked.userId)).toEqual({ email: false, phone: false });
  });

  test('an admin erases a contact with all that belongs to it', async () => {
    const { contactId } = await write({ message: 'Zelle deposit first' });
    expect(
      (await call(`DELETE /maru/v1/realtor-contacts/${contactId}`, { headers: admin.headers })).status,
    ).toBe(204);
    for (const [table, column] of [
      ['contact', 'contact_id'],
      ['contact_event', 'contact_id'],
      ['contact_reply', 'contact_id'],
      ['contact_consent', 'subject_id'],
      ['letter', 'subject_id'],
      ['review', 'subject_id'],
    ]) {
      expect(await rows(`select 1 from ${table} where ${column} = $1`, contactId), table).toEqual([]);
    }
  });
});

describe('a problem with a listing', () => {
  test('is kept with its consent and stands in the queue until somebody has looked', async () => {
    const body = {
      homeId,
      reason: 'fraud',
      message: 'Asks for money first',
      email: 'Me@Example.com',
      locale: 'ko',
    };
    const sent = await call('POST /maru/v1/home/report', { body });
    expect(sent.status).toBe(201);
    expect(Date.parse(sent.body.answerBy)).toBeGreaterThan(Date.parse(sent.body.createdAt));
    const [kept] = await rows('select * from listing_report where report_id = $1', sent.body.reportId);
    expect(kept).toMatchObject({ dataset: 'kc', listing_key: 'k1', email: 'me@example.com' });
    expect(await rows(`select kind from contact_consent where subject_id = $1`, sent.body.reportId)).toEqual([
      { kind: 'email' },
    ]);
    const queue = (await call('GET /maru/v1/admin/review?kind=report', { headers: admin.headers })).body
      .items;
    const review = queue.find((one: { subjectId: string }) => one.subjectId === sent.body.reportId);
    await call(`PUT /maru/v1/admin/review/${review.reviewId}`, { body: {}, headers: admin.headers });
    expect(
      (await rows('select state from listing_report where report_id = $1', sent.body.reportId))[0].state,
    ).toBe('closed');
    expect(
      (await call('POST /maru/v1/home/report', { body: { ...body, homeId: 'zzz' } })).body.data.code,
    ).toBe('home_not_found');
    expect((await call('GET /maru/v1/admin/review', { headers: jane.headers })).status).toBe(403);
    expect((await call('GET /maru/v1/admin/review')).status).toBe(401);
  });
});

test('a form fills nobody’s mailbox: an address gets so many receipts an hour, the contacts arrive all the same', async () => {
  for (let at = 0; at < 5; at += 1) await write({ email: 'victim@example.com', message: `again ${at}` });
  const kinds = await rows(
    `select l.kind, count(*)::int as many from letter l join contact c on c.contact_id = l.subject_id
     where c.email = 'victim@example.com' group by 1 order by 1`,
  );
  expect(kinds).toEqual([
    { kind: 'contact-receipt', many: 3 },
    { kind: 'contact-received', many: 5 },
  ]);
});

test('who is forgotten takes contacts, consents and letters along; what they were is exported before', async () => {
  const { store } = site.parts;
  const gone = await createCaller(site.parts, { role: 'user' });
  const { contactId } = await write({ message: 'forget me' }, gone.headers);
  const contacts = (await Array.fromAsync(store.people.exportPages(gone.userId, 'contacts'))).flat();
  expect(contacts.map((one) => one.message)).toEqual(['forget me']);
  const client = await store.pool.connect();
  try {
    await forgetUserIn(client, gone.userId, new Date());
  } finally {
    client.release();
  }
  expect(await rows('select 1 from contact where contact_id = $1', contactId)).toEqual([]);
  expect(await rows('select 1 from letter where subject_id = $1', contactId)).toEqual([]);
});

test('who is forgotten leaves a report, and neither an address nor a place on the net with it', async () => {
  const { store } = site.parts;
  const gone = await createCaller(site.parts, { role: 'user' });
  const made = await call('POST /maru/v1/home/report', {
    body: { homeId, reason: 'wrong_facts', message: 'Three beds.', email: 'gone@example.com', locale: 'en' },
    headers: gone.headers,
  });
  expect(made.status).toBe(201);
  const client = await store.pool.connect();
  try {
    await forgetUserIn(client, gone.userId, new Date());
  } finally {
    client.release();
  }
  const { reportId } = made.body;
  expect(await rows('select email, user_id from listing_report where report_id = $1', reportId)).toEqual([
    { email: null, user_id: null },
  ]);
  expect(await rows('select to_email from letter where subject_id = $1', reportId)).toEqual([]);
  expect(await rows('select ip from contact_consent where subject_id = $1', reportId)).toEqual([]);
});

test('contactMembers lets the letter go to the agent of the feed', async () => {
  const { store } = site.parts;
  await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: createRules({ contactMembers: true }) });
  const { body } = await call('POST /maru/v1/agent/contact', { body: contactBody({ homeId }) });
  expect(body.answeredBy).toMatchObject({ role: 'listing_agent', name: 'Ann Agent', byMailOnly: true });
  const letters = await rows(
    `select to_email from letter where subject_id = $1 and kind = 'contact-received'`,
    body.contactId,
  );
  expect(letters).toEqual([{ to_email: 'a1@agents.example.com' }]);
});
