import { LOCALES, localePath } from '@maru/words';
import { describe, expect } from 'vitest';
import { errand } from './errand.ts';

const INJECTED = '<script>document.documentElement.dataset.injected=1</script>';

describe('a script injected into a page', () => {
  for (const locale of LOCALES) {
    errand(`does not run, and the page works (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale });
      const { page } = visitor;
      // As if a fault had left user text unescaped; the policy is the page's own.
      await page.route(
        (url) => url.pathname === localePath(locale, '/sell'),
        async (route) => {
          const response = await route.fetch();
          await route.fulfill({
            response,
            body: (await response.text()).replace('<main', `${INJECTED}<main`),
          });
        },
      );
      const answer = await visitor.open('/sell');
      expect(await answer.text()).toContain(INJECTED);
      expect(await page.locator('html').getAttribute('data-injected')).toBeNull();
      // React finds the foreign element and renders the page again.
      const faults = visitor.faults.splice(0);
      expect(faults.filter((fault) => /Content.Security.Policy|script-src/i.test(fault))).not.toEqual([]);
    });
  }
});
