import { describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { createApiClient, errand, LANGUAGES, pickVariants } from './errand.ts';
import { textInWrongLanguage } from './wrong-language.ts';

const { mailbox } = inject('site');
const api = createApiClient();
const JANE = { person: 'jane', name: 'Jane Kim', license: '01234568', email: 'jane.kim@example.com' };
/** Her page gets 401 when the session has expired. */
const OUT = /^401 \/maru\/v1\/realtor/;

interface Letter {
  to: string[];
  subject: string;
  text: string;
}
const lettersTo = async (address: string): Promise<Letter[]> => {
  const letters = (await (await fetch(`${mailbox}/letters.json`)).json()) as Letter[];
  return letters.filter(({ to }) => to.includes(address));
};

async function idOfJane(): Promise<string> {
  const { items } = await api.listAgents({ query: { name: JANE.name } });
  const jane = items.find(({ realtorId }) => realtorId !== null);
  if (jane === undefined) throw new Error('Jane is not in the list');
  return jane.agentId;
}

describe('someone looking for an agent', () => {
  errand('in Korean and without script, writes to one, and follows the message', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko', width: 390, script: false });
    const { page } = visitor;
    const say = visitor.say.bind(visitor);
    await visitor.open('/_maru_agent');
    await page.getByText(say('agents.order')).waitFor();
    await page.getByLabel(say('agents.place'), { exact: true }).fill('어바인');
    await page.getByText(say('agents.more_fields'), { exact: true }).click();
    await page.getByLabel(say('agents.language')).selectOption('ko');
    await page.getByRole('button', { name: say('agents.search'), exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('language') === 'ko');
    expect(await page.getByLabel(say('agents.place'), { exact: true }).inputValue()).toBe('어바인');
    const cards = page.getByRole('main').getByRole('article');
    expect(await cards.count()).toBeGreaterThan(0);
    const card = (await cards.first().textContent()) ?? '';
    expect(card).toMatch(/DRE 면허 \d{8}/);
    expect(card).toContain('한국어');
    await cards.first().getByRole('link').click();
    await page.waitForURL((url) => url.searchParams.has('id'));
    await page.getByRole('heading', { name: say('agents.listed') }).waitFor();
    // Rule R17: the contact panel names the recipient with role and license.
    const ask = page.getByRole('region', { name: say('agents.panel') }).getByRole('link');
    expect(await ask.textContent()).toMatch(/면허|License|DRE/);
    await ask.click();
    await page.waitForURL((url) => url.pathname === '/ko/contact');
    const email = 'plain.form@example.com';
    await page.getByLabel(say('contact.name'), { exact: true }).fill('박지훈');
    await page.getByLabel(say('contact.email'), { exact: true }).fill(email);
    for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false);
    await page.getByRole('button', { name: /보내기$/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/v1/receipt/'));
    await page
      .getByRole('heading', { level: 1 })
      .getByText(/보낸 문의/)
      .waitFor();
    await expect.poll(async () => (await lettersTo(email)).length, { timeout: 20_000 }).toBe(1);
    await page.getByRole('button', { name: say('receipt.withdraw'), exact: true }).click();
    await page.getByText(say('receipt.step.withdrawn'), { exact: true }).waitFor();
  });

  errand('in English, and writes to a realtor, who answers on Korean pages', async ({ meet }) => {
    const visitor = await meet({ locale: 'en' });
    const { page } = visitor;
    await visitor.open(`/_maru_agent?name=${encodeURIComponent(JANE.name)}`);
    const card = page.getByRole('article').filter({ hasText: visitor.say('agents.license_checked') });
    expect(await card.textContent()).toContain(JANE.license);
    await card.getByRole('link').click();
    await visitor.heading.getByText(JANE.name).waitFor();
    const look = page.getByRole('link', { name: visitor.say('agents.license_look') });
    expect(await look.getAttribute('href')).toContain(JANE.license);
    expect(await accessibilityFaults(visitor)).toEqual([]);
    await page
      .getByRole('region', { name: visitor.say('agents.panel') })
      .getByRole('link')
      .click();
    const form = page.getByRole('dialog');
    const email = 'soo.han@example.com';
    await form.getByLabel(visitor.say('contact.name'), { exact: true }).fill('Soo Han');
    await form.getByLabel(visitor.say('contact.email'), { exact: true }).fill(email);
    await form
      .getByLabel(visitor.say('contact.message'), { exact: true })
      .fill('May I send the Zelle deposit first to hold it?');
    await form.getByRole('button', { name: visitor.say('contact.send', { name: JANE.name }) }).click();
    await page.waitForURL((url) => url.pathname === '/receipt');
    await expect
      .poll(
        async () => (await lettersTo(JANE.email)).some(({ text }) => text.includes('Zelle deposit first')),
        {
          timeout: 20_000,
        },
      )
      .toBe(true);

    const realtor = await meet({ locale: 'ko', width: 390, signsIn: true, mayFail: OUT });
    const inbox = realtor.page.getByRole('main');
    await new AccountScreen(realtor).signIn('google', JANE.person, '/realtor/contacts');
    await inbox.getByLabel(realtor.say('inbox.search'), { exact: true }).fill('soo zelle');
    await realtor.page.keyboard.press('Enter');
    await realtor.page.waitForURL((url) => url.searchParams.get('text') === 'soo zelle');
    await inbox
      .getByRole('listitem')
      .getByRole('link', { name: /Soo Han/ })
      .click();
    // Rule R29: the recipient of such a message is warned.
    await inbox.getByText(realtor.say('inbox.payment')).waitFor();
    await inbox.getByLabel(realtor.say('inbox.template')).selectOption('thanks');
    const answer = inbox.getByLabel(realtor.say('inbox.answer_message'), { exact: true });
    await expect.poll(() => answer.inputValue()).toContain('Hello Soo Han,');
    await inbox.getByRole('button', { name: realtor.say('inbox.answer_send') }).click();
    await inbox.getByText(realtor.say('inbox.answer_sent')).waitFor();
    await page.reload();
    await visitor.settle();
    await page.getByText('Hello Soo Han,').waitFor();
    await page.getByRole('button', { name: visitor.say('receipt.stop'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: visitor.say('receipt.stop'), exact: true })
      .click();
    await page.getByText(visitor.say('receipt.stopped_text', { name: JANE.name })).waitFor();
    await realtor.page.reload();
    await realtor.settle();
    await inbox.getByRole('heading', { name: realtor.say('inbox.withdrawn_row') }).waitFor();
    expect(await inbox.textContent()).not.toContain(email);

    // The statistics count what was received; the chart has a table.
    await realtor.open('/realtor/numbers');
    await inbox.getByRole('heading', { name: realtor.say('numbers.messages') }).waitFor();
    expect(await accessibilityFaults(realtor)).toEqual([]);
  });

  errand('and gets a message when there is no such agent', async ({ meet }) => {
    const visitor = await meet({ locale: 'ko' });
    const answer = await visitor.open('/_maru_agent?id=nobody');
    expect(answer.status()).toBe(404);
    await visitor.open('/_maru_agent?place=Nowhereville&name=zzzz');
    await visitor.page.getByText(visitor.say('agents.none')).waitFor();
    await visitor.page.getByText(visitor.say('agents.unknown_place', { text: 'Nowhereville' })).waitFor();
  });
});

describe('someone reporting a listing', () => {
  errand('and sees what happens next, in both languages', async ({ meet }) => {
    const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
    for (const locale of pickVariants(0, LANGUAGES)) {
      const visitor = await meet({ locale, width: locale === 'ko' ? 390 : 1440 });
      const { page } = visitor;
      await visitor.open(`/report?homeId=${listings[0]?.homeId}`);
      await page
        .getByRole('radio', { name: visitor.say('report.reason.wrong_facts') })
        .check({ force: true });
      await page
        .getByLabel(visitor.say('report.message'), { exact: true })
        .fill('It has two bedrooms. 방이 두 개예요.');
      await page.getByRole('button', { name: visitor.say('report.send') }).click();
      await page.waitForURL((url) => url.searchParams.has('token'));
      await page.getByText(visitor.say('report.step.promised'), { exact: true }).waitFor();
      expect(await accessibilityFaults(visitor)).toEqual([]);
    }
  });
});

describe('a realtor', () => {
  errand(
    'adds videos by their links, and YouTube gets no request before a video is played',
    async ({ meet }) => {
      const realtor = await meet({ locale: 'ko', signsIn: true, mayFail: OUT });
      const { page } = realtor;
      const say = realtor.say.bind(realtor);
      await new AccountScreen(realtor).signIn('google', JANE.person, '/realtor/videos');
      await page
        .getByLabel(say('videos.links'), { exact: true })
        .fill(
          'https://youtu.be/escrow00001?t=3\nhttps://vimeo.com/1\nhttps://m.youtube.com/shorts/escrow00002\nescrow00001',
        );
      await page.getByLabel(say('realtor.area_add'), { exact: true }).fill('어바인');
      await page.getByRole('button', { name: say('realtor.area_add_name'), exact: true }).waitFor();
      await page.getByRole('checkbox', { name: say('spoken.ko') }).check({ force: true });
      // A typed place counts, even without pressing the add button.
      await page.getByRole('button', { name: say('videos.add_button'), exact: true }).click();
      await page.getByText(say('videos.added', { count: 2 })).waitFor();
      await page.getByRole('button', { name: say('realtor.area_remove', { place: '어바인' }) }).waitFor();
      await page.getByText(`escrow00001: ${say('videos.line.exists')}`).waitFor();
      // Invalid lines stay for correction, under their new numbers.
      await page.getByText(`${say('videos.line', { number: 1 })}: ${say('videos.line.refused')}`).waitFor();
      const links = page.getByLabel(say('videos.links'), { exact: true });
      expect(await links.inputValue()).toBe('https://vimeo.com/1');
      expect(await links.getAttribute('aria-invalid')).toBe('true');
      const first = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: say('videos.state.published') })
        .first();
      await first.getByRole('button', { name: say('videos.edit') }).click();
      await first.getByLabel(say('videos.title'), { exact: true }).fill('에스크로 이해하기');
      await first.getByLabel(say('videos.terms'), { exact: true }).fill('escrow, 첫 집');
      await first.getByRole('button', { name: say('videos.save') }).click();
      await page.getByRole('heading', { name: '에스크로 이해하기' }).waitFor();
      await page.getByRole('button', { name: say('videos.down', { title: '에스크로 이해하기' }) }).click();
      expect(await accessibilityFaults(realtor)).toEqual([]);
      expect(
        await textInWrongLanguage(page, 'ko', [JANE.name, 'Equal Housing Opportunity', 'escrow']),
      ).toEqual([]);

      const { listings } = await api.listHomes({ query: 'searchType=sale&place=irvine-ca' });
      const visitor = await meet({ locale: 'en', mayFail: /youtube-nocookie\.com/ });
      await visitor.page.route('https://www.youtube-nocookie.com/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>player</title>' }),
      );
      await visitor.open(listings.find((one) => !one.addressWithheld)?.path ?? '');
      const videos = visitor.page.getByRole('region', { name: visitor.say('video.of_area') });
      // Loaded when it is scrolled near.
      await expect
        .poll(
          async () => {
            await visitor.page.mouse.wheel(0, 1_200);
            return videos.count();
          },
          { timeout: 15_000 },
        )
        .toBe(1);
      await videos.scrollIntoViewIfNeeded();
      expect(await videos.getByRole('listitem').count()).toBe(1);
      expect(await videos.textContent()).toContain(JANE.license);
      expect(await videos.textContent()).toContain(visitor.say('video.captions_ko'));
      expect(visitor.faults).toEqual([]);
      expect(await videos.locator('iframe').count()).toBe(0);
      await videos.getByRole('button').first().click();
      await videos.locator('iframe').waitFor();
      // It is not shown elsewhere.
      const far = await api.listHomes({ query: 'searchType=sale&place=koreatown-los-angeles-ca' });
      for (const { homeId } of far.listings.slice(0, 1)) {
        expect((await api.listRealtorVideos({ query: { homeId } })).items).toEqual([]);
      }
      await visitor.open(`/_maru_agent?id=${await idOfJane()}`);
      await visitor.page.getByRole('heading', { name: '에스크로 이해하기' }).waitFor();

      // All videos, by area and topic, without script.
      const reader = await meet({ locale: 'ko', width: 390, script: false });
      await reader.open('/_maru_agent');
      await reader.page.getByRole('link', { name: reader.say('agents.videos_title'), exact: true }).click();
      await reader.page.getByLabel(reader.say('agents.place'), { exact: true }).fill('어바인');
      await reader.page.getByRole('button', { name: reader.say('agents.videos_find'), exact: true }).click();
      await reader.page.waitForURL((url) => url.searchParams.get('place') === '어바인');
      const cards = reader.page.getByRole('main').getByRole('article');
      expect(await cards.count()).toBe(2);
      await cards.getByRole('link', { name: '첫 집', exact: true }).click();
      await reader.page.waitForURL((url) => url.searchParams.get('term') === '첫 집');
      expect(await cards.getByRole('heading').allTextContents()).toEqual(['에스크로 이해하기']);
      expect(await cards.textContent()).toContain(JANE.license);
      await reader.open('/_maru_agent?view=videos&place=koreatown-los-angeles-ca');
      await reader.page.getByText(reader.say('agents.videos_none'), { exact: true }).waitFor();
    },
  );

  errand('keeps drafts, and does not overwrite changes of another tab', async ({ meet }) => {
    const realtor = await meet({
      locale: 'en',
      signsIn: true,
      mayFail: /^(401|412) \/maru\/v1\/realtor|^404 \/maru\/v1\/home\/place/,
    });
    const { page } = realtor;
    const say = realtor.say.bind(realtor);
    await new AccountScreen(realtor).signIn('google', JANE.person, '/realtor');
    const findForm = (tab: typeof page) => ({
      office: tab.getByLabel(say('realtor.office'), { exact: true }),
      about: tab.getByLabel(say('realtor.bio_en'), { exact: true }),
      place: tab.getByLabel(say('realtor.area_add'), { exact: true }),
      save: tab.getByRole('button', { name: say('profile.save'), exact: true }),
      saved: tab.getByText(say('profile.saved'), { exact: true }),
    });
    const own = findForm(page);
    await own.about.fill('Homes in Irvine since');
    const rail = page.getByRole('navigation', { name: say('realtor.area') });
    await rail.getByRole('link', { name: say('realtor.contacts') }).click();
    await page.getByText(say('inbox.choose')).waitFor();
    await rail.getByRole('link', { name: say('realtor.profile') }).click();
    await own.about.waitFor();
    expect(await own.about.inputValue()).toBe('Homes in Irvine since');
    await page.reload();
    await realtor.settle();
    await page.getByText(say('realtor.unfinished')).waitFor();
    expect(await own.about.inputValue()).toBe('Homes in Irvine since');

    const tab = await realtor.context.newPage();
    await tab.goto('/realtor');
    const other = findForm(tab);
    await other.office.fill('Irvine office');
    await other.save.click();
    await other.saved.waitFor();
    // Different fields can be saved concurrently; for the same one a conflict is reported.
    await own.save.click();
    await own.saved.waitFor();
    expect(await own.office.inputValue()).toBe('Irvine office');
    await other.about.fill('Homes in Tustin');
    await other.save.click();
    await tab.getByText(say('realtor.changed_elsewhere')).waitFor();
    expect(await other.about.inputValue()).toBe('Homes in Tustin');
    await other.save.click();
    await other.saved.waitFor();
    await tab.close();

    // An unknown typed place is reported.
    await own.place.fill('Nowhereville');
    await own.save.click();
    await page.getByText(say('realtor.area_unknown')).waitFor();
    expect(await own.place.getAttribute('aria-invalid')).toBe('true');
    expect(await own.saved.count()).toBe(0);
    await own.place.fill('Tustin');
    await own.save.click();
    await own.saved.waitFor();
    await page.getByRole('button', { name: say('realtor.area_remove', { place: 'Tustin' }) }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('own/drafts'))).toBeNull();
    expect(await accessibilityFaults(realtor)).toEqual([]);
    await page.reload();
    await realtor.settle();
    await page.getByRole('button', { name: say('realtor.area_remove', { place: 'Tustin' }) }).waitFor();
    expect(await own.about.inputValue()).toBe('Homes in Tustin');
  });

  errand('changes the photo and views the profile in the other language', async ({ meet }) => {
    const realtor = await meet({ locale: 'ko', width: 390, signsIn: true, mayFail: OUT });
    const { page } = realtor;
    const say = realtor.say.bind(realtor);
    await new AccountScreen(realtor).signIn('google', JANE.person, '/realtor');
    const file = page.getByLabel(say('realtor.picture_choose'));
    await file.setInputFiles({
      name: 'me.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('not a picture'),
    });
    await page.getByText(say('realtor.picture_bad')).waitFor();
    const png = await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      canvas.width = 400;
      canvas.height = 300;
      const context = canvas.getContext('2d');
      if (context !== null) context.fillRect(40, 30, 200, 200);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    });
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') });
    const dialog = page.getByRole('dialog', { name: say('realtor.picture_crop') });
    await dialog.getByRole('button', { name: say('realtor.picture_use') }).click();
    await page.getByText(say('realtor.picture_ready')).waitFor();
    await page.getByRole('button', { name: say('profile.save'), exact: true }).click();
    await page.getByText(say('profile.saved')).waitFor();
    await page
      .getByRole('region', { name: say('realtor.preview') })
      .getByRole('button', { name: 'English' })
      .click();
    await page.getByText('License checked by Maru').waitFor();
    expect(await accessibilityFaults(realtor)).toEqual([]);
    const { items } = await api.listAgents({ query: { id: await idOfJane() } });
    expect(items[0]?.picture).toMatch(/^\/uploads\/.*\.webp$/);
  });
});
