import type { HomeAnswer } from '@maru/contract';
import { createTestDatabase, type TestDatabase } from '@maru/store/testing';
import { type Locale, localePath } from '@maru/words';
import { CATALOGUES, formatMessage } from '@maru/words/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesIn } from '../e2e/wrong-language.ts';
import { createOddRows, type OddRow } from '../sample-market/odd-rows.ts';
import { type Line, startLine } from './line.ts';
import { findPageFaults } from './page-faults.ts';

/** All in `npm run test:long`; else some of each kind and each twist. */
const COUNT = process.env.MARU_TEST_LONG === '1' ? 300 : 60;
const AT_ONCE = 2;

let database: TestDatabase;
let line: Line;
let rows: OddRow[];

beforeAll(async () => {
  database = await createTestDatabase();
  line = await startLine({ databaseUrl: database.databaseUrl, size: 240, feeds: ['bridge'], pages: true });
  const [dataset] = line.market.datasets;
  const [base] = [...dataset.stamps()]
    .map(({ listingKey }) => dataset.findRow(listingKey)!)
    .filter((row) => row.StandardStatus === 'Active' && row.PropertySubType === 'Single Family Residence');
  await line.follow();
  rows = createOddRows({ ...base, Media: base!.Media }, COUNT);
  line.feed().settings.display.allowSold = true;
  await line.control(
    'add',
    rows.map(({ row }) => row),
  );
  await line.catchUp();
});
afterAll(async () => {
  await (line as Line | undefined)?.close();
  await (database as TestDatabase | undefined)?.drop();
});

/** Names of all streets, cities and offices, which are the same in both languages. */
async function loadNames(): Promise<string[]> {
  const { rows: found } = await line.parts.store.pool.query<{ name: string }>(
    `select distinct unnest(array[record ->> 'streetName', record ->> 'listOfficeName', record ->> 'subdivisionName', record ->> 'city'])
       as name from listing`,
  );
  return found.flatMap(({ name }) => name ?? []);
}

const get = (url: string) => line.app.inject({ url, headers: { host: 'localhost' } });

async function homeIds(): Promise<Map<string, string>> {
  const { rows: found } = await line.parts.store.pool.query<{ key: string; id: string }>(
    `select l.listing_key as key, coalesce(k.merged_into, k.home_id) as id
     from listing l join known_home k using (home_id) where l.listing_key like 'odd-%'`,
  );
  return new Map(found.map(({ key, id }) => [key, id]));
}

async function judgePage(home: HomeAnswer, locale: Locale, odd: OddRow, names: readonly string[]) {
  const path = localePath(locale, home.path);
  const page = await get(path);
  if (page.statusCode !== 200) return [`${path}: ${page.statusCode}`];
  const faults = findPageFaults(page.body, locale, [...names, ...namesIn(home)]);
  const { propertySubType } = home.listing;
  const type = `lookup.${propertySubType?.toLowerCase().replaceAll(' ', '_')}`;
  const said =
    propertySubType === null && odd.homeType !== 'other'
      ? formatMessage(locale, `type.${odd.homeType as 'house'}`, {})
      : type in CATALOGUES[locale]
        ? formatMessage(locale, type as 'lookup.duplex', {})
        : '';
  if (!page.body.includes(said)) faults.push(`not called ${said}`);
  const price = /class="tabular whitespace-nowrap font-bold[^>]*>([^<]*)</.exec(page.body)?.[1] ?? 'no price';
  const isMonthly = /\/mo|월/.test(price);
  if (/\d/.test(price) && isMonthly !== (odd.searchType === 'rent')) faults.push(`price ${price}`);
  return faults.map((fault) => `${locale} ${fault}`);
}

test('every odd but legal record is stored, shown or hidden as documented, and its page reads well in both languages', async () => {
  const ids = await homeIds();
  const names = await loadNames();
  expect(rows.filter(({ row }) => !ids.has(String(row.ListingKey))).map(({ name }) => name)).toEqual([]);
  const faults: string[] = [];
  const judge = async (odd: OddRow) => {
    const homeId = ids.get(String(odd.row.ListingKey))!;
    const answer = await get(`/maru/v1/home?homeId=${homeId}`);
    if (!odd.isShown) {
      if (answer.statusCode !== 404) faults.push(`${odd.name}: answered ${answer.statusCode}`);
      return;
    }
    if (answer.statusCode !== 200) {
      faults.push(`${odd.name}: ${answer.statusCode}`);
      return;
    }
    const home = answer.json() as HomeAnswer;
    const wrong = [
      ...(home.searchType === odd.searchType ? [] : [`is for ${home.searchType}`]),
      ...(home.homeType === odd.homeType ? [] : [`is a ${home.homeType}`]),
      ...(await judgePage(home, 'en', odd, names)),
      ...(await judgePage(home, 'ko', odd, names)),
    ];
    faults.push(...wrong.map((one) => `${odd.name}: ${one}`));
  };
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await Promise.all(rows.slice(at, at + AT_ONCE).map(judge));
  expect(faults).toEqual([]);
});

test('the lists that have them read well in both languages', async () => {
  const faults: string[] = [];
  const names = await loadNames();
  for (const searchType of ['for_sale', 'for_rent'])
    for (const query of [
      'irvine-ca',
      'irvine-ca?sort=price',
      'irvine-ca?status=sold',
      'irvine-ca?type=land',
      'pr',
    ])
      for (const locale of ['en', 'ko'] as const) {
        const path = localePath(locale, `/homes/${searchType}/${query}`);
        const page = await get(path);
        if (page.statusCode !== 200) faults.push(`${path}: ${page.statusCode}`);
        faults.push(...findPageFaults(page.body, locale, names).map((fault) => `${path}: ${fault}`));
      }
  expect(faults).toEqual([]);
});
