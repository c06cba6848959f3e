import { isInsideEdges, mercatorEdges, mercatorX, mercatorY, parseSearchQuery } from '@maru/listing/search';
import { describe, expect } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand, pickVariants, WIDTHS } from './errand.ts';
import { SearchScreen } from './search-screen.ts';
import type { Visitor } from './visitor.ts';

const PLACE = '/homes/for_sale/irvine-ca';
const api = createApiClient();

/** What the API answers to the search in the address. */
const fetchAnswer = (visitor: Visitor) =>
  api.listHomes({ query: new SearchScreen(visitor).apiQuery('sale', 'irvine-ca') });

describe('someone drawing an area', () => {
  for (const [locale, width] of pickVariants(1, [
    ['en', 1440],
    ['ko', 390],
  ] as const)) {
    errand(
      `two areas with the pointer: list and pins include both, and stay while the map moves (rule R13, ${locale})`,
      async ({ meet }) => {
        const visitor = await meet({ locale, width, map: true });
        const { page } = visitor;
        const screen = new SearchScreen(visitor);
        const say = visitor.say.bind(visitor);
        await visitor.open(PLACE);
        await screen.pins.first().waitFor();
        if (width === 390) await page.getByRole('button', { name: say('map.tools'), exact: true }).click();
        await page.getByRole('button', { name: say('map.draw'), exact: true }).click();
        await screen.drawLoop(-0.22, 0.1);
        await screen.drawLoop(0.2, 0.1);
        await page.getByRole('button', { name: say('map.draw_search', { count: 2 }) }).click();
        await expect.poll(() => visitor.query.get('poly')).not.toBeNull();
        expect(visitor.query.get('bbox')).toBeNull();
        const { total, listings } = await fetchAnswer(visitor);
        expect(total).toBeGreaterThan(0);
        await screen.waitForTotal(total);
        await screen.seesOnMap(total);
        const areas = parseSearchQuery(visitor.query).query.poly ?? [];
        expect(areas).toHaveLength(2);
        for (const { latitude, longitude } of listings) {
          const [x, y] = [mercatorX(longitude ?? 0), mercatorY(latitude ?? 0)];
          expect(areas.some((area) => isInsideEdges(mercatorEdges(area), x, y))).toBe(true);
        }

        const drawn = visitor.query.get('poly');
        await screen.dragMap(-120, 40);
        const instead = page.getByRole('button', { name: say('map.here_instead') });
        await instead.waitFor();
        expect(visitor.query.get('poly')).toBe(drawn);
        await instead.click();
        await expect.poll(() => visitor.query.get('bbox')).not.toBeNull();
        expect(visitor.query.get('poly')).toBeNull();
        await page.goBack();
        await expect.poll(() => visitor.query.get('poly')).toBe(drawn);
        await screen.waitForTotal(total);
      },
    );
  }

  errand(
    'without a pointer: corners at the center of the map, moved and removed by keys',
    async ({ meet }) => {
      const visitor = await meet({ map: true });
      const { page } = visitor;
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const screen = new SearchScreen(visitor);
      const say = visitor.say.bind(visitor);
      await visitor.open(PLACE);
      await screen.pins.first().waitFor();
      const press = async (name: string, key = 'Enter') => {
        await page.getByRole('button', { name, exact: true }).focus();
        await page.keyboard.press(key);
      };
      await press(say('map.draw'));
      const ground = page.locator('.maplibregl-canvas');
      const corner = async (...keys: string[]) => {
        await ground.focus();
        for (const key of keys) {
          // Without motion the map jumps: the next key press starts from its end position.
          await page.keyboard.press(key);
          await visitor.waitForFrames();
        }
        await press(say('map.draw_corner'));
      };
      await corner('ArrowLeft', 'ArrowUp');
      await corner('ArrowRight', 'ArrowRight');
      await corner('ArrowDown', 'ArrowDown');
      await corner('ArrowLeft', 'ArrowLeft');
      await press(say('map.draw_close'));
      const handles = page.locator('.map-handle');
      await expect.poll(() => handles.count()).toBe(4);
      await handles.nth(0).focus();
      await page.keyboard.press('ArrowLeft');
      await handles.nth(3).focus();
      await page.keyboard.press('Delete');
      await expect.poll(() => handles.count()).toBe(3);
      expect(await accessibilityFaults(visitor)).toEqual([]);
      await press(say('map.draw_search', { count: 1 }));
      await expect.poll(() => visitor.query.get('poly')).not.toBeNull();
      const { total } = await fetchAnswer(visitor);
      await screen.waitForTotal(total);
      await press(say('map.area_remove'));
      await expect.poll(() => visitor.address).toBe(PLACE);
    },
  );

  errand('a circle around the center of the map', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', map: true });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    const say = visitor.say.bind(visitor);
    await visitor.open(PLACE);
    await screen.pins.first().waitFor();
    await page.getByRole('button', { name: say('map.radius'), exact: true }).click();
    await page.getByRole('button', { name: say('map.radius_middle') }).click();
    await expect.poll(() => visitor.query.get('near')).toMatch(/,2000$/);
    await page.getByRole('combobox', { name: say('map.radius_label') }).selectOption('5000');
    await expect.poll(() => visitor.query.get('near')).toMatch(/,5000$/);
    const { total } = await fetchAnswer(visitor);
    await screen.waitForTotal(total);
    expect(
      await screen.chips.getByText(say('chip.near', { distance: say('unit.km', { value: '5' }) })).count(),
    ).toBe(1);
  });

  for (const width of pickVariants(0, WIDTHS))
    errand(`a circle around a pressed pin and around a cluster, ${width} px`, async ({ meet }) => {
      const visitor = await meet({ map: true, width });
      const { page } = visitor;
      const screen = new SearchScreen(visitor);
      const say = visitor.say.bind(visitor);
      const { listings } = await api.listHomes({ query: 'searchType=sale&place=92620' });
      const home = listings.find((one) => !one.addressWithheld && one.latitude !== null);
      const [x, y] = [home?.longitude ?? 0, home?.latitude ?? 0];
      const close = [x - 0.004, y - 0.003, x + 0.004, y + 0.003].map((degree) => degree.toFixed(4)).join(',');
      for (const [kind, address] of [
        ['cluster', PLACE],
        ['home', `${PLACE}?bbox=${close}&zoom=16`],
      ] as const) {
        await visitor.open(address);
        await screen.pins.first().waitFor();
        if (width === 390) await page.getByRole('button', { name: say('map.tools'), exact: true }).click();
        await page.getByRole('button', { name: say('map.radius'), exact: true }).click();
        const panel = page.getByRole('group', { name: say('map.radius') });
        await panel.waitFor();
        await page.mouse.click(...(await screen.findFreePin(kind)));
        await expect.poll(() => visitor.query.get('near')).toMatch(/^[\d.]+,-[\d.]+,\d+$/);
        await screen.waitForTotal((await fetchAnswer(visitor)).total);
        expect(await page.getByRole('region', { name: say('map.preview') }).count()).toBe(0);
        await panel.getByRole('button', { name: say('filter.done') }).click();
        await panel.waitFor({ state: 'detached' });
        expect(await page.locator('.map-overlay [inert]').count()).toBe(0);
      }
    });

  errand('and gets the outline of a county with its search', async ({ meet }) => {
    const visitor = await meet({ map: true });
    await visitor.open('/homes/for_sale/orange-county-ca');
    const outline = visitor.page.locator('.map-shape-outline');
    await expect.poll(() => outline.getAttribute('d')).toMatch(/^M.{200,}Z$/s);
  });
});

