import type { Page } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { startSite } from '../e2e/start-site.ts';
import { Visitor } from '../e2e/visitor.ts';
import type { BenchRow, Measured } from './row.ts';

const HOMES = 20_000;
const SLOW_DOWN = 4;
/** The limit of "good" (rules R31, S17.2). */
const GOOD_MS = 200;
const GOOD_SHIFT = 0.05;

/**
 * Interaction to next paint (from the browser's event timing, the worst of each kind) on the list page over 20,000
 * homes, CPU slowed four times: a filter, a map drag, typing in the place box; and the layout shift meanwhile.
 */
export async function interactionRows(): Promise<Measured> {
  const given = process.env.MARU_E2E_SITE;
  const site = given === undefined ? await startSite({ homes: HOMES }) : undefined;
  const baseUrl = site?.baseUrl ?? (JSON.parse(given ?? '{}') as { baseUrl: string }).baseUrl;
  const browser = await launchBrowser();
  try {
    const visitor = await Visitor.arrive(browser, baseUrl, {});
    const { page } = visitor;
    await page.addInitScript(watchEvents);
    await visitor.open('/homes/for_sale/orange-county-ca');
    await page.locator('button.map-pin').first().waitFor({ timeout: 60_000 });
    const session = await visitor.context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });

    const rows: BenchRow[] = [];
    const measure = async (name: string, work: () => Promise<void>) => {
      await page.evaluate(() => {
        (window as unknown as { __events: number[] }).__events = [];
      });
      await work();
      await page.waitForTimeout(1_500);
      const worst = await readWorstDuration(page);
      rows.push({
        name: `${name}: press to picture, CPU ÷ ${SLOW_DOWN} · good`,
        ours: worst,
        baseline: GOOD_MS,
        ratio: GOOD_MS / worst,
        unit: 'ms',
      });
    };
    await measure('a filter', async () => {
      await page.getByRole('button', { name: visitor.say('filter.rooms'), exact: true }).click();
      for (const count of [2, 3, 4]) {
        await page
          .getByRole('radio', { name: visitor.say('filter.at_least', { count }) })
          .first()
          .click();
        await page.waitForTimeout(800);
      }
      await page.keyboard.press('Escape');
    });
    await measure('a pull of the map', async () => {
      const box = await page.locator('.search-map').boundingBox();
      if (box === null) throw new Error('the map is not shown');
      await page.mouse.move(box.x + 300, box.y + 640);
      await page.mouse.down();
      for (let step = 1; step <= 30; step += 1)
        await page.mouse.move(box.x + 300 + 4 * step, box.y + 640 - step);
      await page.mouse.up();
    });
    await measure('letters in the place box', async () => {
      const placeBox = page.getByRole('combobox', { name: visitor.say('place.label') });
      await placeBox.fill('');
      await placeBox.pressSequentially('fuller', { delay: 120 });
    });
    const shift = await visitor.layoutShift();
    await visitor.leave();
    return { rows, tables: [`layout shift over all of it: ${shift.toFixed(4)} (limit ${GOOD_SHIFT})`] };
  } finally {
    await browser.close();
    await site?.end();
  }
}

/** Runs in the page before its own script. */
function watchEvents(): void {
  const seen = window as unknown as { __events: number[] };
  seen.__events = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { duration: number; interactionId: number }[]) {
      if (entry.interactionId > 0) seen.__events.push(entry.duration);
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

async function readWorstDuration(page: Page): Promise<number> {
  // The browser reports no duration under 16 ms, which is less than a frame.
  return page.evaluate(() => Math.max(16, ...(window as unknown as { __events: number[] }).__events));
}
