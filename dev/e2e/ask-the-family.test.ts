import { describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { createApiClient, errand } from './errand.ts';
import type { Visitor } from './visitor.ts';

const { baseUrl } = inject('site');

describe('a family deciding on homes', () => {
  errand(
    'by a secret link: one votes in English, one in Korean and offline for a while, and no change is lost; after revocation it is 404',
    async ({ meet }) => {
      const daniel = await meet({ mayFail: /^404 .*\/shortlist/ });
      const mom = await meet({
        locale: 'ko',
        width: 390,
        // The messages of a page whose link is touched may be loading when the connection breaks, which is logged.
        mayFail: /ERR_INTERNET_DISCONNECTED|^404 .*\/shortlist|^console: The words of this page could not/,
      });
      const { listings } = await createApiClient().listHomes({
        query: 'searchType=sale&place=irvine-ca&beds=3-',
      });
      const homes = listings.slice(0, 3).map(({ homeId }) => homeId);
      await daniel.open('/homes/for_sale/irvine-ca?beds=3-');
      for (const homeId of homes) {
        const heart = daniel.page.locator(`[data-save="${homeId}"]`).first();
        await heart.click();
        await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
      }
      await daniel.open('/my-page');
      await press(daniel, 'shortlist.ask');
      expect(await accessibilityFaults(daniel), 'creating it').toEqual([]);
      await press(daniel, 'shortlist.make');
      await daniel.page.waitForURL(/\/shortlist\?key=[\w-]{24}$/);
      await enter(daniel, 'Daniel');
      await vote(daniel, homes[0]!, 'yes');
      await note(daniel, homes[0]!, 'Close to work');

      // A second tab shows the first one's changes and does not overwrite them.
      const tab = await daniel.context.newPage();
      await tab.goto(daniel.page.url());
      await tab.getByText('Close to work').waitFor();
      const isHeard = tab.waitForResponse(
        (answer) => answer.request().method() === 'GET' && answer.url().includes('/maru/v1/shortlist/'),
      );
      await vote(daniel, homes[2]!, 'yes');
      await isHeard;
      const third = tab.locator(`[data-shortlisted="${homes[2]}"]`);
      await expect.poll(() => third.locator('[data-vote="yes"]').getAttribute('aria-pressed')).toBe('true');
      await third.getByRole('textbox').fill('A garden');
      await third.getByRole('textbox').blur();
      await daniel.page.getByText('A garden').waitFor();
      await tab.close();

      const { search } = new URL(daniel.page.url());
      const opened = await mom.open(`/shortlist${search}`);
      expect(opened.headers()).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'cache-control': 'private, no-store',
      });
      await mom.page.getByText('Close to work').waitFor();
      await enter(mom, '엄마');
      await vote(mom, homes[0]!, 'maybe');
      expect(await accessibilityFaults(mom), 'the list').toEqual([]);

      // Offline changes are kept locally, and nobody else sees them.
      await mom.context.setOffline(true);
      await mom.page.getByText(mom.say('shortlist.offline')).waitFor();
      await vote(mom, homes[1]!, 'no');
      await note(mom, homes[1]!, '학교에서 멀어요');
      await vote(daniel, homes[1]!, 'yes');
      await mom.page.getByText(mom.say('shortlist.not_sent')).first().waitFor();
      await mom.context.setOffline(false);
      await expect.poll(() => mom.page.getByText(mom.say('shortlist.not_sent')).count()).toBe(0);
      await mom.page.getByText('Daniel').first().waitFor();
      await daniel.page.reload();
      await daniel.page.getByText('학교에서 멀어요').waitFor();
      const key = new URLSearchParams(search).get('key') ?? '';
      const { votes, people } = await createApiClient().findShortlist({ params: { key } });
      const said = votes.map(({ homeId, personId, vote: word, note: text }) => [
        people.find((one) => one.personId === personId)?.name,
        homes.indexOf(homeId),
        word,
        text,
      ]);
      expect(said.sort()).toEqual(
        [
          ['Daniel', 0, 'yes', 'Close to work'],
          ['Daniel', 1, 'yes', null],
          ['Daniel', 2, 'yes', 'A garden'],
          ['엄마', 0, 'maybe', null],
          ['엄마', 1, 'no', '학교에서 멀어요'],
        ].sort(),
      );

      // Only the creator can end it.
      expect(await mom.page.getByRole('button', { name: mom.say('shortlist.revoke') }).count()).toBe(0);
      await press(daniel, 'shortlist.rename');
      await daniel.page.getByLabel(daniel.say('shortlist.list_name')).fill('Near the office');
      await press(daniel, 'shortlist.keep');
      await daniel.page.getByRole('heading', { level: 1, name: 'Near the office' }).waitFor();
      await press(daniel, 'shortlist.revoke');
      await daniel.page
        .getByRole('dialog')
        .getByRole('button', { name: daniel.say('shortlist.revoke') })
        .click();
      await daniel.page.getByText(daniel.say('error.shortlist_not_found')).waitFor();
      expect((await fetch(`${baseUrl}/ko/shortlist${search}`)).status).toBe(404);
      await mom.page.reload();
      await mom.page.getByRole('main').getByText(mom.say('error.shortlist_not_found')).waitFor();
      await daniel.open('/shortlist?key=no-such-key');
      await daniel.page.getByRole('main').getByText(daniel.say('error.shortlist_not_found')).waitFor();
    },
  );

  errand('and has the list on every device after signing in', async ({ meet }) => {
    const first = await meet({ signsIn: true });
    const { listings } = await createApiClient().listHomes({ query: 'searchType=sale&place=irvine-ca' });
    const made = await createApiClient().createShortlist({
      body: { name: 'Made before', homes: [listings[0]!.homeId] },
    });
    await first.open('/shortlist');
    await first.page.evaluate(
      ([key, ownerKey]) => {
        const list = {
          key,
          ownerKey,
          name: 'Made before',
          isOwn: true,
          since: '2026-11-20T00:00:00Z',
          waiting: [],
        };
        localStorage.setItem('maru/shortlists', JSON.stringify([list]));
      },
      [made.key, made.ownerKey] as const,
    );
    await new AccountScreen(first).signIn('kakao', 'minji', '/my-page?tab=family');
    await first.page.getByText(first.say('shortlist.counts', { homes: 1, people: 0, votes: 0 })).waitFor();
    const second = await meet({ signsIn: true });
    await new AccountScreen(second).signIn('kakao', 'minji', '/my-page?tab=family');
    await second.page.getByRole('link', { name: /Made before/ }).click();
    await second.page.getByRole('button', { name: second.say('shortlist.revoke') }).waitFor();
  });
});

async function press(visitor: Visitor, key: Parameters<Visitor['say']>[0]): Promise<void> {
  await visitor.page
    .getByRole('button', { name: visitor.say(key), exact: true })
    .last()
    .click();
}

async function enter(visitor: Visitor, name: string): Promise<void> {
  await visitor.page.getByLabel(visitor.say('shortlist.name_label')).fill(name);
  await press(visitor, 'shortlist.start');
  await visitor.page.getByText(visitor.say('shortlist.you_are', { name })).waitFor();
}

async function vote({ page }: Visitor, homeId: string, word: string): Promise<void> {
  const button = page.locator(`[data-shortlisted="${homeId}"] [data-vote="${word}"]`);
  await button.click();
  await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true');
}

async function note({ page }: Visitor, homeId: string, text: string): Promise<void> {
  const field = page.locator(`[data-shortlisted="${homeId}"]`).getByRole('textbox');
  await field.fill(text);
  await field.blur();
}
