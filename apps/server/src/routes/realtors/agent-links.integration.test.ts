import type { AgentAnswer, AgentLinks } from '@maru/contract';
import { MAX_ATTEMPTS, MAX_CODES, MAX_LICENSE_CHANGES, MAX_NOTICES } from '@maru/store';
import { emptyTables } from '@maru/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatLinkCode } from '../../contacts/link-code.ts';
import { EMAIL_TEMPLATES } from '../../mail/send-email.ts';
import { startTestApp, type TestApp } from '../../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, findHomeId, realtorBody } from '../../testing/testing-people.ts';

/** Tried as somebody would who wants the messages of Ann Agent (a1): name, licence and broker stand on her listings. */

let site: TestApp;
let mallory: TestCaller;
let admin: TestCaller;
let homeId: string;
let agentId: string;
let realtorId: string;
let clock: number;
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);

const CLAIM = {
  name: 'Ann Agent',
  licenseNumber: '01234567',
  brokerName: 'Oak Realty',
  email: 'ann@gmail.example',
};
const ANN = 'a1@agents.example.com';

beforeAll(async () => {
  clock = Date.parse('2026-11-20T12:00:00Z');
  // The tests together make more calls than an address may.
  const env = { PUBLIC_URL: 'http://localhost:4321', SIGN_INS_A_MINUTE: '10000' };
  site = await startTestApp({ env, now: () => clock });
  await fillMarket(site.parts.store, { contactMembers: true });
});
beforeEach(async () => {
  const { store } = site.parts;
  const people = ['account', 'realtor', 'realtor_owner', 'agent_link', 'agent_letter'];
  await emptyTables(store, [...people, 'letter', 'contact', 'audit_log']);
  await store.pool.query(`
    delete from agent where dataset = '' or member_key like 'made%';
    update agent set realtor_id = null, email = member_key || '@agents.example.com'`);
  [mallory, admin] = await Promise.all([
    createCaller(site.parts, { role: 'realtor', email: 'mallory@example.com' }),
    createCaller(site.parts, { role: 'admin' }),
  ]);
  homeId = await findHomeId(site.parts.store, 'k1');
  agentId = ((await call('GET /maru/v1/agent?name=ann')).body.items as AgentAnswer[])[0]!.agentId;
  realtorId = await apply(mallory, CLAIM);
});
afterAll(() => (site as TestApp | undefined)?.close());

async function apply(who: TestCaller, own: Parameters<typeof realtorBody>[0]): Promise<string> {
  const made = await call('POST /maru/v1/realtor', { body: realtorBody(own), headers: who.headers });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.realtorId;
}
async function verify(id = realtorId, verification = 'verified'): Promise<void> {
  const url = `PUT /maru/v1/admin/realtor/${id}/verification`;
  expect((await call(url, { body: { verification }, headers: admin.headers })).status).toBe(200);
}
const links = async (who = mallory, id = realtorId): Promise<AgentLinks> =>
  (await call(`GET /maru/v1/realtor/${id}/agent-links`, { headers: who.headers })).body;
const sendCode = (who = mallory, id = realtorId) =>
  call(`POST /maru/v1/realtor/${id}/agent-links/code`, { body: { agentId }, headers: who.headers });
const prove = (code: string, who = mallory, id = realtorId) =>
  call(`POST /maru/v1/realtor/${id}/agent-links`, { body: { agentId, code }, headers: who.headers });
const decide = (reason = 'Called the office.', who = admin, id = realtorId) =>
  call(`PUT /maru/v1/admin/realtor/${id}/agent-links`, { body: { agentId, reason }, headers: who.headers });
const unlink = (who = mallory, id = realtorId) =>
  call(`DELETE /maru/v1/realtor/${id}/agent-links/${agentId}`, { headers: who.headers });
const answerer = async (query: string) => (await call(`GET /maru/v1/agent/contact?${query}`)).body.answeredBy;

