import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, request as forwardRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localePath } from '@maru/words';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';
import { type MeasuringService, type ReceivedEvent, startMeasuringService } from './measuring-service.ts';
import { startWebNode } from './start-site.ts';
import type { Visitor } from './visitor.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SECOND = 'second-build';

/**
 * The site of the run with its build, and another web node with a newer one; a balancer in front switches between
 * them.
 */
let folder: string;
let newer: Awaited<ReturnType<typeof startWebNode>>;
let measuring: MeasuringService;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maru-second-build-'));
  await makeSecondBuild(folder);
  measuring = await startMeasuringService();
  newer = await startWebNode(inject('site'), {
    WEB_DIST: folder,
    ANALYTICS_ID: 'G-TEST',
    ANALYTICS_SCRIPT_URL: `${measuring.baseUrl}/gtag/js`,
    TAG_MANAGER_ID: 'GTM-TEST',
    TAG_MANAGER_SCRIPT_URL: `${measuring.baseUrl}/gtm.js`,
    ERROR_TRACKING_DSN: measuring.dsn,
    EXPERIMENTS: 'contact_first:question,tour',
  });
  // Its first pages are slow, and on a busy machine would be refused with 503.
  for (const path of ['/', '/terms-of-use', '/guide', '/renter-kit']) await fetch(newer.baseUrl + path);
  balancer = await startBalancer();
});
afterAll(async () => {
  await balancer?.end();
  await newer?.end();
  await measuring?.end();
  await rm(folder, { recursive: true, force: true });
});

describe('a new build while a page is open', () => {
  errand('the next page after a new build is loaded as a document, and a draft is kept', async ({ meet }) => {
    balancer.sendTo(inject('site').baseUrl);
    const api = createApiClient('en');
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
    // A page requests its build's manifest a second after loading: by then the balancer may have switched to the
    // other build.
    const visitor = await meet(
      { mayFail: /^((404|503) \/(maru|media|og)\/|404 \/builds\/meta\/second-build\.json$)/ },
      balancer.baseUrl,
    );
    const { page } = visitor;
    const loads = collectDocuments(page);
    await visitor.open(listings[0]?.path ?? '/');
    const first = await readBuild(page);
    const panel = page.getByRole('region', { name: visitor.say('contact.panel') });
    const write = () => panel.getByRole('button').first().click();
    const message = page.getByLabel(visitor.say('contact.message'), { exact: true });
    await write();
    await message.fill('Is the garden in the sun?');

    balancer.sendTo(newer.baseUrl);
    // Returning to the page's tab checks at once; the current page is not reloaded.
    const responsePromise = page.waitForResponse('**/builds/latest.json');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await responsePromise;
    expect(await readBuild(page)).toBe(first);
    expect(await message.inputValue()).toBe('Is the garden in the sun?');
    await page.keyboard.press('Escape');
    const before = loads.length;
    await page
      .getByRole('link', { name: visitor.say('legal.terms') })
      .first()
      .click();
    await expect.poll(() => readBuild(page)).toBe(SECOND);
    expect(visitor.address).toBe('/terms-of-use');
    expect(loads.length).toBe(before + 1);

    // Navigation within the new build works as before.
    await visitor.settle();
    await page
      .getByRole('link', { name: visitor.say('legal.privacy') })
      .first()
      .click();
    await expect.poll(() => visitor.address).toBe('/privacy-policy');
    expect(loads.length).toBe(before + 1);

    // As above: what this page still requests is gone on the older node, and it would reload itself.
    await page.goto('about:blank');
    balancer.sendTo(inject('site').baseUrl);
    await visitor.open(listings[0]?.path ?? '/');
    await write();
    expect(await message.inputValue()).toBe('Is the garden in the sun?');
  });

  errand('a missing script reloads the page once, without a loop', async ({ meet }) => {
    balancer.sendTo(inject('site').baseUrl);
    const gone = /^(404 \/assets\/|console: |uncaught: )/;
    const visitor = await meet({ mayFail: gone }, balancer.baseUrl);
    const { page } = visitor;
    const loads = collectDocuments(page);
    // A route disables the browser's HTTP cache: in the second build, files of the same name differ.
    await page.route('**/never', (route) => route.continue());
    await visitor.open('/sell');
    balancer.sendTo(newer.baseUrl);
    // Its script has another name in the new build, unknown to this page.
    await page.evaluate(() => history.pushState(null, '', '/guide'));
    await expect.poll(() => readBuild(page)).toBe(SECOND);
    await visitor.settle();
    expect(visitor.address).toBe('/guide');
    expect(loads.filter((path) => path === '/guide')).toHaveLength(1);

    // A script missing in the new build: reloads once, then reports an error.
    await page.evaluate(() => history.pushState(null, '', '/renter-kit'));
    await expect.poll(() => loads.filter((path) => path === '/renter-kit').length).toBe(1);
    await visitor.heading.getByText(visitor.say('error.screen.title')).waitFor();
    expect(loads.filter((path) => path === '/renter-kit')).toHaveLength(1);
  });
});

