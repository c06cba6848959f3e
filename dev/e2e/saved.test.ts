import type { SavedThings } from '@maru/contract';
import { ApiError } from '@maru/contract/client';
import { formatUsd } from '@maru/words';
import { describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';
import { CHANGED_IN, Market } from './market.ts';
import { SearchScreen } from './search-screen.ts';
import type { Visitor } from './visitor.ts';

const { baseUrl, mailbox } = inject('site');
const SEARCH = '/homes/for_sale/irvine-ca?beds=4-';
const SAVED = '/my-page';
const SEARCHES = '/my-page?tab=searches';
/** A timeout for faults, not the expected time. */
const EMAIL_TIMEOUT = 60_000;

describe('someone saving homes and a search', () => {
  errand(
    'without an account: signing in merges them without loss, once, into every browser',
    async ({ meet }) => {
      const first = await meet({ signsIn: true, width: 390, locale: 'ko' });
      const account = new AccountScreen(first);
      const kept = await saveThree(first);
      await first.page.getByRole('button', { name: first.say('save.search'), exact: true }).click();
      await first.page.getByText(first.say('save.search_said')).last().waitFor();

      await first.open(SAVED);
      await expectSaved(first, kept);
      await account.signIn('kakao', 'minji', SAVED);
      await expectSaved(first, kept);
      await expect.poll(async () => (await savedBy(account)).homes.length).toBe(3);

      // The same person saves the same homes before signing in elsewhere: nothing is duplicated.
      const second = await meet({ signsIn: true });
      const other = new AccountScreen(second);
      await second.open(SEARCH);
      await saveButton(second, kept[0] ?? '').click();
      await second.page.getByRole('button', { name: second.say('save.search'), exact: true }).click();
      await second.page.getByText(second.say('save.search_said')).last().waitFor();
      await other.signIn('kakao', 'minji', SAVED);
      await expectSaved(second, kept);
      const { homes, searches } = await savedBy(account);
      expect(homes.map(({ homeId }) => homeId).sort()).toEqual([...kept].sort());
      expect(searches.map(({ path }) => path)).toEqual([SEARCH]);

      // A home removed in one browser is removed from the account; signing out clears this browser.
      await saveButton(second, kept[0] ?? '').click();
      await expect.poll(async () => (await savedBy(account)).homes.length).toBe(2);
      await other.menuButton.click();
      await other.menu.getByRole('button', { name: second.say('account.sign_out'), exact: true }).click();
      await second.page.waitForURL((url) => url.search === '?isLoggedIn=false');
      await second.open(SAVED);
      await second.page.getByText(second.say('saved.homes_none'), { exact: true }).waitFor();
      const left = await second.page.evaluate(() => localStorage.getItem('maru/saved') ?? '');
      for (const homeId of kept) expect(left).not.toContain(homeId);
      expect((await savedBy(account)).homes).toHaveLength(2);
    },
  );

  errand(
    'gets one email about its changes, and unsubscribes with one press',
    async ({ meet }) => {
      const visitor = await meet({ signsIn: true });
      const account = new AccountScreen(visitor);
      // A search that matches a single home, so that other tests' changes do not affect it.
      const { listings } = await createApiClient().listHomes({
        query: `searchType=sale&place=${CHANGED_IN.alerts}&beds=4-`,
      });
      const { homeId, listPrice, livingArea } = listings.findLast(
        (one) => one.listPrice !== null && one.livingArea !== null,
      )!;
      const { listing } = await createApiClient().findHome({ query: { homeId } });
      const price = Math.round(listPrice! * 0.95);
      const search = `/homes/for_sale/${CHANGED_IN.alerts}?price=${price - 1}-${listPrice}&beds=4-&sqft=${livingArea}-${livingArea}`;
      await visitor.open(search);
      await visitor.page.getByRole('button', { name: visitor.say('save.search'), exact: true }).click();
      await visitor.page.getByText(visitor.say('save.search_said')).last().waitFor();
      await account.signIn('google', 'daniel', SEARCHES);
      await expect.poll(async () => (await savedBy(account)).searches.length).toBe(1);
      await visitor.page.getByLabel(visitor.say('alerts.zone')).selectOption(zoneOfNoon());
      await visitor.page.getByText(visitor.say('alerts.kept'), { exact: true }).waitFor();
      const frequency = visitor.page.locator(`[data-search-path*="price=${price - 1}-"] select`);
      await frequency.selectOption('instant');
      await expect.poll(async () => (await savedBy(account)).searches[0]?.frequency).toBe('instant');
      // At once: the page's token expires in seconds and is not renewed while the page is idle.
      const { email } = await (await account.api(baseUrl)).findUser();
      expect(await accessibilityFaults(visitor)).toEqual([]);

      const fetchEmails = async () =>
        (await lettersTo(email)).filter(({ text }) => text.includes(formatUsd('en', price)));
      await new Market().change(listing.listingKey, { ListPrice: price });
      // Replication, matching and the email take this long.
      await expect
        .poll(async () => (await fetchEmails()).length, { timeout: EMAIL_TIMEOUT, interval: 250 })
        .toBe(1);
      const [letter] = await fetchEmails();
      const link = letter?.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? '';
      await visitor.page.goto(link);
      await visitor.page.getByRole('button').click();
      await visitor.page.getByRole('heading', { name: visitor.say('unsubscribe.done_title') }).waitFor();
      await visitor.open(SEARCHES);
      await account.menuButton.waitFor();
      expect((await savedBy(account)).searches[0]?.frequency).toBe('off');
    },
    2 * EMAIL_TIMEOUT,
  );
});

describe('someone choosing between saved homes', () => {
  for (const locale of pickVariants(1, LANGUAGES)) {
    errand(`hides a home, compares two, and sees what has changed since (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale, width: locale === 'ko' ? 390 : 1440 });
      const { page } = visitor;
      const { listings, total } = await createApiClient().listHomes({
        query: 'searchType=sale&place=irvine-ca&beds=4-',
      });
      const [hidden, one, two] = listings.map(({ homeId }) => homeId) as [string, string, string];
      await visitor.open(SEARCH);
      await press(visitor, hidden, 'hidden.hide');
      await page.getByText(visitor.say('hidden.here', { count: 1 })).waitFor();
      expect(await page.locator(`[data-home="${hidden}"]`).count()).toBe(0);
      await new SearchScreen(visitor).waitForTotal(total);
      await page.getByRole('button', { name: visitor.say('hidden.show_all'), exact: true }).click();
      await press(visitor, hidden, 'hidden.show');
      expect(await page.locator(`[data-home="${hidden}"]`).count()).toBe(1);

      await press(visitor, one, 'compare.add');
      await press(visitor, two, 'compare.add');
      await page.getByRole('link', { name: visitor.say('compare.open'), exact: true }).click();
      await page.getByRole('table').waitFor();
      expect(await page.getByRole('columnheader').count()).toBe(2);
      expect(await page.getByText(/Listing Office/).count()).toBeGreaterThanOrEqual(2);
      // On a phone two can be compared without scrolling the table.
      const second = await page.getByRole('columnheader').nth(1).boundingBox();
      expect((second?.x ?? 0) + (second?.width ?? 0)).toBeLessThanOrEqual(visitor.width);
      expect(await accessibilityFaults(visitor), 'compare').toEqual([]);

      // A view of yesterday, and a saved search with a filter that no longer exists.
      await page.evaluate(
        ([path, prices]) => {
          const search = { path, name: 'mine', frequency: 'daily', savedAt: '2026-11-01T00:00:00.000Z' };
          const old = { ...search, path: '/homes/for_rent/irvine-ca?has=teleporter', name: null };
          const things = { owner: null, homes: {}, hidden: [], searches: [search, old], pending: [] };
          localStorage.setItem('maru/saved', JSON.stringify(things));
          const look = { at: '2026-11-20T00:00:00.000Z', total: 1, homes: prices };
          localStorage.setItem('maru/search-looks', JSON.stringify({ [path]: look }));
        },
        [SEARCH, await pricesOfYesterday()] as const,
      );
      await visitor.open(SEARCHES);
      const mine = page.locator(`[data-search-path="${SEARCH}"]`);
      await mine
        .getByText(
          [
            visitor.say('saved.news_fresh', { count: 4 }),
            visitor.say('saved.news_cheaper', { count: 2 }),
            visitor.say('saved.news_gone', { count: 1 }),
          ].join(', '),
        )
        .waitFor();
      await mine.getByRole('button', { name: visitor.say('saved.news_open') }).click();
      await mine.locator('[data-change]').nth(6).waitFor();
      expect(await mine.locator('[data-change]').count()).toBe(7);
      expect(await accessibilityFaults(visitor), 'searches').toEqual([]);
      await page.getByRole('link', { name: visitor.say('saved.search_unnamed') }).click();
      await page.waitForURL(/for_rent/);
    });
  }
});

describe('someone with a saved search of a whole state', () => {
  for (const locale of pickVariants(0, LANGUAGES)) {
    errand(
      `sees how many homes of a large search have changed, and opens them (${locale})`,
      async ({ meet }) => {
        const visitor = await meet({ locale, width: locale === 'ko' ? 390 : 1440 });
        const { page } = visitor;
        const [path, at] = ['/homes/for_sale/ca', '2026-11-20T00:00:00.000Z'];
        const { fresh } = await createApiClient().countNews({
          query: `searchType=sale&place=ca&since=${at}`,
        });
        expect(fresh).toBeGreaterThan(400);
        await visitor.open('/shortlist');
        await page.evaluate(
          ([path, at]) => {
            const search = { path, name: 'the state', frequency: 'off', savedAt: '2026-11-01T00:00:00.000Z' };
            const things = { owner: null, homes: {}, hidden: [], searches: [search], pending: [] };
            localStorage.setItem('maru/saved', JSON.stringify(things));
            localStorage.setItem(
              'maru/search-looks',
              JSON.stringify({ [path]: { at, total: 900, homes: null } }),
            );
          },
          [path, at] as const,
        );
        const said = visitor.say('saved.news_fresh', { count: fresh });
        await visitor.open('/');
        const news = page.getByRole('button', { name: visitor.say('front.since') });
        await news.getByText(said).waitFor();
        await visitor.open(SEARCHES);
        await page.getByRole('link', { name: said }).click();
        await page.waitForURL(/\/for_sale\/ca\?since=new,/);
        await new SearchScreen(visitor).waitForTotal(fresh);
        expect(await accessibilityFaults(visitor)).toEqual([]);
      },
    );
  }
});

function saveButton({ page }: Visitor, homeId: string) {
  return page.locator(`[data-save="${homeId}"]`).first();
}

interface Letter {
  to: string[];
  text: string;
  headers: { key: string; value: string }[];
}

async function lettersTo(address: string | null): Promise<Letter[]> {
  const letters = (await (await fetch(`${mailbox}/letters.json`)).json()) as Letter[];
  return letters.filter(({ to }) => address !== null && to.includes(address));
}

/** The account's saved things. Expired tokens are refreshed by the page. */
async function savedBy(account: AccountScreen): Promise<SavedThings> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await (await account.api(baseUrl)).loadSaved();
    } catch (error) {
      if (!(error instanceof ApiError) || error.statusCode !== 401 || tries > 2) throw error;
      await account.visitor.page.reload();
      await account.menuButton.waitFor();
    }
  }
}

/** Saves the first three cards; returns their ids. */
async function saveThree(visitor: Visitor): Promise<string[]> {
  await visitor.open(SEARCH);
  const hearts = visitor.page.locator('[data-save]');
  const kept: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    kept.push((await hearts.nth(index).getAttribute('data-save')) ?? '');
    await hearts.nth(index).click();
    await expect.poll(() => hearts.nth(index).getAttribute('aria-pressed')).toBe('true');
  }
  return kept;
}

async function expectSaved({ page }: Visitor, homeIds: readonly string[]): Promise<void> {
  const shown = () =>
    page
      .getByRole('main')
      .locator('[data-home]')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('data-home')).sort());
  await expect.poll(shown, { timeout: 10_000 }).toEqual([...homeIds].sort());
}

/** Chooses an item of a card's menu. */
async function press(
  visitor: Visitor,
  homeId: string,
  what: 'hidden.hide' | 'hidden.show' | 'compare.add',
): Promise<void> {
  await visitor.page.locator(`[data-more="${homeId}"]`).click();
  await visitor.page.getByRole('button', { name: visitor.say(what), exact: true }).click();
}

/**
 * The price memory of a visitor who came yesterday: four homes of the search missing, two more expensive, and one
 * that is gone.
 */
async function pricesOfYesterday(): Promise<Record<string, number | null>> {
  const prices: Record<string, number | null> = {};
  for (let page = 1; ; page += 1) {
    const query = `searchType=sale&place=irvine-ca&beds=4-&page=${page}`;
    const { listings, total, pageSize } = await createApiClient().listHomes({ query });
    for (const { homeId, listPrice } of listings) prices[homeId] = listPrice;
    if (page * pageSize >= total) break;
  }
  const ids = Object.keys(prices).filter((id) => prices[id] !== null);
  for (const id of ids.slice(0, 4)) delete prices[id];
  for (const id of ids.slice(4, 6)) prices[id] = (prices[id] ?? 0) + 50_000;
  return { ...prices, soldone: 900_000 };
}

/** A time zone in which it is about noon, so that emails are not held until morning. */
function zoneOfNoon(): string {
  const hours = new Date().getUTCHours();
  const zones = [
    'America/Los_Angeles',
    'America/New_York',
    'Asia/Seoul',
    'Europe/Berlin',
    'Pacific/Honolulu',
  ];
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format());
  const found = zones.find((zone) => hourIn(zone) >= 9 && hourIn(zone) < 20);
  if (found === undefined) throw new Error(`No time zone has daytime at ${hours} UTC.`);
  return found;
}
