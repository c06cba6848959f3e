import type { ContactBody, RealtorBody } from '@maru/contract';
import type { DisplayRules } from '@maru/listing/display';
import type { Store } from '@maru/store';
import { createChangeSet, createPlaced, createRules } from '@maru/store/testing';
import type { FastifyInstance } from 'fastify';

/** For tests: sends a request and parses JSON; `body` is null without one. */
export async function ask(
  app: FastifyInstance,
  line: string,
  own: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const [method = 'GET', url = ''] = line.split(' ');
  const answer = await app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'localhost', ...own.headers },
    ...(own.body === undefined ? {} : { payload: own.body as object }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isJson ? answer.json() : null,
    bytes: answer.rawPayload,
  };
}

/** For tests: a feed with three homes of Ann Agent (a1), one of Bo Broker-Kim (a2), and sold ones of Ann's. */
export async function fillMarket(store: Store, rules: Partial<DisplayRules> = {}): Promise<void> {
  const member = (memberKey: string, memberFullName: string, own: object = {}) => ({
    dataset: 'kc',
    memberKey,
    memberMlsId: null,
    memberFullName,
    memberEmail: `${memberKey}@agents.example.com`,
    memberDirectPhone: '949-555-0110',
    memberStateLicense: memberKey === 'a1' ? 'DRE 01234567' : '07654321',
    memberLanguages: memberKey === 'a1' ? ['English', 'Korean'] : ['English'],
    officeKey: 'o1',
    modificationTimestamp: null,
    ...own,
  });
  const office = {
    dataset: 'kc',
    officeKey: 'o1',
    officeMlsId: null,
    officeName: 'Oak Realty',
    officePhone: '949-555-0100',
    officeEmail: null,
    officeCity: 'Irvine',
    officeStateOrProvince: 'CA',
    modificationTimestamp: null,
  };
  const home = (at: number, own: object = {}) =>
    createPlaced({
      listingKey: `k${at}`,
      streetNumber: String(100 + at),
      unparsedAddress: `${100 + at} Oak St, Irvine, CA 92620`,
      ...own,
    });
  const sold = {
    standardStatus: 'Closed' as const,
    mlsStatus: 'Closed',
    closeDate: '2026-09-01',
    closePrice: 850_000,
  };
  await store.applyChanges(
    createChangeSet({
      rules: createRules(rules),
      members: [member('a1', 'Ann Agent'), member('a2', 'Bo Broker-Kim')],
      offices: [office],
      upserts: [
        ...[1, 2, 3].map((at) => home(at)),
        home(4, {
          listAgentKey: 'a2',
          listAgentFullName: 'Bo Broker-Kim',
          listAgentStateLicense: '07654321',
        }),
        home(5, sold),
        home(6, { internetEntireListingDisplayYN: false }),
      ],
    }),
  );
  await store.refreshAgents();
}

export async function findHomeId(store: Store, listingKey: string): Promise<string> {
  const { rows } = await store.pool.query<{ home_id: string }>(
    `select home_id from listing where dataset = 'kc' and listing_key = $1`,
    [listingKey],
  );
  return rows[0]!.home_id;
}

/** A valid contact with overrides. */
export function contactBody(own: Partial<ContactBody> = {}): ContactBody {
  return {
    name: 'Minji Park',
    email: 'Minji@Example.com',
    message: 'Could I see it on Saturday?',
    consents: [],
    locale: 'en',
    ...own,
  };
}

/** A valid realtor profile with overrides. */
export function realtorBody(own: Partial<RealtorBody> = {}): RealtorBody {
  return {
    name: 'Jane Kim',
    nameKo: '김제인',
    licenseNumber: 'DRE #00123456',
    brokerName: 'Maru Realty',
    email: 'jane@realtors.example.com',
    bioEn: 'I help people find homes in Irvine.',
    languages: ['en', 'ko'],
    places: ['irvine-ca'],
    specialties: ['condo'],
    ...own,
  };
}
