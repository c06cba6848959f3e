import type { HomeListAnswer } from '@maru/contract';
import { describe, expect } from 'vitest';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import type { Visitor } from './visitor.ts';

/** The minimum of WCAG 2.2, 2.5.8, and our minimum for touch (rule S17.1). */
const MIN_PX = 24;
const THUMB_PX = 44;
const PLACE = '/homes/for_sale/irvine-ca';

describe('someone using a touch screen', () => {
  errand('on the map, and hits the visible target', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390, map: 'drawn' });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    const sheet = page.locator('#results');
    await visitor.open(PLACE);
    await screen.pins.first().waitFor({ timeout: 20_000 });
    // Moves the map, so that the address has its bounds.
    await screen.dragMap(60, 20);
    await expect.poll(() => visitor.query.get('bbox')).not.toBeNull();
    // The library has taken over, and all circles of the current view are loaded.
    await page.locator('.maplibregl-map .map-pin').first().waitFor({ timeout: 20_000 });
    const { total } = await createApiClient().listHomes({
      query: `${screen.apiQuery('sale', 'irvine-ca')}&want=total`,
    });
    await screen.seesOnMap(total);
    await screen.waitForMap();
    const from = visitor.query.get('bbox') ?? '';
    const map = await screen.map.boundingBox();
    const edge = (await sheet.boundingBox())?.y ?? 0;
    expect(await sheet.getAttribute('data-stop')).toBe('half');

    // A circle's homes are above the sheet, not under it.
    const circle = await screen.map
      .locator('button.map-pin[data-kind="cluster"]')
      .evaluateAll(findFreeMiddle);
    const [longitude, latitude] = placeIn(from, map, circle);
    await page.touchscreen.tap(circle.x, circle.y);
    await expect.poll(() => visitor.query.get('bbox')).not.toBe(from);
    const at = pointIn(visitor.query.get('bbox') ?? '', map, [longitude, latitude]);
    expect(Math.abs(at.x - 195)).toBeLessThan(4);
    expect(Math.abs(at.y - ((map?.y ?? 0) + edge) / 2)).toBeLessThan(4);

    // Overlapping touch areas of close homes: a press on a visible pin hits that pin.
    const { listings } = await createApiClient().listHomes({ query: 'searchType=sale&place=92620' });
    const home = listings.find((one) => !one.addressWithheld && one.latitude !== null);
    const [west, south] = [(home?.longitude ?? 0) - 0.004, (home?.latitude ?? 0) - 0.003];
    const bbox = [west, south, west + 0.008, south + 0.006].map((degree) => degree.toFixed(4)).join(',');
    // The API's answer as if two of them were neighbors, their pins barely apart.
    await page.route(/want=total,clusters/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as HomeListAnswer;
      const pins = body.clusters?.filter((pin) => pin.home !== undefined) ?? [];
      const one = pins.find(
        (pin) => Math.hypot(pin.longitude - west - 0.004, pin.latitude - south - 0.003) < 0.002,
      );
      const other = pins.at(-1);
      if (one !== undefined && other !== undefined && one !== other)
        Object.assign(other, { longitude: one.longitude, latitude: one.latitude - 0.000264 });
      await route.fulfill({ response: answer, json: body });
    });
    let takeOver = () => {};
    const library = new Promise<void>((resolve) => {
      takeOver = resolve;
    });
    await page.route('**/assets/maplibre-view-*.js', (route) => library.then(() => route.continue()));
    await visitor.open(`${PLACE}?bbox=${bbox}&zoom=16`);
    await page.getByRole('button', { name: visitor.say('sheet.map'), exact: true }).click();
    const homes = screen.map.locator('button.map-pin[data-kind="home"]');
    await homes.first().waitFor({ timeout: 20_000 });
    await screen.waitForMap();
    const preview = page.getByRole('region', { name: visitor.say('map.preview') });
    const lit = page.locator('.map-pin[data-lit][data-meant]');
    const beside = await homes.evaluateAll(findPoint, 'beside');
    await page.touchscreen.tap(beside.x, beside.y);
    await preview.waitFor();
    await expect.poll(() => lit.count()).toBe(1);
    // Heart, menu and close button of the card do not overlap.
    const close = preview.getByRole('button', { name: visitor.say('map.preview_close'), exact: true });
    await preview.locator('[data-more]').waitFor();
    for (const one of [preview.locator('[data-save]'), preview.locator('[data-more]'), close])
      expect(await one.evaluate(isHit)).toBe(true);
    // The map library takes over just when the card is closed: the pin, which had the focus, does not get it back.
    await preview.evaluate(closeAtTakeOver, visitor.say('map.preview_close'));
    takeOver();
    await expect.poll(() => preview.count()).toBe(0);
    await page.locator('.maplibregl-map .map-pin').first().waitFor();
    await visitor.waitForFrames();
    expect(await lit.count()).toBe(0);

    const face = await homes.evaluateAll(findPoint, 'face');
    await page.touchscreen.tap(face.x, face.y);
    await expect.poll(() => lit.count()).toBe(1);
    await close.tap();
    await expect.poll(() => preview.count()).toBe(0);
    await expect.poll(() => lit.count()).toBe(0);
    await page.touchscreen.tap(face.x, face.y);
    await expect.poll(() => lit.count()).toBe(1);

    // Pin by pin: after returning from a home the map can be moved, and the pin is still selected.
    const price = preview.getByRole('link').first();
    const path = (await price.getAttribute('href')) ?? '';
    await price.tap();
    await page.waitForURL((url) => url.pathname === path);
    await page.getByText(visitor.say('listing.facts')).first().waitFor();
    await page.goBack();
    await preview.waitFor({ timeout: 20_000 });
    expect(await preview.getByRole('link').first().getAttribute('href')).toBe(path);
    expect(await sheet.getAttribute('data-stop')).toBe('peek');
  });

  for (const locale of pickVariants(1, LANGUAGES)) {
    errand(`and finds the controls of each page large enough (${locale})`, async ({ meet }) => {
      const visitor = await meet({ locale, width: 390, map: true });
      const { page } = visitor;
      const say = visitor.say.bind(visitor);
      const screen = new SearchScreen(visitor);
      const { listings } = await createApiClient().listHomes({ query: 'searchType=sale&place=irvine-ca' });
      const home = listings.find((one) => !one.addressWithheld);

      await visitor.open('/');
      await expectLarge(visitor, 'front page');
      await screen.placeBox.fill(locale === 'ko' ? '어바인' : 'irvine');
      await screen.suggestions.first().waitFor();
      await expectLarge(visitor, 'place box');

      await visitor.open(PLACE);
      // The first map of a browser compiles its shaders.
      await screen.pins.first().waitFor({ timeout: 20_000 });
      // The place box, sale or rent, the filters and the bell are in one row.
      const bar = await page.getByRole('search').first().boundingBox();
      expect(bar?.height).toBeLessThan(2 * 44);
      // The tools of the map are in one row, behind one button.
      const tools = page.getByRole('button', { name: say('map.tools'), exact: true });
      const follow = page.locator('label', { hasText: say('map.follow') });
      const rows = await Promise.all([tools, follow].map(async (one) => (await one.boundingBox())?.y));
      expect(rows[0]).toBe(rows[1]);
      const draw = page.getByRole('button', { name: say('map.draw'), exact: true });
      expect(await draw.count()).toBe(0);
      await tools.click();
      await draw.waitFor();
      await expectLarge(visitor, 'map');
      await page.keyboard.press('Escape');
      await expect.poll(() => draw.count()).toBe(0);
      await page.getByRole('button', { name: say('sheet.list'), exact: true }).click();
      await expect.poll(() => page.locator('#results').getAttribute('data-stop')).toBe('full');
      await expectLarge(visitor, 'list');

      // The message of an empty result is not covered by the two buttons at the bottom.
      await visitor.open(`${PLACE}?price=-1500000&beds=9-&has=pool&sqft=-50`);
      const words = await page.getByRole('heading', { name: say('empty.title') }).boundingBox();
      const buttons = await page.getByRole('group', { name: say('sheet.view') }).boundingBox();
      expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
      await page.getByRole('button', { name: say('empty.save') }).waitFor();
      await expectLarge(visitor, 'nothing found');

      await visitor.open(home?.path ?? '');
      await page.getByText(say('listing.facts')).first().waitFor();
      await expectLarge(visitor, 'listing');
      const panel = page.getByRole('region', { name: say('contact.panel') });
      await panel.getByRole('button').first().click();
      await page.getByRole('dialog').waitFor();
      await expectLarge(visitor, 'contact');
      await visitor.open('/my-page');
      await expectLarge(visitor, 'my page');
    });
  }
});

