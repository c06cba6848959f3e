import { describe, expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand, pickVariants, WIDTHS } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const QUERY = 'price=-1200000&beds=3-&has=pool';

describe('someone searching by a sentence', () => {
  for (const { locale, width, typed, struck } of pickVariants(0, [
    {
      locale: 'en',
      width: WIDTHS[1],
      typed: '3 beds under 1.2M in Irvine with a pool, purple ceilings',
      struck: 'purple ceilings',
    },
    {
      locale: 'ko',
      width: WIDTHS[0],
      typed: '어바인 방3개 120만불 이하 수영장 보라색 천장',
      struck: '보라색 천장',
    },
  ] as const)) {
    errand(
      `sees what was understood, opens it with Enter, and removes a chip (${locale}, ${width} px)`,
      async ({ meet }) => {
        const api = createApiClient(locale);
        const irvine = 'searchType=sale&place=irvine-ca';
        const { total } = await api.listHomes({ query: `${irvine}&${QUERY}&want=total` });
        const visitor = await meet({ locale, width });
        const { page } = visitor;
        const screen = new SearchScreen(visitor);
        const say = visitor.say.bind(visitor);
        await visitor.open('/');
        await screen.placeBox.fill(typed);
        const first = screen.suggestions.first();
        await expect.poll(() => first.textContent()).toContain(say('feature.pool'));
        expect(await first.textContent()).toContain(say('chip.beds_min', { value: 3 }));
        expect(await first.locator('del').allTextContents()).toEqual([struck]);
        expect(await screen.placeBox.inputValue()).toBe(typed);
        if (width === WIDTHS[1]) expect(await accessibilityFaults(visitor)).toEqual([]);

        await screen.placeBox.press('Enter');
        await expect.poll(() => visitor.address).toBe(`/homes/for_sale/irvine-ca?${QUERY}`);
        await screen.waitForTotal(total);
        const note = page.getByRole('note', { name: say('sentence.label') });
        await note.waitFor();
        expect(await note.locator('del').allTextContents()).toEqual([struck]);
        if (width === WIDTHS[0]) expect(await accessibilityFaults(visitor)).toEqual([]);
        // It is in the history state, not in the address: a shared link has the parsed search.
        expect(visitor.address).not.toContain('sentence');
        await page.reload();
        await note.waitFor();

        const chip = screen.chips.getByRole('link').filter({ hasText: say('feature.pool') });
        await chip.click();
        await expect.poll(() => visitor.query.get('has')).toBeNull();
        const fewer = await api.listHomes({ query: `${irvine}&price=-1200000&beds=3-&want=total` });
        await screen.waitForTotal(fewer.total);
      },
    );
  }

  for (const { locale, width, typed } of pickVariants(1, [
    { locale: 'en', width: WIDTHS[1], typed: '3 beds in Irvine or Tustin, not 92620' },
    { locale: 'ko', width: WIDTHS[0], typed: '어바인이나 터스틴 방 3개, 92620 말고' },
  ] as const)) {
    errand(
      `gets the homes of several places, and takes one of them off (${locale}, ${width} px)`,
      async ({ meet }) => {
        const api = createApiClient(locale);
        const count = async (query: string) =>
          (await api.listHomes({ query: `searchType=sale&${query}&want=total` })).total;
        const both = 'place=irvine-ca&place=tustin-ca&notPlace=92620&beds=3-';
        const visitor = await meet({ locale, width });
        const screen = new SearchScreen(visitor);
        await visitor.open('/');
        await screen.placeBox.fill(typed);
        await expect.poll(() => screen.suggestions.first().textContent()).toMatch(/Tustin/);
        await screen.placeBox.press('Enter');
        await expect
          .poll(() => visitor.address)
          .toBe('/homes/for_sale/irvine-ca?place=tustin-ca&notPlace=92620&beds=3-');
        await screen.waitForTotal(await count(both));
        expect(await visitor.page.locator('meta[name="robots"]').getAttribute('content')).toContain(
          'noindex',
        );
        const name = locale === 'ko' ? '터스틴' : 'Tustin';
        expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toContain(name);
        const chip = (text: string) => screen.chips.getByRole('link').filter({ hasText: text });
        await chip(locale === 'ko' ? '어바인' : 'Irvine').click();
        await expect.poll(() => visitor.address).toBe('/homes/for_sale/tustin-ca?notPlace=92620&beds=3-');
        await screen.waitForTotal(await count('place=tustin-ca&notPlace=92620&beds=3-'));
        expect(await accessibilityFaults(visitor)).toEqual([]);
      },
    );
  }

  errand('is asked where, if they say no place, the last one first', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await screen.placeBox.fill('터스틴');
    await screen.placeBox.press('Enter');
    await expect.poll(() => visitor.address).toBe('/homes/for_sale/tustin-ca');
    await visitor.open('/');
    await screen.placeBox.fill('방3 화2 90만불 이하');
    await expect.poll(() => screen.suggestions.first().textContent()).toContain('터스틴');
    await screen.placeBox.press('Enter');
    await visitor.page.getByText(visitor.say('place.where')).first().waitFor();
    expect(visitor.address).toBe('/');
    await screen.placeBox.press('Enter');
    await expect.poll(() => visitor.address).toBe('/homes/for_sale/tustin-ca?price=-900000&beds=3-&baths=2-');
  });

  errand('gets a hint, for words about residents, that they are no filter', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await screen.placeBox.fill('한인 많은 동네 어바인 방 3개');
    await expect
      .poll(() => screen.suggestions.first().textContent())
      .toContain(visitor.say('sentence.short_people'));
    await screen.placeBox.press('Enter');
    await expect.poll(() => visitor.address).toBe('/homes/for_sale/irvine-ca?beds=3-');
    await visitor.page.getByText(visitor.say('sentence.neutral_people')).waitFor();
  });

  errand('gets a suggestion for the wrong keyboard layout, and nothing opens by itself', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await screen.placeBox.fill('djqkdls qkd 3ro');
    await expect
      .poll(() => screen.suggestions.first().textContent())
      .toContain(visitor.say('chip.beds_min', { value: 3 }));
    expect(await screen.placeBox.inputValue()).toBe('djqkdls qkd 3ro');
    await screen.placeBox.press('Enter');
    await screen.highlightedSuggestion.waitFor();
    expect(visitor.address).toBe('/');
    await screen.placeBox.press('Enter');
    await expect.poll(() => visitor.address).toBe('/homes/for_sale/irvine-ca?beds=3-');
  });

  errand('is asked which Glendale is meant, each with the same filters (rule R14)', async ({ meet }) => {
    const visitor = await meet({ locale: 'en' });
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await screen.placeBox.fill('2 beds in Glendale');
    await expect.poll(() => screen.suggestions.nth(1).textContent()).toMatch(/Glendale, AZ/);
    await screen.placeBox.press('Enter');
    await visitor.waitForFrames();
    expect(visitor.address).toBe('/');
    await screen.suggestions.nth(1).click();
    await expect.poll(() => visitor.address).toBe('/homes/for_sale/glendale-az?beds=2-');
  });

  errand(
    'keeps the place and the search type of the page when the sentence has neither',
    async ({ meet }) => {
      const visitor = await meet({ locale: 'en' });
      const screen = new SearchScreen(visitor);
      await visitor.open('/homes/for_rent/irvine-ca');
      await screen.placeBox.fill('2 beds under 3500, pets ok');
      await expect
        .poll(() => screen.suggestions.first().textContent())
        .toContain(visitor.say('feature.pets'));
      await screen.placeBox.press('Enter');
      await expect.poll(() => visitor.address).toBe('/homes/for_rent/irvine-ca?price=-3500&beds=2-&has=pets');
      // It can be searched again.
      await visitor.open('/');
      await screen.placeBox.click();
      await expect
        .poll(() => screen.suggestions.allTextContents())
        .toContainEqual(expect.stringContaining('2 beds under 3500, pets ok'));
    },
  );

  errand('searches around the visitor, whose position is requested only on a press', async ({ meet }) => {
    const visitor = await meet({ locale: 'en' });
    const { page, context } = visitor;
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 33.6846, longitude: -117.8265 });
    await screen.placeBox.click();
    const nearMe = screen.suggestions.filter({ hasText: visitor.say('place.near_me') });
    await nearMe.waitFor();
    await nearMe.click();
    await expect.poll(() => visitor.query.get('near')).toBe('33.6846,-117.8265,5000');
    await page.getByRole('main').waitFor();

    await visitor.open('/');
    await context.clearPermissions();
    await screen.placeBox.click();
    await nearMe.click();
    await page.getByText(visitor.say('place.near_me_refused')).filter({ visible: true }).first().waitFor();
    expect(visitor.address).toBe('/');
  });

  errand('works without script', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', script: false });
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await screen.placeBox.fill('어바인 방3개 120만불 이하 수영장');
    await screen.placeBox.press('Enter');
    await visitor.page.waitForURL(`**/ko/homes/for_sale/irvine-ca?${QUERY}`);
  });
});