/** Agents of the feed with the licences 03000000, 03000001 … and an address each. */
async function makeAgents(count: number): Promise<void> {
  await site.parts.store.pool.query(
    `insert into agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, email, languages,
       places, specialties, homes_listed, homes_sold)
     select 'made' || n, 'kc', 'made' || n, 'Made', 'made', '0' || 3000000 + n, 'CA', 'made' || n || '@agents.example.com', '{}',
       '{}', '{}', 1, 0 from generate_series(0, $1 - 1) n`,
    [count],
  );
}

async function letters(kind: string) {
  const { store } = site.parts;
  const { rows } = await store.pool.query(
    'select subject_id, to_email from letter where kind = $1 order by created_at, letter_id',
    [kind],
  );
  const made = [];
  for (const row of rows) {
    const parts = { store, publicUrl: 'http://localhost:4321', postalAddress: '' };
    const letter = await EMAIL_TEMPLATES[kind]?.(row.subject_id, 'en', parts);
    made.push({
      to: row.to_email,
      id: row.subject_id,
      subject: letter?.subject ?? '',
      text: letter?.text ?? '',
      html: letter?.html ?? '',
      headers: letter?.headers,
    });
  }
  return made;
}
/** As its reader takes it from the letter. */
const mailedCode = async () =>
  /\b\d{4} \d{4}\b/.exec((await letters('agent-code')).at(-1)?.text ?? '')?.[0] ?? 'none';

