import type { AgentAnswer } from '@maru/contract';
import { createChangeSet, createPlaced, createRules } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/testing-app.ts';
import { createCaller } from '../../testing/testing-callers.ts';
import { ask, contactBody, fillMarket, findHomeId, realtorBody } from '../../testing/testing-people.ts';

let site: TestApp;
const call = (line: string, own?: Parameters<typeof ask>[2]) => ask(site.app, line, own);
const agents = async (query: string): Promise<AgentAnswer[]> =>
  (await call(`GET /maru/v1/agent?${query}`)).body.items;
const names = async (query: string) => (await agents(query)).map((agent) => agent.name);

beforeAll(async () => {
  site = await startTestApp();
  await fillMarket(site.parts.store);
});
afterAll(() => (site as TestApp | undefined)?.close());

describe('agents of the feeds', () => {
  test('stand by how many homes they list, then by name', async () => {
    const { body } = await call('GET /maru/v1/agent');
    expect(body.order).toBe('homesListed');
    expect(body.items.map((one: AgentAnswer) => [one.name, one.homesListed])).toEqual([
      ['Ann Agent', 3],
      ['Bo Broker-Kim', 1],
    ]);
  });

  test('are found by place, language, words of the name, licence and specialty', async () => {
    expect(await names('place=irvine-ca')).toEqual(['Ann Agent', 'Bo Broker-Kim']);
    expect(await names('place=92620&language=ko')).toEqual(['Ann Agent']);
    expect(await names('place=fullerton-ca')).toEqual([]);
    expect(await names('name=kim')).toEqual(['Bo Broker-Kim']);
    expect(await names('name=brok%20bo')).toEqual(['Bo Broker-Kim']);
    expect(await names('name=%26%7C!')).toEqual([]);
    expect(await names('license=01234567')).toEqual(['Ann Agent']);
    expect(await names('license=DRE%2001234567')).toEqual(['Ann Agent']);
    expect(await names('specialty=house&specialty=sale')).toEqual(['Ann Agent']);
    expect((await call('GET /maru/v1/agent?place=atlantis-zz')).status).toBe(404);
    expect((await call('GET /maru/v1/agent?language=xx')).status).toBe(400);
  });

  test('carry licence with leading zeros, broker and the regulator’s page, and no address to scrape', async () => {
    const [ann] = await agents('name=ann');
    expect(ann).toMatchObject({
      licenseNumber: '01234567',
      licenseUrl: expect.stringContaining('01234567'),
      licenseVerified: false,
      brokerName: 'Oak Realty',
      languages: ['en', 'ko'],
      source: 'Test MLS',
    });
    expect(ann?.places.map((place) => place.slug)).toEqual(['irvine-ca']);
    expect(JSON.stringify(ann)).not.toContain('@');
  });

  test('come a page at a time', async () => {
    const first = (await call('GET /maru/v1/agent?limit=1')).body;
    const second = (await call(`GET /maru/v1/agent?limit=1&cursor=${first.next}`)).body;
    expect([first.items[0].name, second.items[0].name, second.next]).toEqual([
      'Ann Agent',
      'Bo Broker-Kim',
      undefined,
    ]);
    const forged = ['["1","a","b"]', '[1e20,"a","b"]', '[-1,"a","b"]', '[1,"a"]'].map((key) =>
      Buffer.from(key).toString('base64url'),
    );
    for (const cursor of ['x', 'e30', ...forged]) {
      expect((await call(`GET /maru/v1/agent?cursor=${cursor}`)).status).toBe(400);
    }
  });

  test('one by its id; who lists a home; nobody by an id that is none', async () => {
    const [ann] = await agents('name=ann');
    expect(await names(`id=${ann?.agentId}`)).toEqual(['Ann Agent']);
    expect(await names(`homeId=${await findHomeId(site.parts.store, 'k4')}`)).toEqual(['Bo Broker-Kim']);
    expect((await call('GET /maru/v1/agent?id=nobody')).body.data.code).toBe('agent_not_found');
    expect((await call('GET /maru/v1/agent?homeId=zzz')).body.data).toMatchObject({ code: 'home_not_found' });
  });

  test('sold homes are counted only where the licence allows them, opted-out ones nowhere', async () => {
    const { store } = site.parts;
    expect((await agents('name=ann'))[0]).toMatchObject({
      homesListed: 3,
      homesSold: null,
      lastSoldOn: null,
    });
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: createRules({ allowSold: true }) });
    await store.refreshAgents();
    expect((await agents('name=ann'))[0]).toMatchObject({
      homesListed: 3,
      homesSold: 1,
      lastSoldOn: '2026-09-01',
    });
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: createRules() });
    await store.refreshAgents();
  });

  test('who takes a home over is counted for it, who lists nothing any more is gone, and of a hidden dataset nobody is shown', async () => {
    const { store } = site.parts;
    const moved = createPlaced({
      listingKey: 'k4',
      streetNumber: '104',
      unparsedAddress: '104 Oak St, Irvine, CA 92620',
      modificationTimestamp: '2026-11-03T10:00:00.000Z',
      sourceModifiedAt: '2026-11-03T10:00:00.000Z',
    });
    await store.applyChanges(createChangeSet({ rules: createRules(), upserts: [moved] }));
    expect(await store.refreshAgents()).toBeGreaterThan(0);
    expect(await names('')).toEqual(['Ann Agent']);
    expect((await agents(''))[0]?.homesListed).toBe(4);
    expect(await store.refreshAgents()).toBe(0);
    await store.hideDataset('kc', 'licence lost');
    expect(await names('')).toEqual([]);
    await store.showDataset('kc');
    const back = createPlaced({
      listingKey: 'k4',
      streetNumber: '104',
      unparsedAddress: '104 Oak St, Irvine, CA 92620',
      listAgentKey: 'a2',
      listAgentFullName: 'Bo Broker-Kim',
      modificationTimestamp: '2026-11-04T10:00:00.000Z',
      sourceModifiedAt: '2026-11-04T10:00:00.000Z',
    });
    await store.applyChanges(createChangeSet({ rules: createRules(), upserts: [back] }));
    await store.refreshAgents();
    expect(await names('')).toEqual(['Ann Agent', 'Bo Broker-Kim']);
  });

  test('what a feed changes about the person arrives without a change of a home', async () => {
    const { store } = site.parts;
    const renamed = {
      dataset: 'kc',
      memberKey: 'a2',
      memberMlsId: null,
      memberFullName: 'Bo Kim',
      memberEmail: null,
      memberDirectPhone: null,
      memberStateLicense: '07654321',
      memberLanguages: ['Korean'],
      officeKey: 'o1',
      modificationTimestamp: null,
    };
    await store.applyChanges(createChangeSet({ rules: createRules(), members: [renamed] }));
    await store.refreshPeople();
    expect(await names('language=ko&name=bo')).toEqual(['Bo Kim']);
    expect(await store.refreshPeople()).toBe(0);
  });

  test('are found by a Korean name too, and by one with accents without them', async () => {
    const { store } = site.parts;
    const named = (memberFullName: string) => ({
      dataset: 'kc',
      memberKey: 'a2',
      memberMlsId: null,
      memberFullName,
      memberEmail: null,
      memberDirectPhone: null,
      memberStateLicense: '07654321',
      memberLanguages: [],
      officeKey: 'o1',
      modificationTimestamp: null,
    });
    for (const [name, asked] of [
      ['김 민지', '민지'],
      ['김민지', '김민'],
      ['José Núñez', 'nunez jose'],
      ["Sean O'Neil", 'neil'],
    ] as const) {
      await store.applyChanges(createChangeSet({ rules: createRules(), members: [named(name)] }));
      await store.refreshPeople();
      expect(await names(`name=${encodeURIComponent(asked)}`), name).toEqual([name]);
    }
  });
});

