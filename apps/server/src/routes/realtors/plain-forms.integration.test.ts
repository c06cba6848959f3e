import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/testing-app.ts';
import { injectAtDoor } from '../../testing/testing-door.ts';
import { fillMarket, findHomeId } from '../../testing/testing-people.ts';

let site: TestApp;
let homeId: string;
const rows = async (sql: string, ...values: unknown[]) =>
  (await site.parts.store.pool.query(sql, values)).rows;

beforeAll(async () => {
  site = await startTestApp({ env: { CONTACTS_AN_HOUR: '5' } });
  await fillMarket(site.parts.store);
  homeId = await findHomeId(site.parts.store, 'k1');
});
afterAll(() => (site as TestApp | undefined)?.close());

const post = (
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
  from = '127.0.0.1',
) =>
  injectAtDoor(site.app, {
    method: 'POST',
    url,
    remoteAddress: from,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
const get = (url: string) => site.app.inject({ method: 'GET', url, headers: { host: 'localhost' } });

const FORM = {
  name: '김서연',
  email: 'seoyeon@example.com',
  message: '토요일에 볼 수 있을까요?\n감사합니다.',
  locale: 'ko',
  plain: '1',
  timeZone: 'America/Los_Angeles',
};

describe('a contact without a script', () => {
  test('is kept like any other, once however often the form is sent, and leads on to its receipt', async () => {
    const prepared = (await get(`/maru/v1/agent/contact?homeId=${homeId}&locale=ko`)).json();
    const saturday = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    const form = {
      ...FORM,
      homeId,
      recipientId: prepared.answeredBy.recipientId,
      slot1: `${saturday}T10:00`,
      slot2: '',
      url: `/ko/contact?homeId=${homeId}`,
      'version.marketing': prepared.consents.find((one: { kind: string }) => one.kind === 'marketing')
        .version,
      'version.call': prepared.consents.find((one: { kind: string }) => one.kind === 'call').version,
      'consent.marketing': '1',
    };
    const [first, second] = [await post('/v1/contact', form), await post('/v1/contact', form)];
    expect([first.statusCode, second.headers.location]).toEqual([303, first.headers.location]);
    expect(await rows('select name, message, slots from contact')).toEqual([
      { name: FORM.name, message: FORM.message, slots: [{ start: expect.stringMatching(/T1[78]:00:00/) }] },
    ]);
    // Rule R18: what was not ticked was not agreed to.
    expect(await rows('select kind, is_accepted from contact_consent order by kind')).toEqual([
      { kind: 'call', is_accepted: false },
      { kind: 'lender', is_accepted: false },
      { kind: 'marketing', is_accepted: true },
    ]);
    const receipt = await get(String(first.headers.location));
    expect(receipt.headers['cache-control']).toBe('no-store');
    // Browsers send `Origin: null` from a page without any referrer.
    expect(receipt.headers['referrer-policy']).toBe('same-origin');
    expect(receipt.body).toContain('토요일에 볼 수 있을까요?');
    expect(receipt.body).toContain(prepared.answeredBy.name);
    const token = /receipt\/([\w-]{43})/.exec(String(first.headers.location))?.[1];
    for (const step of ['withdraw', 'stop']) {
      const done = await post(`/v1/receipt/${token}/${step}`, { locale: 'ko' });
      expect(done.headers.location).toBe(`/v1/receipt/${token}?locale=ko`);
    }
    expect((await get(`/v1/receipt/${token}?locale=ko`)).body).not.toContain('<button');
    expect((await rows('select do_not_contact_at, withdrawn_at from contact'))[0]).toEqual({
      do_not_contact_at: expect.any(Date),
      withdrawn_at: expect.any(Date),
    });
  });

  test('that is wrong is told field by field, and what was written is no markup', async () => {
    const wrong = await post('/v1/contact', {
      ...FORM,
      homeId,
      email: 'seoyeon',
      slot1: 'soon',
      url: '/contact',
    });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.body).toContain('이메일:');
    expect(wrong.headers['content-security-policy']).toContain("default-src 'none'");
    // What was refused without a field leads back; never to another site.
    const back = async (url: string) =>
      (await post('/v1/contact', { ...FORM, homeId: 'h000000000', url }, {}, '10.0.0.6')).body;
    expect(await back('/contact?homeId=h000000000')).toContain('href="/contact?homeId=h000000000"');
    for (const url of ['//evil.example', '/\\evil.example', '/\t/evil.example'])
      expect(await back(url)).not.toContain('evil.example');
    const evil = '<script>alert(1)</script>';
    const sent = await post('/v1/contact', { ...FORM, homeId, message: evil, name: evil });
    const { body } = await get(String(sent.headers.location));
    expect(body).not.toContain('<script');
    expect(body).toContain('&#60;script');
  });

  test('with a name sent twice is read as one form', async () => {
    const twice = `${new URLSearchParams({ ...FORM, homeId })}&name=B&locale=en&message=two&slot1=a&slot1=b`;
    const sent = await site.app.inject({
      method: 'POST',
      url: '/v1/contact',
      remoteAddress: '10.0.0.5',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: twice,
    });
    expect(sent.statusCode).toBe(400);
    expect(sent.body).toContain('lang="ko-KR"');
  });

  test('is refused in any other form than a browser sends', async () => {
    for (const path of ['/v1/contact', '/v1/report']) {
      const sent = await site.app.inject({ method: 'POST', url: path, payload: { name: 1, email: [] } });
      expect(sent.statusCode).toBe(415);
    }
  });

  test('is counted by the visitor’s address, and refused from the pages of another site', async () => {
    const other = await post('/v1/contact', FORM, { origin: 'https://evil.example' });
    expect(other.statusCode).toBe(403);
    const from = '10.0.0.7';
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) {
      statuses.push(
        (await post('/v1/contact', { ...FORM, homeId, message: `flood ${at}` }, {}, from)).statusCode,
      );
    }
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    expect((await post('/v1/contact', { ...FORM, homeId, message: 'else' }, {}, '10.0.0.8')).statusCode).toBe(
      303,
    );
  });

  test('with the same text from elsewhere is another message, and leads to no receipt of another', async () => {
    const form = { ...FORM, homeId, message: 'the same words' };
    const agent = { 'user-agent': 'Browser A' };
    const first = await post('/v1/contact', form, agent, '10.0.2.1');
    const again = await post('/v1/contact', form, agent, '10.0.2.1');
    const elsewhere = await post('/v1/contact', form, agent, '10.0.2.2');
    const otherBrowser = await post('/v1/contact', form, { 'user-agent': 'Browser B' }, '10.0.2.1');
    // By the API, with the digest of what the form was as the key.
    const { name, email, message } = form;
    const payload = { name, email, message, homeId, consents: [], locale: 'ko' };
    const byApi = await site.app.inject({
      method: 'POST',
      url: '/maru/v1/agent/contact',
      remoteAddress: '10.0.2.3',
      headers: {
        host: 'localhost',
        'idempotency-key': createHash('sha256').update(JSON.stringify(payload)).digest('hex'),
      },
      payload,
    });
    expect(first.statusCode).toBe(303);
    expect(again.headers.location).toBe(first.headers.location);
    const own = [first, elsewhere, otherBrowser].map(({ headers }) => headers.location);
    expect(new Set(own).size).toBe(3);
    expect(byApi.statusCode).toBe(201);
    expect(own.join()).not.toContain(byApi.json().receipt.token);
    expect(await rows('select 1 from contact where message = $1', message)).toHaveLength(4);
  });

  test('leads a browser with scripts to the page of the site', async () => {
    const { plain, ...form } = FORM;
    const sent = await post('/v1/contact', { ...form, homeId }, {}, '10.0.0.9');
    expect(sent.headers.location).toMatch(/^\/ko\/receipt\?token=[\w-]{43}$/);
  });
});