describe('a stranger who types what stands on a listing', () => {
  test('and is verified gets what is written to the profile, and nothing that is written to the agent', async () => {
    await verify();
    for (const query of [`homeId=${homeId}`, `agentId=${agentId}`, `agentId=${agentId}&homeId=${homeId}`]) {
      expect(await answerer(query)).toMatchObject({ name: 'Ann Agent', byMailOnly: true });
      const { recipientId } = await answerer(query);
      expect(recipientId).not.toContain(realtorId);
    }
    expect((await answerer(`realtorId=${realtorId}`)).recipientId).toContain(realtorId);
    const body = contactBody({ homeId, message: 'For Ann.' });
    expect((await call('POST /maru/v1/agent/contact', { body })).status).toBe(201);
    const inbox = await call('GET /maru/v1/realtor-contacts?box=received', { headers: mallory.headers });
    expect(inbox.body.items).toEqual([]);
    const { rows } = await site.parts.store.pool.query(`select recipient_email as email from contact`);
    expect(rows).toEqual([{ email: ANN }]);
    // Nor when the feed brings the agent anew.
    await site.parts.store.pool.query(`update agent set people_hash = 'old'`);
    await site.parts.store.refreshPeople();
    expect((await answerer(`homeId=${homeId}`)).byMailOnly).toBe(true);
    // Nor when a node of the version before has written its guess.
    await site.parts.store.pool.query('update agent set realtor_id = $1 where agent_id = $2', [
      realtorId,
      agentId,
    ]);
    expect((await answerer(`homeId=${homeId}`)).byMailOnly).toBe(true);
  });

  test('the true agent is told at the address of the feed, without a word of the stranger’s', async () => {
    const told = await letters('agent-applied');
    expect(told.map((one) => one.to)).toEqual([ANN]);
    expect(told[0]!.text).toContain('01234567');
    expect(told[0]!.text).not.toMatch(/gmail|mallory/);
    // Other accounts with the same licence do not fill the mailbox.
    const others = await Promise.all(
      Array.from({ length: 6 }, () => createCaller(site.parts, { role: 'realtor' })),
    );
    await Promise.all(others.map((who) => apply(who, CLAIM)));
    expect(await letters('agent-applied')).toHaveLength(MAX_NOTICES.agent);
  });

  test('changes the licence three times a day, and writes to five agents at most, also with calls at once', async () => {
    await makeAgents(300);
    const { store } = site.parts;
    const change = (number: number) =>
      call(`PATCH /maru/v1/realtor/${realtorId}`, {
        body: { licenseNumber: `0${number}`, licenseState: 'CA' },
        headers: { ...mallory.headers, 'accept-language': 'ko' },
      });
    const numbers = Array.from({ length: 300 }, (_, at) => 3_000_000 + at);
    const answers = [];
    for (let at = 0; at < 300; at += 20) {
      answers.push(...(await Promise.all(numbers.slice(at, at + 20).map(change))));
    }
    const refused = answers.filter((one) => one.status === 429);
    const unexpected = answers.find((one) => one.status !== 200 && one.status !== 429);
    expect(unexpected?.body).toBeUndefined();
    expect(answers.filter((one) => one.status === 200)).toHaveLength(MAX_LICENSE_CHANGES);
    expect(refused).toHaveLength(300 - MAX_LICENSE_CHANGES);
    expect(refused[0]!.headers['retry-after']).toBe('86400');
    expect(refused[0]!.body.data).toEqual({
      code: 'too_many_requests',
      fields: [{ field: 'licenseNumber', reason: 'too_often' }],
    });
    // The first is Ann, of the application.
    expect(await letters('agent-applied')).toHaveLength(1 + MAX_LICENSE_CHANGES);
    // What else stands in the profile may be changed meanwhile, and the licence sent along as it is.
    const { licenseNumber } = (await store.realtors.find(realtorId))!;
    const same = { licenseNumber, licenseState: 'CA', bioEn: 'Hello.' };
    const kept = await call(`PATCH /maru/v1/realtor/${realtorId}`, { body: same, headers: mallory.headers });
    expect(kept.status).toBe(200);

    // By new profiles of one account, at once with changes, no more than five. (An admin keeps the role without a profile.)
    for (let at = 0; at < 4; at += 1) {
      const id = await apply(admin, { ...CLAIM, licenseNumber: `0${3_000_100 + at}` });
      const body = { licenseNumber: `0${3_000_200 + at}`, licenseState: 'CA' };
      const url = `PATCH /maru/v1/realtor/${id}`;
      await Promise.all([1, 2, 3].map(() => call(url, { body, headers: admin.headers })));
      await call(`DELETE /maru/v1/realtor/${id}`, { headers: admin.headers });
    }
    const { rows } = await store.pool.query(
      'select count(*)::int as n from agent_letter where user_id = $1',
      [admin.userId],
    );
    expect(rows).toEqual([{ n: MAX_NOTICES.user }]);
    clock += 86_400_001;
    const again = await createCaller(site.parts, { role: 'admin' });
    const nextDay = { body: { licenseNumber: '03000290', licenseState: 'CA' }, headers: again.headers };
    expect((await call(`PATCH /maru/v1/realtor/${realtorId}`, nextDay)).status).toBe(200);
  });

  test('reads neither the code nor the address; guessing ends after five attempts', async () => {
    expect(JSON.stringify(await links())).not.toMatch(/agents\.example\.com/);
    const sent = await sendCode();
    expect(sent.status).toBe(201);
    expect((await letters('agent-code')).map((one) => one.to)).toEqual([ANN]);
    const right = await mailedCode();
    // Of the whole code: four digits may be in a license number.
    expect(JSON.stringify(sent.body) + JSON.stringify(await links())).not.toMatch(
      new RegExp(right.replace(' ', ' ?')),
    );
    const { rows } = await site.parts.store.pool.query('select * from agent_letter');
    expect(JSON.stringify(rows)).not.toContain(right.replace(' ', ''));
    const wrong = String((Number(right.replace(' ', '')) + 1) % 100_000_000).padStart(8, '0');
    const answers = await Promise.all(Array.from({ length: 12 }, () => prove(wrong)));
    expect(answers.filter((one) => one.status === 400)).toHaveLength(MAX_ATTEMPTS);
    expect(answers.filter((one) => one.status === 410)).toHaveLength(12 - MAX_ATTEMPTS);
    expect((await prove(right)).status).toBe(410);
    expect((await links()).items[0]!.state).toBe('none');
  });

  test('cannot use up the codes of the agent’s own profile', async () => {
    for (let at = 0; at < MAX_CODES.profile; at += 1) expect((await sendCode()).status).toBe(201);
    expect((await sendCode()).status).toBe(429);
    const ann = await createCaller(site.parts, { role: 'realtor', email: 'ann@example.com' });
    const annId = await apply(ann, CLAIM);
    expect((await sendCode(ann, annId)).status).toBe(201);
  });

  test('gets no more codes by a new profile', async () => {
    // An admin keeps the role, and so the token, without a profile.
    const first = await apply(admin, CLAIM);
    for (let at = 0; at < MAX_CODES.profile; at += 1) expect((await sendCode(admin, first)).status).toBe(201);
    await call(`DELETE /maru/v1/realtor/${first}`, { headers: admin.headers });
    expect((await sendCode(admin, await apply(admin, CLAIM))).status).toBe(429);
  });

  test('gets codes up to a limit of the agent, which leaves some for a verified profile', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, () => createCaller(site.parts, { role: 'realtor' })),
    );
    const ids = await Promise.all(others.map((who) => apply(who, CLAIM)));
    // The first code of a profile has a limit of its own, so all profiles get theirs before the others are counted.
    const first = await Promise.all(others.map((who, at) => sendCode(who, ids[at])));
    const asked = others.flatMap((who, at) => Array.from({ length: 2 }, () => sendCode(who, ids[at])));
    const answers = [...first, ...(await Promise.all(asked))];
    expect(first.map((one) => one.status)).toEqual([201, 201, 201]);
    expect(answers.filter((one) => one.status === 201)).toHaveLength(MAX_CODES.unverified);
    // Others cannot use up the first code of a profile.
    expect((await sendCode()).status).toBe(201);
    expect((await sendCode()).status).toBe(429);
    await verify();
    const more = await Promise.all(Array.from({ length: 5 }, () => sendCode()));
    expect(more.filter((one) => one.status === 201)).toHaveLength(MAX_CODES.agent - MAX_CODES.unverified - 1);
    clock += 86_400_001;
    const later = await createCaller(site.parts, { role: 'realtor' });
    const laterId = await apply(later, CLAIM);
    expect((await sendCode(later, laterId)).status).toBe(201);
  });

  test('gets a first code by each profile up to a limit of the agent', async () => {
    const count = MAX_CODES.first + 1;
    const others = await Promise.all(
      Array.from({ length: count }, () => createCaller(site.parts, { role: 'realtor' })),
    );
    const ids = await Promise.all(others.map((who) => apply(who, CLAIM)));
    const answers = await Promise.all(others.map((who, at) => sendCode(who, ids[at])));
    expect(answers.filter((one) => one.status === 201)).toHaveLength(MAX_CODES.first);
  });

  test('cannot use another’s code, an old one, one of an hour ago, or one twice', async () => {
    const other = await createCaller(site.parts, { role: 'realtor', email: 'other@example.com' });
    const otherId = await apply(other, CLAIM);
    await sendCode();
    const first = await mailedCode();
    await sendCode(other, otherId);
    expect((await prove(first, other, otherId)).status).toBe(400);
    await sendCode();
    const second = await mailedCode();
    expect((await prove(first)).status).toBe(400);
    clock += 3_600_001;
    const again = await createCaller(site.parts, { role: 'admin' });
    const tokens = await site.parts.store.agentLinks.prove(realtorId, agentId, () => true, {
      userId: again.userId,
      now: new Date(clock),
    });
    expect(tokens).toBe('expired');
    expect(second).not.toBe(first);
  });

  test('cannot link another’s profile, an agent of another licence, or a refused profile', async () => {
    const other = await createCaller(site.parts, { role: 'realtor', email: 'other@example.com' });
    for (const answer of [
      await sendCode(other),
      await prove('1234 5678', other),
      await unlink(other),
      await call(`GET /maru/v1/realtor/${realtorId}/agent-links`, { headers: other.headers }),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await decide('I say so.', mallory)).status).toBe(403);
    const bo = ((await call('GET /maru/v1/agent?name=bo')).body.items as AgentAnswer[])[0]!.agentId;
    const body = { agentId: bo };
    const url = `POST /maru/v1/realtor/${realtorId}/agent-links/code`;
    expect((await call(url, { body, headers: mallory.headers })).status).toBe(404);
    await verify(realtorId, 'refused');
    expect((await sendCode()).status).toBe(404);
  });

  test('gets no code where several agents share the address of the feed', async () => {
    await site.parts.store.pool.query(`update agent set email = $1 where dataset = 'kc'`, [ANN]);
    expect((await links()).items[0]).toMatchObject({ code: 'shared_address' });
    expect((await sendCode()).status).toBe(409);
  });
});

