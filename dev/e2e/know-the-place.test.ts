import { readFile } from 'node:fs/promises';
import type { HomeCardAnswer, HomeSurroundingsAnswer } from '@maru/contract';
import { describe, expect } from 'vitest';
import { createApiClient, errand, pickVariants } from './errand.ts';

const api = createApiClient();

/** A home with a district and schools. The sample's are imported after the site has started. */
async function findHome(
  fits: (home: HomeCardAnswer, around: HomeSurroundingsAnswer) => boolean,
): Promise<{ home: HomeCardAnswer; around: HomeSurroundingsAnswer }> {
  for (let tries = 0; tries < 60; tries += 1) {
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=orange-county-ca&open=any' });
    for (const home of listings.slice(0, 20)) {
      const around = await api.findSurroundings({ query: { homeId: home.homeId } });
      if (around.layers.length === 0) break;
      if (fits(home, around)) return { home, around };
    }
    await new Promise((done) => setTimeout(done, 1_000));
  }
  throw new Error('no such home');
}

describe('someone learning about the surroundings of a home', () => {
  for (const { locale, width } of pickVariants(0, [
    { locale: 'ko', width: 390 },
    { locale: 'en', width: 1440 },
  ] as const)) {
    errand(
      `and reads its district, schools and zones with their sources, and the commutes of two people (${locale}, ${width} px)`,
      async ({ meet }) => {
        const { home, around } = await findHome(
          (one, { position, assigned }) =>
            !one.addressWithheld && position === 'exact' && assigned.length > 0,
        );
        const visitor = await meet({ locale, width });
        const { page } = visitor;
        const say = visitor.say.bind(visitor);
        const requests: string[] = [];
        page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
        await visitor.open(home.path);
        const section = async (id: string) => {
          const part = page.locator(`section#${id}`);
          await part.scrollIntoViewIfNeeded();
          if (width === 390 && (await part.locator('details[data-fold][open]').count()) === 0)
            await part.locator('summary').first().click();
          return part;
        };

        // Facts with their source, and no score (rules R6, R27, R28).
        const schools = await section('schools');
        await schools.getByText(around.districts[0]!.name, { exact: true }).last().waitFor();
        for (const { name } of around.assigned)
          await schools.getByText(name, { exact: true }).first().waitFor();
        expect(await schools.textContent()).toContain(say('schools.assigned_year', { year: '2026–2027' }));
        expect(await schools.textContent()).toContain(say('place_data.sample'));
        expect(await schools.textContent()).not.toMatch(/\b\d+\/10\b|rating:|점수:/i);
        const hazards = await section('hazards');
        for (const { zone, type } of around.hazards.filter((one) => one.type === 'flood'))
          expect(await hazards.textContent(), type).toContain(say('hazards.zone', { zone }));
        expect(await hazards.textContent()).toContain('Sample');

        // A calendar file of the open house.
        const file = page.getByRole('link', { name: say('open_house.calendar') }).first();
        const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
        const calendar = await readFile(await download.path(), 'utf8');
        expect(calendar).toContain('BEGIN:VEVENT');
        expect(calendar).toContain('TZID=America/Los_Angeles');

        // Two commuters: the street of an address is not sent.
        const commute = await section('commute');
        const place = commute.getByRole('textbox', { name: say('commute.add.first') });
        await place.fill('77 Fairy Tale Ave, Irvine, CA');
        await commute.getByRole('button', { name: say('filter.commute_set') }).click();
        await commute.getByText(say('commute.to', { place: '77 Fairy Tale Ave, Irvine, CA' })).waitFor();
        await commute.getByRole('button', { name: say('commute.add_second') }).click();
        const second = commute.getByRole('textbox', { name: say('commute.add.second') });
        await second.fill(locale === 'ko' ? '애너하임' : 'Anaheim');
        await second.press('Enter');
        await commute.getByText(say('commute.person.second'), { exact: true }).waitFor();

        // Each card shows both; the order is by the longer of the two.
        await visitor.open(`/homes/for_sale/orange-county-ca?sort=commute`);
        const chips = page.locator('[data-commute]');
        await chips.first().waitFor();
        // The answer with the destination follows the first one.
        await expect
          .poll(async () => {
            const highs = await parseHighest(await chips.allTextContents());
            return (
              highs.length > 10 && highs.every((high, index) => index === 0 || high >= highs[index - 1]! - 1)
            );
          })
          .toBe(true);
        expect(requests.length).toBeGreaterThan(5);
        expect(requests.filter((one) => /fairy|tale|%2077|77\+|"77/i.test(decodeURIComponent(one)))).toEqual(
          [],
        );
        expect(requests.filter((one) => /to=33\.\d{4,}/.test(one))).toEqual([]);
      },
    );
  }

  errand('and shows the official flood zones on the map, which has none initially', async ({ meet }) => {
    await findHome(() => true);
    const visitor = await meet({ locale: 'en', width: 1440, map: true });
    const { page } = visitor;
    await visitor.open('/homes/for_sale/irvine-ca');
    const zones = page.locator('.map-shape-flood');
    await zones.waitFor({ state: 'attached' });
    expect((await zones.getAttribute('d')) ?? '').toBe('');
    await page.getByRole('button', { name: visitor.say('map.zones'), exact: true }).click();
    const box = page.getByRole('group', { name: visitor.say('map.zones_title') });
    expect(await box.textContent({ timeout: 10_000 })).toBeDefined();
    await box.getByRole('checkbox', { name: visitor.say('map.zones_flood') }).check();
    await expect.poll(async () => ((await zones.getAttribute('d')) ?? '').length).toBeGreaterThan(10);
    expect(await box.textContent()).toContain('Aug 15, 2026');
  });
});

/** "24–40 min · 31–52 min" → 52: the longer of the two. */
async function parseHighest(texts: readonly string[]): Promise<number[]> {
  return texts.map((text) => {
    const ends = [...text.matchAll(/(\d+)\s*[–~]\s*(\d+)/g)].map((found) => Number(found[2]));
    return Math.max(...ends);
  });
}
