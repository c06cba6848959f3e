import { LANGUAGE_TAGS } from '@maru/words';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { askApi, errand, LANGUAGES, waysOf } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import { type RunningSite, startSite } from './start-site.ts';

/** A product of its own: nobody else's day shall be spoilt. */
let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ homes: 300 });
});
afterAll(() => site?.end());

/** A healthy feed of the sample is looked at every 2 seconds: what is older has not been heard of since. */
const SILENT_MS = 6_000;

describe('when the feed is gone', () => {
  errand('the site goes on, and says how old its data is', async ({ meet }) => {
    const api = askApi('en', site.baseUrl);
    const before = await api.listHomes({ query: 'searchType=sale' });
    expect(Date.now() - Date.parse(before.asOf ?? '')).toBeLessThan(SILENT_MS);
    process.kill(site.market.pid);
    await expect
      .poll(async () => Date.now() - Date.parse((await api.listHomes({ query: '' })).asOf ?? ''), {
        timeout: 30_000,
        interval: 500,
      })
      .toBeGreaterThan(SILENT_MS);

    const after = await api.listHomes({ query: 'searchType=sale' });
    expect(after.total).toBe(before.total);
    expect((await fetch(`${site.baseUrl}/readyz`)).status).toBe(200);
    for (const locale of waysOf(0, LANGUAGES)) {
      const visitor = await meet({ locale, mayFail: /^(404|502|503|504) \/media\// }, site.baseUrl);
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      await visitor.open('/homes/for_sale');
      await screen.sees(after.total);
      const time = new Intl.DateTimeFormat(LANGUAGE_TAGS[locale], {
        timeZone: 'America/Los_Angeles',
        hour: 'numeric',
        minute: '2-digit',
      }).format(Date.parse(after.asOf ?? ''));
      const sources = page.getByRole('region', { name: visitor.say('source.title') }).first();
      expect((await sources.textContent())?.replace(/\s/g, ' ')).toContain(time.replace(/\s/g, ' '));
      await screen.cards.first().getByRole('link').click();
      await page.getByText(visitor.say('listing.facts')).first().waitFor();
    }
  });
});
