import type { HomeAnswer, HomeCardAnswer } from '@maru/contract';
import { localePath } from '@maru/words';
import { formatMessage } from '@maru/words/server';
import { TERM_TEXTS } from '@maru/words/terms';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { TRANSLATED } from '../translation/translator.ts';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand, pickVariants } from './errand.ts';
import { Market } from './market.ts';
import type { Visitor } from './visitor.ts';

const { baseUrl, translator } = inject('site');
const api = createApiClient();
const market = new Market();

/** Homes of Irvine and around, from the start of the list: other tests use the end. */
async function findHome(
  fits: (home: HomeAnswer) => boolean,
  { searchType = 'sale', skip = 0, places = PLACES, cards = () => true as boolean }: FindOptions = {},
): Promise<HomeAnswer> {
  let left = skip;
  for (const place of places) {
    for (let page = 1; page <= 4; page += 1) {
      const query = `searchType=${searchType}&place=${place}&page=${page}`;
      const { listings } = await api.listHomes({ query });
      for (const card of listings.filter(cards)) {
        const home = await api.findHome({ query: { homeId: card.homeId, searchType } });
        if (fits(home) && left-- === 0) return home;
      }
    }
  }
  throw new Error('the sample market has no such home');
}

const PLACES = ['irvine-ca', 'fullerton-ca', 'los-angeles-ca'];

const READERS = [
  { locale: 'en', width: 1440 },
  { locale: 'ko', width: 390 },
] as const;

interface FindOptions {
  places?: readonly string[];
  searchType?: 'sale' | 'rent';
  skip?: number;
  cards?: (card: HomeCardAnswer) => boolean;
}

const readStyleNumber = (element: Locator, property: 'fontSize' | 'fontWeight') =>
  element.evaluate((one, name) => Number.parseFloat(getComputedStyle(one)[name]), property);

/** A section of the page by its anchor, expanded if it is folded. */
async function openSection(visitor: Visitor, id: string): Promise<Locator> {
  const section = visitor.page.locator(`section#${id}`);
  await section.scrollIntoViewIfNeeded();
  if (visitor.width === 390) {
    const isOpen = await section
      .locator('details[data-fold]')
      .evaluate((one) => (one as HTMLDetailsElement).open);
    if (!isOpen) await section.locator('summary').first().click();
  }
  return section;
}