describe('the agent', () => {
  test('links the profile by the code; its messages come once it is verified, and end with the link', async () => {
    await sendCode();
    const code = await mailedCode();
    const done = await prove(code.replace(' ', '-'));
    expect(done.body.items).toMatchObject([{ state: 'own', proof: 'code', source: expect.any(String) }]);
    // Proven and not verified: nothing of an unverified profile is public.
    expect((await answerer(`homeId=${homeId}`)).byMailOnly).toBe(true);
    await verify();
    expect(await answerer(`homeId=${homeId}`)).toMatchObject({ role: 'listing_agent', byMailOnly: false });
    await site.parts.store.pool.query(`update agent set people_hash = 'old'`);
    await site.parts.store.refreshPeople();
    expect((await answerer(`homeId=${homeId}`)).byMailOnly).toBe(false);
    const told = await letters('agent-linked');
    expect(told.map((one) => one.to)).toEqual([ANN]);
    expect((await prove(code)).status).toBe(409);
    // A licence that is another one ends it, and the link does not come back with a third.
    const change = { licenseNumber: '07654321', licenseState: 'CA' };
    await call(`PATCH /maru/v1/realtor/${realtorId}`, { body: change, headers: mallory.headers });
    await verify();
    expect((await answerer(`homeId=${homeId}`)).byMailOnly).toBe(true);
    const back = { licenseNumber: '01234567', licenseState: 'CA' };
    await call(`PATCH /maru/v1/realtor/${realtorId}`, { body: back, headers: mallory.headers });
    await verify();
    expect((await unlink()).body.items[0].state).toBe('none');
    expect((await answerer(`homeId=${homeId}`)).byMailOnly).toBe(true);
    expect((await unlink()).status).toBe(404);
  });

  test('and a second profile cannot both have it; a deleted profile leaves it', async () => {
    const other = await createCaller(site.parts, { role: 'realtor', email: 'other@example.com' });
    const otherId = await apply(other, CLAIM);
    const both = await Promise.all([decide(), decide('Me too.', admin, otherId)]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 409]);
    const [has, lacks] = both[0]!.status === 200 ? [realtorId, otherId] : [otherId, realtorId];
    const owner = has === realtorId ? mallory : other;
    const rival = has === realtorId ? other : mallory;
    expect((await links(rival, lacks)).items[0]).toMatchObject({
      state: 'other',
      linkedTo: null,
      reason: null,
    });
    expect((await sendCode(rival, lacks)).status).toBe(409);
    await call(`DELETE /maru/v1/realtor/${has}`, { headers: owner.headers });
    expect((await links(rival, lacks)).items[0]).toMatchObject({ state: 'none' });
  });
});

