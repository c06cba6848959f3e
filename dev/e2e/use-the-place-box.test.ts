import { describe, expect } from 'vitest';
import { createApiClient, errand, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const SEARCH = '/homes/for_sale/irvine-ca?beds=4-';

describe('someone using the place box', () => {
  for (const { locale, typed, schools } of pickVariants(1, [
    { locale: 'en', typed: ['irvine 3 be', 'irvine 3 beds u'], schools: 'irvine with good schools' },
    { locale: 'ko', typed: ['어바인 방', '어바인 방3개 수'], schools: '학군 좋은 어바인' },
  ] as const)) {
    errand(`and keeps the place while the rest of a sentence is typed (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale });
      const screen = new SearchScreen(visitor);
      const { sale } = await irvine();
      await visitor.open('/');
      for (const text of typed) {
        await screen.placeBox.fill(text);
        const first = screen.suggestions.first();
        await expect.poll(() => first.textContent()).toMatch(locale === 'ko' ? /어바인.*, CA/ : /Irvine, CA/);
        // An unfinished word is not marked as not understood.
        expect(await first.locator('del').count()).toBe(0);
      }
      await screen.placeBox.fill(typed[0]);
      await expect
        .poll(() => screen.suggestions.first().textContent())
        .toContain(visitor.say('place.homes', { count: sale }));
      await screen.placeBox.fill(schools);
      await expect
        .poll(() => screen.suggestions.first().textContent())
        .toContain(visitor.say('sentence.short_schools'));
      await screen.placeBox.press('Enter');
      await expect.poll(() => visitor.address).toBe('/homes/for_sale/irvine-ca');
      await visitor.page.getByText(visitor.say('sentence.neutral_schools')).waitFor();
    });
  }

  errand('and gets a corrected spelling, and the previous choice', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390 });
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await screen.placeBox.fill('irvne');
    await screen.placeBox.press('Enter');
    await expect.poll(() => visitor.address).toBe('/homes/for_sale/irvine-ca');
    const note = visitor.page.getByRole('note', { name: visitor.say('sentence.label') });
    await note.waitFor();
    expect(await note.textContent()).toContain('irvne');

    // Typed first, then switched to rentals.
    await visitor.open('/');
    await screen.placeBox.fill('어바인');
    await screen.suggestions.first().waitFor();
    await visitor.page.getByRole('radio', { name: visitor.say('nav.rent') }).check({ force: true });
    await screen.placeBox.press('Enter');
    await expect.poll(() => visitor.address).toBe('/homes/for_rent/irvine-ca');
  });

  errand('and reads the full place name on a phone; the clear button appears on focus', async ({ meet }) => {
    const visitor = await meet({ width: 390 });
    const { placeBox } = new SearchScreen(visitor);
    const clear = visitor.page.getByRole('button', { name: visitor.say('place.clear'), exact: true });
    await visitor.open(SEARCH);
    expect(await placeBox.inputValue()).toBe('Irvine');
    expect(await placeBox.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
    expect(await clear.isVisible()).toBe(false);
    await placeBox.tap();
    await clear.tap();
    expect(await placeBox.inputValue()).toBe('');
    expect(await placeBox.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  errand('and finds a saved search', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390 });
    const screen = new SearchScreen(visitor);
    const { page } = visitor;
    await visitor.open(SEARCH);
    await page.getByRole('button', { name: visitor.say('save.search'), exact: true }).click();
    await page.getByText(visitor.say('save.search_said')).last().waitFor();
    await visitor.open('/');
    await screen.placeBox.click();
    const saved = page.getByRole('listbox').getByRole('group', { name: visitor.say('place.saved') });
    await saved.getByRole('option').first().click();
    await expect.poll(() => visitor.address).toBe(SEARCH);
  });
});

async function irvine() {
  const { total } = await createApiClient().listHomes({
    query: 'searchType=sale&place=irvine-ca&want=total',
  });
  return { sale: total };
}
