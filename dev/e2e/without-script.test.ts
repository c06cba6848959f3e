import { describe, expect } from 'vitest';
import { createApiClient, errand, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import type { Visitor } from './visitor.ts';

/** Nothing on these pages depends on pictures. */
const LOADED = { waitUntil: 'domcontentloaded', timeout: 30_000 } as const;

/** Names of visible buttons that need a script. An explained term counts as text. */
const listDeadButtons = ({ page }: Visitor) =>
  page
    .locator('button:visible:not([data-term])')
    .evaluateAll((all) =>
      all
        .filter((one) => one.closest('form') === null || one.getAttribute('type') !== 'submit')
        .map((one) => one.getAttribute('aria-label') ?? one.textContent),
    );

describe('someone whose browser runs no script', () => {
  for (const { locale, width, typed } of pickVariants(1, [
    { locale: 'en', width: 1440, typed: 'Irvine' },
    { locale: 'ko', width: 390, typed: '어바인' },
  ] as const)) {
    errand(`searches, turns the page and reads about a home (${locale}, ${width} px)`, async ({ meet }) => {
      const { total } = await createApiClient().listHomes({
        query: 'searchType=sale&place=irvine-ca&want=total',
      });
      const visitor = await meet({ locale, width, script: false });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      await visitor.open('/');
      await screen.placeBox.fill(typed);
      await screen.placeBox.press('Enter');
      await page.waitForURL('**/homes/for_sale/irvine-ca', LOADED);
      await screen.waitForTotal(total);
      expect(await screen.cards.count()).toBe(40);
      expect(await listDeadButtons(visitor)).toEqual([]);
      const first = await screen.listHomeIds();

      await page.getByRole('link', { name: visitor.say('pages.next') }).click();
      await page.waitForURL('**/irvine-ca?page=2', LOADED);
      const second = await screen.listHomeIds();
      expect(second.length).toBeGreaterThan(0);
      expect(second.filter((one) => first.includes(one))).toEqual([]);

      const card = screen.cards.first();
      const homeId = (await card.getAttribute('data-home')) ?? '';
      await card.getByRole('link').click();
      await page.waitForURL(`**/${homeId}`, LOADED);
      await page.getByRole('heading', { name: visitor.say('listing.facts'), exact: true }).waitFor();
      const rest = page.locator('section#facts details').last();
      expect(await rest.locator('summary').textContent()).toContain(visitor.say('listing.group.rest'));
      expect(await rest.locator('dd').count()).toBeGreaterThan(0);
      // What agents alone may read is marked in the sample market.
      expect(await page.content()).not.toContain('CONFIDENTIAL-SAMPLE');
      // Nothing is offered that cannot work, and nothing stays in a loading state.
      expect(await page.getByText(visitor.say('map.loading')).filter({ visible: true }).count()).toBe(0);
      expect(await listDeadButtons(visitor)).toEqual([]);

      if (locale === 'ko') await sendContact(visitor);
      else await sendReport(visitor);
    });
  }

  errand('searches for rentals on the front page', async ({ meet }) => {
    const visitor = await meet({ locale: 'en', script: false });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await page.getByRole('radio', { name: visitor.say('nav.rent') }).check({ force: true });
    await screen.placeBox.fill('92620');
    await screen.placeBox.press('Enter');
    await page.waitForURL('**/homes/for_rent/92620', LOADED);
    expect(await screen.cards.count()).toBeGreaterThan(0);
  });

  errand('is asked which Glendale they mean, and no place is opened', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', script: false });
    const { page } = visitor;
    await visitor.open('/');
    await new SearchScreen(visitor).placeBox.fill('글렌데일');
    await new SearchScreen(visitor).placeBox.press('Enter');
    await page.waitForURL((url) => url.searchParams.has('text'), LOADED);
    expect(await visitor.heading.textContent()).toBe(visitor.say('error.screen.which_title'));
    await page.getByRole('link', { name: /Glendale\), AZ/ }).click();
    await page.waitForURL('**/homes/for_sale/glendale-az', LOADED);
  });

  errand('goes to Seattle for its downtown, not to the Downtown of Los Angeles', async ({ meet }) => {
    for (const [locale, typed] of [
      ['en', 'Downtown Seattle'],
      ['ko', '다운타운 시애틀'],
    ] as const) {
      const visitor = await meet({ locale, script: false });
      await visitor.open(`/homes/for_sale?text=${encodeURIComponent(typed)}`);
      expect(visitor.address).toBe('/homes/for_sale/seattle-wa');
    }
  });

  errand('sees on a search page neither dead buttons nor a loading map', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', script: false });
    const { page } = visitor;
    await visitor.open('/homes/for_sale/irvine-ca');
    expect(await page.getByText(visitor.say('map.loading')).filter({ visible: true }).count()).toBe(0);
    expect(await listDeadButtons(visitor)).toEqual([]);
    await page.getByRole('link', { name: visitor.say('language.en'), exact: true }).click();
    await page.waitForURL((url) => url.pathname === '/homes/for_sale/irvine-ca', LOADED);
    // The front page keeps the language, regardless of the browser's.
    await page.locator('header a[href="/"]').first().click();
    await page.waitForURL((url) => url.pathname === '/', LOADED);
    expect(await page.locator('html').getAttribute('lang')).toBe('en-US');
  });

  errand('finds neither on a 404 page, nor on one with calculations', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390, script: false });
    await visitor.open('/no/such/page/at/all');
    expect(await listDeadButtons(visitor)).toEqual([]);
    await visitor.open('/renter-kit');
    expect(await listDeadButtons(visitor)).toEqual([]);
    expect(await visitor.page.getByRole('textbox').count()).toBe(0);
  });

  errand('reads on the personal page that it needs script', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', script: false });
    const { page } = visitor;
    await page.goto('/ko/my-page');
    // By its position: text locators skip noscript content.
    const said = page.locator('main noscript > p');
    await said.waitFor();
    expect(await said.innerText()).toBe(visitor.say('site.needs_script'));
    expect(await page.getByText(visitor.say('site.loading')).filter({ visible: true }).count()).toBe(0);
  });
});

/** From a home's page by the plain form to the receipt. */
async function sendContact(visitor: Visitor): Promise<void> {
  const { page, locale } = visitor;
  const field = (key: 'contact.name' | 'contact.email' | 'contact.message') =>
    page.getByLabel(visitor.say(key), { exact: true });
  // Found by its position, since text locators skip noscript content.
  await page.locator('noscript > a[href*="/contact?"]').first().click();
  await page.waitForURL(/\/contact\?/, LOADED);
  const email = `without.script.${locale}@example.com`;
  await field('contact.name').fill('박서준');
  await field('contact.email').fill(email);
  expect(await field('contact.message').inputValue()).not.toBe('');
  await page.locator('main form button').click();
  await page.waitForURL(/\/v1\/receipt\//, LOADED);
  await page.getByText(email).first().waitFor();
}

/** From a home's page by the plain form to the confirmation of the report. */
async function sendReport(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.locator('a[href*="/report?homeId="]').first().click();
  await page.waitForURL(/\/report\?/, LOADED);
  await page.getByRole('radio', { name: visitor.say('report.reason.wrong_place') }).check({ force: true });
  await page.getByLabel(visitor.say('report.message'), { exact: true }).fill('The pin is a mile off.');
  await page.locator('main form button').click();
  await page.waitForURL(/\/v1\/report\//, LOADED);
  await page.getByText(visitor.say('report.step.promised')).first().waitFor();
}
