import fc from 'fast-check';
import type { Request } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';

const PLACE = '/homes/for_sale/irvine-ca';
const api = createApiClient();

describe('someone moving the map', () => {
  errand('and list, count and pins follow it (rule R11)', async ({ meet }) => {
    const visitor = await meet({ map: 'drawn' });
    const screen = new SearchScreen(visitor);
    await visitor.open(PLACE);
    const { total } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&want=total' });
    await screen.seesOnMap(total);

    await screen.dragMap(180, 60);
    await expect.poll(() => visitor.query.get('bbox')).toMatch(/^-?[\d.]+(,-?[\d.]+){3}$/);
    const shown = await fetchTotal(screen);
    expect(shown).toBeGreaterThan(0);
    await screen.waitForTotal(shown);
    await screen.seesOnMap(shown);
    expect(await screen.listHomeIds()).toEqual(await fetchIds(screen));

    // The address is the whole state: the same page in a new tab, in Korean.
    const other = await meet({ locale: 'ko', map: true });
    const otherScreen = new SearchScreen(other);
    await other.open(visitor.address);
    await otherScreen.waitForTotal(shown);
    await otherScreen.seesOnMap(shown);
    expect(await otherScreen.listHomeIds()).toEqual(await screen.listHomeIds());
    expect(other.address).toBe(visitor.address);

    // A filter chosen while a moved map waits for its search: both apply.
    const before = visitor.query.get('bbox');
    await screen.dragMap(-90, 0);
    await screen.waitForMap();
    await visitor.page.getByRole('link', { name: visitor.say('search.rent'), exact: true }).click();
    await expect
      .poll(() => [visitor.address.split('?')[0], visitor.query.get('bbox') !== before])
      .toEqual(['/homes/for_rent/irvine-ca', true]);
  });

  errand('and homes that they hid are not on it, in both languages', async ({ meet }) => {
    for (const locale of pickVariants(1, LANGUAGES)) {
      const visitor = await meet({ locale, map: true });
      const screen = new SearchScreen(visitor);
      const say = visitor.say.bind(visitor);
      const { total, listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
      const home = listings.find((one) => !one.addressWithheld && one.latitude !== null);
      const [x, y] = [home?.longitude ?? 0, home?.latitude ?? 0];
      // At zoom 16 this fits into the map with room to spare: pins outside of it are not drawn.
      const close = [x - 0.003, y - 0.0025, x + 0.003, y + 0.0025]
        .map((degree) => degree.toFixed(4))
        .join(',');
      await visitor.open(PLACE);
      await screen.seesOnMap(total);
      await visitor.page.locator(`[data-more="${home?.homeId}"]`).click();
      await visitor.page.getByRole('button', { name: say('hidden.hide'), exact: true }).click();
      await screen.seesOnMap(total - 1);
      await visitor.page.getByText(say('map.hidden', { count: 1 })).waitFor();
      // Even where its pin would be separate, and on a page rendered with its clusters.
      await visitor.open(`${PLACE}?bbox=${close}&zoom=16`);
      const here = await fetchTotal(screen);
      await screen.waitForTotal(here);
      await screen.seesOnMap(here - 1);
    }
  });

  errand('by the first notch of a mouse wheel', async ({ meet }) => {
    const visitor = await meet({ map: true });
    const screen = new SearchScreen(visitor);
    await visitor.open(PLACE);
    const { total } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&want=total' });
    await screen.seesOnMap(total);
    const { x, y, width, height } = (await screen.map.boundingBox())!;
    await visitor.page.mouse.move(x + width / 2, y + height / 2);
    await visitor.page.mouse.wheel(0, -120);
    await expect.poll(() => visitor.query.get('bbox')).not.toBeNull();
    const shown = await fetchTotal(screen);
    expect(shown).not.toBe(total);
    await screen.waitForTotal(shown);
    await screen.seesOnMap(shown);
  });

  errand('without searching, until they press search', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', map: true });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await visitor.open(PLACE);
    await screen.pins.first().waitFor();
    const ids = await screen.listHomeIds();
    await page.getByRole('checkbox', { name: visitor.say('map.follow') }).uncheck();
    await screen.dragMap(200, 0);
    const here = page.getByRole('button', { name: visitor.say('map.here') });
    await here.waitFor();
    expect(visitor.address).toBe(PLACE);
    expect(await screen.listHomeIds()).toEqual(ids);
    await here.click();
    await expect.poll(() => visitor.query.get('bbox')).not.toBeNull();
    await screen.waitForTotal(await fetchTotal(screen));
    expect(await here.count()).toBe(0);
  });

  errand('faster than responses arrive: the old request is aborted, the old homes stay', async ({ meet }) => {
    const visitor = await meet({ map: true });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await visitor.open(PLACE);
    await screen.pins.first().waitFor();
    const requests: Request[] = [];
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    // Holds the first request for a new area until the second was sent.
    await page.route(/\/home\/list\?.*want=listings/, async (route) => {
      requests.push(route.request());
      if (requests.length === 1) await held;
      await route.continue().catch(() => undefined);
    });
    const given: Request[] = [];
    page.on('requestfailed', (request) => given.push(request));
    await screen.dragMap(120, 0);
    await expect.poll(() => requests.length).toBe(1);
    expect(await screen.cards.count()).toBeGreaterThan(0);
    await screen.dragMap(-260, 0);
    await expect.poll(() => requests.length).toBe(2);
    await expect.poll(() => given.includes(requests[0] as Request)).toBe(true);
    expect(requests[0]?.failure()?.errorText).toBe('net::ERR_ABORTED');
    release();
    await screen.waitForTotal(await fetchTotal(screen));
    await expect.poll(() => screen.listHomeIds()).toEqual(await fetchIds(screen));

    // Its response never arrives before the next filter: that one uses the area all the same.
    requests.length = 0;
    await page.unroute(/\/home\/list/);
    await page.route(
      /\/home\/list\?.*type=sale.*want=listings/i,
      (route) => void requests.push(route.request()),
    );
    const before = visitor.query.get('bbox');
    await screen.dragMap(90, 0);
    await expect.poll(() => requests.length).toBe(1);
    const here = visitor.query.get('bbox');
    expect(here).not.toBe(before);
    await page.getByRole('link', { name: visitor.say('search.rent'), exact: true }).click();
    await expect
      .poll(() => [visitor.address.split('?')[0], visitor.query.get('bbox')])
      .toEqual(['/homes/for_rent/irvine-ca', here]);
  });

  errand('at a zoom with single homes: card and pin highlight each other', async ({ meet }) => {
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=92620&q=kitchen' });
    const home = listings.find((one) => !one.addressWithheld && one.latitude !== null);
    const [west, south] = [(home?.longitude ?? 0) - 0.004, (home?.latitude ?? 0) - 0.003];
    const bbox = [west, south, west + 0.008, south + 0.006].map((degree) => degree.toFixed(4)).join(',');
    const visitor = await meet({ map: true });
    const screen = new SearchScreen(visitor);
    await visitor.open(`${PLACE}?q=kitchen&bbox=${bbox}&zoom=16`);
    const card = screen.card(home?.homeId ?? '');
    await screen.map.locator('button.map-pin[data-kind="home"]').first().waitFor();
    const plain = await card.evaluate(readLook);
    await card.hover();
    await screen.map.locator('button.map-pin[data-lit]').waitFor();
    expect(await screen.map.locator('button.map-pin[data-lit]').count()).toBe(1);
    const pin = await screen.map.locator('button.map-pin[data-lit]').elementHandle();
    await visitor.heading.hover();
    await expect.poll(() => screen.map.locator('button.map-pin[data-lit]').count()).toBe(0);
    await expect.poll(() => card.evaluate(readLook)).toBe(plain);
    await pin?.hover();
    await expect.poll(() => card.evaluate(readLook)).not.toBe(plain);
    // A press on a pin shows the home's card, Escape closes it.
    await pin?.click();
    const preview = visitor.page.getByRole('region', { name: visitor.say('map.preview') });
    await preview.waitFor();
    expect(await preview.getByRole('article').getAttribute('data-home')).toBe(home?.homeId);
    await visitor.page.keyboard.press('Escape');
    await expect.poll(() => preview.count()).toBe(0);
    // The words of the search are marked on a page that was opened from the map (rule R9).
    await pin?.click();
    await preview.getByRole('link').first().click();
    await visitor.page.locator('mark').first().waitFor();
  });

  errand('on a phone, where the list covers it and back closes the list first', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390, map: true });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await visitor.open('/');
    await visitor.open(PLACE);
    // Below the pins is a static picture: the map library has not been requested.
    const { total } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&want=total' });
    await screen.seesOnMap(total);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const library = () => requests.some((url) => url.includes('maplibre'));
    expect(await page.locator('.maplibregl-map').count()).toBe(0);
    const third = screen.cards.nth(2);
    const inSight = () => third.evaluate((card) => card.getBoundingClientRect().top < window.innerHeight);
    await page.getByRole('button', { name: visitor.say('sheet.map'), exact: true }).click();
    await expect.poll(inSight).toBe(false);
    await page.getByRole('button', { name: visitor.say('sheet.list'), exact: true }).click();
    await third.scrollIntoViewIfNeeded();
    await expect.poll(inSight).toBe(true);
    await page.goBack();
    expect(visitor.address).toBe(PLACE);
    await expect.poll(inSight).toBe(false);
    expect(library()).toBe(false);
    // The first touch already moves the map; then the library is loaded and shows the same homes at the same
    // position. On a slow line its style arrives during a second drag: the drag must be kept.
    let isHeld = true;
    const held: (() => void)[] = [];
    await page.route('**/tiles/base/**', async (route) => {
      if (isHeld) await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    await screen.dragMap(90, 0);
    await expect.poll(() => visitor.query.get('bbox')).not.toBeNull();
    const shown = await fetchTotal(screen);
    await screen.waitForTotal(shown);
    await page.locator('.maplibregl-map').waitFor();
    await screen.seesOnMap(shown);
    const moved = visitor.address;
    await screen.dragMap(-60, 0);
    isHeld = false;
    for (const go of held) go();
    await expect.poll(() => visitor.address).not.toBe(moved);
    await screen.seesOnMap(await fetchTotal(screen));
    await page.goBack();
    await expect.poll(() => visitor.address).toBe('/');
  });

  errand('and is told of homes without a position, and leaves it', async ({ meet }) => {
    const visitor = await meet({ map: true });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await page.addInitScript(watchColors);
    await visitor.open(PLACE);
    await screen.pins.first().waitFor();
    expect(await page.getByText(visitor.say('map.unplaced', { count: 2 })).count()).toBe(0);
    // The API's answer as if two of the homes had no position.
    await page.route(/want=total,clusters/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { total: number };
      await route.fulfill({ response: answer, json: { ...body, total: body.total + 2 } });
    });
    await page.getByRole('link', { name: visitor.say('search.rent'), exact: true }).click();
    await page.getByText(visitor.say('map.unplaced', { count: 2 })).waitFor();

    // A removed map no longer listens to the color scheme, even while it is still loading.
    const followers = () => page.evaluate(() => (window as unknown as { __followers: number }).__followers);
    expect(await followers()).toBe(1);
    await page.evaluate(() => history.pushState(null, '', '/guide'));
    await expect.poll(() => page.locator('.maplibregl-map').count()).toBe(0);
    await expect.poll(followers).toBe(0);
  });

  errand('in a browser without WebGL: the list has every home and a message', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', map: false });
    const screen = new SearchScreen(visitor);
    await visitor.open(PLACE);
    await visitor.page.getByText(visitor.say('map.failed')).waitFor();
    expect(await screen.cards.count()).toBe(40);
  });
});