test('a report with the same text from elsewhere is another report', async () => {
  const form = { homeId, reason: 'fraud', message: 'The same words', email: '', locale: 'en', plain: '1' };
  const [first, again, elsewhere] = [
    await post('/v1/report', form, {}, '10.0.3.1'),
    await post('/v1/report', form, {}, '10.0.3.1'),
    await post('/v1/report', form, {}, '10.0.3.2'),
  ];
  expect(again.headers.location).toBe(first.headers.location);
  expect(elsewhere.statusCode).toBe(303);
  expect(elsewhere.headers.location).not.toBe(first.headers.location);
});

test('a report without a script is promised an answer, and can be followed', async () => {
  const form = {
    homeId,
    reason: 'fraud',
    message: 'Asks for <b>money</b>',
    email: '',
    locale: 'en',
    plain: '1',
  };
  const sent = await post('/v1/report', form, {}, '10.0.1.1');
  expect(sent.statusCode).toBe(303);
  const { body, statusCode } = await get(String(sent.headers.location));
  expect([statusCode, body.includes('Looked at by'), body.includes('<b>')]).toEqual([200, true, false]);
  expect((await get(`/v1/report/${'a'.repeat(43)}?locale=en`)).statusCode).toBe(404);
  expect((await post('/v1/report', { ...form, reason: '' }, {}, '10.0.1.2')).statusCode).toBe(400);
});