async function expectLarge({ page }: Visitor, where: string): Promise<void> {
  const found = await page.evaluate(listControls);
  expect(found.length, where).toBeGreaterThan(0);
  const small = found.filter(({ width, height }) => Math.min(width, height) < MIN_PX);
  expect(small, `${where}: smaller than ${MIN_PX} px`).toEqual([]);
  const forThumb = found.filter(({ isMain, height }) => isMain && height < THUMB_PX);
  expect(forThumb, `${where}: a control lower than ${THUMB_PX} px`).toEqual([]);
}

type Point = { x: number; y: number };
type Box = { x: number; y: number; width: number; height: number } | null;

/** The geographic position of a point on the screen, for a map with these bounds. */
function placeIn(bbox: string, map: Box, { x, y }: Point): [longitude: number, latitude: number] {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number);
  const box = map ?? { x: 0, y: 0, width: 1, height: 1 };
  const [right, down] = [(x - box.x) / box.width, (y - box.y) / box.height];
  return [west + (east - west) * right, north + (south - north) * down];
}

/** The inverse. */
function pointIn(bbox: string, map: Box, [longitude, latitude]: [number, number]): Point {
  const [west = 0, south = 0, east = 0, north = 0] = bbox.split(',').map(Number);
  const box = map ?? { x: 0, y: 0, width: 1, height: 1 };
  return {
    x: box.x + (box.width * (longitude - west)) / (east - west),
    y: box.y + (box.height * (latitude - north)) / (south - north),
  };
}

