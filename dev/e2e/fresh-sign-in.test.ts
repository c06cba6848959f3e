import { Store } from '@maru/store';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { accessibilityFaults } from './accessibility.ts';
import { AccountScreen } from './account-screen.ts';
import { errand, LANGUAGES, pickVariants } from './errand.ts';
import { textInWrongLanguage } from './wrong-language.ts';

let store: Store;
beforeAll(async () => {
  store = await Store.open({ databaseUrl: inject('site').databaseUrl });
});
afterAll(async () => {
  await (store as Store | undefined)?.close();
});

/** Makes the session an hour old, which the next access token states. */
async function ageSession(account: AccountScreen): Promise<void> {
  const token = await account.token();
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { rowCount } = await store.pool.query(
    `update session set created_at = created_at - interval '1 hour' where session_id = $1`,
    [sid],
  );
  expect(rowCount).toBe(1);
  await account.waitForTokenExpiry();
}

describe('calls that require a fresh sign-in', () => {
  for (const locale of pickVariants(1, LANGUAGES)) {
    errand(`ask for it and continue afterwards: exporting personal data (${locale})`, async ({ meet }) => {
      const visitor = await meet({
        locale,
        signsIn: true,
        width: locale === 'ko' ? 390 : 1440,
        mayFail: /^40[13] \/v1\//,
      });
      const { page } = visitor;
      const say = visitor.say.bind(visitor);
      const account = new AccountScreen(visitor);
      await account.signIn('google', 'grace', '/my-page?tab=data&kept=1&kept=2');
      await ageSession(account);
      await page.getByRole('button', { name: say('data.delete.ask') }).click();
      await page.getByRole('button', { name: say('data.delete.yes') }).click();
      const section = page.getByRole('region', { name: say('data.delete.title') });
      await section.getByText(say('error.fresh_sign_in_required')).waitFor();
      expect(await accessibilityFaults(visitor)).toEqual([]);
      expect(await textInWrongLanguage(page, locale, ['Grace Lee', 'Equal Housing Opportunity'])).toEqual([]);
      await section.getByRole('link', { name: say('account.fresh_sign_in') }).click();
      // A signed-in user is not redirected away from here.
      await page.getByRole('heading', { level: 1, name: say('login.fresh.title') }).waitFor();
      expect(await accessibilityFaults(visitor)).toEqual([]);
      // Nor after a failure: the existing session is still valid.
      await account.choose('google', { end: 'consent_required' });
      await page.getByText(say('login.failed.denied.title', { provider: say('brand.google') })).waitFor();
      await account.choose('google', { person: 'grace' });
      // The dialog is open again, and its parameter is gone from the address: a reload does not open it again.
      const yes = page.getByRole('button', { name: say('data.delete.yes') });
      await yes.waitFor();
      await page.waitForURL((url) => !url.searchParams.has('delete'));
      expect(visitor.address).toBe('/my-page?tab=data&kept=1&kept=2');
      await yes.waitFor();
      await page.reload();
      const ask = page.getByRole('button', { name: say('data.delete.ask') });
      await ask.waitFor();
      expect(await yes.count()).toBe(0);
      await ask.click();
      await yes.click();
      await page.getByRole('button', { name: say('data.delete.cancel') }).click();
      await page.getByText(say('data.delete.cancelled')).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: say('data.export.do') }).click();
      expect((await download).suggestedFilename()).toMatch(/^maru-.*\.json$/);
    });
  }

  for (const locale of pickVariants(0, LANGUAGES)) {
    errand(`ask for it and continue afterwards: changing a role (${locale})`, async ({ meet }) => {
      const person = await store.accounts.create(
        { name: 'Fresh Person', email: `fresh-${locale}@example.com`, emailVerified: true, locale },
        new Date(),
      );
      const owner = await meet({ locale, signsIn: true, mayFail: /^40[13] \/(maru\/)?v1\// });
      const { page } = owner;
      const say = owner.say.bind(owner);
      const account = new AccountScreen(owner);
      await account.signIn('google', 'owner', `/admin/detail?tab=people&id=${person.userId}`);
      const role = say('admin.role.realtor');
      const make = page.getByRole('button', { name: say('admin.people.make', { role }) });
      const confirm = page.getByRole('dialog').getByRole('button', { name: say('admin.people.change_role') });
      await page.getByText(say('admin.role_source.sign_up')).waitFor();
      await make.waitFor();
      await ageSession(account);
      await make.click();
      await confirm.click();
      await page.getByText(say('error.fresh_sign_in_required')).waitFor();
      expect((await store.accounts.find(person.userId))?.role).toBe('user');
      await page.getByRole('link', { name: say('account.fresh_sign_in') }).click();
      await account.choose('google', { person: 'owner' });
      await confirm.click();
      await page.getByText(say('admin.people.role_changed', { role })).waitFor();
      expect(owner.address).toBe(`/admin/detail?tab=people&id=${person.userId}`);
      expect((await store.accounts.find(person.userId))?.role).toBe('realtor');
      await page.getByText(/Maru Owner(?: 님)?, /).waitFor();
    });
  }
});