test('every match is on the map at every zoom and position (rule R11)', async () => {
  const around = fc.record({
    west: fc.double({ min: -118.6, max: -117.2, noNaN: true }),
    south: fc.double({ min: 33.3, max: 34.3, noNaN: true }),
    width: fc.double({ min: 0.01, max: 1.5, noNaN: true }),
    height: fc.double({ min: 0.01, max: 1, noNaN: true }),
    zoom: fc.integer({ min: 3, max: 18 }),
    filter: fc.constantFrom('', '&beds=3-', '&hoa=-300&unk=hoa', '&type=condo&price=-900000'),
  });
  await fc.assert(
    fc.asyncProperty(around, async ({ west, south, width, height, zoom, filter }) => {
      const bbox = [west, south, west + width, south + height].map((degree) => degree.toFixed(4)).join(',');
      const query = `searchType=sale&bbox=${bbox}${filter}`;
      const { total, clusters } = await api.listHomes({
        query: `${query}&want=total&want=clusters&zoom=${zoom}`,
      });
      expect(clusters?.reduce((sum, one) => sum + one.count, 0)).toBe(total);
      const ids = new Set<string>();
      for (let page = 1; page <= Math.ceil(total / 40); page += 1) {
        const { listings } = await api.listHomes({ query: `${query}&page=${page}` });
        for (const { homeId } of listings) ids.add(homeId);
      }
      expect(ids.size).toBe(total);
    }),
    { numRuns: process.env.MARU_TEST_LONG === '1' ? 200 : 12 },
  );
});

