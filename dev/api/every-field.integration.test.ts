import { PublicListing } from '@maru/contract';
import { PUBLIC_FIELDS } from '@maru/listing';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROPERTY_FIELDS } from '../conformance/property-fields.ts';
import { type Line, startLine } from '../line/line.ts';

let database: TestDatabase;
let line: Line;

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 240, feeds: ['bridge', 'slipstream'] });
  await line.follow();
});
afterAll(async () => {
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

/** What makes a row this listing, and lets it be shown; all else is replaced. */
const KEPT = new Set(
  (
    'ListingKey ListingId StandardStatus PropertyType PropertySubType CommonInterest Country StateOrProvince City ' +
    'PostalCode CountyOrParish Latitude Longitude ModificationTimestamp FeedTypes ListPrice Media OpenHouse ' +
    'InternetEntireListingDisplayYN InternetAddressDisplayYN'
  ).split(' '),
);
/** Fields that visitors may see under another name. */
const ELSEWHERE = new Set(
  (
    'MLSAreaMajor StreetNumberNumeric StreetDirPrefix StreetSuffix StreetSuffixModifier StreetDirSuffix UniversalParcelId ' +
    'ListAgentPreferredPhone CoListAgentPreferredPhone LeaseTermOptions AdditionalRent LeaseAmount UnitTypes Rooms ' +
    'FireplaceYN LotSizeArea'
  ).split(' '),
);
const member = (name: string) => name[0]!.toLowerCase() + name.slice(1);
const isPublic = (name: string) =>
  PUBLIC_FIELDS.has(name) ||
  ELSEWHERE.has(name) ||
  /Units?$/.test(name) ||
  Object.hasOwn(PublicListing.properties, member(name));
/** With a withheld address (issue 21, part 2, line 3). */
const REVEALING = (
  'ParcelNumber UniversalPropertyId UnparsedAddress StreetNumber StreetName UnitNumber TaxLegalDescription TaxLot TaxBlock ' +
  'TaxTract TaxBookNumber TaxMapNumber Directions CrossStreet ParkName BuildingName VirtualTourURLUnbranded ' +
  'VirtualTourURLBranded ListingURL'
).split(' ');
/** Ways to reach a person directly; the office's phone and AttributionContact are the credit. */
const isDirectContact = (name: string) => /Agent.*(Phone|Email|Fax|Pager|Voice|URL)/.test(name);

const SENTINELS: Record<string, (name: string, at: number) => unknown> = {
  text: (name) => `SENT ${name} END`,
  list: (name) => [`SENT ${name} END`],
  number: (_, at) => 8_100_000 + at,
  address: (name) => `https://sent.example/${name}/END`,
};

async function tellAll(row: Record<string, unknown>): Promise<string> {
  await line.control('sample', 'change', [row]);
  await line.catchUp();
  const { store } = line.parts;
  const { rows } = await store.pool.query('select home_id from listing where listing_key = $1', [
    row.ListingKey,
  ]);
  const homeId = rows[0].home_id as string;
  const answers: string[] = [];
  const price = `${row.ListPrice}-${row.ListPrice}`;
  for (const path of [
    `/maru/v1/home?homeId=${homeId}`,
    `/maru/v1/home/list?searchType=sale&price=${price}&want=total,listings,facets,costs`,
    `/maru/v1/home/find-one?listingId=${row.ListingId}`,
    `/maru/v1/home/suggest?text=${row.ListingId}`,
    `/maru/v1/source/bridge/search?searchType=sale&price=${price}`,
    `/maru/v1/source/bridge/${row.ListingKey}`,
    '/en-US-sitemap.xml',
  ]) {
    const answer = await line.app.inject({ url: path, headers: { host: 'localhost' } });
    expect({ path, status: answer.statusCode }).toEqual({ path, status: 200 });
    answers.push(answer.body);
  }
  expect(answers[0]).toContain(homeId);
  // What the index, lists, maps, emails and alerts are made of.
  const made = await store.pool.query(
    `select h::text from home h where home_id = $1
     union all select words::text from listing_text where listing_key = $2`,
    [homeId, row.ListingKey],
  );
  answers.push(JSON.stringify(made.rows));
  // So that it is no similar home of the next.
  await line.control('sample', 'change', [
    { ListingKey: row.ListingKey, InternetEntireListingDisplayYN: false },
  ]);
  return answers.join('\n');
}

/** Names whose value is in the text. */
const toldOf = (text: string, make: (name: string, at: number) => unknown) =>
  PROPERTY_FIELDS.filter((name, at) => {
    const sent = [make(name, at)].flat()[0];
    return (
      !KEPT.has(name) &&
      (typeof sent === 'number' ? new RegExp(`\\b${sent}\\b`).test(text) : text.includes(`${sent}`))
    );
  });

/** Each row once: live answers are kept for some seconds. */
let used = 0;

function rowWith(
  make: (name: string, at: number) => unknown,
  own: Record<string, unknown>,
): Record<string, unknown> {
  const row = [...line.market.datasets[0].stamps()]
    .map((one) => line.market.datasets[0].findRow(one.listingKey) as Record<string, unknown>)
    .filter((one) => one.StandardStatus === 'Active' && one.PropertyType === 'Residential')[used]!;
  used += 1;
  const sent = Object.fromEntries(
    PROPERTY_FIELDS.flatMap((name, at) => (KEPT.has(name) ? [] : [[name, make(name, at)]])),
  );
  return {
    ...row,
    ...sent,
    InternetEntireListingDisplayYN: true,
    FeedTypes: ['IDX'],
    CRMLS_OwnerMood: 'SENT LOCAL END',
    ...own,
  };
}

describe.each(Object.entries(SENTINELS))(
  'a row that states every field of the dictionary as %s',
  (_, make) => {
    test('tells what was reviewed, and nothing else, in no answer', async () => {
      const text = await tellAll(rowWith(make, { InternetAddressDisplayYN: true }));
      const told = toldOf(text, make);
      expect(told.filter((name) => !isPublic(name))).toEqual([]);
      // Who lives there, or that nobody does, is nobody's to know.
      expect(told).not.toContain('OccupantType');
      expect(told.filter(isDirectContact)).toEqual([]);
      expect(text).not.toContain('SENT LOCAL');
      expect(told.length).toBeGreaterThan(4);
    });

    test('with its address withheld tells nothing that reveals it', async () => {
      const text = await tellAll(rowWith(make, { InternetAddressDisplayYN: false }));
      const told = toldOf(text, make);
      expect(told.filter((name) => !isPublic(name) || REVEALING.includes(name))).toEqual([]);
      expect(told.filter((name) => PUBLIC_FIELDS.get(name)?.revealsAddress === true)).toEqual([]);
    });
  },
);

test.each([
  [{ listingAgentContact: true }, ['ListAgentDirectPhone', 'ListAgentEmail']],
  [{ coListingAgentContact: true }, ['CoListAgentDirectPhone', 'CoListAgentEmail']],
])('a feed with %j publishes that agent’s own contact, and no other’s', async (own, published) => {
  const { display } = line.feed('sample').settings;
  Object.assign(display, own);
  try {
    const make = SENTINELS.text!;
    for (const InternetAddressDisplayYN of [true, false]) {
      const told = toldOf(await tellAll(rowWith(make, { InternetAddressDisplayYN })), make);
      expect(told.filter(isDirectContact).toSorted()).toEqual(published.toSorted());
    }
    // Of a row that is licensed for virtual offices only nothing is told at all.
    const row = rowWith(make, { FeedTypes: ['VOW'] });
    await line.control('sample', 'change', [row]);
    await line.catchUp();
    const answer = await line.app.inject({
      url: `/maru/v1/source/bridge/${row.ListingKey}`,
      headers: { host: 'localhost' },
    });
    expect(answer.statusCode).toBe(404);
  } finally {
    Object.assign(display, { listingAgentContact: false, coListingAgentContact: false });
  }
});