describe('with the owner’s Google Maps key', () => {
  /** The page as a server with such a key sends it: the key in its document, Google's script allowed. */
  const withKey = async (visitor: Visitor, script: string | null) => {
    await visitor.context.route('**/homes/for_sale/**', async (route) => {
      const answer = await route.fetch();
      const site = JSON.stringify({ googleMaps: { key: 'k', scriptUrl: '/google-stand-in.js' } });
      const body = (await answer.text()).replace(
        /data-site="[^"]*"/,
        `data-site="${site.replaceAll('"', '&quot;')}"`,
      );
      await route.fulfill({ response: answer, body });
    });
    // The place's outline is loaded before its map.
    const outline = script === null ? undefined : visitor.page.waitForResponse(/\/tiles\/outline\//);
    await visitor.context.route('**/google-stand-in.js?*', async (route) => {
      if (script === null) return route.abort('failed');
      await (await outline)?.finished();
      await route.fulfill({ contentType: 'text/javascript', body: script });
    });
  };

  errand('its map supports pins, moves and areas as ours does', async ({ meet }) => {
    const visitor = await meet({ map: true });
    const { page } = visitor;
    const screen = new SearchScreen(visitor);
    await withKey(visitor, FAKE_GOOGLE_MAPS);
    const asked = page.waitForRequest(/google-stand-in/);
    await visitor.open(PLACE);
    const { searchParams } = new URL((await asked).url());
    expect([searchParams.get('v'), searchParams.get('key')]).toEqual(['weekly', 'k']);
    const { total } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca&want=total' });
    await screen.seesOnMap(total);
    expect(await page.locator('.maplibregl-map').count()).toBe(0);
    await page.locator('[data-google]').dispatchEvent('pointerdown');
    await page.locator('[data-google]').evaluate((map) => map.dispatchEvent(new CustomEvent('stand-in-pan')));
    await expect.poll(() => visitor.query.get('bbox')).not.toBeNull();
    await screen.waitForTotal((await fetchAnswer(visitor)).total);
  });

  errand(
    'our map takes over when its script fails to load, and the console names the reason',
    async ({ meet }) => {
      const visitor = await meet({ map: true, mayFail: /google-stand-in/ });
      const said: string[] = [];
      visitor.page.on('console', (message) => said.push(message.text()));
      const screen = new SearchScreen(visitor);
      await withKey(visitor, null);
      await visitor.open(PLACE);
      await screen.pins.first().waitFor({ timeout: 20_000 });
      expect(await visitor.page.locator('.maplibregl-map').count()).toBe(1);
      expect(said).toContain('Google Maps script failed to load.');
    },
  );
});

