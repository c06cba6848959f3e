import { describe, expect } from 'vitest';
import { createApiClient, errand } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

describe('someone searching for Glendale, of which two have homes', () => {
  for (const { typed, locale } of [
    { typed: '글렌데일', locale: 'ko' },
    { typed: 'glendale', locale: 'en' },
  ] as const) {
    errand(
      `sees both with state and count, and nothing opens before one is chosen (${typed})`,
      async ({ meet }) => {
        const { suggestions } = await createApiClient(locale).suggestHomes({
          query: { text: typed, locale },
        });
        // The lookup answers 404 with several candidates.
        const visitor = await meet({ locale, mayFail: /^404 \/maru\/v1\/home\/place\?/ });
        const { page } = visitor;
        const screen = new SearchScreen(visitor);
        await visitor.open('/');
        await screen.placeBox.fill(typed);
        await expect.poll(() => screen.suggestions.nth(1).textContent()).toMatch(/, AZ/);
        for (const [index, state] of ['CA', 'AZ'].entries()) {
          const count = suggestions[index]?.count ?? 0;
          expect(count).toBeGreaterThan(0);
          const text = await screen.suggestions.nth(index).textContent();
          expect(text).toContain(`, ${state}`);
          expect(text).toContain(visitor.say('place.homes', { count }));
        }
        await screen.placeBox.press('Enter');
        await page.getByText(visitor.say('place.choose')).filter({ visible: true }).first().waitFor();
        expect(visitor.address).toBe('/');
        await screen.suggestions.nth(1).click();
        await expect.poll(() => visitor.address).toBe('/homes/for_sale/glendale-az');
        await visitor.settle();
        await expect
          .poll(() => visitor.heading.textContent())
          .toContain(locale === 'ko' ? '글렌데일' : 'Glendale');
      },
    );
  }
});