/** Runs in the browser: the center of an uncovered pin. */
function findFreeMiddle(pins: Element[]): Point {
  for (const pin of pins) {
    const { left, top, width, height } = pin.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (document.elementFromPoint(x, y) === pin) return { x, y };
  }
  throw new Error('all pins are covered');
}

/**
 * Runs in the browser: a point to press, on the visible part of a pin within the 44 px of a pin above it, or beside a
 * pin that stands alone. Marks the expected pin.
 */
function findPoint(pins: Element[], where: string): Point {
  const isIn = (pin: Element, x: number, y: number, by: number) => {
    const { left, right, top, bottom } = pin.getBoundingClientRect();
    return x > left - by && x < right + by && y > top - by && y < bottom + by;
  };
  const all = [...document.querySelectorAll('.map-pin')];
  for (const pin of all) pin.removeAttribute('data-meant');
  for (const pin of pins) {
    const { left, right, top, bottom } = pin.getBoundingClientRect();
    // The map's tools at the top have larger touch areas.
    if (top < 220) continue;
    const others = all.filter((one) => one !== pin);
    const above = all.slice(all.indexOf(pin) + 1);
    for (
      let y = where === 'beside' ? top - 6 : top + 3;
      y < (where === 'beside' ? top - 5 : bottom - 2);
      y += 2
    )
      for (let x = left + 8; x < right - 7; x += 2) {
        const isFree = !others.some((one) => isIn(one, x, y, where === 'beside' ? 10 : 0));
        const isMeant = where === 'beside' || above.some((one) => isIn(one, x, y, 6));
        const hit = document.elementFromPoint(x, y);
        const isSeen =
          hit?.closest('.search-map') != null && hit.closest('label, button:not(.map-pin)') === null;
        if (!isFree || !isMeant || !isSeen) continue;
        pin.setAttribute('data-meant', '');
        return { x, y };
      }
  }
  throw new Error(`no pin to press (${where})`);
}

/**
 * Runs in the browser: presses the close button of the card when the map library's box is in the page, before React runs the
 * effects that put pins and focus there.
 */
function closeAtTakeOver(card: Element, name: string): void {
  const close = [...card.querySelectorAll('button')].find((one) => one.textContent === name);
  const ground = document.querySelector('[data-map-ground]') as Element;
  new MutationObserver((_, watch) => {
    watch.disconnect();
    close?.focus();
    close?.click();
  }).observe(ground, { childList: true });
}

/** Runs in the browser: whether a press on its center hits it. */
function isHit(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** All controls of the page with their touch areas; links within text are exempt, as in 2.5.8. */
function listControls() {
  const kinds = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="option"]';
  return [...document.querySelectorAll<HTMLElement>(kinds)].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert]') !== null)
      return [];
    const style = getComputedStyle(element);
    if (style.display === 'inline') return [];
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((one) =>
      one.getBoundingClientRect(),
    );
    // Small controls have a larger touch area (search.css).
    const around = getComputedStyle(element, '::after');
    const isAround = around.content !== 'none' && around.position === 'absolute';
    const width = Math.max(
      ...boxes.map((box) => box.width),
      isAround ? Number.parseFloat(around.width) || 0 : 0,
    );
    const height = Math.max(
      ...boxes.map((box) => box.height),
      isAround ? Number.parseFloat(around.height) || 0 : 0,
    );
    // Visually hidden: no target until it has focus.
    if (width <= 1 || height <= 1) return [];
    // An explained term is within text, as a link is; touch areas of pins are covered by the first test.
    const isMain =
      !element.matches('[data-term], .map-pin') &&
      element.matches('button, select, textarea, summary, input, [role="option"]');
    const name = `${element.tagName.toLowerCase()} ${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}`;
    return [{ name, width: Math.round(width), height: Math.round(height * 10) / 10, isMain }];
  });
}