describe('a site with measuring services', () => {
  errand('ask first, load nothing without consent, and stop after withdrawal', async ({ meet }) => {
    for (const locale of pickVariants(1, LANGUAGES)) {
      measuring.forget();
      const visitor = await meet(
        { locale, signsIn: true, width: locale === 'ko' ? 390 : 1440, mayFail: /^uncaught: no map/ },
        newer.baseUrl,
      );
      const { page } = visitor;
      const line = page.getByRole('region', { name: visitor.say('privacy.line_label') });
      const listEvents = (by: ReceivedEvent['by']) =>
        measuring.events.filter((one) => one.by === by).map((one) => one.event);
      await visitor.open('/?_source=user');
      await line.waitFor();
      expect(await accessibilityFaults(visitor)).toEqual([]);
      await failInPage(page);
      expect([measuring.scripts, measuring.events]).toEqual([[], []]);
      await line.getByRole('button', { name: visitor.say('privacy.agree'), exact: true }).click();
      await expect
        .poll(() => measuring.scripts.toSorted())
        .toEqual(['/gtag/js?id=G-TEST', '/gtm.js?id=GTM-TEST']);
      await expect.poll(() => line.count()).toBe(0);
      await expect.poll(() => listEvents('analytics')).toEqual(['page_view']);
      await expect.poll(() => listEvents('tag-manager')).toEqual(['gtm.js', 'page_view']);
      await failInPage(page);
      await expect.poll(() => listEvents('error-tracking')).toEqual(['error']);
      expect(measuring.wrong).toEqual([]);
      const envelope = JSON.stringify(measuring.events);
      expect(envelope).toContain('[number] of [e-mail]');
      expect(envelope).not.toMatch(/555-0100|example\.com/);

      if (locale === 'ko') await takePart(visitor);

      await visitor.open('/privacy-choices');
      await page.getByText(visitor.say('privacy.choice_yes')).waitFor();
      await page
        .getByRole('main')
        .getByRole('button', { name: visitor.say('privacy.decline') })
        .click();
      await page.getByText(visitor.say('privacy.choice_no')).waitFor();
      expect(await page.locator('html').getAttribute('data-experiments')).toBeNull();
      await visitor.open('/');
      measuring.forget();
      await failInPage(page);
      expect([measuring.scripts, measuring.events, await line.count()]).toEqual([[], [], 0]);
    }
  });

  errand('do not ask a browser with Global Privacy Control, and say so', async ({ meet }) => {
    measuring.forget();
    for (const locale of pickVariants(1, LANGUAGES)) {
      const visitor = await meet({ locale, signsIn: true, mayFail: /^uncaught: no map/ }, newer.baseUrl);
      const { page } = visitor;
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true });
        // Even after an earlier consent.
        localStorage.setItem('maru/measuring', 'yes');
      });
      await visitor.open('/privacy-choices');
      await page.getByText(visitor.say('privacy.signal'), { exact: true }).first().waitFor();
      await page.getByText(visitor.say('privacy.signal_on')).waitFor();
      expect(await page.getByRole('region', { name: visitor.say('privacy.line_label') }).count()).toBe(0);
      expect(
        await page.getByRole('button', { name: visitor.say('privacy.agree'), exact: true }).count(),
      ).toBe(0);
      await failInPage(page);
      expect([measuring.scripts, measuring.events]).toEqual([[], []]);
    }
  });
});