/** Runs in the browser: counts listeners of the color scheme, and never signals that a WebGL frame is complete. */
function watchColors(): void {
  const page = window as unknown as { __followers: number };
  page.__followers = 0;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const isDark = (target: EventTarget) => target instanceof MediaQueryList && target.media.includes('dark');
  MediaQueryList.prototype.addEventListener = function (this: MediaQueryList, ...what: unknown[]) {
    if (isDark(this)) page.__followers += 1;
    return addEventListener.apply(this, what as Parameters<typeof addEventListener>);
  };
  MediaQueryList.prototype.removeEventListener = function (this: MediaQueryList, ...what: unknown[]) {
    if (isDark(this)) page.__followers -= 1;
    return removeEventListener.apply(this, what as Parameters<typeof removeEventListener>);
  };
  WebGL2RenderingContext.prototype.getSyncParameter = function (this: WebGL2RenderingContext) {
    return this.UNSIGNALED;
  };
}

/** The API's total for the search in the address bar. */
async function fetchTotal(screen: SearchScreen): Promise<number> {
  return (await api.listHomes({ query: `${screen.apiQuery('sale', 'irvine-ca')}&want=total` })).total;
}

async function fetchIds(screen: SearchScreen): Promise<string[]> {
  const { listings } = await api.listHomes({
    query: `${screen.apiQuery('sale', 'irvine-ca')}&want=listings`,
  });
  return listings.map((one) => one.homeId);
}

function readLook(card: Element): string {
  const { borderColor, boxShadow } = getComputedStyle(card);
  return `${borderColor} ${boxShadow}`;
}
