import { findFullScans, watchStatements } from '@maru/store/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { summarizeDay } from '../jobs/hourly-jobs.ts';
import { startTestApp, type TestApp } from '../testing/testing-app.ts';
import { createCaller, type TestCaller } from '../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, findHomeId, realtorBody } from '../testing/testing-people.ts';

let site: TestApp;
let jane: TestCaller;
let minji: TestCaller;
let realtorId: string;
let contactId: string;
let token: string;
let homeId: string;
let agentId: string;
let videoId: string;
let reportToken: string;
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);

beforeAll(async () => {
  site = await startTestApp({ env: { CONTACTS_AN_HOUR: '1000' } });
  await fillMarket(site.parts.store, { allowSold: true });
  const admin = await createCaller(site.parts, { role: 'admin' });
  jane = await createCaller(site.parts, { role: 'realtor' });
  minji = await createCaller(site.parts, { role: 'user' });
  realtorId = (await call('POST /maru/v1/realtor', { body: realtorBody(), headers: jane.headers })).body
    .realtorId;
  await call(`PUT /maru/v1/admin/realtor/${realtorId}/verification`, {
    body: { verification: 'verified' },
    headers: admin.headers,
  });
  homeId = await findHomeId(site.parts.store, 'k1');
  const sent = await call('POST /maru/v1/realtor-contacts', {
    body: contactBody({ realtorId, homeId }),
    headers: minji.headers,
  });
  ({ contactId } = sent.body);
  token = sent.body.receipt.token;
  agentId = (await call('GET /maru/v1/agent?name=Ann')).body.items[0].agentId;
  const video = { url: 'https://youtu.be/escrow00001', places: ['irvine-ca'] };
  videoId = (await call('POST /maru/v1/realtor-youtube', { body: video, headers: jane.headers })).body
    .videoId;
  const report = { homeId, reason: 'fraud', message: 'No', locale: 'en' };
  reportToken = (await call('POST /maru/v1/home/report', { body: report })).body.status.token;
});
afterAll(() => (site as TestApp | undefined)?.close());

test('each screen of agents and realtors is answered by indexes, whatever the tables hold', async () => {
  const C = '/maru/v1/realtor-contacts';
  const V = '/maru/v1/realtor-youtube';
  const own = jane.headers;
  const cursor = Buffer.from(JSON.stringify(['2026-11-21T00:00:00.000Z', contactId])).toString('base64url');
  const screens: [line: string, given?: Parameters<typeof ask>[2]][] = [
    ['GET /maru/v1/agent'],
    ['GET /maru/v1/agent?place=irvine-ca&language=ko&specialty=condo'],
    ['GET /maru/v1/agent?name=ann'],
    ['GET /maru/v1/agent?license=01234567'],
    [`GET /maru/v1/agent?id=${agentId}`],
    [`GET /maru/v1/agent?id=${realtorId}`],
    [`GET /maru/v1/agent?homeId=${homeId}`],
    [`GET /maru/v1/agent/homes?id=${agentId}`],
    [`GET /maru/v1/agent/contact?agentId=${agentId}`],
    [`GET /maru/v1/receipt/${token}`],
    [`GET /maru/v1/home/report/${reportToken}`],
    [`GET ${V}?realtorId=${realtorId}`],
    [`GET ${V}?place=irvine-ca`],
    [`GET ${V}?homeId=${homeId}`],
    [`GET ${V}?mine=true`, { headers: own }],
    [`PUT ${V}/order`, { headers: own, body: { videoIds: [videoId] } }],
    [`PATCH ${V}/${videoId}`, { headers: own, body: { title: 'Escrow' } }],
    ['GET /maru/v1/realtor?mine=true', { headers: own }],
    ['GET /maru/v1/realtor', { headers: own }],
    [`GET /maru/v1/realtor/${realtorId}`],
    [`PATCH /maru/v1/realtor/${realtorId}`, { headers: own, body: { bioEn: 'Hello.' } }],
    [`GET /maru/v1/realtor/${realtorId}/agent-links`, { headers: own }],
    [`GET ${C}`, { headers: own }],
    [`GET ${C}?state=new`, { headers: own }],
    [`GET ${C}?text=Saturday`, { headers: own }],
    [`GET ${C}?cursor=${cursor}`, { headers: own }],
    [`GET ${C}/${contactId}`, { headers: own }],
    [`GET ${C}/export`, { headers: own }],
    [`GET ${C}/numbers`, { headers: own }],
    [`PATCH ${C}/${contactId}`, { headers: own, body: { notes: 'Called.' } }],
    [`POST ${C}/${contactId}/reply`, { headers: own, body: { message: 'Saturday at ten.' } }],
    [`GET ${C}?box=sent`, { headers: minji.headers }],
    [`PATCH ${C}/${contactId}`, { headers: own, body: { doNotContact: true } }],
    ['POST /maru/v1/agent/contact', { body: contactBody({ homeId }) }],
  ];
  for (const [line, given] of screens) {
    const { result, statements } = await watchStatements(() => call(line, given));
    expect(result.status, `${line} ${JSON.stringify(result.body)}`).toBeLessThan(300);
    // Datasets are a few licenses.
    expect(await findFullScans(site.parts.store.pool, statements, ['dataset']), line).toEqual([]);
  }
  const log = { info: () => undefined };
  const { statements } = await watchStatements(() =>
    summarizeDay({ store: site.parts.store, log }, new Date('2026-11-23T18:00:00Z')),
  );
  expect(await findFullScans(site.parts.store.pool, statements), 'the letter of the day').toEqual([]);
});