describe('who answers (rule R17)', () => {
  const who = async (query: string) => (await call(`GET /maru/v1/agent/contact?${query}`)).body.answeredBy;

  test('the advertising broker where the licence does not let us write to agents, and says that it is not the agent', async () => {
    const homeId = await findHomeId(site.parts.store, 'k1');
    expect(await who(`homeId=${homeId}`)).toMatchObject({
      role: 'advertising_broker',
      name: 'B',
      licenseNumber: '01',
      byMailOnly: true,
    });
  });

  test('the listing agent where it does, and another agent by a name of their own', async () => {
    const { store } = site.parts;
    const rules = createRules({ contactMembers: true });
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules });
    const homeId = await findHomeId(store, 'k1');
    const [ann] = await agents('name=ann');
    expect(await who(`homeId=${homeId}`)).toMatchObject({ role: 'listing_agent', name: 'Ann Agent' });
    expect(await who(`agentId=${ann?.agentId}`)).toMatchObject({ role: 'agent', name: 'Ann Agent' });
    expect(ann?.answeredBy).toEqual(await who(`agentId=${ann?.agentId}`));
    await store.saveDataset({ dataset: 'kc', provider: 'reso', rules: createRules() });
  });

  test('a verified realtor of this site, also as the feed’s agent whom it is linked to', async () => {
    const { store } = site.parts;
    const realtor = await createCaller(site.parts, { role: 'realtor', locale: 'ko' });
    const admin = await createCaller(site.parts, { role: 'admin' });
    const body = realtorBody({ name: 'Ann Agent', licenseNumber: '01234567', brokerName: 'Oak Realty' });
    const made = await call('POST /maru/v1/realtor', { body, headers: realtor.headers });
    const { realtorId } = made.body;
    expect(await who(`agentId=${(await agents('name=ann'))[0]?.agentId}`)).toMatchObject({
      role: 'advertising_broker',
    });
    const verified = await call(`PUT /maru/v1/admin/realtor/${realtorId}/verification`, {
      body: { verification: 'verified' },
      headers: admin.headers,
    });
    expect(verified.status).toBe(200);
    // The same licence alone proves nothing.
    const [unlinked] = await agents('name=ann&language=en');
    expect(unlinked).toMatchObject({ realtorId: null, homesListed: 3 });
    const linked = await call(`PUT /maru/v1/admin/realtor/${realtorId}/agent-links`, {
      body: { agentId: unlinked!.agentId, reason: 'Called the office.' },
      headers: admin.headers,
    });
    expect(linked.status).toBe(200);
    const [ann] = await agents('name=ann');
    expect(ann).toMatchObject({ realtorId, licenseVerified: true, bioEn: body.bioEn, homesListed: 3 });
    expect(ann?.answeredBy).toMatchObject({ role: 'realtor', name: 'Ann Agent', byMailOnly: false });
    expect([ann?.answeredBy.nameKo, (await who(`realtorId=${realtorId}`)).nameKo]).toEqual([
      body.nameKo,
      body.nameKo,
    ]);
    expect(await names('')).toHaveLength(2);
    const homeId = await findHomeId(store, 'k1');
    expect(await who(`homeId=${homeId}`)).toMatchObject({ role: 'listing_agent', byMailOnly: false });
    await call(`DELETE /maru/v1/realtor/${realtorId}`, { headers: realtor.headers });
    expect((await agents('name=ann'))[0]).toMatchObject({ realtorId: null, licenseVerified: false });
  });

  test('a realtor whom no feed knows stands in the list by name', async () => {
    const realtor = await createCaller(site.parts, { role: 'realtor' });
    const admin = await createCaller(site.parts, { role: 'admin' });
    const { realtorId } = (
      await call('POST /maru/v1/realtor', { body: realtorBody(), headers: realtor.headers })
    ).body;
    expect(await names('name=jane')).toEqual([]);
    const body = { verification: 'verified' };
    await call(`PUT /maru/v1/admin/realtor/${realtorId}/verification`, { body, headers: admin.headers });
    const [jane] = await agents('name=jane&place=irvine-ca&language=ko&specialty=condo');
    expect(jane).toMatchObject({ agentId: realtorId, realtorId, homesSold: null, source: null });
  });

  test('nobody and two at once are refused by field', async () => {
    expect((await call('GET /maru/v1/agent/contact')).body.data.fields).toEqual([
      { field: 'agentId', reason: 'missing' },
    ]);
    const both = await call('POST /maru/v1/agent/contact', {
      body: contactBody({ agentId: 'a', realtorId: 'b' }),
    });
    expect(both.body.data.fields).toEqual([{ field: 'realtorId', reason: 'unknown_value' }]);
  });
});
