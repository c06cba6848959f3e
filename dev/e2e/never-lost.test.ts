import { localePath } from '@maru/words';
import { describe, expect, inject } from 'vitest';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const { baseUrl } = inject('site');
const { listings } = await createApiClient().listHomes({ query: 'searchType=sale&place=irvine-ca' });
const [home] = listings;
if (home === undefined) throw new Error('the sample market has no home for sale in Irvine');

describe('someone who sees the error screen', () => {
  errand('and "← Back" goes back one step, or to the front page without history', async ({ meet }) => {
    for (const locale of pickVariants(1, LANGUAGES)) {
      const visitor = await meet({ locale });
      const { page } = visitor;
      await visitor.open('/sell');
      await visitor.open('/a/b/c/d/e');
      await page.getByRole('button', { name: visitor.say('error.screen.back') }).click();
      await expect.poll(() => visitor.address).toBe('/sell');

      // A link opened in a new tab has no history.
      const opened = visitor.context.waitForEvent('page');
      await page.evaluate((path) => void window.open(path, '_blank', 'noopener'), '/nowhere/at/all/x/y');
      const tab = await opened;
      await tab.getByRole('heading', { level: 1 }).waitFor();
      expect(await tab.evaluate(() => window.history.length)).toBe(1);
      const name = /^← /;
      await expect
        .poll(async () => {
          if (new URL(tab.url()).pathname === '/') return '/';
          await tab
            .getByRole('button', { name })
            .click({ timeout: 500 })
            .catch(() => undefined);
          return new URL(tab.url()).pathname;
        })
        .toBe('/');
    }
  });

  errand('after an error in the browser, and continues from there', async ({ meet }) => {
    for (const locale of pickVariants(1, LANGUAGES)) {
      const visitor = await meet({ locale, mayFail: /^(503 \/|console: |uncaught: )/ });
      const { page } = visitor;
      const screen = visitor.say('error.screen.title');
      // An invalid response makes the page's component throw.
      await page.route('**/maru/v1/home?*', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, json: { ...(await answer.json()), photos: 7 } });
      });
      await visitor.open('/homes/for_sale/irvine-ca');
      await page.evaluate((path) => history.pushState(null, '', path), localePath(locale, home.path));
      await expect.poll(() => visitor.heading.textContent()).toBe(screen);
      await page.getByText(visitor.say('error.internal')).waitFor();
      await page.getByText(visitor.say('error.screen.code', { code: '500' })).waitFor();
      await page.unroute('**/maru/v1/home?*');
      await page.getByRole('button', { name: visitor.say('search.retry') }).click();
      await page.getByText(visitor.say('listing.facts')).first().waitFor();
      await page
        .getByRole('link', { name: visitor.say('site.home') })
        .first()
        .click();
      await expect.poll(() => visitor.address).toBe('/');
    }
  });
});

describe('someone whose connection breaks', () => {
  errand('keeps the current page, and continues when the connection is back', async ({ meet }) => {
    for (const locale of pickVariants(1, LANGUAGES)) {
      const visitor = await meet({
        locale,
        width: locale === 'ko' ? 390 : 1440,
        mayFail: /ERR_INTERNET_DISCONNECTED|^console: /,
      });
      const { page, context } = visitor;
      let documents = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      await visitor.open('/homes/for_sale/irvine-ca');
      const heading = (await visitor.heading.textContent()) ?? '';
      const share = page.getByRole('button', { name: visitor.say('share.button'), exact: true }).first();
      const offline = page.getByText(visitor.say('search.offline'));

      await context.setOffline(true);
      await offline.waitFor();
      // The script of a pressed control fails to load: an error is shown, and the page stays.
      const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/'));
      await share.click();
      await missed;
      await page.getByText(visitor.say('share.not_loaded')).waitFor();
      expect(await visitor.heading.textContent()).toBe(heading);
      // So does the script of another page.
      await page.evaluate((path) => history.pushState(null, '', path), localePath(locale, '/sell'));
      await page.getByText(visitor.say('error.offline')).waitFor();
      await page.getByRole('button', { name: visitor.say('error.screen.back') }).click();
      await expect.poll(() => visitor.heading.textContent()).toBe(heading);
      await offline.waitFor();
      expect(documents).toBe(1);

      const responsePromise = page.waitForResponse('**/maru/v1/home/list?*');
      await context.setOffline(false);
      await responsePromise;
      await offline.waitFor({ state: 'detached' });
      await expect.poll(() => page.getByText(visitor.say('search.failed')).count()).toBe(0);
      expect(documents).toBe(1);
      // Browsers do not retry a failed module: the page reloads as a new document.
      await share.click();
      await expect.poll(() => documents).toBe(2);
      await visitor.settle();
      await share.click();
      await page.getByRole('dialog').waitFor();
      expect(documents).toBe(2);
    }
  });

  errand('prefetches nothing for a link that is hovered meanwhile', async ({ meet }) => {
    const visitor = await meet();
    const { page, context } = visitor;
    // The page's own idle request is not the link's.
    const manifest = page.waitForResponse('**/builds/meta/*.json');
    await visitor.open('/sell');
    const link = page.getByRole('link', { name: visitor.say('legal.terms') }).first();
    await link.scrollIntoViewIfNeeded();
    await visitor.settle();
    await manifest;
    await context.setOffline(true);
    await link.hover();
    await link.focus();
    // The router begins to fetch 50 ms after the link is pointed at: a later timer of the page ends after that.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 60)));
    await visitor.waitForFrames();
    await context.setOffline(false);
    await page.mouse.move(0, 0);
    const ahead = page.waitForRequest('**/terms-of-use/_payload.json');
    await link.hover();
    await ahead;
  });
});

