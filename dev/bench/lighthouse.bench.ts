import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Locale, localePath } from '@maru/words';
import lighthouse, { type Flags } from 'lighthouse';
import type { Browser } from 'playwright-core';
import { ROUTES } from '../../apps/web/src/boot/routes.ts';
import { launchBrowser } from '../e2e/browser.ts';
import { startSite } from '../e2e/start-site.ts';
import { findFreePort } from '../free-port.ts';
import type { BenchRow, Measured } from './row.ts';

const HOMES = 4_000;
/** The median of this many runs counts. */
const RUNS = 5;
const AIMS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof AIMS;
type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
const CATEGORIES = Object.keys(AIMS) as Category[];
const LIST = '/homes/for_sale/irvine-ca';
/** A place with its homes and its market, without a map. */
const PLACE = '/ca/irvine/92620';
/** Placeholder for a home's address, which differs between markets. */
const HOME = '/{home}';

/** Command-line options, as given. */
export interface LighthouseOptions {
  /**
   * Comma-separated addresses, `/{home}` for a listing; performance and the other categories are measured on all of
   * them.
   */
  pages?: string | undefined;
  /** How often a page's performance is measured. */
  runs?: string | undefined;
  /** Comma-separated categories. */
  categories?: string | undefined;
  /** A running site, over any market. */
  site?: string | undefined;
  /** Folder for Lighthouse's reports, one per page. */
  reports?: string | undefined;
}

/**
 * Lighthouse with its phone profile over the public pages: scores out of 100 beside their aims. Throttling is
 * simulated by Lighthouse (1.6 Mbit/s, 150 ms round trip, CPU four times slower), so other load of the machine
 * matters little. Performance is the median of five runs of the front page, a list, a place and a listing page; the
 * other categories are deterministic and measured once.
 */
export async function lighthouseRows(options: LighthouseOptions = {}): Promise<Measured> {
  const runs = Number(options.runs ?? RUNS);
  const wanted = CATEGORIES.filter((one) => (options.categories?.split(',') ?? CATEGORIES).includes(one));
  const pages = options.pages?.split(',');
  const given = options.site ?? siteOfTests();
  const site = given === undefined ? await startSite({ homes: HOMES }) : undefined;
  const baseUrl = given ?? site!.baseUrl;
  const port = await findFreePort();
  const browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  try {
    const home = await findHome(baseUrl);
    const rows: BenchRow[] = [];
    const notes: string[] = [];
    const measure = async (path: string, categories: Category[]): Promise<Result> => {
      const address = baseUrl + path.replace(HOME, home);
      const found = await lighthouse(address, {
        port,
        output: 'html',
        onlyCategories: categories,
      } as Flags);
      if (found === undefined) throw new Error(`Lighthouse returned no result for ${path}`);
      const points = Object.values(found.lhr.categories).map(({ id, score }) => `${id} ${toPoints(score)}`);
      // A whole run takes ten minutes: report progress.
      process.stderr.write(`  ${path}: ${points.join(', ')}\n`);
      if (options.reports !== undefined) await keepReport(options.reports, path, found.lhr, found.report);
      return found.lhr;
    };
    const say = (name: string, points: number, aim: number) =>
      rows.push({ name, ours: points, baseline: aim, ratio: points / aim, unit: 'points', atLeast: 1 });

    for (const path of wanted.includes('performance') ? (pages ?? ['/', LIST, PLACE, HOME]) : []) {
      await openOnce(browser, baseUrl + path.replace(HOME, home));
      const found: Result[] = [];
      for (let run = 0; run < runs; run += 1) found.push(await measure(path, ['performance']));
      const points = found.map(({ categories }) => toPoints(categories.performance?.score));
      say(`performance of ${path}, median of ${runs} · aim`, computeMedian(points), AIMS.performance);
      notes.push(`${path}: ${formatFigures(found)}; runs ${points.join(', ')}`);
    }

    const rules = wanted.filter((one) => one !== 'performance');
    for (const path of rules.length === 0 ? [] : (pages ?? listPublicPages().flatMap(inBothLanguages))) {
      const isIndexed = await isIndexable(baseUrl + path.replace(HOME, home));
      const categories = rules.filter((one) => one !== 'seo' || isIndexed);
      const result = await measure(path, categories);
      for (const category of categories) {
        const points = toPoints(result.categories[category]?.score);
        if (points >= AIMS[category]) continue;
        say(`${category} of ${path} · aim`, points, AIMS[category]);
        notes.push(`${category} of ${path} lost by: ${formatFailedAudits(result, category)}`);
      }
    }
    if (rules.length > 0) {
      notes.push(`Pages of which nothing stands here reached 100 for ${rules.join(', ')}.`);
    }
    return { rows, tables: [notes.join('\n')] };
  } finally {
    await browser.close();
    await site?.end();
  }
}

