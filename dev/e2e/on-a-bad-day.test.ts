import { afterAll, beforeAll, describe, expect } from 'vitest';
import { askApi, errand } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import { type RunningSite, startSite } from './start-site.ts';

/** A product of its own: nobody else's day shall be spoilt. */
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ homes: 300 });
});
afterAll(() => site?.end());

describe('when the feed is gone', () => {
  errand('the site goes on, and says since when it has not heard from it', async ({ meet }) => {
    const api = askApi('en', site.baseUrl);
    const before = await api.listHomes({ query: 'searchType=sale' });
    expect(before.sources.map((one) => one.stale)).toEqual([false]);
    process.kill(site.market.pid);
    await expect
      .poll(async () => (await api.listHomes({ query: 'searchType=sale' })).sources[0]?.stale, {
        timeout: 40_000,
        interval: 500,
      })
      .toBe(true);

    const after = await api.listHomes({ query: 'searchType=sale' });
    expect(after.total).toBe(before.total);
    expect((await fetch(`${site.baseUrl}/readyz`)).status).toBe(200);
    for (const locale of ['en', 'ko'] as const) {
      const visitor = await meet({ locale, mayFail: /^(404|502|503|504) \/media\// }, site.baseUrl);
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      await visitor.open('/homes/for_sale');
      await screen.sees(after.total);
      const [told = ''] = visitor
        .say('source.stale', { source: after.sources[0]?.source ?? '', when: '\n' })
        .split('\n');
      await page.getByText(told).filter({ visible: true }).first().waitFor();
      await screen.cards.first().getByRole('link').click();
      await page.getByText(visitor.say('listing.facts')).first().waitFor();
    }
  });
});