/** The part of Google's API that the site uses; Google's real service is not tested. */
const FAKE_GOOGLE_MAPS = `
window.google = { maps: { Map: class {
  constructor(box, options) {
    this.box = box; this.center = options.center; this.zoom = options.zoom; this.heard = {};
    box.dataset.google = '';
    box.addEventListener('stand-in-pan', () => this.moveCamera({ center: { lat: this.center.lat + 0.02, lng: this.center.lng } }));
  }
  getCenter() { return { lat: () => this.center.lat, lng: () => this.center.lng }; }
  getZoom() { return this.zoom; }
  moveCamera({ center = this.center, zoom = this.zoom }) { this.center = center; this.zoom = zoom; this.tell(); }
  panTo(center) { this.moveCamera({ center }); }
  fitBounds({ west, south, east, north }) {
    const y = (lat) => Math.asinh(Math.tan(lat * Math.PI / 180)) / (2 * Math.PI);
    const across = this.box.clientWidth * 360 / (east - west);
    const along = this.box.clientHeight / (y(north) - y(south));
    const lat = Math.atan(Math.sinh((y(south) + y(north)) * Math.PI)) * 180 / Math.PI;
    this.moveCamera({ center: { lat, lng: (west + east) / 2 }, zoom: Math.log2(Math.min(across, along) / 256) - 0.5 });
  }
  addListener(name, listener) { (this.heard[name] ??= []).push(listener); }
  tell() { setTimeout(() => { for (const name of ['bounds_changed', 'idle']) for (const one of this.heard[name] ?? []) one({}); }); }
} } };
window.__maruGoogleMaps();
`;
