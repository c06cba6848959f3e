import { localePath } from '@maru/words';
import type { Locator } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { createApiClient, errand } from './errand.ts';
import { CHANGED_IN, Market } from './market.ts';
import { textInWrongLanguage } from './wrong-language.ts';

const { baseUrl, mailbox } = inject('site');
const api = createApiClient();
const market = new Market();
/** Access tokens of the tests expire in seconds: an admin call may get 401 once and is repeated. */
const AGAIN = /^401 \/maru\/v1\//;
/** English in the short run, Korean in the long one. */
const OWNERS = process.env.MARU_TEST_LONG === '1' ? 'ko' : 'en';
/** An injection attempt in a profile text. */
const SCRIPT = '</script><script>document.title = "taken over"</script><img src=x onerror="alert(1)">';
/** A message of the front page that no other test uses. */
const WORD = 'front.places_note';
/** Texts of people and programs, which may be in either language. */
const NAMES = [
  'Maru Owner',
  'Grace Lee',
  'Oakline Realty',
  'Equal Housing Opportunity',
  'Maru Sample',
  'MARU_FEEDS',
];

/** The text of a page as the server sends it. */
const pageText = async (path: string) => await (await fetch(baseUrl + path)).text();

/** The field is marked invalid and described by the message. */
async function expectFieldError(field: Locator, words: string): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  const description = await field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent),
  );
  expect(description).toContain(words);
}

