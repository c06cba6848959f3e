import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChangeSet, createPlaced } from '@maru/store/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ReceivedLetter, type Smtp, startSmtp } from '../../../../dev/mailbox/smtp.ts';
import { workJobs } from '../jobs/work-jobs.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, findHomeId, realtorBody } from '../testing/testing-people.ts';
import { Mail } from './send-email.ts';

const QUIET = { info: () => {}, warn: () => {}, error: () => {} };

let site: TestApp;
let jane: TestCaller;
let admin: TestCaller;
let realtorId: string;
let smtp: Smtp | undefined;
let refuse: ((to: string[], raw: string) => number | undefined) | undefined;
let working: { stop: AbortController; done: Promise<void> } | undefined;
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);

beforeAll(async () => {
  site = await startTestApp({ env: { PUBLIC_URL: 'http://localhost:4321' } });
  await fillMarket(site.parts.store);
  jane = await createCaller(site.parts, { role: 'realtor', locale: 'ko' });
  admin = await createCaller(site.parts, { role: 'admin' });
  const made = await call('POST /maru/v1/realtor', { body: realtorBody(), headers: jane.headers });
  realtorId = made.body.realtorId;
  const body = { verification: 'verified' };
  await call(`PUT /maru/v1/admin/realtor/${realtorId}/verification`, { body, headers: admin.headers });
});
afterEach(async () => {
  await stopWork();
  await smtp?.close();
  smtp = undefined;
  refuse = undefined;
});
afterAll(() => (site as TestApp | undefined)?.close());

/** Works on letters against that port, as the process with the role `jobs` does, only more impatiently. */
function work(port: number, attempts?: number, MailClass = Mail): void {
  const { store, settings } = site.parts;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const mail = new MailClass({ store, smtpUrl, mailFrom: settings.mailFrom, publicUrl: settings.publicUrl });
  const stop = new AbortController();
  const databaseUrl = store.pool.options.connectionString ?? '';
  const parts = {
    databaseUrl,
    store,
    log: QUIET,
    mail,
    hourly: {},
    retryDelay: 1,
    relayEvery: 20,
    ...(attempts === undefined ? {} : { attempts }),
  };
  working = { stop, done: workJobs(parts, stop.signal).finally(() => mail.close()) };
}

async function stopWork(): Promise<void> {
  working?.stop.abort();
  await working?.done;
  working = undefined;
}

async function open(port = 0): Promise<Smtp> {
  smtp = await startSmtp({ port, refuse: (to, raw) => refuse?.(to, raw) });
  return smtp;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return;
    await sleep(50);
  }
  throw new Error('what was waited for did not come');
}

const nothingWaits = async () => (await site.parts.store.emails.count()).waiting === 0;

async function write(own: object = {}) {
  const { status, body } = await call('POST /maru/v1/realtor-contacts', {
    body: contactBody({ realtorId, ...own }),
  });
  expect(status).toBe(201);
  return body;
}

const lettersTo = (letters: readonly ReceivedLetter[], to: string) =>
  letters.filter((letter) => letter.to.includes(to));

