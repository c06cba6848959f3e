import { parseSearchQuery } from '@maru/listing/search';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openPage } from '../../ui/testing-page.tsx';
import { FeaturesPanel } from './choice-panels.tsx';

test('a feature is wanted or unwanted, not both; an unwanted one that a sentence named is shown', async () => {
  const onChange = vi.fn();
  const { query } = parseSearchQuery({ has: 'pool,ac', lacks: 'pets' });
  const page = await openPage(<FeaturesPanel query={query} counts={{ unknown: {} }} onChange={onChange} />, {
    client: {} as never,
  });
  const without = within(screen.getByRole('group', { name: 'Without' }));
  expect((without.getByRole('checkbox', { name: 'Pets allowed' }) as HTMLInputElement).checked).toBe(true);
  await userEvent.click(without.getByRole('checkbox', { name: 'Private pool' }));
  expect(onChange).toHaveBeenLastCalledWith(
    { searchType: 'sale', has: ['ac'], lacks: ['pool', 'pets'] },
    'push',
  );
  await userEvent.click(without.getByRole('checkbox', { name: 'Pets allowed' }));
  expect(onChange).toHaveBeenLastCalledWith({ searchType: 'sale', has: ['pool', 'ac'] }, 'push');
  await page.close();
});
