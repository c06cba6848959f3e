import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { startSite } from '../e2e/start-site.ts';
import { Visitor } from '../e2e/visitor.ts';
import type { Measured } from './row.ts';

/** Enough for more than 5,000 homes in view of the whole country. */
const HOMES = 12_000;
const POINTS = 5_000;
const FRAME_MS = 1000 / 60;
/** Aims: our script per frame, and our longest task. */
const FRAME_LIMIT_MS = 4;
const TASK_LIMIT_MS = 50;
const SAMPLE_US = 200;

interface PanCost {
  /** Script time in each sixtieth of a second while the map is dragged (ms). */
  perFrame: number[];
  /** The longest task that includes our script, until the list has answered (ms). */
  longestTask: number;
  /** The functions that ran in that task, longest first. */
  longestOf: string[];
  /** How often the map moved during the drag. */
  moves: number;
  pins: number;
}

/**
 * A map drag in V8's profiler: the time of our script per frame (all but the map library), over more than 5,000 homes
 * in clusters, and over 5,000 pins of single homes, more than any response of ours has.
 */
export async function panRows(): Promise<Measured> {
  const given = process.env.MARU_E2E_SITE;
  const site = given === undefined ? await startSite({ homes: HOMES }) : undefined;
  const baseUrl = site?.baseUrl ?? (JSON.parse(given ?? '{}') as { baseUrl: string }).baseUrl;
  const browser = await launchBrowser();
  try {
    const clusters = await measurePan(browser, baseUrl, false);
    const pins = await measurePan(browser, baseUrl, true);
    // The profiler samples five times per ms: less than one sample counts as 0.1 ms.
    const usual = ({ perFrame }: PanCost) => Math.max(0.1, percentile(perFrame, 0.95));
    const row = (name: string, ours: number, limit: number) =>
      ({ name, ours, baseline: limit, ratio: limit / ours, unit: 'ms' }) as const;
    return {
      rows: [
        row(
          `pan over homes in ${clusters.pins} clusters: our script a frame, p95 · limit`,
          usual(clusters),
          FRAME_LIMIT_MS,
        ),
        row(
          '… longest task with our script, list and pins renewed included · limit',
          clusters.longestTask,
          TASK_LIMIT_MS,
        ),
        row(
          `pan over ${pins.pins} single pins: our script a frame, p95 · limit`,
          usual(pins),
          FRAME_LIMIT_MS,
        ),
      ],
      tables: [
        `${clusters.moves} and ${pins.moves} moves of the map under the pull; worst frames ${Math.max(...clusters.perFrame).toFixed(1)} and ${Math.max(...pins.perFrame).toFixed(1)} ms (the machine's other work included); longest task: ${clusters.longestOf.join(', ')}`,
      ],
    };
  } finally {
    await browser.close();
    await site?.end();
  }
}

async function measurePan(
  browser: Awaited<ReturnType<typeof launchBrowser>>,
  baseUrl: string,
  isSingles: boolean,
): Promise<PanCost> {
  const visitor = await Visitor.arrive(browser, baseUrl, {});
  const { page } = visitor;
  if (isSingles) await answerWithSinglePins(page);
  await visitor.open('/homes/for_sale/california?bbox=-119.5,32.9,-116.5,34.9&zoom=8');
  await page.locator('button.map-pin').first().waitFor({ timeout: 30_000 });
  await page.waitForLoadState('networkidle');
  const pins = await page.locator('button.map-pin').count();
  const box = await page.locator('.search-map').boundingBox();
  if (box === null) throw new Error('the map is not shown');
  await page.evaluate(() => {
    const layer = document.querySelector('.map-layer');
    const seen = window as unknown as { __moves: number };
    seen.__moves = 0;
    if (layer !== null)
      new MutationObserver((all) => {
        seen.__moves += all.length;
      }).observe(layer, { attributes: true });
  });
  const session = await visitor.context.newCDPSession(page);
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: SAMPLE_US });
  const pull = async (turns: number) => {
    await page.mouse.move(box.x + 420, box.y + 620);
    await page.mouse.down();
    for (let step = 1; step <= turns; step += 1) {
      await page.mouse.move(box.x + 420 - 2 * step, box.y + 620 - step);
      await page.waitForTimeout(FRAME_MS);
    }
  };
  await session.send('Profiler.start');
  await pull(90);
  const perFrame = computeFrameTimes(await stop(session));
  const moves = await page.evaluate(() => (window as unknown as { __moves: number }).__moves);
  await session.send('Profiler.start');
  await page.mouse.up();
  await page.waitForURL(/bbox=(?!-119\.5,)/, { timeout: 20_000 }).catch(() => undefined);
  await page.waitForLoadState('networkidle');
  const { longestTask, longestOf } = longestOfOurs(await stop(session));
  await visitor.leave();
  return { perFrame, longestTask, longestOf, moves, pins };
}