test('a linked agent stands first among many of the licence, so that the link can be ended', async () => {
  await site.parts.store.pool.query(
    `insert into agent (agent_id, dataset, member_key, name, name_folded, license_number, license_state, languages, places,
       specialties, homes_listed, homes_sold)
     select 'made' || n, 'kc', 'made' || n, 'Made', 'made', '01234567', 'CA', '{}', '{}', '{}', 1000 + n, 0
     from generate_series(1, 60) n`,
  );
  expect((await decide()).status).toBe(200);
  const { items } = await links();
  expect(items).toHaveLength(50);
  expect(items[0]).toMatchObject({ agentId, state: 'own' });
  expect(items[1]).toMatchObject({ homesListed: 1060, state: 'none' });
});

describe('a letter to an agent', () => {
  const HANGUL = /\p{Script=Hangul}/u;

  test('is in English with the same in Korean below, where nothing is known of its reader', async () => {
    await sendCode();
    await decide();
    const [code] = await letters('agent-code');
    expect(code!.subject).toContain('Code to link');
    expect(code!.subject).toContain('인증번호');
    expect(code!.text.match(/\b\d{4} \d{4}\b/g)).toHaveLength(2);
    for (const kind of ['agent-applied', 'agent-code', 'agent-linked']) {
      const [one] = await letters(kind);
      expect(one!.text).toMatch(/^Hello Ann Agent.*\* \* \*\s+Ann Agent 님, 안녕하세요/s);
      expect(one!.html.match(/<div lang="ko-KR"/g)).toHaveLength(1);
      expect(one!.headers).toEqual({ 'Content-Language': 'en-US, ko-KR' });
    }
  });

  test('is in the language of the account whose own address it is, once that is proven', async () => {
    const own = { role: 'realtor', email: ANN, locale: 'ko' } as const;
    const ann = await createCaller(site.parts, own);
    const annId = await apply(ann, CLAIM);
    expect((await sendCode(ann, annId)).status).toBe(201);
    const [code] = await letters('agent-code');
    expect(code!.subject).toMatch(HANGUL);
    expect(code!.text).not.toContain('Hello');
    expect(code!.headers).toEqual({ 'Content-Language': 'ko-KR' });
    await site.parts.store.pool.query('update account set email_verified = false where user_id = $1', [
      ann.userId,
    ]);
    expect((await letters('agent-code'))[0]!.text).toContain('Hello');
  });
});