/** Sees one variant of the experiment, and sends a message, whose receipt has a secret in its address. */
async function takePart(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const views = () => measuring.events.filter(({ event }) => event === 'page_view').length;
  // The experiment: the variant chosen by the server is the one that is shown and reported.
  const shown = (await page.locator('html').getAttribute('data-experiments')) ?? '';
  expect(shown).toMatch(/^contact_first:(question|tour)$/);
  const [home] = (await createApiClient('ko', newer.baseUrl).listHomes({ query: 'searchType=sale' }))
    .listings;
  await visitor.open(home?.path ?? '');
  const ways = page.getByRole('region', { name: visitor.say('contact.panel') }).getByRole('button');
  await ways.nth(1).waitFor();
  const tour = visitor.say('contact.tour', { name: '' }).trim();
  expect((await ways.nth(0).innerText()).includes(tour)).toBe(shown.endsWith(':tour'));
  expect((await ways.nth(1).innerText()).includes(tour)).toBe(shown.endsWith(':question'));

  // Two page views in both services: none is pending.
  await expect.poll(views).toBe(4);
  measuring.forget();

  // Navigation to a page with a secret address loads a document without these services.
  const loads = collectDocuments(page);
  await ways.nth(shown.endsWith(':question') ? 0 : 1).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(visitor.say('contact.name'), { exact: true }).fill('김서연');
  await form.getByLabel(visitor.say('contact.email'), { exact: true }).fill('measured@example.com');
  await form.locator('button[type="submit"]').click();
  await page.waitForURL((url) => url.pathname === localePath('ko', '/receipt'));
  await visitor.settle();
  const secret = new URL(page.url()).search;
  expect(secret.length).toBeGreaterThan(20);
  expect(loads).toEqual([localePath('ko', '/receipt')]);
  // The last event reports the address at unload.
  const left = new URL(localePath('ko', home?.path ?? ''), newer.baseUrl).href;
  await expect.poll(() => measuring.addresses.at(-1)).toBe(left);
  await expect
    .poll(() => measuring.events.map(({ event }) => event).toSorted())
    .toEqual(['contacted', 'generate_lead']);
  expect(JSON.stringify([measuring.events, measuring.addresses])).not.toMatch(/receipt|token|measured/);
  measuring.forget();
  await page.evaluate((to) => history.pushState(null, '', to), localePath('ko', '/guide'));
  await expect.poll(() => visitor.address).toBe('/guide');
  await visitor.settle();
  await visitor.waitForFrames();
  expect([measuring.scripts, measuring.events, measuring.addresses]).toEqual([[], [], []]);
}

/** Throws in the page, with personal data in the message; resolves when the error was handled. */
async function failInPage(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        window.addEventListener('error', () => setTimeout(done, 50), { once: true });
        setTimeout(() => {
          throw new Error('no map for +1 (949) 555-0100 of jimin@example.com');
        });
      }),
  );
}

const readBuild = (page: Page) => page.locator('html').getAttribute('data-build');

/** The paths of documents that the page loads from now on. */
function collectDocuments(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

/** A copy of the current build under another id; the script of one page is renamed, that of another page deleted. */
async function makeSecondBuild(to: string): Promise<void> {
  await cp(join(ROOT, 'apps/web/dist'), to, { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(to, 'node_modules'));
  const client = join(to, 'client');
  const manifestFile = join(client, '.vite/manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, { file: string }>;
  const findRouteFile = (route: string) => manifest[`src/routes/${route}.tsx`]?.file ?? '';
  const renamed = findRouteFile('guide');
  const lost = findRouteFile('renter-kit');
  if (renamed === '' || lost === '') throw new Error('the build has no scripts of this test’s pages');
  const name = renamed.split('/').at(-1) ?? '';
  const other = `second-${name}`;
  for (const ending of ['', '.br', '.gz']) {
    await rm(join(client, `${lost}${ending}`), { force: true });
    if (ending !== '') await rm(join(client, `${renamed}${ending}`), { force: true });
  }
  await rename(join(client, renamed), join(client, 'assets', other));
  const assets = (await readdir(join(client, 'assets'))).filter((file) => file.endsWith('.js'));
  for (const file of [manifestFile, ...assets.map((one) => join(client, 'assets', one))]) {
    const text = await readFile(file, 'utf8');
    if (!text.includes(name)) continue;
    await writeFile(file, text.replaceAll(`/${name}`, `/${other}`));
    for (const ending of ['.br', '.gz']) await rm(`${file}${ending}`, { force: true });
  }
  await writeFile(join(client, 'builds/latest.json'), JSON.stringify({ id: SECOND }));
  await writeFile(
    join(client, `builds/meta/${SECOND}.json`),
    JSON.stringify({ id: SECOND, prerendered: [] }),
  );
}

/** Forwards every request to the selected process; those on their way are still answered by the one before. */
async function startBalancer() {
  let port = 0;
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const forward = forwardRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forward.on('error', () => response.destroy());
    response.on('close', () => forward.destroy());
    request.pipe(forward);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://localhost:${own}`,
    sendTo(baseUrl: string): void {
      port = Number(new URL(baseUrl).port);
    },
    async end(): Promise<void> {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
