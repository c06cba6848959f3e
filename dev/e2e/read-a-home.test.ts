import type { HomeCardAnswer } from '@maru/contract';
import { formatUsd, localePath } from '@maru/words';
import type { Locator } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';
import { CHANGED_IN, Market } from './market.ts';
import { SearchScreen } from './search-screen.ts';

const { baseUrl } = inject('site');
const api = createApiClient();
const market = new Market();

/** Homes for sale, from the end of the list: other tests use the start. */
async function findHomes(
  fits: (home: HomeCardAnswer) => boolean,
  places: readonly string[] = ['irvine-ca', 'los-angeles-ca'],
): Promise<HomeCardAnswer[]> {
  const found: HomeCardAnswer[] = [];
  for (const place of places) {
    const { total } = await api.listHomes({ query: `searchType=sale&place=${place}&want=total` });
    for (let page = Math.ceil(total / 40); page >= 1 && found.length < 5; page -= 1) {
      const { listings } = await api.listHomes({ query: `searchType=sale&place=${place}&page=${page}` });
      found.push(...listings.filter(fits));
    }
  }
  return found;
}

describe('someone reading about a home', () => {
  for (const { locale, width, nth } of pickVariants(1, [
    { locale: 'en', width: 1440, nth: 0 },
    { locale: 'ko', width: 390, nth: 1 },
  ] as const)) {
    errand(
      `and sees a price cut right after the agent’s change, on page and card (${locale}, ${width} px)`,
      async ({ meet }) => {
        const home = (
          await findHomes(
            (one) => !one.addressWithheld && (one.listPrice ?? 0) > 500_000 && one.photosCount >= 5,
            [CHANGED_IN.prices],
          )
        )[nth];
        if (home === undefined) throw new Error('no such home');
        const { listing } = await api.findHome({ query: { homeId: home.homeId } });
        const price = (home.listPrice ?? 0) - 51_000;
        await market.change(listing.listingKey, {
          ListPrice: price,
          PreviousListPrice: home.listPrice,
          PriceChangeTimestamp: new Date().toISOString(),
        });
        await expect
          .poll(async () => (await api.findHome({ query: { homeId: home.homeId } })).listing.listPrice, {
            timeout: 20_000,
          })
          .toBe(price);

        const visitor = await meet({ locale, width });
        const { page } = visitor;
        const say = visitor.say.bind(visitor);
        await visitor.open(home.path);
        const money = formatUsd(locale, price);
        const shown = page.getByRole('main').getByText(money).filter({ visible: true }).first();
        await shown.waitFor();
        const ledger = page.getByRole('region', { name: say('listing.ledger'), exact: true });
        await ledger.scrollIntoViewIfNeeded();
        // On a phone it is folded, with a summary.
        if (width === 390) {
          expect(await ledger.locator('summary').first().textContent()).toContain('$51,000');
          await ledger.locator('summary').first().click();
        }
        const newest = ledger.getByRole('listitem').first();
        expect(await newest.textContent()).toContain(say('listing.ledger_cut'));
        expect(await newest.textContent()).toContain(money);
        expect(await newest.textContent()).toContain('$51,000');

        // The attribution is beside the price, in letters as large as the facts'.
        const credit = page.getByRole('region', { name: say('listing.offered_by') });
        for (const name of [home.listAgentFullName, home.listOfficeName]) {
          if (name !== null) await credit.getByText(name).first().waitFor();
        }
        const [priceBox, creditBox] = [await shown.boundingBox(), await credit.boundingBox()];
        const away = (creditBox?.y ?? Number.NaN) - ((priceBox?.y ?? 0) + (priceBox?.height ?? 0));
        expect(away).toBeLessThan(width === 390 ? 844 : 450);
        const readFontSize = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
        const name = credit.getByText(home.listOfficeName ?? '').first();
        const fact = page
          .getByRole('region', { name: say('listing.facts'), exact: true })
          .locator('dd')
          .first();
        expect(await name.evaluate(readFontSize)).toBeGreaterThanOrEqual(await fact.evaluate(readFontSize));

        // The same on its card.
        const screen = new SearchScreen(visitor);
        const near = `bbox=${box(home)}&zoom=17`;
        await visitor.open(`/homes/for_sale?${near}`);
        const card = screen.card(home.homeId);
        await card.waitFor();
        expect(await card.textContent()).toContain(money);
        expect(await card.textContent()).toContain(home.listOfficeName ?? '');
      },
    );
  }

  errand('and goes through its photos with the keyboard', async ({ meet }) => {
    const [home] = await findHomes((one) => one.photosCount >= 5);
    const visitor = await meet();
    const { page } = visitor;
    await visitor.open(home?.path ?? '/');
    const count = home?.photosCount ?? 0;
    const opener = page.getByRole('button', { name: visitor.say('listing.photos_all', { count }) });
    await opener.focus();
    await page.keyboard.press('Enter');
    const gallery = page.getByRole('dialog');
    await gallery.getByText(`1 / ${count}`).waitFor();
    await page.keyboard.press('ArrowRight');
    await gallery.getByText(`2 / ${count}`).waitFor();
    await page.keyboard.press('End');
    await gallery.getByText(`${count} / ${count}`).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => gallery.count()).toBe(0);
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  errand('and closes its photos, not its page, with the back button', async ({ meet }) => {
    const [home] = await findHomes((one) => one.photosCount >= 5);
    const visitor = await meet({ width: 390 });
    const { page } = visitor;
    await visitor.open(home?.path ?? '/');
    const address = page.url();
    const count = home?.photosCount ?? 0;
    await page.getByRole('button', { name: visitor.say('listing.photos_all', { count }) }).click();
    const gallery = page.getByRole('dialog');
    await gallery.getByText(`1 / ${count}`).waitFor();
    await page.goBack();
    await expect.poll(() => gallery.count()).toBe(0);
    expect(page.url()).toBe(address);
    await page.goForward();
    await gallery.getByText(`1 / ${count}`).waitFor();

    // After returning, the page shows the last photo of the viewer, even one that it had not loaded.
    const left = { x: 60, y: 400 };
    const right = { x: 300, y: 400 };
    const opened = gallery.getByRole('status');
    await gallery.getByRole('button', { name: visitor.say('listing.close') }).click();
    await expect.poll(() => gallery.count()).toBe(0);
    const photos = page.getByRole('region', { name: visitor.say('listing.photos'), exact: true });
    const findPhoto = (index: number) =>
      photos.getByRole('button', { name: visitor.say('listing.photo_open', { index, count }) });
    await findPhoto(2).scrollIntoViewIfNeeded();
    await findPhoto(2).click();
    await gallery.getByText(`2 / ${count}`).waitFor();
    const last = Math.min(count, 6);
    await gallery.getByRole('list').press('Home');
    for (let at = 1; at < last; at += 1) await gallery.getByRole('list').press('ArrowRight');
    await gallery.getByText(`${last} / ${count}`).waitFor();
    await gallery.getByRole('button', { name: visitor.say('listing.close') }).click();
    await expect.poll(() => gallery.count()).toBe(0);
    await expect.poll(() => readPhotoNumber(photos)).toBe(last);
    await findPhoto(last).click();
    await gallery.getByText(`${last} / ${count}`).waitFor();
    await visitor.swipe(left, right);
    await expect.poll(() => opened.textContent()).toBe(`${last - 1} / ${count}`);
    await page.goBack();
    await expect.poll(() => gallery.count()).toBe(0);
    await expect.poll(() => readPhotoNumber(photos)).toBe(last - 1);
    expect(await visitor.layoutShift()).toBeLessThanOrEqual(0.05);
  });

  for (const locale of LANGUAGES) {
    test(`whose address is withheld: the page contains nothing of the street (${locale})`, async () => {
      const homes = await findHomes((one) => one.addressWithheld);
      expect(homes.length).toBeGreaterThan(0);
      for (const home of homes.slice(0, 3)) {
        const answer = await createApiClient(locale).findHome({ query: { homeId: home.homeId } });
        const record = await market.record(answer.listing.listingKey);
        const street = String(record.StreetName);
        expect(street.length).toBeGreaterThan(2);
        const [latitude, longitude] = [String(record.Latitude), String(record.Longitude)];
        const page = await fetch(baseUrl + localePath(locale, home.path));
        expect(page.status).toBe(200);
        const html = await page.text();
        const { similar, ...own } = answer;
        // A neighborhood or a school may have the name of a street, and another home nearby may be in the same
        // street.
        const { subdivisionName, elementarySchool, middleOrJuniorSchool, highSchool } = answer.listing;
        const without = (text: string) =>
          [subdivisionName, elementarySchool, middleOrJuniorSchool, highSchool].reduce(
            (rest: string, name) => rest.replaceAll(name ?? '\n', ''),
            text,
          );
        const around = await createApiClient(locale).findHomeMarket({ query: { homeId: home.homeId } });
        const alone = !JSON.stringify([similar, around]).includes(street);
        expect(
          [street, latitude, longitude].filter((one) => without(JSON.stringify(own)).includes(one)),
        ).toEqual([]);
        expect(without(html)).not.toContain(alone ? street : `${record.StreetNumber} ${street}`);
        expect(html).not.toMatch(new RegExp(`${latitude}.{0,60}${longitude}`));
        expect(home.path).toContain('/address-withheld-');
      }
    });
  }
});

/** The area around a home, as in the address bar. */
function box({ longitude, latitude }: HomeCardAnswer): string {
  const [x, y] = [longitude ?? 0, latitude ?? 0];
  return [x - 0.001, y - 0.001, x + 0.001, y + 0.001].map((degree) => degree.toFixed(4)).join(',');
}

/** The current photo, from 1, in the carousel of a phone's page. */
function readPhotoNumber(photos: Locator): Promise<number> {
  const strip = photos.getByRole('list').first();
  return strip.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth + 1);
}
