import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../ui/testing-page.tsx';
import { AccountMenu } from './account-menu.tsx';
import type { AccountUser } from './account-state.ts';

test.each([
  ['user', undefined, []],
  ['realtor', 'Realtor', ['/realtor/contacts', '/realtor']],
  ['admin', 'Admin', ['/realtor/contacts', '/admin/detail', '/admin/marketing']],
] as const)('the menu of a %s names the role and links to its own areas', async (role, label, areas) => {
  const user = { name: '김민지', email: 'minji@example.com', picture: null, locale: 'ko', role };
  const page = await openPage(<AccountMenu user={user as unknown as AccountUser} />, { client: {} });
  fireEvent.click(screen.getByRole('button', { name: /Account menu|menu/i }));
  const menu = within(screen.getByRole('navigation'));
  for (const one of ['Realtor', 'Admin'])
    expect(menu.queryByText(one, { exact: true }) !== null, one).toBe(one === label);
  const paths = menu.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(paths.filter((path) => !path.startsWith('/my-page'))).toEqual(areas);
  await page.close();
});