describe('someone reading a home’s whole page', () => {
  for (const { locale, width, nth } of pickVariants(0, [
    { locale: 'en', width: 1440, nth: 0 },
    { locale: 'ko', width: 390, nth: 1 },
  ] as const)) {
    errand(`its agents, sections, terms, units, and printed (${locale}, ${width} px)`, async ({ meet }) => {
      const home = await findHome(
        (one) => !one.addressWithheld && one.listing.livingArea !== null && one.photos.length >= 5,
        { skip: nth, cards: (card) => card.homeType === 'house' },
      );
      const visitor = await meet({ locale, width });
      const { page } = visitor;
      const say = visitor.say.bind(visitor);
      await visitor.open(home.path);

      // Price, address, attribution, then the facts: in this order, the attribution not smaller and not lighter
      // (CRMLS 12.16.5).
      const credit = page.getByRole('region', { name: say('listing.offered_by') });
      const order = await page.evaluate(() => {
        const parts = ['main h1', '[data-credit]', 'main dl[data-headline]'].map((one) =>
          document.querySelector(one),
        );
        return parts.every(
          (one, index) =>
            index === 0 ||
            ((parts[index - 1] as Element).compareDocumentPosition(one as Element) &
              Node.DOCUMENT_POSITION_FOLLOWING) !==
              0,
        );
      });
      expect(order).toBe(true);
      const remarks = page.locator('#remarks p').last();
      for (const property of ['fontSize', 'fontWeight'] as const) {
        const own = await readStyleNumber(credit.locator('dd').first(), property);
        expect(own).toBeGreaterThanOrEqual(await readStyleNumber(remarks, property));
        expect(await readStyleNumber(credit.locator('dt').first(), property)).toBeGreaterThanOrEqual(
          await readStyleNumber(remarks, property),
        );
      }
      expect(await credit.locator('dt').first().textContent()).toContain('Listing Agent');

      // Every section can be reached from the nav, and none hides its main number.
      const nav = page.getByRole('navigation', { name: say('listing.sections') });
      const links = await nav.getByRole('link').all();
      expect(links.length).toBeGreaterThanOrEqual(5);
      for (const link of links) {
        const id = ((await link.getAttribute('href')) ?? '').slice(1);
        expect(await page.locator(`section#${id}`).count(), id).toBe(1);
      }
      if (width === 1440) {
        // Of two adjacent sections the requested one is marked.
        const hazards = nav.getByRole('link', { name: say('hazards.short'), exact: true });
        await hazards.click();
        await expect.poll(() => hazards.getAttribute('aria-current')).toBe('true');
      }
      const facts = page.locator('section#facts');
      const summary = facts.locator('summary').first();
      const value = facts.locator('dd').first();
      if (width === 390) {
        expect(await value.isVisible()).toBe(false);
        expect(await summary.textContent()).toContain('sqft');
      }
      await nav.getByRole('link', { name: say('listing.facts'), exact: true }).click();
      await value.waitFor();
      if (width === 1440) {
        // Nothing is foldable there: a press on the heading does nothing.
        await summary.click();
        expect(await value.isVisible()).toBe(true);
      }

      // A term is explained in both languages, in place, by keyboard.
      const term = facts.locator('[data-term="living-area"]').first();
      await term.focus();
      await page.keyboard.press('Enter');
      const meaning = page.locator('#term-popover');
      await meaning.waitFor();
      const { name, line } = TERM_TEXTS['living-area'] ?? { name: [], line: [] };
      for (const text of [...name, ...line]) expect(await meaning.textContent()).toContain(text);
      const [word, box] = [await term.boundingBox(), await meaning.boundingBox()];
      expect(Math.abs((box?.y ?? 0) - (word?.y ?? 0))).toBeLessThan(260);
      expect(await accessibilityFaults(visitor)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect.poll(() => meaning.isVisible()).toBe(false);
      expect(await term.evaluate((one) => one === document.activeElement)).toBe(true);

      // Sizes in the visitor's unit, on the next page as well.
      await facts.getByText(say('unit.pyeong_name'), { exact: true }).first().click();
      const area = term.locator('xpath=ancestor::div[1]/dd');
      await expect
        .poll(async () => /^[\d.,]+ ?(평|pyeong)/.test((await area.textContent()) ?? ''))
        .toBe(true);
      await visitor.open(home.path);
      await openSection(visitor, 'facts');
      await expect
        .poll(async () => /^[\d.,]+ ?(평|pyeong)/.test((await area.textContent()) ?? ''))
        .toBe(true);

      // Printed, it is one sheet with the attribution, for each paper size.
      for (const format of ['Letter', 'A4'] as const) {
        const sheet = await page.pdf({ format });
        expect(sheet.toString('latin1').match(/\/Type\s*\/Page(?!s)/g)).toHaveLength(1);
      }
      await page.emulateMedia({ media: 'print' });
      const card = page.locator('[data-call-card]');
      const printed = (await card.textContent()) ?? '';
      for (const said of [
        home.listing.listAgentFullName,
        home.listing.listOfficeName,
        home.listing.listAgentDirectPhone,
        home.source.disclaimer,
        home.source.advertisingBroker.licenseNumber,
        'Is this home still for sale?',
        '언제 볼 수 있나요?',
      ]) {
        if (said !== null) expect(printed).toContain(said);
      }
      expect(await page.getByRole('main').isVisible()).toBe(false);
      await page.emulateMedia({ media: 'screen' });

      // The structured data equals the visible text.
      const json = await page.locator('script[type="application/ld+json"]').first().textContent();
      const data = JSON.parse(json ?? '{}') as { url: string; offers: { price: number } };
      expect(data.url).toBe(new URL(localePath(locale, home.path), await readTransformOrigin(page)).href);
      expect(data.offers.price).toBe(home.listing.listPrice);
    });
  }

  errand('and sees an altered photo beside its original, zoomed, and a broken one', async ({ meet }) => {
    const home = await findHome((one) => one.photos.findIndex((photo) => photo.originalPhoto !== null) > 0);
    const at = home.photos.findIndex((photo) => photo.originalPhoto !== null);
    for (const { locale, width } of pickVariants(1, READERS)) {
      const visitor = await meet({ locale, width, mayFail: /503 \/media\/|ERR_FAILED/ });
      const { page } = visitor;
      const say = visitor.say.bind(visitor);
      const count = home.photos.length;
      // The photo after the altered one fails at first.
      const broken = home.photos[(at + 2) % count]?.photo ?? '';
      let isBroken = true;
      await page.route(`**/media/${broken}/**`, (route) =>
        isBroken ? route.fulfill({ status: 503 }) : route.continue(),
      );
      await visitor.open(home.path);
      await page.getByRole('button', { name: say('listing.photos_all', { count }) }).click();
      const viewer = page.getByRole('dialog');
      const shown = () => viewer.locator('li:not([aria-hidden])');
      await viewer.getByText(`1 / ${count}`).waitFor();
      for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowRight');
      await viewer.getByText(`${at + 1} / ${count}`).waitFor();
      // The label on the image, the original beside it.
      await expect.poll(() => shown().getByRole('img').count()).toBe(2);
      expect(await shown().textContent()).toContain(say('listing.photo_altered'));
      expect(await shown().textContent()).toContain(say('listing.photo_original'));
      // A key shows the original alone, and again both.
      await page.keyboard.press('o');
      await expect.poll(() => shown().getByRole('img').count()).toBe(1);
      expect(await shown().textContent()).not.toContain(say('listing.photo_altered'));
      await page.keyboard.press('o');
      await expect.poll(() => shown().getByRole('img').count()).toBe(2);
      // A key zooms in with the label in view, and out again.
      await page.keyboard.press('+');
      await expect.poll(() => shown().locator('[data-zoom]').getAttribute('data-zoom')).toBe('1.5');
      expect(await shown().textContent()).toContain(say('listing.photo_altered'));
      await page.keyboard.press('0');
      await expect.poll(() => shown().locator('[data-zoom]').getAttribute('data-zoom')).toBe('1');
      if (width === 390) await pinch(page, shown());
      // A failed photo is a placeholder, and is loaded again on return.
      for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight');
      await viewer.getByText(`${((at + 2) % count) + 1} / ${count}`).waitFor();
      const retry = shown().getByRole('button', { name: say('card.photo_retry') });
      await retry.waitFor();
      isBroken = false;
      await retry.click();
      await shown().getByRole('img').first().waitFor();
      await page.keyboard.press('Escape');
      await expect.poll(() => viewer.count()).toBe(0);
    }
  });

  errand(
    'with implausible values: shown as reported, marked as implausible, and harmless',
    async ({ meet }) => {
      const home = await findHome(
        (one) => one.listing.bedroomsTotal === 3 && one.listing.provider === 'bridge',
        {
          // Homes changed here must not be missing in other tests.
          places: PLACES.slice(1),
          cards: (card) => card.homeType === 'house' && !card.addressWithheld,
        },
      );
      const nasty = `<img src=x onerror="document.title='hit'"><script>document.title='hit'</script> Low HOA. ${'A long tale. '.repeat(1_500)}`;
      const { Media: media, ...record } = await market.record(home.listing.listingKey);
      const [first] = media as Record<string, unknown>[];
      const sixty = Array.from({ length: 60 }, (_, index) => ({
        ...first,
        MediaKey: `sixty-${index}`,
        Order: index + 1,
      }));
      const slips = {
        ListPrice: 1,
        BedroomsTotal: 29,
        BathroomsTotalInteger: 333,
        YearBuilt: 2920,
        LivingArea: 60,
        Latitude: 0,
        Longitude: 0,
        PublicRemarks: nasty,
        Media: sixty,
        PhotosCount: 60,
        PhotosChangeTimestamp: new Date().toISOString(),
      };
      const before = { ...record, Media: media };
      onTestFinished(() =>
        market.change(
          home.listing.listingKey,
          Object.fromEntries(Object.keys(slips).map((key) => [key, before[key as keyof typeof before]])),
        ),
      );
      await market.change(home.listing.listingKey, slips);
      await expect
        .poll(async () => (await api.findHome({ query: { homeId: home.homeId } })).listing.bedroomsTotal, {
          timeout: 20_000,
        })
        .toBe(29);
      const now = await api.findHome({ query: { homeId: home.homeId } });
      for (const { locale, width } of pickVariants(0, READERS)) {
        const visitor = await meet({ locale, width });
        const { page } = visitor;
        await visitor.open(now.path);
        // A price of one dollar is not shown as a price.
        expect(await page.locator('main header').textContent()).toContain(visitor.say('card.price_unstated'));
        const all = page.getByRole('button', { name: visitor.say('listing.photos_all', { count: 60 }) });
        await all.click();
        await page.getByRole('dialog').getByText('1 / 60').waitFor();
        await page.keyboard.press('End');
        await page.getByRole('dialog').getByText('60 / 60').waitFor();
        await page.keyboard.press('Escape');
        const facts = await openSection(visitor, 'facts');
        expect(await facts.textContent()).toContain('29');
        expect(await facts.getByText(visitor.say('listing.doubtful')).count()).toBeGreaterThanOrEqual(2);
        // An impossible year is shown as reported, marked as ignored; nothing is invented.
        expect(await facts.textContent()).toContain(visitor.say('listing.as_reported', { value: '2920' }));
        expect(await facts.getByText(visitor.say('listing.refused')).count()).toBeGreaterThanOrEqual(2);
        expect(await page.locator('dl[data-headline]').textContent()).not.toContain('2920');
        await openSection(visitor, 'remarks');
        const remarks = page.locator('#remarks');
        expect(await remarks.locator('img, script').count()).toBe(0);
        expect(await page.title()).not.toBe('hit');
        expect(await remarks.locator('[data-term="hoa"]').count()).toBe(1);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wide).toBeLessThanOrEqual(0);
      }

      // No photo, an implausible number of rooms, and a size of 0, which feeds send for unknown.
      await market.change(home.listing.listingKey, {
        Media: [],
        PhotosCount: 0,
        PhotosChangeTimestamp: new Date().toISOString(),
        BedroomsTotal: 33,
        LivingArea: 0,
      });
      await expect
        .poll(async () => (await api.findHome({ query: { homeId: home.homeId } })).photos.length, {
          timeout: 20_000,
        })
        .toBe(0);
      // A page is cached for three seconds while homes change.
      const none = formatMessage('ko', 'card.photo_none');
      const address = baseUrl + localePath('ko', now.path);
      await expect.poll(async () => (await fetch(address)).text()).toContain(none);
      const visitor = await meet({ locale: 'ko' });
      await visitor.open(now.path);
      await visitor.page.locator('main').getByText(visitor.say('card.photo_none')).first().waitFor();
      const facts = visitor.page.locator('section#facts');
      expect(await facts.textContent()).toContain(visitor.say('listing.as_reported', { value: '33' }));
      const headline = (await visitor.page.locator('dl[data-headline]').textContent()) ?? '';
      expect(headline).toContain(visitor.say('listing.not_stated'));
      expect(headline).not.toContain('33');
    },
  );

  errand('and saves it, compares it, hides it and undoes that, without layout shift', async ({ meet }) => {
    const home = await findHome((one) => one.photos.length >= 5, { skip: 3 });
    for (const { locale, width } of pickVariants(1, READERS)) {
      const visitor = await meet({ locale, width });
      const { page } = visitor;
      const say = visitor.say.bind(visitor);
      await visitor.open(home.path);
      const buttons = ['save', 'compare', 'hide'].map((what) =>
        page.locator(`main [data-${what}="${home.homeId}"]`).first(),
      ) as [Locator, Locator, Locator];
      const [save, compare, hide] = buttons;
      const places = () => Promise.all(buttons.map((one) => one.boundingBox()));
      const before = await places();
      // At least 44 px high, in view, in one row.
      for (const box of before) {
        expect(box?.height).toBeGreaterThanOrEqual(width === 390 ? 44 : 40);
        expect(box?.width).toBeGreaterThanOrEqual(44);
        expect(box?.y).toBe(before[0]?.y);
      }
      const isPressed = (one: Locator) => expect.poll(() => one.getAttribute('aria-pressed'));
      await save.click();
      await isPressed(save).toBe('true');
      await compare.click();
      await isPressed(compare).toBe('true');
      const tray = page.getByRole('region', { name: say('compare.title') });
      await tray.getByText(say('compare.count', { count: 1 })).waitFor();
      await hide.click();
      await page.getByText(say('hidden.done')).waitFor();
      await isPressed(hide).toBe('true');
      expect(await places()).toEqual(before);
      expect(await accessibilityFaults(visitor)).toEqual([]);
      // The back button is the next tab stop.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await isPressed(hide).toBe('false');
      await expect.poll(() => page.getByText(say('hidden.done')).count()).toBe(0);
      expect(await hide.evaluate((one) => one === document.activeElement)).toBe(true);
      await hide.press('Enter');
      await isPressed(hide).toBe('true');
      // Escape closes the message, and focus returns to the button.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByText(say('hidden.done')).count()).toBe(0);
      expect(await hide.evaluate((one) => one === document.activeElement)).toBe(true);
      // On the next visit all of it is known, and its space is reserved from the start.
      await visitor.open(home.path);
      for (const one of buttons) await isPressed(one).toBe('true');
      expect(await places()).toEqual(before);
      await visitor.open('/my-page?tab=saved');
      await page.locator(`[data-home="${home.homeId}"]`).first().waitFor();
    }
  });

  errand(
    'with a machine translation into Korean on request: labeled, with the original one press away',
    async ({ meet }) => {
      const home = await findHome((one) => (one.listing.publicRemarks?.length ?? 0) > 40, { skip: 4 });
      const said = home.listing.publicRemarks?.slice(0, 30) ?? '';
      const visitor = await meet({ locale: 'ko', width: 390, mayFail: /^503 \/maru\/v1\/home\/remarks/ });
      const say = visitor.say.bind(visitor);
      const setBroken = (isBroken: boolean) =>
        fetch(`${translator}/broken`, { method: 'PUT', body: JSON.stringify(isBroken) });
      await visitor.open(home.path);
      const remarks = await openSection(visitor, 'remarks');
      const button = (key: 'remarks.translate' | 'remarks.show_original') =>
        remarks.getByRole('button', { name: say(key) });
      await remarks.getByText(say('listing.remarks_original')).waitFor();
      // A failure is reported, and the original stays.
      await setBroken(true);
      try {
        await button('remarks.translate').click();
        await remarks.getByText(say('remarks.failed')).waitFor();
        expect(await remarks.locator('p[lang="en"]').textContent()).toContain(said);
      } finally {
        await setBroken(false);
      }
      await button('remarks.translate').click();
      const korean = remarks.locator('p[lang="ko"]');
      await korean.getByText(TRANSLATED).waitFor();
      expect(await remarks.getByText(say('remarks.failed')).count()).toBe(0);
      await remarks.getByText(say('remarks.machine', { provider: new URL(translator).host })).waitFor();
      expect(await remarks.locator('p[lang="en"]').count()).toBe(0);
      expect(await accessibilityFaults(visitor)).toEqual([]);
      await button('remarks.show_original').click();
      expect(await remarks.locator('p[lang="en"]').textContent()).toContain(said);
      expect(await korean.count()).toBe(0);
      await button('remarks.translate').press('Enter');
      await korean.getByText(TRANSLATED).waitFor();
      // English remarks on an English page are not translated.
      const reader = await meet();
      await reader.open(home.path);
      await reader.page.locator('#remarks').getByText(said).waitFor();
      expect(await reader.page.locator('#remarks button[aria-disabled]').count()).toBe(0);
    },
  );

  errand('whose lower part is loaded later, on a press or soon after', async ({ meet }) => {
    const home = await findHome(
      (one) => one.photos.length >= 5 && one.listing.livingArea !== null && one.similar.length > 0,
      { skip: 1 },
    );
    const isLate = (address: string) => /home-bodies|[?&,=]facts(?:,|&|$)/.test(address);
    const visitor = await meet();
    const { page } = visitor;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    // The page is rendered before its script has loaded; a press into its lower part loads that first.
    const [photos, script] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route('**/media/**', async (route) => photos.promise.then(() => route.continue()));
    await page.route(/home-bodies/, async (route) => script.promise.then(() => route.continue()));
    const answer = await visitor.open(home.path);
    const html = await answer.text();
    // The HTML is complete: nothing is streamed in later.
    expect(html).not.toMatch(/<template|<!--\$[?!]/);
    const waiting = page.locator('[data-late]');
    const facts = page.locator('#facts');
    expect(await waiting.count()).toBeGreaterThan(8);
    expect(await facts.locator('dd').count()).toBeGreaterThan(5);
    expect(requests.filter(isLate)).toEqual([]);

    const unit = facts.getByText(visitor.say('unit.square_meters'), { exact: true });
    await unit.click();
    await facts.locator('[data-term="living-area"]').first().click();
    await expect.poll(() => requests.filter(isLate).length).toBeGreaterThanOrEqual(2);
    const isChosen = () => unit.locator('xpath=..').locator('input').isChecked();
    expect(await isChosen()).toBe(false);
    expect(await page.locator('#term-popover').count()).toBe(0);
    script.resolve();
    await page.locator('#term-popover').waitFor();
    await expect.poll(isChosen).toBe(true);
    await expect.poll(() => waiting.count()).toBe(0);
    photos.resolve();
    await page.keyboard.press('Escape');

    // Navigation within the site shows the complete page at once.
    const old = await visitor.heading.textContent();
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await page.locator('#similar a').first().click();
    await expect.poll(() => visitor.heading.textContent()).not.toBe(old);
    expect(await facts.locator('dd').count()).toBeGreaterThan(5);
    expect(await waiting.count()).toBe(0);
    expect(await page.locator('body[data-same]').count()).toBe(1);

    // Without a press it is loaded too, once the page is ready, and nothing moves.
    const reader = await meet({ locale: 'ko', width: 390 });
    await reader.open(home.path);
    const ledger = reader.page.locator('#ledger');
    // On a phone a section is folded, with its main number beside its title.
    const folded = reader.page.locator('#facts');
    expect(await folded.locator('dd').first().isVisible()).toBe(false);
    expect(await folded.locator('summary').first().textContent()).toContain('sqft');
    await ledger.locator('summary').first().click();
    await ledger.getByRole('listitem').first().waitFor();
    await expect.poll(() => reader.page.locator('[data-late]').count()).toBe(0);
    expect(await ledger.getByRole('listitem').first().isVisible()).toBe(true);
    expect(await reader.layoutShift()).toBeLessThanOrEqual(0.05);
  });

  errand('that was removed: its id, and other homes of the same place', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390, mayFail: /^404 / });
    const { page } = visitor;
    const answer = await visitor.open('/ca/irvine/1-gone-st-92620/hgone12345');
    expect(answer.status()).toBe(404);
    await page.getByText('hgone12345').first().waitFor();
    const instead = page.getByRole('region', { name: visitor.say('listing.instead') });
    await instead.getByRole('listitem').first().waitFor();
    expect(await instead.getByRole('listitem').count()).toBeGreaterThan(0);
  });

  errand('by its number alone, and is asked for one without it', async ({ meet }) => {
    const home = await findHome((one) => !one.addressWithheld);
    const visitor = await meet();
    const { page } = visitor;
    expect((await visitor.open(`/detail?homeId=${home.homeId}`)).status()).toBe(200);
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toContain(home.path);
    expect((await visitor.open('/detail')).status()).toBe(200);
    await page.getByRole('heading', { name: visitor.say('listing.find_title') }).waitFor();
  });

  errand('on a slow line and a slow phone: without layout shift', async ({ meet }) => {
    // The agents' names are on buttons that are loaded later; longer names need more space.
    const home = await findHome(
      ({ photos, listing }) =>
        photos.length >= 5 && `${listing.listAgentFullName}${listing.listOfficeName}`.length >= 30,
    );
    const visitor = await meet({ locale: 'ko', width: 390 });
    const { page, context } = visitor;
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(localePath('ko', home.path), { waitUntil: 'load', timeout: 60_000 });
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let y = 0; y < document.body.scrollHeight; y += 500) {
        scrollTo({ top: y, behavior: 'instant' });
        await new Promise((next) => setTimeout(next, 120));
      }
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    expect(await visitor.layoutShift()).toBeLessThanOrEqual(0.05);
  });
});

/** Chrome's "Slow 4G": bytes per second, ms. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

const readTransformOrigin = (page: Page) =>
  page
    .evaluate(() => document.documentElement.dataset.publicUrl ?? location.origin)
    .then((url) => url || baseUrl);

/** A pinch gesture over an element: it must be larger afterwards, and reset by a double tap. */
async function pinch(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('no element to pinch');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd'
          ? []
          : [
              { x: x - apart, y, id: 1 },
              { x: x + apart, y, id: 2 },
            ],
    });
  await touch('touchStart', 30);
  for (const apart of [45, 60, 75]) await touch('touchMove', apart);
  await touch('touchEnd', 75);
  const zoom = element.locator('[data-zoom]');
  await expect.poll(async () => Number(await zoom.getAttribute('data-zoom'))).toBeGreaterThan(1.5);
  await page.keyboard.press('0');
  await expect.poll(() => zoom.getAttribute('data-zoom')).toBe('1');
}