/** Answers every request for clusters with that many single homes within the viewport. */
async function answerWithSinglePins(page: Page): Promise<void> {
  await page.route(/\/home\/list\?.*want=clusters/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const side = Math.ceil(Math.sqrt(POINTS));
    body.clusters = Array.from({ length: POINTS }, (_, index) => ({
      latitude: 32.9 + (2 * Math.floor(index / side)) / side,
      longitude: -119.5 + (3 * (index % side)) / side,
      count: 1,
      home: { homeId: `h${index}`, listPrice: 500_000 + index, standardStatus: 'Active' },
    }));
    await route.fulfill({ response: answer, json: body });
  });
}

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  samples: number[];
  timeDeltas: number[];
}

async function stop(session: CDPSession): Promise<Profile> {
  return (await session.send('Profiler.stop')).profile as unknown as Profile;
}

/** The samples with our script on the stack: any of our files except the chunk of the map library. */
function ourSamples({ nodes, samples }: Profile) {
  const parents = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isOurs = new Map<number, boolean>();
  const look = (id: number): boolean => {
    const known = isOurs.get(id);
    if (known !== undefined) return known;
    const { url } = byId.get(id)!.callFrame;
    const parent = parents.get(id);
    const ours =
      (url.includes('/assets/') && !url.includes('maplibre')) || (parent !== undefined && look(parent));
    isOurs.set(id, ours);
    return ours;
  };
  return samples.map((id) => {
    const { functionName } = byId.get(id)!.callFrame;
    return {
      isOurs: look(id),
      isIdle: functionName === '(idle)' || functionName === '(program)',
      functionName,
    };
  });
}

function computeFrameTimes(profile: Profile): number[] {
  const frames: number[] = [];
  let at = 0;
  for (const [index, { isOurs }] of ourSamples(profile).entries()) {
    const ms = (profile.timeDeltas[index] ?? 0) / 1000;
    at += ms;
    const frame = Math.floor(at / FRAME_MS);
    while (frames.length <= frame) frames.push(0);
    if (isOurs) frames[frame] = (frames[frame] ?? 0) + ms;
  }
  return frames;
}

function longestOfOurs(profile: Profile): { longestTask: number; longestOf: string[] } {
  let best = { ms: 0, names: new Map<string, number>() };
  let now = { ms: 0, ours: 0, names: new Map<string, number>() };
  for (const [index, { isOurs, isIdle, functionName }] of ourSamples(profile).entries()) {
    if (isIdle) {
      if (now.ours > 0 && now.ms > best.ms) best = now;
      now = { ms: 0, ours: 0, names: new Map() };
      continue;
    }
    const ms = (profile.timeDeltas[index] ?? 0) / 1000;
    now.ms += ms;
    if (isOurs) now.ours += ms;
    now.names.set(functionName, (now.names.get(functionName) ?? 0) + ms);
  }
  const names = [...best.names].sort(([, a], [, b]) => b - a).slice(0, 6);
  return {
    longestTask: best.ms,
    longestOf: names.map(([name, ms]) => `${name || '(anonymous)'} ${ms.toFixed(1)} ms`),
  };
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