describe('letters', () => {
  test('go to who answers and to who asked, each in their language, and say all that must be said', async () => {
    const { port, letters } = await open();
    work(port);
    const homeId = await findHomeId(site.parts.store, 'k1');
    const sent = await write({
      name: '박민지 "MJ" <x>',
      email: 'asks@example.com',
      homeId,
      message: 'Zelle deposit first?\n<script>alert(1)</script>',
      slots: [{ start: '2027-03-06T18:00:00Z', end: '2027-03-06T19:00:00Z' }],
    });
    await until(nothingWaits);
    const [toJane] = lettersTo(letters, 'jane@realtors.example.com').filter((one) => one.replyTo !== '');
    expect(toJane).toMatchObject({ from: 'no-reply@localhost.example', replyTo: 'asks@example.com' });
    expect(toJane?.subject).toBe('박민지 "MJ" <x> 님의 문의: 101 Oak St, Irvine, CA');
    for (const said of [
      '> Zelle deposit first?',
      '선입금',
      '동의하지 않음',
      '면허 00123456',
      'Maru Realty',
      '미 태평양 표준시',
    ]) {
      expect(toJane?.text).toContain(said);
    }
    expect(toJane?.html).toContain('&#60;script&#62;');
    expect(toJane?.html).not.toContain('<script>');
    const [toVisitor] = lettersTo(letters, 'asks@example.com');
    expect(toVisitor?.subject).toBe('Your message to Jane Kim');
    expect(toVisitor?.text).toContain('DRE 00123456');
    // Nobody has proven the address: unproven-address.integration.test.ts.
    expect(toVisitor?.text).not.toContain('Zelle');
    const [, mailed] = /http:\/\/localhost:4321\/receipt\?token=([\w-]+)/.exec(toVisitor?.text ?? '') ?? [];
    for (const token of [sent.receipt.token, mailed]) {
      const shown = (await call(`GET /maru/v1/receipt/${token}`)).body;
      expect([shown.contactId, shown.deliveredAt === null]).toEqual([sent.contactId, false]);
    }
  });

  test('and the receipt name the home with its unit number, unless its address is withheld', async () => {
    const { port, letters } = await open();
    work(port);
    const { store } = site.parts;
    const own = {
      streetNumber: '109',
      unitNumber: '12',
      unparsedAddress: '109 Oak St #12, Irvine, CA 92620',
    };
    await store.applyChanges(
      createChangeSet({
        upserts: [
          createPlaced({ ...own, listingKey: 'unit' }),
          createPlaced({ ...own, listingKey: 'withheld', internetAddressDisplayYN: false }),
        ],
      }),
    );
    const homeRow = (home: string) => new RegExp(`^[^:]+: ${home}$`, 'm');
    for (const [key, email, home] of [
      ['unit', 'unit@example.com', '109 Oak St #12, Irvine, CA'],
      ['withheld', 'withheld@example.com', 'Irvine, CA'],
    ] as const) {
      const { receipt } = await write({ homeId: await findHomeId(store, key), email, name: key });
      await until(nothingWaits);
      expect(lettersTo(letters, email)[0]?.text).toMatch(homeRow(home));
      const toJane = lettersTo(letters, 'jane@realtors.example.com').find((one) => one.subject.includes(key));
      expect(toJane?.subject).toBe(`${key} 님의 문의: ${home}`);
      expect(toJane?.text).toMatch(homeRow(home));
      const shown = await call(`GET /maru/v1/receipt/${receipt.token}`);
      expect(shown.body.home.label).toBe(home);
    }
  });

  test('that a mail server away for a while could not take are neither lost nor doubled', async () => {
    const { port } = await open();
    await smtp?.close();
    work(port);
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, at) => write({ email: `v${at}@example.com`, message: `question ${at}` })),
    );
    const { emails } = site.parts.store;
    const failed = async () =>
      (
        await site.parts.store.pool.query(
          'select 1 from letter where sent_at is null and failure is not null',
        )
      ).rows.length;
    await until(async () => (await failed()) > 0);
    // The process that works on letters ends in the middle and comes again.
    await stopWork();
    work(port);
    // Once, not as chance has it: the pause before an attempt doubles, and a few of them are longer than a test waits.
    let wasRefused = false;
    refuse = (to) => {
      if (to[0]?.startsWith('v3') !== true || wasRefused) return undefined;
      wasRefused = true;
      return 451;
    };
    const again = await open(port);
    await until(nothingWaits);
    expect(wasRefused).toBe(true);
    expect(asked).toHaveLength(8);
    for (let at = 0; at < 8; at += 1) expect(lettersTo(again.letters, `v${at}@example.com`)).toHaveLength(1);
    expect(lettersTo(again.letters, 'jane@realtors.example.com')).toHaveLength(8);
    expect(new Set(again.letters.map((letter) => letter.messageId)).size).toBe(16);
    expect((await emails.count()).failed).toBe(0);
  });

  test('that an address refuses for good are given up, and the others go on', async () => {
    const { port, letters } = await open();
    refuse = (to) => (to[0] === 'gone@example.com' ? 550 : undefined);
    work(port);
    const { contactId } = await write({ email: 'gone@example.com' });
    await until(nothingWaits);
    const { rows } = await site.parts.store.pool.query(
      'select kind, sent_at is not null as sent, failure from letter where subject_id = $1 order by kind',
      [contactId],
    );
    expect(rows).toMatchObject([
      { kind: 'contact-receipt', sent: false, failure: expect.stringContaining('550') },
      { kind: 'contact-received', sent: true },
    ]);
    expect(JSON.stringify(rows)).not.toContain('gone@');
    expect(letters).toHaveLength(1);
  });

  test.each([
    ['refused', 550, 'EMESSAGE 550'],
    ['deferred in all attempts', 451, 'out of attempts'],
  ])(
    'of which one message is %s for what it says: the others of the same email arrive',
    async (_, code, failure) => {
      const { store } = site.parts;
      const to = 'agent@agents.example.com';
      const bundleId = randomUUID();
      const contacts = [];
      for (const message of ['first', 'second', 'SPAM', 'fourth', 'fifth']) {
        const { contactId } = await write({ message });
        contacts.push(contactId);
      }
      await store.pool.query(
        `update letter set failed_at = now(), failure = 'cancelled' where sent_at is null and failed_at is null`,
      );
      // What these messages took of the realtor's hour.
      await store.pool.query('delete from unasked_letter');
      await store.pool.query(
        `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at)
       values ($2, 'contacts-received', $2, 'en', $1, now())`,
        [to, bundleId],
      );
      await store.pool.query(
        `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, bundle_id)
       select 'part ' || id, 'contact-received', id, 'en', $1, now(), $3 from unnest($2::text[]) as id`,
        [to, contacts, bundleId],
      );
      const { port, letters } = await open();
      refuse = (_, raw) => (raw.includes('SPAM') ? code : undefined);
      work(port, 2);
      await until(nothingWaits);
      const told = lettersTo(letters, to)
        .flatMap(({ text }) => text.match(/^> .*$/gm) ?? [])
        .sort();
      expect(told).toEqual(['> fifth', '> first', '> fourth', '> second']);
      const { rows } = await store.pool.query(
        `select count(*) filter (where sent_at is not null)::int as sent, count(*) filter (where failure = $2)::int as refused
       from letter where kind = 'contact-received' and subject_id = any($1)`,
        [contacts, failure],
      );
      expect(rows).toEqual([{ sent: 4, refused: 1 }]);
      expect((await store.emails.count()).waiting).toBe(0);
    },
  );

  test('that could not be sent in all their attempts are given up, for the admin to see', async () => {
    const { port, letters } = await open();
    refuse = () => 451;
    work(port, 2);
    const { contactId } = await write({ email: 'never@example.com' });
    await until(nothingWaits);
    const { rows } = await site.parts.store.pool.query('select failure from letter where subject_id = $1', [
      contactId,
    ]);
    expect(rows).toEqual([{ failure: 'out of attempts' }, { failure: 'out of attempts' }]);
    expect(letters).toEqual([]);
    expect((await site.parts.store.emails.count()).failed).toBeGreaterThanOrEqual(2);
  });

  test('about a message taken back do not leave; who had it already is told, and of nobody by name', async () => {
    const { port, letters } = await open();
    const early = await write({ name: 'Early Bird', email: 'early@example.com' });
    await call(`POST /maru/v1/receipt/${early.receipt.token}/withdraw`);
    work(port);
    const late = await write({ name: 'Late Bird', email: 'late@example.com' });
    await until(nothingWaits);
    await call(`POST /maru/v1/receipt/${late.receipt.token}/withdraw`);
    await until(nothingWaits);
    const toJane = lettersTo(letters, 'jane@realtors.example.com');
    expect(toJane.map((letter) => letter.subject)).toEqual([
      'Late Bird 님의 매물 문의가 도착했습니다',
      '받으신 문의가 철회되었습니다',
    ]);
    expect(toJane[1]?.raw).not.toMatch(/Late|late@/);
  });

  test('leave a few at once without a pause while many wait, and what somebody waits for leaves first', async () => {
    const { port, letters } = await open();
    const { pool } = site.parts.store;
    const { contactId } = await write({ email: 'many@example.com' });
    await pool.query('update letter set sent_at = now() where sent_at is null and to_email <> $1', [
      'many@example.com',
    ]);
    // 200 unasked receipts.
    await pool.query(
      `insert into letter (letter_id, kind, subject_id, locale, to_email, created_at, priority)
       select gen_random_uuid()::text, kind, subject_id, locale, 'many' || n || '@example.com', created_at, priority
       from letter, generate_series(2, 200) n where subject_id = $1 and kind = 'contact-receipt'`,
      [contactId],
    );
    let openGate = () => {};
    const gate = new Promise<void>((done) => {
      openGate = done;
    });
    let atOnce = 0;
    let most = 0;
    class GatedMail extends Mail {
      override async send(letterId: string, now?: Date): Promise<void> {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await gate;
        await super.send(letterId, now).finally(() => {
          atOnce -= 1;
        });
      }
    }
    const { rows: before } = await pool.query('select now() as at');
    work(port, undefined, GatedMail);
    const notQueued = async (to: string) =>
      (await pool.query('select 1 from letter where queued_at is null and to_email like $1', [to])).rows
        .length;
    await until(async () => (await notQueued('many%')) === 0 && atOnce > 0);
    const other = await createCaller(site.parts, { role: 'realtor', email: 'waits@example.com' });
    const made = await call('POST /maru/v1/realtor', {
      body: realtorBody({ email: 'waits@example.com' }),
      headers: other.headers,
    });
    await call(`PUT /maru/v1/admin/realtor/${made.body.realtorId}/verification`, {
      body: { verification: 'verified' },
      headers: admin.headers,
    });
    await until(async () => (await notQueued('waits%')) === 0);
    openGate();
    await until(nothingWaits);
    expect(letters).toHaveLength(201);
    // Those on their way and the fetch that has it.
    expect(letters.findIndex(({ to }) => to.includes('waits@example.com'))).toBeLessThan(10);
    expect(most).toBe(5);
    const { rows } = await pool.query<{ fetches: number }>(
      `select count(distinct started_on)::int as fetches from pgboss.job where name = 'letter' and started_on > $1`,
      [before[0].at],
    );
    expect(rows[0]!.fetches).toBeLessThanOrEqual(42);
  });

  test('of two processes at once are sent once', async () => {
    const { port, letters } = await open();
    const { store, settings } = site.parts;
    const { contactId } = await write({ email: 'two@example.com' });
    const own = {
      store,
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: settings.mailFrom,
      publicUrl: settings.publicUrl,
    };
    const [one, other] = [new Mail(own), new Mail(own)];
    const { rows } = await store.pool.query<{ letter_id: string }>(
      'select letter_id from letter where subject_id = $1',
      [contactId],
    );
    await Promise.all(rows.flatMap(({ letter_id: id }) => [one.send(id), other.send(id), one.send(id)]));
    expect(letters).toHaveLength(2);
    one.close();
    other.close();
  });
});