describe('a browser on its first visit', () => {
  errand('deletes what an older site left in local storage, once, and keeps our keys', async ({ meet }) => {
    const visitor = await meet();
    const { page } = visitor;
    await page.addInitScript(() => {
      if (localStorage.getItem('appInitialized') === null) localStorage.setItem('older-site', 'x');
    });
    await visitor.open('/');
    const keys = () => page.evaluate(() => Object.keys(localStorage).sort());
    expect(await keys()).toContain('appInitialized');
    expect(await keys()).not.toContain('older-site');
    await page.evaluate(() => localStorage.setItem('older-site', 'y'));
    await visitor.open('/sell');
    expect(await keys()).toContain('older-site');
  });
});

describe('a browser', () => {
  errand('with a wrong clock sees the same homes, and no future dates', async ({ meet }) => {
    for (const hours of [-9, 9]) {
      const visitor = await meet({ locale: 'ko' });
      const { page } = visitor;
      await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
      await visitor.open('/');
      await page.evaluate((to) => history.pushState(null, '', to), '/ko/homes/for_sale/irvine-ca');
      const screen = new SearchScreen(visitor);
      await expect.poll(() => screen.listHomeIds()).toEqual(listings.map((one) => one.homeId));
      expect(await page.getByRole('main').innerText()).not.toMatch(/-\d+\s*(분|시간|일|초)/);
    }
  });
});

describe('someone following a link with _source', () => {
  errand(
    'and it is reported by the page-view event only: the page is the same, a step is counted',
    async ({ meet }) => {
      const visitor = await meet();
      const { page } = visitor;
      const pageViews: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/maru/v1/visit')) pageViews.push(request.postDataJSON());
      });
      await visitor.open('/sell?_source=user');
      await expect.poll(() => pageViews).toEqual([{ source: 'user', step: 'arrival' }]);
      expect(visitor.address).toBe('/sell?_source=user');
      const heading = await visitor.heading.textContent();
      await visitor.open('/sell');
      expect(await visitor.heading.textContent()).toBe(heading);
      await visitor.open(home.path);
      await expect.poll(() => pageViews.at(-1)).toEqual({ source: 'user', step: 'listing' });
      expect(pageViews).toHaveLength(2);

      // Titles follow navigation within the site.
      await page
        .getByRole('link', { name: visitor.say('site.home') })
        .first()
        .click();
      await expect.poll(() => visitor.address).toBe('/');
      await expect.poll(() => page.title()).toBe(visitor.say('site.name'));
      expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${baseUrl}/`);

      // A prerendered page is loaded from its payload file.
      const [payload] = await Promise.all([
        page.waitForResponse('**/licenses/_payload.json'),
        page.getByRole('link', { name: visitor.say('legal.licenses'), exact: true }).click(),
      ]);
      const { text } = (await payload.json()) as { text: { title: string } };
      await expect.poll(() => visitor.heading.textContent()).toBe(text.title);
    },
  );
});