describe('the admin', () => {
  test('sees the agent beside the application, what differs, and who else has the licence', async () => {
    const other = await createCaller(site.parts, { role: 'realtor', email: 'other@example.com' });
    const otherId = await apply(other, { ...CLAIM, name: 'Ann B. Agent', brokerName: 'Elm Realty' });
    expect(await links(admin, otherId)).toMatchObject({
      items: [
        {
          agentId,
          name: 'Ann Agent',
          licenseNumber: '01234567',
          officeName: 'Oak Realty',
          emailDomain: 'agents.example.com',
          differences: ['name', 'office', 'emailDomain'],
          broker: { name: expect.stringMatching(/./), email: expect.stringContaining('@') },
          state: 'none',
          code: 'possible',
        },
      ],
      sameLicense: [{ realtorId, name: 'Ann Agent', verification: 'pending' }],
    });
    expect((await links(admin)).items[0]!.differences).toEqual(['emailDomain']);
    expect((await links(mallory)).sameLicense).toEqual([]);
    await decide('Called the office.', admin);
    expect((await links(admin, otherId)).items[0]).toMatchObject({
      state: 'other',
      linkedTo: { realtorId, name: 'Ann Agent' },
      reason: 'Called the office.',
    });
  });

  test('links with a reason, which is written down; without one it is refused', async () => {
    expect((await decide('  ')).status).toBe(400);
    await verify();
    expect((await decide()).status).toBe(200);
    expect((await answerer(`homeId=${homeId}`)).byMailOnly).toBe(false);
    const audit = await site.parts.store.audit.list({ action: 'realtor.link', limit: 5 });
    expect(audit).toMatchObject([
      {
        actorId: admin.userId,
        subject: realtorId,
        facts: { dataset: 'kc', memberKey: 'a1', proof: 'owner', reason: 'Called the office.' },
      },
    ]);
    expect((await letters('agent-linked')).map((one) => one.to)).toEqual([ANN]);
    await unlink(admin);
    const ended = await site.parts.store.audit.list({ action: 'realtor.unlink', limit: 5 });
    expect(ended).toHaveLength(1);
  });
});

test('a code is eight digits of the letter’s id and the secret', () => {
  const codes = new Set(Array.from({ length: 50 }, (_, at) => formatLinkCode(`id${at}`, Buffer.from('s'))));
  expect(codes.size).toBe(50);
  for (const code of codes) expect(code).toMatch(/^\d{4} \d{4}$/);
  expect(formatLinkCode('id', Buffer.from('s'))).not.toBe(formatLinkCode('id', Buffer.from('t')));
});
