import { parseCostEdits, purchaseCost, usualClosing } from '@maru/listing/money';
import { formatBounds } from '@maru/listing/search';
import { formatUsd, formatWon } from '@maru/words';
import { expect } from 'vitest';
import { createApiClient, errand } from './errand.ts';
import { CHANGED_IN, Market } from './market.ts';
import type { Visitor } from './visitor.ts';

const api = createApiClient();
const market = new Market();
const CITY = CHANGED_IN.costs;

/** A home from the end of a list with the values of the worked example (rule R85). The change stays. */
async function changedHome(searchType: 'sale' | 'rent', fields: Record<string, unknown>) {
  const { total } = await api.listHomes({ query: `searchType=${searchType}&place=${CITY}&want=total` });
  const page = Math.ceil(total / 40);
  const { listings } = await api.listHomes({
    query: `searchType=${searchType}&place=${CITY}&page=${page}`,
  });
  const card = listings.filter((one) => !one.addressWithheld && one.homeType !== 'land').at(-1);
  if (card === undefined) throw new Error(`there is no home for ${searchType} in ${CITY}`);
  const ask = () => api.findHome({ query: { homeId: card.homeId, searchType } });
  const { listing } = await ask();
  await market.change(listing.listingKey, fields);
  await expect.poll(async () => (await ask()).listing.listPrice, { timeout: 20_000 }).toBe(fields.ListPrice);
  return ask();
}

const findSection = (visitor: Visitor) =>
  visitor.page.getByRole('region', { name: visitor.say('cost.title'), exact: true });

errand('someone computes the true cost of a home, and shares it', async ({ meet }) => {
  const home = await changedHome('sale', {
    ListPrice: 1_250_000,
    TaxAnnualAmount: 5_200,
    TaxYear: 2025,
    TaxOtherAnnualAssessmentAmount: 3_900,
    AssociationYN: true,
    AssociationFee: 285,
    AssociationFeeFrequency: 'Monthly',
    AssociationFee2: null,
  });
  const visitor = await meet();
  const say = visitor.say.bind(visitor);
  await visitor.open(home.path);
  const section = findSection(visitor);
  await section.scrollIntoViewIfNeeded();

  // The tax follows the price; the current owner's bill is labeled as such (rules R25, R68).
  const terms = { down: { percent: 20 }, rate: 6.5, years: 30, closing: usualClosing(Date.now()) };
  const facts = {
    ...home.listing,
    homeType: home.homeType,
    asOf: home.listing.modificationTimestamp.slice(0, 10),
  };
  const usd = (cents = Number.NaN) => formatUsd('en', Math.round(cents / 100));
  const first = purchaseCost(facts, {}, terms);
  await section
    .getByRole('status')
    .getByText(say('cost.month_about', { amount: usd(first?.monthly.likely) }))
    .waitFor();
  const table = section.getByRole('table', { name: say('cost.table') });
  const taxRow = table.getByRole('row').filter({ hasText: say('cost.part.tax') });
  expect(await taxRow.textContent()).toContain(usd(first?.lines[1]?.monthly?.likely));
  expect(await table.textContent()).not.toContain('$5,200');
  await section.getByText(say('cost.tax_owner_year', { amount: '$5,200', year: '2025' })).waitFor();

  // By keyboard: each change updates the result and the address.
  await section.getByRole('button', { name: say('cost.edit') }).press('Enter');
  const field = (name: string) => section.getByRole('textbox', { name, exact: true });
  await field(say('cost.field.down')).fill('10');
  await field(say('cost.field.rate')).fill('6.25');
  await field(say('cost.field.tax_rate')).fill('1.08');
  await field(say('cost.field.insurance')).fill('2,400');
  await field(say('cost.field.roll')).fill('700000');
  await section.getByLabel(say('cost.field.closing')).fill('2027-03-15');
  const edits = {
    down: { percent: 10 },
    rate: 6.25,
    taxRate: 1.08,
    insurance: 2_400,
    rollValue: 700_000,
    closing: '2027-03-15',
  };
  const edited = purchaseCost(facts, edits, terms);
  const total = usd(edited?.monthly.likely);
  await section
    .getByRole('status')
    .getByText(say('cost.month_about', { amount: total }))
    .waitFor();
  // 1,485 and 5,940: the two bills of the county's example.
  expect(edited?.supplemental?.total.likely).toBe(742_500);
  await section.getByText('$7,425').waitFor();
  expect(await table.textContent()).toContain(say('cost.part.pmi'));
  await field(say('cost.field.rate')).fill('much');
  await section.getByText(say('cost.field.problem')).waitFor();
  await section
    .getByRole('status')
    .getByText(say('cost.month_about', { amount: total }))
    .waitFor();
  await field(say('cost.field.rate')).fill('6.25');
  // An out-of-range number is reported with its limits.
  for (const [name, wrong, right, least, most] of [
    [say('cost.field.down'), '200', '10', '0%', '100%'],
    [say('cost.field.offer'), '99999999999999', '', '$1', '$1,000,000,000'],
  ] as const) {
    await field(name).fill(wrong);
    await section.getByText(say('cost.field.range', { least, most })).waitFor();
    await field(name).fill(right);
  }
  expect(await section.getByText(say('cost.field.problem')).count()).toBe(0);
  await expect.poll(() => visitor.query.get('close')).toBe('2027-03-15');
  expect(parseCostEdits(Object.fromEntries(visitor.query))).toEqual(edits);

  // The printed page equals the screen.
  const card = visitor.page.locator('[data-call-card]');
  expect(await card.textContent()).toContain(total);
  expect(await card.textContent()).toContain('6.25%');

  // What is affordable, and the loan by year.
  await section.getByText(say('cost.afford_title')).click();
  await field(say('cost.afford_income')).fill('500000');
  await section.getByText(say('cost.afford_bound_housing')).waitFor();
  await section.getByText(say('cost.loan_title')).first().click();
  await section
    .getByRole('button', { name: say('chart.numbers') })
    .or(section.getByText(say('chart.numbers')))
    .first()
    .click();
  await section.getByRole('cell', { name: '$0', exact: true }).waitFor();

  // The link opens the same in Korean, with won beside the dollars, also without script.
  const shared = visitor.address;
  for (const script of [true, false]) {
    const parent = await meet({ locale: 'ko', script });
    await parent.open(shared);
    const korean = findSection(parent);
    await korean
      .getByRole('status')
      .getByText(parent.say('cost.month_about', { amount: total }))
      .waitFor();
    const won = formatWon(((edited?.monthly.likely ?? 0) / 100) * 1_450);
    await korean
      .getByText(parent.say('cost.won', { amount: won }))
      .first()
      .waitFor();
    await korean.getByText(parent.say('cost.tax_owner_year', { amount: '$5,200', year: '2025' })).waitFor();
    if (!script) continue;
    await korean.getByRole('button', { name: parent.say('cost.won_hide') }).click();
    await expect.poll(() => korean.getByText('만 원').count()).toBe(0);
  }

  // Financing choices are remembered for other homes, details of this home are not.
  const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
  const other = listings.find((one) => one.homeId !== home.homeId && (one.listPrice ?? 0) > 0);
  await visitor.open(other?.path ?? '');
  await findSection(visitor).scrollIntoViewIfNeeded();
  await findSection(visitor).getByText('6.25%').first().waitFor();
  const others = findSection(visitor).getByRole('table', { name: say('cost.table') });
  expect(await others.textContent()).not.toContain(say('cost.source.visitor'));
  expect(await card.textContent()).toContain('6.25%');
});