describe('the owner', () => {
  errand(
    'verifies a license, changes a message in both languages, replays a record and takes a home down',
    async ({ meet }) => {
      const grace = await meet({ signsIn: true, mayFail: AGAIN });
      const applicant = new AccountScreen(grace);
      await applicant.signIn('google', 'grace');
      const profile = {
        name: 'Grace Lee',
        licenseNumber: '07777777',
        licenseState: 'CA',
        brokerName: 'Oakline Realty',
        bioEn: `I help families. ${SCRIPT}`,
      };
      const { realtorId } = await (await applicant.api(baseUrl)).createRealtor({ body: profile });
      await expect(api.findRealtor({ params: { id: realtorId } })).rejects.toMatchObject({ statusCode: 404 });
      // A user without the admin role is told so, and no admin call is made.
      await grace.open('/admin/marketing');
      await grace.heading.getByText(grace.say('admin.not_admin_title')).waitFor();

      const owner = await meet({ locale: OWNERS, signsIn: true, mayFail: AGAIN });
      const { page } = owner;
      const say = owner.say.bind(owner);
      await new AccountScreen(owner).signIn('google', 'owner', '/admin/detail?tab=realtors');
      const main = page.getByRole('main');
      const waiting = main.getByRole('listitem').filter({ hasText: '07777777' });
      expect(
        await waiting.getByRole('link', { name: say('admin.realtors.regulator') }).getAttribute('href'),
      ).toContain('07777777');
      await waiting.getByRole('button', { name: say('admin.realtors.verify') }).click();
      await main.getByText(say('admin.realtors.is_verified')).waitFor();
      expect((await api.findRealtor({ params: { id: realtorId } })).verification).toBe('verified');
      await expect
        .poll(async () => await (await fetch(`${mailbox}/letters.json`)).text(), { timeout: 20_000 })
        .toContain('grace.lee@example.com');

      // A script in a biography is escaped in the page and in its embedded data.
      const stranger = await meet();
      await stranger.open(`/_maru_agent?id=${realtorId}`);
      expect(await stranger.page.getByText('document.title = "taken over"').count()).toBe(1);
      expect(await stranger.page.title()).toContain('Grace Lee');
      expect(await pageText(`/_maru_agent?id=${realtorId}`)).not.toMatch(
        /<script>document\.title|<img src=x/,
      );

      // A message override: refused while it would break the page, then on the page in both languages within ten
      // seconds.
      await owner.open(`/admin/marketing?q=${WORD}`);
      for (const [locale, label, text] of [
        ['en', 'language.en', 'Homes you can buy today'],
        ['ko', 'language.ko', '오늘 살 수 있는 매물'],
      ] as const) {
        const field = main.getByLabel(`${say(label)} ${WORD}`);
        await field.fill('{broken');
        await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
        expect(await main.getByRole('button', { name: say('profile.save') }).isDisabled()).toBe(true);
        await field.fill(text);
        await main.getByText(text).first().waitFor();
        await main.getByRole('button', { name: say('profile.save') }).click();
        await main.getByText(say('admin.words.saved')).first().waitFor();
        await expect.poll(() => pageText(localePath(locale, '/?x=1')), { timeout: 10_000 }).toContain(text);
      }
      const reader = await meet({ locale: 'ko' });
      await reader.open('/?_source=e2e-radio');
      await reader.page.getByText('오늘 살 수 있는 매물').waitFor();
      for (let left = 2; left > 0; left -= 1) {
        await main
          .getByRole('button', { name: say('admin.words.undo') })
          .first()
          .click();
        await expect
          .poll(() => main.getByRole('button', { name: say('admin.words.undo') }).count())
          .toBe(left - 1);
      }
      await expect.poll(() => pageText('/ko?x=2'), { timeout: 10_000 }).not.toContain('오늘 살 수 있는 매물');

      // The source of a visit is counted, and nothing else is stored.
      await owner.open('/admin/marketing?tab=campaigns');
      const source = main.getByRole('row', { name: /_source=e2e-radio/ });
      await source.waitFor();
      expect(await source.getByRole('cell').nth(1).textContent()).toBe('1');

      // A record that could not be parsed is quarantined with its reason, and can be replayed.
      const inCity = { query: `searchType=sale&place=${CHANGED_IN.records}` };
      const { listings } = await api.listHomes(inCity);
      const shown = listings.findLast((one) => one.dataset === inject('site').market.bridge.dataset)!;
      const { listingKey, dataset } = (await api.findHome({ query: { homeId: shown.homeId } })).listing;
      await market.change(listingKey, { StandardStatus: 'Nonsense', MlsStatus: 'Nonsense' });
      await expect
        .poll(
          async () => {
            await owner.open(`/admin/detail?dataset=${dataset}`);
            await main.getByText(say('admin.quarantine.lead')).waitFor();
            await expect.poll(() => main.getByText(say('site.loading'), { exact: true }).count()).toBe(0);
            return await main.getByText(listingKey, { exact: true }).count();
          },
          { timeout: 30_000, interval: 1_000 },
        )
        .toBeGreaterThan(0);
      await main.getByText(listingKey, { exact: true }).click();
      await main
        .getByRole('group', { name: say('admin.quarantine.raw') })
        .getByText('Nonsense')
        .first()
        .waitFor();
      await main.getByText(say('admin.quarantine.unreadable')).waitFor();
      await main.getByRole('button', { name: say('admin.quarantine.again'), exact: true }).click();
      await main.getByText(say('admin.quarantine.still')).waitFor();
      await market.change(listingKey, { StandardStatus: 'Active', MlsStatus: 'Active' });

      // A taken-down home is gone from its page and from search, and returns when that is lifted.
      const { homeId } = listings.find((one) => one.homeId !== shown.homeId)!;
      await owner.open(`/admin/detail?tab=home&id=${homeId}`);
      await main.getByText(say('admin.home.why_chosen')).waitFor();
      expect(await accessibilityFaults(owner)).toEqual([]);
      await main.getByRole('button', { name: say('admin.takedown.start') }).click();
      await main.getByRole('button', { name: say('admin.takedown.do') }).click();
      await expectFieldError(main.getByLabel(say('admin.takedown.asked_by')), say('reason.missing'));
      await main.getByLabel(say('admin.takedown.asked_by')).fill('The owner, by telephone');
      await main.getByRole('button', { name: say('admin.takedown.do') }).click();
      await main.getByText(say('admin.why.taken_down')).first().waitFor();
      await expect(api.findHome({ query: { homeId } })).rejects.toMatchObject({ statusCode: 404 });
      const isFound = async () => {
        const found = await api.listHomes(inCity);
        return found.listings.some((one) => one.homeId === homeId);
      };
      await expect.poll(isFound, { timeout: 5_000 }).toBe(false);
      await main.getByRole('button', { name: say('admin.takedown.lift') }).click();
      await main.getByText(say('admin.home.why_chosen')).waitFor();
      await expect.poll(isFound, { timeout: 5_000 }).toBe(true);
      await owner.open('/admin/detail?tab=audit&noun=home');
      await main.getByText('home.lift_take_down').first().waitFor();
    },
  );

  errand('gets errors beside fields, and keeps the other values', async ({ meet }) => {
    const owner = await meet({ locale: 'ko', signsIn: true, mayFail: /^(400|401|412) \/maru\/v1\// });
    const say = owner.say.bind(owner);
    const main = owner.page.getByRole('main');
    const save = main.getByRole('button', { name: say('profile.save') });
    await new AccountScreen(owner).signIn('google', 'owner', '/admin/marketing?tab=announcements');

    // An announcement: in both languages, linking to a page of this site, from one day to a later one.
    const field = (name: 'en' | 'ko' | 'path') => main.getByLabel(say(`admin.announcements.${name}`));
    await main.getByRole('button', { name: say('admin.announcements.add') }).click();
    await field('en').fill('We are away on Friday.');
    await field('path').fill('https://example.com/news');
    await main.getByLabel(say('admin.from')).fill('2026-12-20');
    await main.getByLabel(say('admin.until')).fill('2026-12-10');
    await save.click();
    await expectFieldError(field('ko'), say('reason.missing'));
    await expectFieldError(field('path'), say('reason.malformed'));
    await expect.poll(() => field('ko').evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await accessibilityFaults(owner)).toEqual([]);
    await field('ko').fill('금요일에는 쉬어요.');
    await field('path').fill('/sell');
    await save.click();
    await expectFieldError(main.getByLabel(say('admin.until')), say('admin.days_crossed'));
    expect(await field('en').inputValue()).toBe('We are away on Friday.');
    expect(await main.locator('[aria-invalid=true]').count()).toBe(1);

    // An exchange rate: an amount valid from a past day.
    await owner.open('/admin/marketing?tab=rates');
    const amount = owner.page.getByLabel(say('admin.rates.krw_field'));
    const rate = main.locator('form').filter({ has: amount });
    const day = rate.getByLabel(say('admin.rates.day'));
    await amount.fill('1,39x');
    await day.fill('2099-01-01');
    await rate.getByRole('button', { name: say('profile.save') }).click();
    await expectFieldError(amount, say('reason.malformed'));
    await amount.fill('1,390');
    await rate.getByRole('button', { name: say('profile.save') }).click();
    await expectFieldError(day, say('admin.rates.day_ahead'));
    expect([await amount.inputValue(), await day.inputValue()]).toEqual(['1,390', '2099-01-01']);

    // A campaign source that has a name keeps it and its note when it is added again.
    const source = main.getByLabel(say('admin.campaigns.source'), { exact: true });
    const name = main.getByLabel(say('admin.campaigns.name'), { exact: true });
    const note = main.getByLabel(say('admin.campaigns.own_note'));
    await owner.open('/admin/marketing?tab=campaigns');
    await source.fill('라디오');
    await name.fill('라디오 광고');
    await note.fill('10월부터');
    await save.click();
    await expectFieldError(source, say('reason.malformed'));
    await source.fill('e2e-spot');
    await save.click();
    await main.getByText(say('admin.campaigns.saved'), { exact: true }).waitFor();
    await owner.open('/admin/marketing?tab=campaigns');
    await source.fill('e2e-spot');
    await name.fill('다른 이름');
    await save.click();
    await expectFieldError(source, say('admin.campaigns.taken'));
    expect([await source.inputValue(), await name.inputValue()]).toEqual(['e2e-spot', '다른 이름']);
    await main.getByRole('link', { name: say('admin.campaigns.see_taken') }).click();
    await main.getByText(say('admin.campaigns.edit')).waitFor();
    expect([await name.inputValue(), await note.inputValue()]).toEqual(['라디오 광고', '10월부터']);

    // One email is previewed.
    await owner.open('/admin/detail?tab=people');
    const find = main.getByRole('searchbox', { name: say('admin.people.find') });
    await main.getByRole('link', { name: 'Maru Owner' }).waitFor();
    await find.fill('쀍');
    await find.press('Enter');
    await main.getByText(say('admin.people.empty')).waitFor();
    await find.fill('m');
    await find.press('Enter');
    await main.getByRole('link', { name: 'Maru Owner' }).waitFor();
  });

  errand('reads every tab in Korean on a phone', async ({ meet }) => {
    // Texts of people may be in both languages and are part of the page's text.
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
    await api.reportHome({
      body: {
        homeId: listings[0]?.homeId ?? '',
        reason: 'wrong_facts',
        message: 'There are only two bedrooms. 방이 두 개뿐이에요.',
        locale: 'ko',
      },
    });
    const owner = await meet({ locale: 'ko', width: 390, signsIn: true, mayFail: AGAIN });
    await new AccountScreen(owner).signIn('google', 'owner', '/admin/detail');
    const detail = [
      'feeds',
      'home',
      'people',
      'realtors',
      'contacts',
      'reports',
      'scans',
      'jobs',
      'audit',
      'limits',
    ];
    const marketing = [
      'words&q=nav.buy',
      'front',
      'announcements',
      'campaigns',
      'videos',
      'letters&q=mail.footer',
      'rates',
    ];
    const isShort = process.env.MARU_TEST_LONG !== '1';
    // Tabs composed of parts of others are covered in the long run.
    const isRead = (tab: string) => !isShort || !/people|contacts|scans|limits|videos|letters/.test(tab);
    for (const path of [
      ...detail.filter(isRead).map((tab) => `/admin/detail?tab=${tab}`),
      ...marketing.filter(isRead).map((tab) => `/admin/marketing?tab=${tab}`),
    ]) {
      await owner.open(path);
      await expect
        .poll(() =>
          owner.page.getByRole('main').getByText(owner.say('site.loading'), { exact: true }).count(),
        )
        .toBe(0);
      const wide = await owner.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect({ path, wide }).toEqual({ path, wide: 0 });
      expect({ path, faults: await accessibilityFaults(owner) }).toEqual({ path, faults: [] });
      expect({ path, texts: await textInWrongLanguage(owner.page, 'ko', NAMES) }).toEqual({
        path,
        texts: [],
      });
    }
  });
});
