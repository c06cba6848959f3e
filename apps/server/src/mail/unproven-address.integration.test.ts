import { MAX_UNSOLICITED, Store } from '@maru/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, findHomeId } from '../testing/testing-people.ts';
import { EMAIL_TEMPLATES } from './send-email.ts';

/** What this site can be made to send to an address that somebody typed. */

let site: TestApp;
let other: TestApp;
let otherStore: Store;
let owner: TestCaller;
let homeId: string;
let clock: number;

const TEXT = 'Win a prize now at http://evil.example/claim';
const NAME = 'Claim $$$ http://evil.example';

beforeAll(async () => {
  clock = Date.parse('2026-11-20T12:00:00Z');
  const now = () => clock;
  const env = { PUBLIC_URL: 'http://localhost:4321' };
  site = await startTestApp({ env, now });
  const databaseUrl = site.parts.store.pool.options.connectionString!;
  otherStore = await Store.open({ databaseUrl });
  other = await startTestApp({ env, now, more: () => ({ store: otherStore }) });
  await fillMarket(site.parts.store, { contactMembers: true });
  homeId = await findHomeId(site.parts.store, 'k1');
  owner = await createCaller(site.parts, { role: 'user', email: 'proven@example.com' });
});
afterAll(async () => {
  await (other as TestApp | undefined)?.close();
  await (otherStore as Store | undefined)?.close();
  await (site as TestApp | undefined)?.close();
});

const letterParts = () => ({
  store: site.parts.store,
  publicUrl: 'http://localhost:4321',
  postalAddress: '',
});

async function write(email: string, headers = {}, app = site) {
  const body = contactBody({ email, name: NAME, message: TEXT, homeId });
  const sent = await ask(app.app, 'POST /maru/v1/agent/contact', { body, headers });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return sent.body;
}

async function report(email: string, headers = {}, app = site) {
  const body = { homeId, reason: 'other', message: TEXT, email, locale: 'en' };
  const sent = await ask(app.app, 'POST /maru/v1/home/report', { body, headers });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  return sent.body;
}

/** Both forms of the letter, its subject with them. */
async function letter(kind: string, subjectId: string): Promise<string> {
  const made = await EMAIL_TEMPLATES[kind]?.(subjectId, 'en', letterParts());
  return `${made?.subject}\n${made?.text}\n${made?.html}`;
}

const lettersTo = async (email: string) => {
  const { rows } = await site.parts.store.pool.query(
    'select kind from letter where to_email = $1 order by kind',
    [email],
  );
  return rows.map((row) => row.kind);
};