errand(
  'someone goes to the cost, changes a number, and reloads the page at the same position',
  async ({ meet }) => {
    const visitor = await meet();
    const { page } = visitor;
    const say = visitor.say.bind(visitor);
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
    await visitor.open(listings.find(({ listPrice }) => (listPrice ?? 0) > 0)?.path ?? '');
    const sections = page.getByRole('navigation', { name: say('listing.sections') });
    await sections.getByRole('link', { name: say('cost.short'), exact: true }).click();
    const section = findSection(visitor);
    await section.getByRole('button', { name: say('cost.edit') }).click();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await section.getByRole('textbox', { name: say('cost.field.rate'), exact: true }).fill('5.8');
    await expect.poll(() => visitor.query.get('rate')).toBe('5.8');
    // A changed rate does not reload the home.
    expect(requests.filter((path) => path.startsWith('/maru/v1/home'))).toEqual([]);
    const down = () => page.evaluate(() => Math.round(window.scrollY));
    const before = await down();
    expect(before).toBeGreaterThan(300);
    await page.reload();
    await visitor.settle();
    await expect.poll(down).toBe(before);
  },
);

errand('someone computes what a rental costs, and prepares for it', async ({ meet }) => {
  const home = await changedHome('rent', {
    ListPrice: 2_900,
    AdditionalRent: 100,
    AdditionalRentFrequency: 'Monthly',
    SecurityDeposit: 5_800,
  });
  const visitor = await meet({ locale: 'ko', width: 390 });
  const { page } = visitor;
  const say = visitor.say.bind(visitor);

  // The card shows the rent including required fees (rule R26).
  const { listings } = await api.listHomes({ query: `searchType=rent&place=${CITY}&price=3000-3000` });
  expect(listings.find(({ homeId }) => homeId === home.homeId)?.requiredFeesMonthly).toBe(100);
  await visitor.open(`/homes/for_rent/${CITY}?price=3000-3000&view=list`);
  await page.getByRole('button', { name: say('sheet.list'), exact: true }).click();
  const card = page.locator(`article[data-home="${home.homeId}"]`);
  await card.scrollIntoViewIfNeeded();
  expect(await card.textContent()).toContain('월 $3,000');
  const split = card.getByText(say('card.rent_fees', { fees: '$100' }));
  expect(await split.getAttribute('title')).toBe(
    say('card.rent_fees_title', { rent: '$2,900', fees: '$100' }),
  );

  await visitor.open(home.path);
  // The same price is in its heading, its link preview and its structured data, beside its parts.
  const heading = page.locator('main header');
  await heading.getByText('월 $3,000', { exact: true }).waitFor();
  await heading.getByText(say('card.rent_fees_title', { rent: '$2,900', fees: '$100' })).waitFor();
  expect(await page.title()).toContain('월 $3,000');
  expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toContain('월 $3,000');
  const json = await page.locator('script[type="application/ld+json"]').first().textContent();
  const { offers } = JSON.parse(json ?? '{}') as {
    offers: { price: number; priceSpecification: { priceComponent: { price: number }[] } };
  };
  expect(offers.price).toBe(3_000);
  expect(offers.priceSpecification.priceComponent.map(({ price }) => price)).toEqual([2_900, 100]);
  const { latitude, longitude } = home.listing;
  const [south, west] = [(latitude ?? 0) - 0.01, (longitude ?? 0) - 0.01];
  const clip = formatBounds([west, south, west + 0.02, south + 0.02]);
  const { clusters = [] } = await api.listHomes({
    query: `searchType=rent&place=${CITY}&price=3000-3000&want=clusters&zoom=18&clip=${clip}`,
  });
  const pin = clusters.find((one) => one.home?.homeId === home.homeId)?.home;
  expect(pin).toMatchObject({ listPrice: 2_900, requiredFeesMonthly: 100 });

  const section = findSection(visitor);
  await section.locator('summary').first().click();
  await section
    .getByRole('status')
    .getByText(say('cost.month', { amount: '$3,000' }))
    .waitFor();
  await section
    .getByText(say('cost.cap.only_small_owner', { deposit: '$5,800', cap: '$2,900', small: '$5,800' }))
    .waitFor();
  await section.getByRole('button', { name: say('cost.edit') }).click();
  await section.getByRole('textbox', { name: say('cost.field.deposit') }).fill('9000');
  await section
    .getByText(say('cost.cap.over', { deposit: '$9,000', cap: '$2,900', small: '$5,800' }))
    .waitFor();
  await section.getByRole('link', { name: say('cost.newcomer_link') }).click();
  await page.waitForURL(/\/ko\/renter-kit$/);
  await visitor.settle();

  // From here on no requests are made, except the check for a newer build.
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.getByText(say('kit.choose_stay')).waitFor();
  await page.getByText(say('kit.stay.exchange')).click();
  await page.getByText(say('kit.item.ds2019'), { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: say('kit.item.employer_letter') }).check();
  await page.getByText(say('kit.ready', { ready: 1, count: 14 })).waitFor();
  await page.getByRole('textbox', { name: say('kit.deposit_rent') }).fill('3000');
  await page.getByRole('textbox', { name: say('kit.deposit_asked') }).fill('6000');
  await page
    .getByText(say('cost.cap.only_small_owner', { deposit: '$6,000', cap: '$3,000', small: '$6,000' }))
    .waitFor();
  await page
    .getByRole('textbox', { name: say('lease.text') })
    .fill('Monthly rent is $3,000. Security deposit of $9,000. Late charge: $50 per day. No Section 8.');
  await page.getByRole('checkbox', { name: say('lease.in_korean') }).check();
  await page.getByRole('button', { name: say('lease.look') }).click();
  for (const rule of ['deposit_over_cap', 'late_fee_daily', 'no_vouchers', 'translation_duty'] as const) {
    await page.getByRole('heading', { name: say(`lease.rule.${rule}`) }).waitFor();
  }
  await visitor.waitForFrames();
  expect(requests.filter((url) => !new URL(url).pathname.startsWith('/builds/'))).toEqual([]);

  // The choice is remembered; the lease is not.
  await visitor.open('/renter-kit');
  await page.getByText(say('kit.item.ds2019'), { exact: true }).waitFor();
  expect(await page.getByRole('checkbox', { name: say('kit.item.employer_letter') }).isChecked()).toBe(true);
  expect(await page.getByRole('textbox', { name: say('lease.text') }).inputValue()).toBe('');
});
