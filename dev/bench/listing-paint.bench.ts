import { createClient, fetchTransport } from '@maru/contract/client';
import { launchBrowser } from '../e2e/browser.ts';
import { startSite } from '../e2e/start-site.ts';
import { Visitor } from '../e2e/visitor.ts';
import type { BenchRow } from './row.ts';

const HOMES = 4_000;
const SLOW_DOWN = 4;
/** web.dev's limit for a good largest contentful paint, and our limit for layout shift. */
const GOOD_PAINT_MS = 2_500;
const MAX_SHIFT = 0.05;
/** Chrome's "Slow 4G": latency in ms, throughput in bytes per second. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/**
 * The page of a home with photos on a slow line, CPU slowed four times, at the first visit (empty cache): its largest
 * contentful paint, and the layout shift until the page was scrolled through.
 */
export async function listingPaintRows(): Promise<BenchRow[]> {
  const given = process.env.MARU_E2E_SITE;
  const site = given === undefined ? await startSite({ homes: HOMES }) : undefined;
  const baseUrl = site?.baseUrl ?? (JSON.parse(given ?? '{}') as { baseUrl: string }).baseUrl;
  const browser = await launchBrowser();
  try {
    const api = createClient(fetchTransport(baseUrl, 'en-US'));
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
    const path = listings.find((one) => one.photosCount >= 5)?.path;
    if (path === undefined) throw new Error('no home has five photos');
    // Loads the page once: pictures are drawn and resized on first request, which is not measured.
    const first = await Visitor.arrive(browser, baseUrl, { width: 390 });
    await first.page.goto(path, { waitUntil: 'networkidle' });
    await first.leave();

    const rows: BenchRow[] = [];
    for (const width of [390, 1440] as const) {
      const visitor = await Visitor.arrive(browser, baseUrl, { width });
      const { page, context } = visitor;
      await page.addInitScript(watchPaint);
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', SLOW_4G);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
      await page.goto(path, { waitUntil: 'load', timeout: 120_000 });
      await page.waitForTimeout(2_000);
      const paint = await page.evaluate(() => (window as unknown as { __paint: number }).__paint);
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 500) {
          scrollTo({ top: y, behavior: 'instant' });
          await new Promise((next) => setTimeout(next, 150));
        }
      });
      const shift = await visitor.layoutShift();
      const how = `home's page at ${width} px, slow 4G, CPU ÷ ${SLOW_DOWN}`;
      rows.push(
        {
          name: `${how}: largest paint · good`,
          ours: paint,
          baseline: GOOD_PAINT_MS,
          ratio: GOOD_PAINT_MS / paint,
          unit: 'ms',
        },
        {
          name: `${how}: layout shift · limit`,
          ours: shift,
          baseline: MAX_SHIFT,
          ratio: MAX_SHIFT / Math.max(shift, 0.0001),
          unit: 'points',
          atLeast: 1,
        },
      );
      await visitor.leave();
    }
    return rows;
  } finally {
    await browser.close();
    await site?.end();
  }
}

/** Runs in the page before its own script. */
function watchPaint(): void {
  const seen = window as unknown as { __paint: number };
  seen.__paint = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.__paint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}