const tokenIn = (text: string) => /\?token=([\w-]+)/.exec(text)?.[1];
const linksIn = (text: string) => new Set(text.match(/https?:\/\/[^\s"<>&)]+/g) ?? []);

describe('a letter to an address that nobody has proven', () => {
  test.each([
    ['a visitor without an account', {}],
    ['another account', undefined],
  ])('carries neither the text, nor the name, nor a link of %s', async (_, none) => {
    const headers = none ?? owner.headers;
    const { contactId, receipt } = await write(`victim-${clock}@example.com`, headers);
    const { reportId, status } = await report(`victim-${clock}@example.com`, headers);
    for (const said of [
      await letter('contact-receipt', contactId),
      await letter('report-received', reportId),
    ]) {
      expect(said).not.toMatch(/prize|Claim|evil/);
      for (const link of linksIn(said)) {
        expect(link).toMatch(/^http:\/\/localhost:4321(\/(ko\/)?(receipt|report)\?token=[\w-]+)?$/);
      }
    }
    // What was written is kept, and stands on the page after sending.
    const shown = await ask(site.app, `GET /maru/v1/receipt/${receipt.token}`);
    expect(shown.body.message).toBe(TEXT);
    const kept = await ask(site.app, `GET /maru/v1/home/report/${status.token}`);
    expect(kept.body.message).toBe(TEXT);
    clock += 1;
  });

  test.each([
    ['a visitor without an account', {}],
    ['another account', undefined],
  ])('leads to no page with the text or the name of %s', async (_, none) => {
    const headers = none ?? owner.headers;
    const email = `reader-${clock}@example.com`;
    const { contactId } = await write(email, headers);
    const { reportId } = await report(email, headers);
    await site.parts.store.contacts.reply(
      contactId,
      { message: 'Gladly.', state: 'answered', findings: [] },
      { actorId: 'a', now: new Date(clock) },
    );
    const { replies } = (await site.parts.store.contacts.find(contactId))!;
    const pages: string[] = [];
    const letters = [
      await letter('contact-receipt', contactId),
      await letter('contact-reply', replies[0]!.replyId),
    ];
    for (const token of letters.map(tokenIn)) {
      const url = `/maru/v1/receipt/${token}`;
      // Who answers, what became of it, and the way to take it back stay.
      const shown = await ask(site.app, `GET ${url}`);
      expect(shown.body).toMatchObject({ contactId, email, name: null, phone: null, message: null });
      expect(shown.body).toMatchObject({ state: 'answered', replies: [{ message: 'Gladly.' }] });
      pages.push(JSON.stringify(shown.body));
      for (const locale of ['en', 'ko'])
        pages.push((await site.app.inject(`/v1/receipt/${token}?locale=${locale}`)).payload);
      for (const step of ['withdraw', 'stop'])
        pages.push(JSON.stringify((await ask(site.app, `POST ${url}/${step}`)).body));
    }
    await site.parts.store.pool.query(
      `update listing_report set state = 'closed', closed_at = now() where report_id = $1`,
      [reportId],
    );
    for (const kind of ['report-received', 'report-closed']) {
      const token = tokenIn(await letter(kind, reportId));
      const shown = await ask(site.app, `GET /maru/v1/home/report/${token}`);
      expect(shown.body).toMatchObject({ reportId, state: 'closed', message: null });
      pages.push(JSON.stringify(shown.body));
      for (const locale of ['en', 'ko'])
        pages.push((await site.app.inject(`/v1/report/${token}?locale=${locale}`)).payload);
    }
    for (const page of pages) {
      expect(page).not.toMatch(/prize|Claim|evil/);
      expect(page.length).toBeGreaterThan(100);
    }
    clock += 1;
  });

  test('a realtor’s answer does not quote it either', async () => {
    const { contactId } = await write('answered@example.com');
    await site.parts.store.contacts.reply(
      contactId,
      { message: 'Gladly.', state: 'answered', findings: [] },
      { actorId: 'a', now: new Date(clock) },
    );
    const contact = await site.parts.store.contacts.find(contactId);
    const said = await letter('contact-reply', contact!.replies[0]!.replyId);
    expect(said).toContain('Gladly.');
    expect(said).not.toMatch(/prize|Claim|evil/);
  });
});

test('a letter to the proven address of the account that wrote carries its text', async () => {
  const { contactId } = await write('Proven@Example.com', owner.headers);
  const receipt = await letter('contact-receipt', contactId);
  expect(receipt).toContain('Win a prize now');
  const { reportId } = await report('proven@example.com', owner.headers);
  const received = await letter('report-received', reportId);
  expect(received).toContain('Win a prize now');
  // So do the pages behind its links.
  expect((await ask(site.app, `GET /maru/v1/receipt/${tokenIn(receipt)}`)).body.message).toBe(TEXT);
  expect((await ask(site.app, `GET /maru/v1/home/report/${tokenIn(received)}`)).body.message).toBe(TEXT);
  const unproven = await createCaller(site.parts, {
    role: 'user',
    email: 'unproven@example.com',
    emailVerified: false,
  });
  const own = await write('unproven@example.com', unproven.headers);
  expect(await letter('contact-receipt', own.contactId)).not.toContain('prize');
});

describe('the budget of an address', () => {
  test('holds over all nodes, kinds and spellings at once; every message is accepted', async () => {
    const spellings = ['v.ictim@gmail.com', 'vic.tim+a@gmail.com', 'victim@googlemail.com'];
    const sent = await Promise.all(
      spellings.flatMap((email, at) => [
        write(email, {}, at % 2 === 0 ? site : other),
        write(email, {}, other),
        report(email, {}, at % 2 === 0 ? other : site),
      ]),
    );
    expect(sent).toHaveLength(9);
    const told = (await Promise.all(spellings.map(lettersTo))).flat();
    expect(told).toHaveLength(MAX_UNSOLICITED.hour);
    const contacts = sent.filter((one) => one.receipt !== undefined && one.contactId !== undefined);
    expect(contacts).toHaveLength(6);
    for (const { receipt } of contacts) {
      expect((await ask(other.app, `GET /maru/v1/receipt/${receipt.token}`)).status).toBe(200);
    }
  });

  test('is so many an hour and so many a day, and does not come back when a contact is erased', async () => {
    const email = 'patient@example.com';
    const start = clock;
    for (let hour = 0; hour < 5; hour += 1) {
      for (let at = 0; at < 4; at += 1) {
        await write(email);
      }
      const most = Math.min(MAX_UNSOLICITED.day, (hour + 1) * MAX_UNSOLICITED.hour);
      expect(await lettersTo(email)).toHaveLength(most);
      clock += 3_600_001;
    }
    expect(await lettersTo(email)).toHaveLength(MAX_UNSOLICITED.day);
    await site.parts.store.pool.query('delete from letter where to_email = $1', [email]);
    await write(email);
    expect(await lettersTo(email)).toEqual([]);
    clock = start + 86_400_001 + 5 * 3_600_000;
    await write(email);
    expect(await lettersTo(email)).toEqual(['contact-receipt']);
  });

  test('is not asked of the proven address of the account that wrote', async () => {
    const again = await createCaller(site.parts, { role: 'user', email: 'again@example.com' });
    for (let at = 0; at < 5; at += 1) await write('again@example.com', again.headers);
    expect(await lettersTo('again@example.com')).toHaveLength(5);
  });
});