const siteOfTests = (): string | undefined =>
  process.env.MARU_E2E_SITE === undefined
    ? undefined
    : (JSON.parse(process.env.MARU_E2E_SITE) as { baseUrl: string }).baseUrl;

async function findHome(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/maru/v1/home/list?searchType=sale&place=irvine-ca&want=listings`);
  const { listings } = (await answer.json()) as {
    listings: { path: string; addressWithheld: boolean; photosCount: number }[];
  };
  const home = listings.find((one) => !one.addressWithheld && one.photosCount >= 5);
  if (home === undefined) throw new Error('no home of Irvine has five photos');
  return home.path;
}

/** Sample pictures are drawn on first request; loads the page once so that this is not measured. */
async function openOnce(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await context.close();
}

/**
 * Pages that need neither sign-in nor a secret, in English. Without a sign-in, /login/redirect logs a refused session
 * to the console, as intended.
 */
function listPublicPages(): string[] {
  const plain = ROUTES.filter(
    ({ path, browserOnly, name }) => !path.includes('$') && browserOnly !== true && name !== 'login-redirect',
  );
  return [...plain.map(({ path }) => path), LIST, '/irvine-ca', PLACE, HOME];
}

const inBothLanguages = (path: string) =>
  (['en', 'ko'] satisfies Locale[]).map((one) => localePath(one, path));

/** Whether the page may be indexed. */
async function isIndexable(address: string): Promise<boolean> {
  const html = await fetch(address).then((answer) => answer.text());
  return !html.includes('content="noindex');
}

/** Medians over all runs as reported by Lighthouse, then facts about the page from one run. */
function formatFigures(found: readonly Result[]): string {
  const middle = (id: string) => computeMedian(found.map(({ audits }) => audits[id]?.numericValue ?? 0));
  const ms = (id: string) => `${Math.round(middle(id))} ms`;
  return [
    `first paint ${ms('first-contentful-paint')}`,
    `largest ${ms('largest-contentful-paint')}`,
    `speed index ${ms('speed-index')}`,
    `blocked ${ms('total-blocking-time')}`,
    `shift ${middle('cumulative-layout-shift').toFixed(3)}`,
    `${Math.round(middle('total-byte-weight') / 1000)} KB in all`,
  ].join(', ');
}

function formatFailedAudits({ categories, audits }: Result, category: Category): string {
  const lost = categories[category]?.auditRefs.filter(
    ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1,
  );
  return (lost ?? []).map(({ id }) => `${id}${formatElements(audits[id]?.details)}`).join('; ');
}

/** The elements that an audit names. */
function formatElements(details: unknown): string {
  const items = (details as { items?: { node?: { selector?: string } }[] } | undefined)?.items ?? [];
  const named = items.flatMap(({ node }) => (node?.selector === undefined ? [] : [node.selector]));
  return named.length === 0 ? '' : ` (${named.slice(0, 3).join(' | ')})`;
}

async function keepReport(folder: string, path: string, result: Result, html: unknown): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = `${Object.keys(result.categories).join('+')}${path.replace(/\W+/g, '-').replace(/-$/, '')}`;
  await writeFile(join(folder, `${name}.json`), JSON.stringify(result));
  await writeFile(join(folder, `${name}.html`), String(html));
}

const toPoints = (score: number | null | undefined) => Math.round(100 * (score ?? 0));

function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
