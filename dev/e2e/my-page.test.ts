import { describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { createApiClient, errand } from './errand.ts';

const { baseUrl } = inject('site');

describe('my page', () => {
  errand('has viewed homes, contacts and their states, and a compact form', async ({ meet }) => {
    // An expired token is refused once, and the call repeated.
    const mayFail = /^401 \/maru\/v1\/realtor-contacts/;
    const visitor = await meet({ locale: 'ko', width: 390, signsIn: true, mayFail });
    const account = new AccountScreen(visitor);
    const { page } = visitor;
    const { listings } = await createApiClient().listHomes({ query: 'searchType=sale&place=irvine-ca' });
    const home = listings.find((one) => !one.addressWithheld)!;
    await visitor.open(home.path);
    // Stored by a script that the page does not wait for.
    const looks = () => page.evaluate(() => localStorage.getItem('maru/looks') ?? '');
    await expect.poll(looks, { timeout: 10_000 }).toContain(home.homeId);
    // Another tab adds its own entry and keeps the others.
    const other = listings.find((one) => !one.addressWithheld && one.homeId !== home.homeId)!;
    const tab = await page.context().newPage();
    await tab.goto(`${baseUrl}/ko${other.path}`);
    await expect.poll(looks, { timeout: 10_000 }).toContain(other.homeId);
    await tab.close();
    await visitor.open('/my-page?tab=seen');
    await page.locator(`[data-home="${other.homeId}"]`).waitFor();
    await page.locator(`[data-home="${home.homeId}"]`).waitFor();
    await page.getByRole('button', { name: visitor.say('seen.forget') }).click();
    await page.getByText(visitor.say('seen.none'), { exact: true }).waitFor();
    // The map's pins use the same storage.
    expect(await looks()).not.toContain(home.homeId);

    await account.signIn('google', 'grace', '/my-page?tab=contacts');
    await page.getByText(visitor.say('sent.none'), { exact: true }).waitFor();
    const { items } = await createApiClient().listAgents({ query: { place: 'irvine-ca', limit: 1 } });
    const agent = items[0]!;
    await (await account.api(baseUrl)).contactAgent({
      body: {
        name: 'Grace Lee',
        email: 'grace.lee@example.com',
        message: '주차는 몇 대까지 되나요?',
        agentId: agent.agentId,
        consents: [],
        locale: 'ko',
      },
    });
    await page.reload();
    await page.getByText(visitor.say('sent.to', { name: agent.answeredBy.name })).click();
    await page.getByText('주차는 몇 대까지 되나요?').waitFor();
    expect(await accessibilityFaults(visitor)).toEqual([]);
    await page.getByRole('button', { name: visitor.say('receipt.withdraw'), exact: true }).click();
    await page.getByRole('button', { name: visitor.say('receipt.withdraw'), exact: true }).click();
    await page.locator('[data-contact] summary').getByText(visitor.say('receipt.step.withdrawn')).waitFor();

    await visitor.open('/_my-page');
    await page
      .getByRole('main')
      .getByRole('link', { name: visitor.say('my.commute') })
      .click();
    await page.getByRole('heading', { level: 2, name: visitor.say('my.commute') }).waitFor();
    expect(await accessibilityFaults(visitor)).toEqual([]);
    await page
      .getByRole('main')
      .getByRole('link', { name: visitor.say('my.title') })
      .click();
    await page.waitForURL((url) => url.pathname === '/ko/_my-page' && url.search === '');
  });
});
